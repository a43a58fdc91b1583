"""One entry point for all searches, which are selected by the mode in an input.txt."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.protocol import Position
    from outply.search.native import Control
    from outply.search.result import SearchResult


def solve(
    position: Position,
    mode: str,
    depth: int | None,
    seconds: float | None = None,
    *,
    literal: bool = False,
    control: Control | None = None,
) -> SearchResult:
    """Search in the mode MINIMAX or ALPHABETA to `depth`, or in the mode COMPETITION; case is ignored.

    COMPETITION needs `seconds`, the CPU seconds left for the game. For the other modes, `literal` selects the
    literal search instead of the exact search.
    Raises ValueError if `depth` is missing.
    """
    if mode.upper() == "COMPETITION":
        from outply.search import competition

        return competition.search(position, seconds or 0.0, control=control)
    if depth is None:
        raise ValueError(f"{mode} needs a depth")
    if literal:
        from outply.search.literal import search

        return search(position, depth, mode, control=control)
    from outply.search import exact

    return exact.search(position, depth, mode, control=control)
