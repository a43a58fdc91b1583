"""What a search found, and the record of how."""

from __future__ import annotations

from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class Visit(Struct):
    """One visit of a node.

    `order` counts the visits from 0, and `parent` is the order of the node above (None at the root). The root is
    at depth 0 and, like every even depth, a MAX node. The window is what alpha and beta were on entry and on
    exit; plain minimax leaves it open. `cut` is how many of the node's moves were not visited any more, and
    `below` how many visits there were of the node and of all below it. Where a part of a search is recorded,
    `parent` is None at the part's own root.
    """

    __slots__ = (
        "order",
        "parent",
        "depth",
        "move",
        "alpha_in",
        "beta_in",
        "alpha_out",
        "beta_out",
        "value",
        "cut",
        "below",
    )

    order: int
    parent: int | None
    depth: int
    move: Any  # None at the root
    alpha_in: float
    beta_in: float
    alpha_out: float
    beta_out: float
    value: int
    cut: int
    below: int

    def __init__(
        self,
        order: int,
        parent: int | None,
        depth: int,
        move: Any,
        alpha_in: float,
        beta_in: float,
        alpha_out: float,
        beta_out: float,
        value: int,
        cut: int,
        below: int,
    ) -> None:
        self._set(order, parent, depth, move, alpha_in, beta_in, alpha_out, beta_out, value, cut, below)

    @property
    def reason(self) -> str:
        """Why the rest of the node's moves was cut: `4 >= beta 3`; empty if none was."""
        return cut_reason(self.depth, self.value, self.alpha_out, self.beta_out) if self.cut else ""


def cut_reason(depth: int, value: int, alpha: float, beta: float) -> str:
    """Return why the rest of a node's moves was cut, at that depth with that value and window."""
    return f"{value} >= beta {beta}" if depth % 2 == 0 else f"{value} <= alpha {alpha}"


class Result(Struct):
    """The move and the value, with the play that the search expects and what it cost.

    `line` begins with `move`. `visited` counts every node that was looked at, the root and repeated positions
    included; `expanded` those whose successors were generated, where the search knows. `trace` is every visit in
    order, where it was asked for, and `plies` how many there were at each ply of what was asked for.
    """

    __slots__ = ("move", "value", "line", "visited", "expanded", "trace", "plies")

    move: Any
    value: int
    line: tuple[Any, ...]
    visited: int
    expanded: int | None
    trace: Sequence[Visit] | None
    plies: tuple[int, ...] | None

    def __init__(
        self,
        move: Any,
        value: int,
        line: tuple[Any, ...],
        visited: int,
        expanded: int | None = None,
        trace: Sequence[Visit] | None = None,
        plies: tuple[int, ...] | None = None,
    ) -> None:
        self._set(move, value, line, visited, expanded, trace, plies)
