"""A position as data for rendering, independent of the rules: for pictures, pages and terminals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from outply.games import game_of
from outply.games.protocol import Player, Position
from outply.games.struct import Struct

Square = tuple[int, int]
"""Row and column, both from 0; row 0 is at the top."""


Shape = Literal["disc", "star", "cross", "king", "text"]
"""The shape of a piece; `text` is a tile with the text of its cell, for games with many kinds of pieces."""

Colour = Literal["black", "blue", "purple", "red", "green", "orange", "white", "yellow"]
"""The colour of a player."""

Grid = Literal["cells", "squares", "lines", "points"]
"""How squares are drawn: apart, side by side, between lines, or as the points where lines cross."""

SHAPES: tuple[Shape, ...] = get_args(Shape)
COLOURS: tuple[Colour, ...] = get_args(Colour)
GRIDS: tuple[Grid, ...] = get_args(Grid)

DARK_COLOURS, LIGHT_COLOURS = COLOURS[:4], COLOURS[4:]
"""One player has a dark and one a light colour, which differ in print and for colour-blind readers."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A square of the board with its owner (None if empty), its text, its shade and the shape of its piece.

    `shade` is from 0 (light) to 1 (dark): the relative value of a cell, or the colour of a checkered square.
    `shape` is None for a piece with the usual shape of its owner's pieces.
    """

    square: Square
    owner: Player | None
    text: str
    shade: float
    shape: Shape | None = None


class BoardView(Struct):
    """A board: the players as in `Game.players`, the labels of rows and columns, and the cells row by row.

    `pieces` is True if players own pieces on the squares, False if they own the squares themselves. `moves_left`
    is the remaining number of moves; None if it is not fixed. `row_values` contains, for each row, the values of a
    piece there for both players; it is empty if the row does not matter.

    `shapes` are the usual shapes of the players' pieces and `colours` their colours: a dark one and a light one.
    `grid` is `squares` by default if there are pieces, otherwise `cells`.
    """

    __slots__ = (
        "players",
        "rows",
        "columns",
        "cells",
        "pieces",
        "moves_left",
        "row_values",
        "shapes",
        "colours",
        "grid",
    )

    players: tuple[Player, Player]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[Cell, ...]
    pieces: bool
    moves_left: int | None
    row_values: tuple[tuple[int, int], ...]
    shapes: tuple[Shape, Shape]
    colours: tuple[Colour, Colour]
    grid: Grid

    def __init__(
        self,
        players: tuple[Player, Player],
        rows: Iterable[str],
        columns: Iterable[str],
        cells: Iterable[Cell],
        pieces: bool = False,
        moves_left: int | None = None,
        row_values: Iterable[tuple[int, int]] = (),
        shapes: tuple[Shape, Shape] = ("disc", "disc"),
        colours: tuple[Colour, Colour] = ("blue", "green"),
        grid: Grid | None = None,
    ) -> None:
        grid = grid or ("squares" if pieces else "cells")
        board = (players, tuple(rows), tuple(columns), tuple(cells))
        self._set(*board, pieces, moves_left, tuple(row_values), shapes, colours, grid)

    def shape_of(self, cell: Cell) -> Shape:
        """Return the shape of the piece on an owned cell."""
        side = 0 if cell.owner is None else self.players.index(cell.owner)
        return cell.shape or self.shapes[side]


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
    return {"players": view.players, **style_to_dict(view), "cells": [cell_to_dict(cell) for cell in view.cells]}


def style_to_dict(view: BoardView) -> dict[str, Any]:
    """Return the labels of a view and how it is drawn as a dictionary for JSON."""
    return {
        "rows": view.rows,
        "columns": view.columns,
        "pieces": view.pieces,
        "shapes": view.shapes,
        "colours": view.colours,
        "grid": view.grid,
    }


def cell_to_dict(cell: Cell) -> dict[str, Any]:
    """Return a cell as a dictionary for JSON, without `shape` if it is None."""
    data = {"square": cell.square, "owner": cell.owner, "text": cell.text, "shade": round(cell.shade, 3)}
    return data if cell.shape is None else data | {"shape": cell.shape}
