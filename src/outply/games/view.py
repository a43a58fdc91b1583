"""A position as data to be drawn: what a picture, a page and a terminal need to know, and nothing of the rules."""

from __future__ import annotations

from outply.games import game_of
from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from outply.games.protocol import Player, Position

Square = tuple[int, int]
"""Row and column, both from 0, row 0 at the top."""


class Cell(Struct):
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


class BoardView(Struct):
    """A position: the two players as in `Game.players`, the labels of rows and columns, the cells row by row.

    `pieces` says whether owners have pieces on the squares rather than the squares themselves. `moves_left` is how
    many moves the game still lasts, where that is certain. `row_values` says what a piece in each row counts for
    either player; there are none where rows do not matter.
    """

    __slots__ = ("players", "rows", "columns", "cells", "pieces", "moves_left", "row_values")

    players: tuple[Player, Player]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[Cell, ...]
    pieces: bool
    moves_left: int | None
    row_values: tuple[tuple[int, int], ...]

    def __init__(
        self,
        players: tuple[Player, Player],
        rows: Iterable[str],
        columns: Iterable[str],
        cells: Iterable[Cell],
        pieces: bool = False,
        moves_left: int | None = None,
        row_values: Iterable[tuple[int, int]] = (),
    ) -> None:
        self._set(players, tuple(rows), tuple(columns), tuple(cells), pieces, moves_left, tuple(row_values))


class MoveOption(Struct):
    """A move that can be made: `str` and words of it, the squares to click one after the other, what it changes.

    `changes` are the cells that look different afterwards, as they look then, and `gain` is by how much the score
    of the player who moves gets better.
    """

    __slots__ = ("move", "move_text", "click_path", "changes", "gain")

    move: str
    move_text: str
    click_path: tuple[Square, ...]
    changes: tuple[Cell, ...]
    gain: int

    def __init__(
        self, move: str, move_text: str, click_path: tuple[Square, ...], changes: tuple[Cell, ...], gain: int
    ) -> None:
        self._set(move, move_text, click_path, changes, gain)


def options(position: Position) -> tuple[MoveOption, ...]:
    """Return what can be played in the position, in the order of its `moves()`.

    Every move is played for it, so whoever only draws does not ask.
    """
    game, mover, score = game_of(position), position.to_move, position.score(position.to_move)

    def option(move: Any) -> MoveOption:
        after = position.play(move)
        changes = tuple(game.cells(after, game.changed_squares(position, after)))
        text, path = game.move_text(move, position.variant), game.click_path(move, position.variant)
        return MoveOption(str(move), text, path, changes, after.score(mover) - score)

    return tuple(map(option, position.moves()))


def plain_view(view: BoardView) -> dict[str, Any]:
    """Return a view as plain data, for JSON."""
    return {
        "players": view.players,
        "rows": view.rows,
        "columns": view.columns,
        "pieces": view.pieces,
        "cells": [plain_cell(cell) for cell in view.cells],
    }


def plain_cell(cell: Cell) -> dict[str, Any]:
    """Return a cell as plain data, for JSON."""
    return {"square": cell.square, "owner": cell.owner, "text": cell.text, "shade": round(cell.shade, 3)}
