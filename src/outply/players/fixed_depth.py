"""A player that searches to a fixed depth, by textbook search or by exact search."""

from __future__ import annotations

from typing import Protocol

from outply.games import evaluations
from outply.games.protocol import Position
from outply.players.protocol import MoveContext, MoveDecision, PlayerError
from outply.search import literal
from outply.search.native import Control
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
