"""Which visits of a search are recorded."""

from __future__ import annotations

from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Part(Struct):
    """The visits of the node that `path`, a line of moves from the root, leads to, and of those below it.

    Only those at most `deepest` plies below that node are recorded. Where there are more than `most`, plies are
    left out, the deepest first, until there are not; the node itself always stays. The search is from the root
    all the same: the part has the window, the values and the order that it has there, and what is not recorded is
    counted.
    """

    __slots__ = ("path", "deepest", "most")

    path: tuple[Any, ...]
    deepest: int | None  # None: to the leaves
    most: int | None  # None: all

    def __init__(self, path: Iterable[Any] = (), deepest: int | None = None, most: int | None = None) -> None:
        self._set(tuple(path), deepest, most)


WHOLE = Part()
