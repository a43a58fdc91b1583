"""A position as data to be drawn: what a picture, a page and a terminal need to know, and nothing of the rules."""

from __future__ import annotations

from outply.games.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from outply.games.contract import Game, Player, Position

Square = tuple[int, int]
"""Row and column, both from 0, row 0 at the top."""


class Cell(Value):
    """A square of the board: who owns it or has pieces on it (None: nobody), what is written on it, how it looks.

    `shade` goes from 0 (plain) to 1 (standing out): how much a cell is worth, or whether a square is dark.
    """

    __slots__ = ("square", "owner", "text", "shade")

    square: Square
    owner: Player | None
    text: str
    shade: float

    def __init__(self, square: Square, owner: Player | None, text: str, shade: float) -> None:
        self._set(square, owner, text, shade)


class Option(Value):
    """A move that can be made: `str` and words of it, the squares to click one after the other, what it changes.

    `changes` are the cells that look different afterwards, as they look then.
    """

    __slots__ = ("move", "words", "squares", "changes")

    move: str
    words: str
    squares: tuple[Square, ...]
    changes: tuple[Cell, ...]

    def __init__(self, move: str, words: str, squares: tuple[Square, ...], changes: tuple[Cell, ...]) -> None:
        self._set(move, words, squares, changes)


class View(Value):
    """A position: the labels of rows and columns, the cells row by row, and the moves in the assignment's order.

    `pieces` says whether owners have pieces on the squares rather than the squares themselves.
    """

    __slots__ = ("rows", "columns", "cells", "options", "pieces")

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[Cell, ...]
    options: tuple[Option, ...]
    pieces: bool

    def __init__(
        self,
        rows: tuple[str, ...],
        columns: tuple[str, ...],
        cells: tuple[Cell, ...],
        options: tuple[Option, ...],
        pieces: bool,
    ) -> None:
        self._set(rows, columns, cells, options, pieces)


def view(
    game: Game,
    position: Position,
    *,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Callable[[Any], Sequence[Cell]],
    squares: Callable[[Any], Sequence[Square]],
    pieces: bool = False,
) -> View:
    """Return the view of a position, given what shows its `cells`, and the `squares` to click for a move."""
    before = cells(position)

    def option(move: Any) -> Option:
        after = cells(position.play(move))
        changes = tuple(new for old, new in zip(before, after, strict=True) if new != old)
        return Option(str(move), game.words(move, position.variant), tuple(squares(move)), changes)

    return View(tuple(rows), tuple(columns), tuple(before), tuple(map(option, position.moves())), pieces)
