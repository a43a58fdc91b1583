"""What the trials say: both algorithms at the same depth, and how deep each can look.

In a tree with b moves in every position and the best move always first, alpha-beta visits
`b^ceil(k/2) + b^floor(k/2) - 1` of the `b^k` nodes at depth k, and no order of the moves lets it do with fewer
(Knuth and Moore, 1975). The trees of games are not so even: for them this is an estimate, and no bound.
"""

from __future__ import annotations

from outply.games.struct import Struct
from outply.report.match.move_stats import move_stats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.arena.matchups.pairing import Matchups, Trial
    from outply.games.record import GameRecord
    from outply.report.match.move_stats import MoveStats


class Pair(Struct):
    """The games of minimax and of alpha-beta against themselves, on one board and at one depth."""

    __slots__ = ("board", "depth", "minimax", "alphabeta")

    board: str
    depth: int
    minimax: GameRecord
    alphabeta: GameRecord

    def __init__(self, board: str, depth: int, minimax: GameRecord, alphabeta: GameRecord) -> None:
        self._set(board, depth, minimax, alphabeta)

    @property
    def visited(self) -> tuple[int, int]:
        """The nodes over the whole game: of minimax, of alpha-beta."""
        return move_stats(self.minimax.turns).visited or 0, move_stats(self.alphabeta.turns).visited or 0

    @property
    def factor(self) -> float:
        """How many times as many nodes minimax visited."""
        minimax, alphabeta = self.visited
        return minimax / alphabeta

    @property
    def same_moves(self) -> bool:
        """Whether both played the very same game."""
        return [turn.move for turn in self.minimax.turns] == [turn.move for turn in self.alphabeta.turns]

    @property
    def ideal(self) -> float:
        """About how many nodes alpha-beta would visit with the best move always first."""
        return sum(map(self._ideal, range(len(self.minimax.turns))))

    @property
    def opening_excess(self) -> float:
        """About how many times as many nodes as that alpha-beta visited for the opening move."""
        return (self.alphabeta.turns[0].visited or 0) / self._ideal(0)

    @property
    def branching(self) -> tuple[float, float]:
        """The effective branching factors on the opening move: of minimax, of alpha-beta."""
        first, second = (
            branching(record.turns[0].visited or 0, min(self.depth, len(record.turns)))
            for record in (self.minimax, self.alphabeta)
        )
        return first, second

    def _ideal(self, number: int) -> float:
        """Return the share of the move with that number, counted from 0, in the ideal."""
        turns = self.minimax.turns
        depth = min(self.depth, len(turns) - number)
        return minimal(branching(turns[number].visited or 0, depth), depth)


class Reach(Struct):
    """How deep an algorithm can look on a board within the time.

    `depth` is the deepest that was played to the end, 0 for none. `is_limit` says whether one more took too long,
    and `is_whole` whether the depth reaches from the first move to the end of the game; if neither, nobody tried
    more. `stats` are those of the moves at that depth.
    """

    __slots__ = ("board", "algorithm", "depth", "is_limit", "is_whole", "stats")

    board: str
    algorithm: str
    depth: int
    is_limit: bool
    is_whole: bool
    stats: MoveStats

    def __init__(
        self, board: str, algorithm: str, depth: int, is_limit: bool, is_whole: bool, stats: MoveStats
    ) -> None:
        self._set(board, algorithm, depth, is_limit, is_whole, stats)


def pairs(matchups: Matchups) -> list[Pair]:
    """Return every board and depth that both algorithms played and counted their nodes at, as the trials go."""
    records = {
        (trial.board, trial.depth, trial.algorithm): trial.record
        for trial in matchups.trials
        if trial.record is not None and move_stats(trial.record.turns).visited
    }
    return [
        Pair(board, depth, record, records[board, depth, "alphabeta"])
        for (board, depth, algorithm), record in records.items()
        if algorithm == "minimax" and (board, depth, "alphabeta") in records
    ]


def reaches(matchups: Matchups) -> list[Reach]:
    """Return how deep each algorithm can look on each board, in the order of the trials."""
    tried: dict[tuple[str, str], list[Trial]] = {}
    for trial in matchups.trials:
        tried.setdefault((trial.board, trial.algorithm), []).append(trial)
    found = []
    for (board, algorithm), trials in tried.items():
        is_limit = any(trial.record is None for trial in trials)
        depth, turns = max(
            ((trial.depth, trial.record.turns) for trial in trials if trial.record is not None),
            key=lambda played: played[0],
            default=(0, ()),
        )
        found.append(Reach(board, algorithm, depth, is_limit, 0 < len(turns) <= depth, move_stats(turns)))
    return found


def branching(visited: float, depth: int) -> float:
    """Return the number of moves in every position with which a tree of that depth has so many nodes."""
    low, high = 0.0, float(max(visited, 1))
    for _ in range(60):
        middle = (low + high) / 2
        if sum(middle**k for k in range(depth + 1)) < visited:
            low = middle
        else:
            high = middle
    return high


def minimal(branching: float, depth: int) -> float:
    """Return the fewest nodes that alpha-beta can visit in a tree with so many moves in every position."""
    return sum(branching ** ((k + 1) // 2) + branching ** (k // 2) - 1 for k in range(depth + 1))
