"""The board editor: determine which games can be edited, and apply edits to a position."""

from __future__ import annotations

from typing import Any

from outply.formats import notation
from outply.formats.notation import has_text_format
from outply.games import game_of
from outply.games.protocol import Editable, Position
from outply.games.view import Cell
from outply.web.positions import PositionError
from outply.web.schema import StartRequest


def is_editable(game: Any) -> bool:
    """Return True if the game accepts edits and its positions have a one-line notation."""
    return has_text_format(game) and isinstance(game, Editable)


def cells_take_numbers(game: Any) -> bool:
    """Return True if the game's board editor accepts a number on at least one cell of the start position."""
    if not is_editable(game):
        return False
    start = game.start()
    view = game.view(start)
    # On boards with pieces a number is the height of a stack, which only some squares and owners allow.
    owners = game.players if view.pieces else (None,)
    numbered = (Cell(cell.square, owner, "2", cell.shade) for cell in view.cells for owner in owners)
    return any(_accepts(game, start, cell) for cell in numbered)


def _accepts(game: Any, position: Position, cell: Cell) -> bool:
    try:
        game.edit(position, [cell], position.to_move)
    except ValueError:
        return False
    return True


def apply_edits(request: StartRequest, start: str) -> Position:
    """Return the position `start`, given in one-line notation, with the edits of the request.

    Raises PositionError if the result is not a valid board.
    """
    position = notation.from_line(start)
    game: Any = game_of(position)
    if not is_editable(game):
        raise PositionError(f"boards of {game.title} cannot be edited")
    cells = [Cell(edit.square, edit.owner, edit.text, 0.0) for edit in request.edits]
    try:
        edited = game.edit(position, cells, request.to_move or position.to_move)
    except ValueError as error:
        raise PositionError(str(error)) from None
    return notation.from_line(notation.to_line(edited))
