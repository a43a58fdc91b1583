"""Boards that are edited: of which games, what can be written on their cells, and what becomes of an edit."""

from __future__ import annotations

from typing import Any

from outply.formats import address
from outply.formats.notation import is_written
from outply.games import game_of
from outply.games.protocol import Editable, Position
from outply.games.view import Cell
from outply.web.positions import PlaceError
from outply.web.schema import StartRequest


def is_editable(game: Any) -> bool:
    """Return whether boards of the game can be edited: it takes edits, and what comes of them has an address."""
    return is_written(game) and isinstance(game, Editable)


def takes_numbers(game: Any) -> bool:
    """Return whether numbers can be written on cells of the game's boards; it is asked by trying one on each."""
    if not is_editable(game):
        return False
    start = game.start()
    view = game.view(start)
    # Where pieces stand on squares, a number says how many of them, and not every square has room for all.
    owners = game.players if view.pieces else (None,)
    numbered = (Cell(cell.square, owner, "2", cell.shade) for cell in view.cells for owner in owners)
    return any(_takes(game, start, cell) for cell in numbered)


def _takes(game: Any, position: Position, cell: Cell) -> bool:
    try:
        game.edited(position, [cell], position.to_move)
    except ValueError:
        return False
    return True


def edited(asked: StartRequest, start: str) -> Position:
    """Return the position with the edits that are asked for; a `PlaceError` if there is no such board."""
    position = address.read(start)
    game: Any = game_of(position)
    if not is_editable(game):
        raise PlaceError(f"a board of {game.title} cannot be edited")
    cells = [Cell(edit.square, edit.owner, edit.text, 0.0) for edit in asked.edits]
    try:
        found = game.edited(position, cells, asked.to_move or position.to_move)
    except ValueError as error:
        raise PlaceError(str(error)) from None
    return address.read(address.write(found))
