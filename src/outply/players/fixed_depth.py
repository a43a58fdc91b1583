"""Players that search to one depth: the textbook's own walk, or the same answers faster."""

from __future__ import annotations

from outply.games import evaluations
from outply.players.protocol import Choice, PlayerError
from outply.search import literal
from outply.search.native import Control

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from outply.games.protocol import Position
    from outply.players.protocol import Situation
    from outply.search.result import SearchResult

    class Search(Protocol):
        def __call__(
            self, position: Position, limit: int, algorithm: str, *, control: Control
        ) -> SearchResult: ...


def by_evaluation(name: str) -> Search:
    """Return the textbook's search by the evaluation of that name; it is a `PlayerError` if the game has none."""

    def search(position: Position, limit: int, algorithm: str, *, control: Control) -> SearchResult:
        try:
            evaluations.evaluation(name, position.game)
        except ValueError as error:
            raise PlayerError(str(error)) from error
        return literal.search(position, limit, algorithm, evaluation=name, control=control)

    return search


class FixedDepth:
    """Plays what `search` answers at the depth; its nodes are those that the search counts."""

    def __init__(self, name: str, search: Search, algorithm: str, depth: int) -> None:
        self.name = name
        self._search = search
        self._algorithm = algorithm
        self._depth = depth

    def choose(self, position: Position, situation: Situation) -> Choice:
        control = situation.control or Control()
        if situation.seconds_allowed is not None:
            control.set_cpu_budget(situation.seconds_allowed)
        found = self._search(position, self._depth, self._algorithm, control=control)
        return Choice(found.move, found.value, found.reported_nodes, found.expanded, self._depth)
