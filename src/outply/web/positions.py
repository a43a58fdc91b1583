"""Compute the positions to which requests refer, describe positions for the play page, and edit boards."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from outply.formats import notation
from outply.formats.notation import has_text_format
from outply.games import game_of
from outply.games.protocol import Editable, Game, HasPieceKinds, Position
from outply.games.record import GameRecord
from outply.games.registry import explain_illegal_move, is_won_by_goal
from outply.games.view import Cell, MoveOption, cell_to_dict, options, style_to_dict
from outply.web.requests import PositionRef, StartRequest

CACHE_SIZE = 4096
"""Number of cached positions; without the cache, every request would replay its game from the start."""


class PositionError(ValueError):
    """Raised if a request for a position is invalid, such as a reference with an illegal move."""


class PositionCache:
    """Computes the positions to which requests refer, and caches the most recently computed positions."""

    def __init__(self) -> None:
        self._cache: OrderedDict[tuple[str, ...], Position] = OrderedDict()
        self._lock = Lock()

    def resolve(self, ref: PositionRef) -> tuple[list[Any], list[Position]]:
        """Return the moves of the game and all its positions, from the start position to the current position.

        Raises PositionError if a move is malformed or illegal.
        """
        positions: list[Position] = [self._start(ref.start)]
        game, moves = game_of(positions[0]), []
        key: tuple[str, ...] = (ref.start,)
        for number, text in enumerate(ref.moves, start=1):
            key = (*key, text)
            move = _parse(game, text, number)
            positions.append(self._after(key, positions[-1], move, number))
            moves.append(move)
        return moves, positions

    def _start(self, text: str) -> Position:
        cached = self._cache.get((text,))
        return cached if cached is not None else self._store((text,), notation.from_line(text))

    def _after(self, key: tuple[str, ...], before: Position, move: Any, number: int) -> Position:
        cached = self._cache.get(key)
        if cached is not None:
            return cached
        if not before.is_legal(move):
            raise PositionError(f"move {number}, {move}, is illegal: {explain_illegal_move(before, move)}")
        return self._store(key, before.play(move))

    def _store(self, key: tuple[str, ...], position: Position) -> Position:
        with self._lock:
            self._cache[key] = position
            while len(self._cache) > CACHE_SIZE:
                self._cache.popitem(last=False)
        return position


def _parse(game: Game, text: str, number: int) -> Any:
    try:
        return game.parse_move(text)
    except ValueError as error:
        raise PositionError(f"move {number}: {error}") from None


def describe(ref: PositionRef, moves: list[Any], positions: list[Position]) -> dict[str, Any]:
    """Return, as JSON values, all that the play page shows about the current position and the game so far."""
    start, position = positions[0], positions[-1]
    game, rules, over = game_of(position), position.variant, position.is_over
    view = game.view(position)
    return {
        "start": ref.start,
        "moves": [str(move) for move in moves],
        "game": game.name,
        "title": game.title,
        "rules": rules,
        "board": board_name(start) or _setup_of(ref.start),
        "players": [
            {"id": player, "name": game.player_label(player, rules), "total": position.total(player)}
            for player in game.players
        ],
        "to_move": None if over else position.to_move,
        "over": over,
        "result": GameRecord(start, ("", ""), (), position).result if over else None,
        "won_by_goal": is_won_by_goal(game),
        **style_to_dict(view),
        "row_values": view.row_values,
        "cells": [cell_to_dict(cell) for cell in view.cells],
        "legal_moves": [describe_option(option) for option in options(position)],
        "turns": [
            {
                "player": before.to_move,
                "name": game.player_label(before.to_move, rules),
                "move": str(move),
                "text": game.move_text(move, rules),
                "click_path": game.click_path(move, rules),
                "score": after.score(game.players[0]),
            }
            for move, before, after in zip(moves, positions, positions[1:], strict=False)
        ],
    }


def describe_option(option: MoveOption) -> dict[str, Any]:
    """Return a legal move as JSON values."""
    return {
        "move": option.move,
        "text": option.move_text,
        "click_path": option.click_path,
        "gain": option.gain,
        "changes": [cell_to_dict(cell) for cell in option.changes],
    }


def board_name(start: Position) -> str:
    """Return the name of the start position `start`; an empty string if it has no name."""
    return _setup_of(notation.to_line(start))


def _setup_of(line: str) -> str:
    """Return the setup in the one-line notation of a position; an empty string if the line has a board instead."""
    _, _, *rest = line.split("/")
    return rest[0] if len(rest) == 1 else ""


def is_editable(game: Any) -> bool:
    """Return True if boards of the game can be edited: the game supports edits and has a one-line notation."""
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


def piece_kinds(game: Any) -> list[dict[str, Any]]:
    """Return what the board editor can put on a square: the kinds of pieces of the game, or one for each owner."""
    if isinstance(game, HasPieceKinds):
        return [{"owner": cell.owner, "text": cell.text, "shape": cell.shape} for cell in game.piece_kinds()]
    return [{"owner": player, "text": None, "shape": None} for player in game.players]


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
    cells = [Cell(edit.square, edit.owner, edit.text, 0.0, edit.shape) for edit in request.edits]
    try:
        edited = game.edit(position, cells, request.to_move or position.to_move)
    except ValueError as error:
        raise PositionError(str(error)) from None
    return notation.from_line(notation.to_line(edited))
