"""Players that search to one depth: the textbook's own walk, or the same answers faster."""

from __future__ import annotations

from outply.players.contract import Choice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outply.games.contract import Position
    from outply.players.contract import Situation
    from outply.search.result import Result


class FixedDepth:
    """Plays what `search` answers at the depth; its nodes are those that the search counts."""

    def __init__(
        self, name: str, search: Callable[[Position, int, str], Result], algorithm: str, depth: int
    ) -> None:
        self.name = name
        self._search = search
        self._algorithm = algorithm
        self._depth = depth

    def choose(self, position: Position, situation: Situation) -> Choice:
        found = self._search(position, self._depth, self._algorithm)
        return Choice(found.move, found.value, found.visited, found.expanded, self._depth)
