"""A position as data for rendering, independent of the rules: for pictures, pages and terminals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from outply.games import game_of
from outply.games.protocol import Player, Position
from outply.games.struct import Struct

Square = tuple[int, int]
"""Row and column, both from 0; row 0 is at the top."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A square of the board with its owner (None if empty), its text and its shade.

    `shade` is from 0 (light) to 1 (dark): the relative value of a cell, or the colour of a checkered square.
    """

    square: Square
    owner: Player | None
    text: str
    shade: float


class BoardView(Struct):
    """A board: the players as in `Game.players`, the labels of rows and columns, and the cells row by row.

    `pieces` is True if players own pieces on the squares, False if they own the squares themselves. `moves_left`
    is the remaining number of moves; None if it is not fixed. `row_values` contains, for each row, the values of a
    piece there for both players; it is empty if the row does not matter.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveOption:
    """A legal move and its effect, as data for a page.

    `move` is the `str` of the move, `move_text` its wording in the assignment, and `click_path` the squares to
    click, in order. `changes` are the changed cells in their state after the move. `gain` is the increase of the
    score of the player who moves.
    """

    move: str
    move_text: str
    click_path: tuple[Square, ...]
    changes: tuple[Cell, ...]
    gain: int


def options(position: Position) -> tuple[MoveOption, ...]:
    """Return the legal moves of a position and their effects, in the order of `moves()`.

    This function plays every legal move, so do not call it just to draw the board.
    """
    game, mover, score = game_of(position), position.to_move, position.score(position.to_move)

    def option(move: Any) -> MoveOption:
        after = position.play(move)
        return MoveOption(
            move=str(move),
            move_text=game.move_text(move, position.variant),
            click_path=game.click_path(move, position.variant),
            changes=tuple(game.cells(after, game.changed_squares(position, after))),
            gain=after.score(mover) - score,
        )

    return tuple(map(option, position.moves()))


def view_to_dict(view: BoardView) -> dict[str, Any]:
    """Return the players, labels and cells of a view as a dictionary for JSON."""
    return {
        "players": view.players,
        "rows": view.rows,
        "columns": view.columns,
        "pieces": view.pieces,
        "cells": [cell_to_dict(cell) for cell in view.cells],
    }


def cell_to_dict(cell: Cell) -> dict[str, Any]:
    """Return a cell as a dictionary for JSON."""
    return {"square": cell.square, "owner": cell.owner, "text": cell.text, "shade": round(cell.shade, 3)}
