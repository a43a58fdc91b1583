"""A Python implementation of the native core's interface, for games without a native core.

The implementation runs the textbook searches, and represents moves by the moves themselves instead of by codes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from outply.games import evaluations, game_of
from outply.games.evaluations import Evaluate, difference
from outply.games.protocol import Player, Position
from outply.search.native import Control, Stopped
from outply.search.result import SearchResult
from outply.search.textbook import ALGORITHMS, alphabeta
from outply.search.trace import INFINITY, TraceScope, Visit

NativeResult = tuple[Any, int, Sequence[Any], int, int]
"""Move, value, principal variation, number of visited nodes, number of expanded nodes."""

MoveValues = list[tuple[Any, int]]

DEFAULT_EXPECTED_PLIES = 40
"""Assumed number of remaining plies, for games whose view has no `moves_left`."""


UNEXPECTED_MOVES = 20
"""Moves of a player for which time is reserved beyond that number, for the same games."""

MAX_COUNTED_POSITIONS = 200_000
"""Maximum number of positions whose node counts are kept while minimax nodes are counted."""


def unexpected_moves(position: Position) -> int:
    """Return the moves of a player that may come beyond half of the expected plies."""
    return UNEXPECTED_MOVES if game_of(position).view(position).moves_left is None else 0


class Core:
    """A position with the interface of the native core, searched in Python."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def expected_plies(self) -> int:
        """Return the approximate number of plies left in the game."""
        left = game_of(self._position).view(self._position).moves_left
        return DEFAULT_EXPECTED_PLIES if left is None else left

    def literal(self, depth: int, prune: bool, evaluation: str, control: Control) -> NativeResult:
        """Run the textbook search to `depth` (alpha-beta if `prune`, else minimax) with the named evaluation."""
        return _native_result(self._search(depth, prune, evaluation, control))

    def literal_trace(
        self,
        depth: int,
        prune: bool,
        evaluation: str,
        path: Sequence[Any],
        max_plies: int,
        max_visits: int,
        control: Control,
    ) -> tuple[NativeResult, Sequence[Visit], Sequence[int]]:
        """Run the textbook search; return the result, the recorded visits and the number of visits at each ply."""
        scope = TraceScope(path=tuple(path), max_plies=min(max_plies, depth), max_visits=max_visits)
        result = self._search(depth, prune, evaluation, control, scope)
        return _native_result(result), result.trace or (), result.visits_by_ply or ()

    def exact(self, depth: int, prune: bool, control: Control) -> NativeResult:
        """Return the textbook's move, value and node count; without `prune`, alpha-beta finds move and value."""
        result = self.literal(depth, prune=True, evaluation=evaluations.DEFAULT, control=control)
        if prune:
            return result
        move, value, line, _, expanded = result
        return move, value, line, _MinimaxCount(control).nodes(self._position, depth), expanded

    def move_values(self, depth: int, control: Control) -> MoveValues:
        """Return pairs of each legal move and its value at the given depth."""
        return LimitedSearch(control).move_values(self._position, depth)

    def search_memory(self, mib: int, threads: int) -> None:
        """Return None, because the searches in Python have no transposition table."""

    def iterative_deepening(self, memory: object, weights: object) -> IterativeDeepening:
        """Return an iterative deepening of the position; `memory` and `weights` are ignored."""
        return IterativeDeepening(self._position)

    def _search(
        self, depth: int, prune: bool, evaluation: str, control: Control, trace: TraceScope | None = None
    ) -> SearchResult:
        limited = LimitedSearch(control, evaluate=evaluations.evaluation(evaluation, self._position.game).evaluate)
        search = ALGORITHMS["ALPHABETA" if prune else "MINIMAX"]
        return search(self._position, depth, evaluate=limited.evaluate, trace=trace)


class _MinimaxCount:
    """Counts the nodes of minimax without visiting leaves, and equal positions only once."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._counts: dict[tuple[Position, int], int] = {}

    def nodes(self, position: Position, depth: int) -> int:
        """Return the number of nodes that minimax visits from `position` to `depth`."""
        if depth == 0 or position.is_over:
            return 1
        if depth == 1:
            return 1 + len(position.moves())
        key = position, depth
        count = self._counts.get(key)
        if count is None:
            self._control.check(len(self._counts))
            count = 1 + sum(self.nodes(position.play(move), depth - 1) for move in position.moves())
            if len(self._counts) < MAX_COUNTED_POSITIONS:
                self._counts[key] = count
        return count


class IterativeDeepening:
    """Searches one position by alpha-beta, one ply deeper at each call."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._score = position.score(position.to_move)
        self._depth = 0
        self._nodes = 0
        self._proven = False
        # The result if not even the first iteration finishes: the move with the best immediate score.
        values = LimitedSearch(Control()).move_values(position, 1)
        self._value = max(value for _, value in values)
        self._line = [next(move for move, value in values if value == self._value)]

    def would_solve(self, depth: int, nodes: int, solve_limit_s: float) -> bool:
        """Return False, because the distance to the end of the game is not known in advance."""
        return False

    def deepen(
        self, control: Control, depth: int, nodes: int, solve_limit_s: float
    ) -> tuple[int, int, Sequence[Any], int, bool, bool]:
        """Search one ply deeper; if time or nodes run out, return the result of the previous iteration.

        The result consists of the depth, the gain over the current score, the principal variation, the number of
        nodes so far, whether the gain is proven, and whether the search is finished.
        """
        stopped = False
        try:
            limited = LimitedSearch(control, nodes - self._nodes)
            result = alphabeta(self._position, self._depth + 1, evaluate=limited.evaluate)
            self._depth += 1
            self._value, self._line = result.value, list(result.principal_variation or ())
            self._proven = limited.all_leaves_final
            self._nodes += result.reported_nodes
        except Stopped:
            stopped = True
        finished = stopped or self._proven or self._depth >= depth
        return self._depth, self._value - self._score, self._line, self._nodes, self._proven, finished

    def move_values(
        self, moves: Sequence[Any], control: Control, depth: int, nodes: int, solve_limit_s: float
    ) -> tuple[MoveValues, int, Sequence[Any], int, bool]:
        """Search each move one ply deeper than before.

        The result consists of (move, gain) pairs, the depth, the principal variation, the number of nodes so far,
        and whether the gains are proven. A gain is the move's value minus the current score.

        Raises Stopped if time or nodes run out.
        """
        limited = LimitedSearch(control, nodes - self._nodes)
        searched = list(limited.search_moves(self._position, self._depth + 1))
        self._depth += 1
        self._nodes += sum(each_nodes for _, _, each_nodes in searched)
        line, _, _ = max(searched, key=lambda each: each[1])
        gains = [(moves[0], value - self._score) for moves, value, _ in searched]
        return gains, self._depth, line, self._nodes, limited.all_leaves_final


class LimitedSearch:
    """Evaluates the leaves of a search, and ends the search if `control` is stopped or after `max_leaves` leaves.

    Every line of play soon reaches a leaf, so checking the limits only at leaves is sufficient. `all_leaves_final`
    is True if the game was over at all leaves so far; the values are then proven.
    """

    def __init__(self, control: Control, max_leaves: float = INFINITY, evaluate: Evaluate = difference) -> None:
        self._control = control
        self._max_leaves = max_leaves
        self._evaluate = evaluate
        self._leaves = 0
        self.all_leaves_final = True
        control.begin()

    def evaluate(self, position: Position, player: Player) -> int:
        """Return the evaluation of a leaf for the player.

        Raises Stopped if `control` is stopped or the number of leaves exceeds the limit.
        """
        self._leaves += 1
        self._control.check(self._leaves)
        if self._leaves > self._max_leaves:
            raise Stopped("the search has reached its node limit")
        self.all_leaves_final = self.all_leaves_final and position.is_over
        return self._evaluate(position, player)

    def move_values(self, position: Position, depth: int) -> MoveValues:
        """Return pairs of each legal move and its value, searched to the given depth."""
        return [(line[0], value) for line, value, _ in self.search_moves(position, depth)]

    def search_moves(self, position: Position, depth: int) -> Iterator[tuple[Sequence[Any], int, int]]:
        """Search each legal move to the given depth; yield the line it begins, its value and its nodes."""
        for move in position.moves():
            after = position.play(move)
            if depth == 1 or after.is_over:
                yield [move], self.evaluate(after, position.to_move), 1
            else:
                result = alphabeta(after, depth - 1, evaluate=self.evaluate)
                yield [move, *(result.principal_variation or ())], -result.value, result.reported_nodes


def _native_result(result: SearchResult) -> NativeResult:
    assert result.node_count is not None
    assert result.expanded is not None
    line = result.principal_variation or ()
    return result.move, result.value, line, result.node_count, result.expanded
