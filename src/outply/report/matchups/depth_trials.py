"""Comparison of the depth trials: minimax and alpha-beta at equal depth, and the deepest feasible depth of each.

In a uniform tree with b moves in every position and the best move always first, alpha-beta visits `b^ceil(k/2) +
b^floor(k/2) - 1` of the `b^k` nodes at depth k, which is the minimum for any move ordering (Knuth and Moore,
1975). Trees of real games are not uniform: for them this is an estimate, not a bound.
"""

from __future__ import annotations

from dataclasses import dataclass

from outply.arena.matchup import DepthTrial, MatchupResults
from outply.games.record import GameRecord
from outply.report.match.move_stats import MoveStats, move_stats


@dataclass(frozen=True, slots=True, kw_only=True)
class DepthPair:
    """Two games on one board at one depth: minimax against itself, and alpha-beta against itself."""

    board: str
    depth: int
    minimax: GameRecord
    alphabeta: GameRecord

    @property
    def visited(self) -> tuple[int, int]:
        """Nodes visited in the whole game by minimax and by alpha-beta."""
        return move_stats(self.minimax.turns).visited or 0, move_stats(self.alphabeta.turns).visited or 0

    @property
    def factor(self) -> float:
        """Nodes visited by minimax divided by nodes visited by alpha-beta."""
        minimax, alphabeta = self.visited
        return minimax / alphabeta

    @property
    def same_moves(self) -> bool:
        """Whether minimax and alpha-beta played the same moves."""
        return [turn.move for turn in self.minimax.turns] == [turn.move for turn in self.alphabeta.turns]

    @property
    def ideal(self) -> float:
        """Estimated number of nodes that alpha-beta would visit in the whole game with perfect move ordering."""
        return sum(map(self._ideal, range(len(self.minimax.turns))))

    @property
    def opening_excess(self) -> float:
        """Nodes visited by alpha-beta for the opening move, divided by the estimate for perfect move ordering."""
        return (self.alphabeta.turns[0].visited or 0) / self._ideal(0)

    @property
    def branching(self) -> tuple[float, float]:
        """Effective branching factors of minimax and alpha-beta on the opening move."""
        minimax, alphabeta = (
            branching_factor(record.turns[0].visited or 0, min(self.depth, len(record.turns)))
            for record in (self.minimax, self.alphabeta)
        )
        return minimax, alphabeta

    def _ideal(self, index: int) -> float:
        """Return the estimated number of nodes for the move number `index`, from 0, with perfect move ordering."""
        turns = self.minimax.turns
        depth = min(self.depth, len(turns) - index)
        return minimal_nodes(branching_factor(turns[index].visited or 0, depth), depth)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The deepest feasible depth of an algorithm on a board.

    `depth` is the greatest depth of a finished game, or 0 if no game was finished. `stats` are the statistics of
    the moves of that game. `is_limit` is set if a game at a greater depth took too long, and `is_whole` if the
    depth covers the whole game. If neither is set, greater depths were not tried.
    """

    board: str
    algorithm: str
    depth: int
    is_limit: bool
    is_whole: bool
    stats: MoveStats


def depth_pairs(matchups: MatchupResults) -> list[DepthPair]:
    """Return a pair for each board and depth at which both algorithms finished a game with node counts."""
    records = {
        (trial.board, trial.depth, trial.algorithm): trial.record
        for trial in matchups.trials
        if trial.record is not None and move_stats(trial.record.turns).visited
    }
    return [
        DepthPair(board=board, depth=depth, minimax=record, alphabeta=records[board, depth, "alphabeta"])
        for (board, depth, algorithm), record in records.items()
        if algorithm == "minimax" and (board, depth, "alphabeta") in records
    ]


def reaches(matchups: MatchupResults) -> list[Reach]:
    """Return the deepest feasible depth of each algorithm on each board, in trial order."""
    by_search: dict[tuple[str, str], list[DepthTrial]] = {}
    for trial in matchups.trials:
        by_search.setdefault((trial.board, trial.algorithm), []).append(trial)
    result = []
    for (board, algorithm), trials in by_search.items():
        depth, turns = max(
            ((trial.depth, trial.record.turns) for trial in trials if trial.record is not None),
            key=lambda played: played[0],
            default=(0, ()),
        )
        reach = Reach(
            board=board,
            algorithm=algorithm,
            depth=depth,
            is_limit=any(trial.record is None for trial in trials),
            is_whole=0 < len(turns) <= depth,
            stats=move_stats(turns),
        )
        result.append(reach)
    return result


def branching_factor(visited: float, depth: int) -> float:
    """Return the branching factor of a uniform tree with depth `depth` and `visited` nodes."""
    low, high = 0.0, float(max(visited, 1))
    for _ in range(60):
        middle = (low + high) / 2
        if sum(middle**k for k in range(depth + 1)) < visited:
            low = middle
        else:
            high = middle
    return high


def minimal_nodes(branching: float, depth: int) -> float:
    """Return the fewest nodes that alpha-beta can visit in a uniform tree with `branching` moves per node."""
    return sum(branching ** ((k + 1) // 2) + branching ** (k // 2) - 1 for k in range(depth + 1))
