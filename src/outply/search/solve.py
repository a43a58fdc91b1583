"""One door to every search: a position and the mode that an input.txt names."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.search.native import Control
    from outply.search.result import Result


def solve(
    position: Any,
    mode: str,
    depth: int | None,
    seconds: float | None = None,
    *,
    literally: bool = False,
    control: Control | None = None,
) -> Result:
    """Answer in the mode MINIMAX or ALPHABETA to a depth, or COMPETITION with the seconds left.

    `literally` walks the textbook's tree.
    """
    if mode == "COMPETITION":
        from outply.search import competition

        return competition.search(position, seconds or 0.0, control=control)
    if depth is None:
        raise ValueError(f"{mode} needs a depth")
    if literally:
        from outply.search import literal

        return literal.search(position, depth, mode, control=control)
    from outply.search import exact

    return exact.search(position, depth, mode, control=control)
