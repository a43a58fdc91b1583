"""The result of a search."""

from __future__ import annotations

from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from outply.search.trace import Visit


class SearchResult(Struct):
    """The best move of a search and its value, with the cost of the search.

    - `principal_variation` begins with `move`. It is None after an exact search; `exact.principal_variation`
      computes it.
    - `node_count` is the number of visits of the textbook search, including the root and repeated positions; None
      if it is unknown. `own_nodes` is the number of nodes that this search visited itself; None if it is unknown.
    - `expanded` is the number of expanded nodes; None if it is unknown.
    - `trace` contains the recorded visits in order. `visits_by_ply` is the number of visits at each ply of the
      trace scope, recorded or not. Both are None if no trace was requested.
    """

    __slots__ = (
        "move",
        "value",
        "principal_variation",
        "node_count",
        "own_nodes",
        "expanded",
        "trace",
        "visits_by_ply",
    )

    move: Any
    value: int
    principal_variation: tuple[Any, ...] | None
    node_count: int | None
    own_nodes: int | None
    expanded: int | None
    trace: Sequence[Visit] | None
    visits_by_ply: tuple[int, ...] | None

    def __init__(
        self,
        move: Any,
        value: int,
        principal_variation: tuple[Any, ...] | None = None,
        node_count: int | None = None,
        own_nodes: int | None = None,
        expanded: int | None = None,
        trace: Sequence[Visit] | None = None,
        visits_by_ply: tuple[int, ...] | None = None,
    ) -> None:
        self._set(move, value, principal_variation, node_count, own_nodes, expanded, trace, visits_by_ply)

    @property
    def reported_nodes(self) -> int:
        """The number of nodes to report: `node_count` if it is known, otherwise `own_nodes`."""
        count = self.own_nodes if self.node_count is None else self.node_count
        assert count is not None
        return count
