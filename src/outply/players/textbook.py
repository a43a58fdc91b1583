"""Players that search with minimax or alpha-beta: to a fixed depth, or with iterative deepening."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from outply.games import evaluations
from outply.games.protocol import Position
from outply.players.protocol import MoveContext, MoveDecision, PlayerError
from outply.players.spec import SECONDS_PER_GAME, Argument
from outply.search import literal
from outply.search.native import MAX_PLIES, Control, Stopped
from outply.search.result import SearchResult


class Search(Protocol):
    """A function that searches to a depth limit, such as `literal.search` and `exact.search`."""

    def __call__(self, position: Position, limit: int, algorithm: str, *, control: Control) -> SearchResult: ...


def literal_search_with(evaluation: str) -> Search:
    """Return a literal search that uses the named evaluation.

    The search raises PlayerError if the game has no such evaluation.
    """

    def search(position: Position, limit: int, algorithm: str, *, control: Control) -> SearchResult:
        try:
            evaluations.evaluation(evaluation, position.game)
        except ValueError as error:
            raise PlayerError(str(error)) from error
        return literal.search(position, limit, algorithm, evaluation=evaluation, control=control)

    return search


class FixedDepthPlayer:
    """Plays the move that `search` finds at a fixed depth, and reports the node counts of the search."""

    def __init__(self, name: str, search: Search, algorithm: str, depth: int) -> None:
        self.name = name
        self._search = search
        self._algorithm = algorithm
        self._depth = depth

    def choose(self, position: Position, context: MoveContext) -> MoveDecision:
        control = context.control or Control()
        if context.seconds_per_move is not None:
            control.set_cpu_budget(context.seconds_per_move)
        result = self._search(position, self._depth, self._algorithm, control=control)
        return MoveDecision(
            move=result.move,
            value=result.value,
            visited=result.reported_nodes,
            expanded=result.expanded,
            depth=self._depth,
        )


MIN_SHARE_FOR_NEXT_DEPTH = 1 / 4
"""Fraction of a move's time that must be left to start the next depth.

The next depth takes a multiple of the time of all depths before it.
"""

MIN_MOVES_FOR_PLANNING = 30
"""Minimum number of legal moves assumed when time is divided, because a long game may offer few at a time."""


class IterativeDeepeningPlayer:
    """Runs alpha-beta with iterative deepening until the time is up, as a good student would.

    Plays the best move of the last completed depth. Depth 1 is always completed. `clock` returns the CPU time of
    this thread in seconds.
    """

    def __init__(
        self, name: str, search: Search, limit: Argument, *, clock: Callable[[], float] = time.thread_time
    ) -> None:
        self.name = name
        self._search = search
        self._limit = limit
        self._clock = clock

    def choose(self, position: Position, context: MoveContext) -> MoveDecision:
        started = self._clock()
        budget = self._move_seconds(position, context)
        control = context.control or Control()
        best = self._search(position, 1, "ALPHABETA", control=control)
        visited = best.reported_nodes
        completed = 1
        for depth in range(2, MAX_PLIES + 1):
            left = budget - (self._clock() - started)
            if left <= budget * MIN_SHARE_FOR_NEXT_DEPTH:
                break
            control.set_cpu_budget(left)
            try:
                result = self._search(position, depth, "ALPHABETA", control=control)
            except Stopped:
                break
            visited += result.reported_nodes
            if (result.value, result.reported_nodes) == (best.value, best.reported_nodes):
                break  # the tree has not grown, so all of its leaves are final positions
            best, completed = result, depth
        return MoveDecision(move=best.move, value=best.value, visited=visited, depth=completed)

    def _move_seconds(self, position: Position, context: MoveContext) -> float:
        """Return the CPU seconds that the current move may take."""
        if self._limit.spec != SECONDS_PER_GAME:
            return self._limit.amount
        return max(0.0, self._limit.amount - context.seconds_used) / moves_to_plan_for(position)


def moves_to_plan_for(position: Position) -> float:
    """Return the number of own moves, including the current move, among which the remaining time is divided.

    In a game where each move fills a cell, there are at least as many legal moves as empty cells. Half of the
    cells are filled by this player, and half of those moves come so late that they take no time.
    """
    return max(len(position.moves()), MIN_MOVES_FOR_PLANNING) / 4 + 1
