"""What the trials say: both algorithms at the same depth, and how deep each can look.

With the best move always first, alpha-beta visits `b^ceil(k/2) + b^floor(k/2) - 1` of the `b^k` nodes at depth k,
and no order of the moves lets it do with fewer (Knuth and Moore, 1975).
"""

from __future__ import annotations

from outply.games.value import Value
from outply.report.costs import costs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.arena.fixtures import Matchups
    from outply.games.record import Record
    from outply.report.costs import Costs


class Pair(Value):
    """The games of minimax and of alpha-beta against themselves, on one board and at one depth."""

    __slots__ = ("board", "depth", "minimax", "alphabeta")

    board: str
    depth: int
    minimax: Record
    alphabeta: Record

    def __init__(self, board: str, depth: int, minimax: Record, alphabeta: Record) -> None:
        self._set(board, depth, minimax, alphabeta)

    @property
    def visited(self) -> tuple[int, int]:
        """The nodes over the whole game: of minimax, of alpha-beta."""
        return visited(self.minimax), visited(self.alphabeta)

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
        turns = self.minimax.turns
        return sum(
            minimal(branching(turn.visited or 0, depth), depth)
            for number, turn in enumerate(turns)
            if (depth := min(self.depth, len(turns) - number))
        )

    @property
    def branching(self) -> tuple[float, float]:
        """The effective branching factors on the opening move: of minimax, of alpha-beta."""
        first, second = (
            branching(record.turns[0].visited or 0, min(self.depth, len(record.turns)))
            for record in (self.minimax, self.alphabeta)
        )
        return first, second


class Reach(Value):
    """How deep an algorithm can look on a board within the time.

    `depth` is the deepest that was played to the end, 0 for none. `is_limit` says whether one more took too long;
    else nobody tried. `costs` are those of the moves at that depth.
    """

    __slots__ = ("board", "algorithm", "depth", "is_limit", "costs")

    board: str
    algorithm: str
    depth: int
    is_limit: bool
    costs: Costs

    def __init__(self, board: str, algorithm: str, depth: int, is_limit: bool, costs: Costs) -> None:
        self._set(board, algorithm, depth, is_limit, costs)


def visited(record: Record) -> int:
    """Return the nodes that both sides visited, as far as they told."""
    return sum(turn.visited or 0 for turn in record.turns)


def pairs(matchups: Matchups) -> list[Pair]:
    """Return every board and depth that both algorithms played and counted their nodes at, as the trials go."""
    records = {
        (trial.board, trial.depth, trial.algorithm): trial.record
        for trial in matchups.trials
        if trial.record is not None and costs(trial.record.turns).visited
    }
    return [
        Pair(board, depth, record, records[board, depth, "alphabeta"])
        for (board, depth, algorithm), record in records.items()
        if algorithm == "minimax" and (board, depth, "alphabeta") in records
    ]


def reaches(matchups: Matchups) -> list[Reach]:
    """Return how deep each algorithm can look on each board, in the order of the trials."""
    found: dict[tuple[str, str], Reach] = {}
    for trial in matchups.trials:
        key = trial.board, trial.algorithm
        before = found.get(key, Reach(*key, 0, False, costs(())))  # noqa: FBT003
        if trial.record is None:
            found[key] = Reach(*key, before.depth, True, before.costs)  # noqa: FBT003
        else:
            found[key] = Reach(*key, trial.depth, before.is_limit, costs(trial.record.turns))
    return list(found.values())


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
