"""Players that search to one depth: the textbook's own walk, or the same answers faster."""

from __future__ import annotations

from outply.games import evaluations
from outply.players.contract import Choice, PlayerError
from outply.search import literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outply.games.contract import Position
    from outply.players.contract import Situation
    from outply.search.result import Result

    Search = Callable[[Position, int, str], Result]


def by_evaluation(name: str) -> Search:
    """Return the textbook's search by the evaluation of that name; it is a `PlayerError` if the game has none."""

    def search(position: Position, limit: int, algorithm: str) -> Result:
        try:
            evaluations.evaluation(name, position.game)
        except ValueError as error:
            raise PlayerError(str(error)) from error
        return literal.search(position, limit, algorithm, evaluation=name)

    return search


class FixedDepth:
    """Plays what `search` answers at the depth; its nodes are those that the search counts."""

    def __init__(self, name: str, search: Search, algorithm: str, depth: int) -> None:
        self.name = name
        self._search = search
        self._algorithm = algorithm
        self._depth = depth

    def choose(self, position: Position, situation: Situation) -> Choice:
        found = self._search(position, self._depth, self._algorithm)
        return Choice(found.move, found.value, found.visited, found.expanded, self._depth)
