"""From what a page says of a position to the position, and back to all that a page shows of it."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from outply.formats import address
from outply.games import game_of
from outply.games.protocol import Game, Position
from outply.games.record import GameRecord
from outply.games.view import options, plain_cell
from outply.web.schema import Place

REMEMBERED = 4096
"""Positions on the way to those that were asked for last: a game is not replayed from its start at each move."""


class PlaceError(ValueError):
    """A position that there is not, or a move that cannot be made there."""


class Places:
    """Finds positions, and remembers some."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, ...], Position] = OrderedDict()
        self._lock = Lock()

    def find(self, place: Place) -> tuple[list[Any], list[Position]]:
        """Return the moves, and the positions from the first to the last."""
        positions: list[Position] = [self._start(place.start)]
        game, moves = game_of(positions[0]), []
        key: tuple[str, ...] = (place.start,)
        for number, text in enumerate(place.moves, start=1):
            key = (*key, text)
            move = _parse(game, text, number)
            positions.append(self._after(key, positions[-1], move, number))
            moves.append(move)
        return moves, positions

    def _start(self, text: str) -> Position:
        known = self._known.get((text,))
        return known if known is not None else self._remember((text,), address.read(text))

    def _after(self, key: tuple[str, ...], before: Position, move: Any, number: int) -> Position:
        known = self._known.get(key)
        if known is not None:
            return known
        if not before.allows(move):
            raise PlaceError(f"move {number}, {move}, is not legal there")
        return self._remember(key, before.play(move))

    def _remember(self, key: tuple[str, ...], position: Position) -> Position:
        with self._lock:
            self._known[key] = position
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return position


def _parse(game: Game, text: str, number: int) -> Any:
    try:
        return game.parse_move(text)
    except ValueError as error:
        raise PlaceError(f"move {number}: {error}") from None


def described(place: Place, moves: list[Any], positions: list[Position]) -> dict[str, Any]:
    """Return all that a page shows of a position and of the game so far."""
    start, position = positions[0], positions[-1]
    game, rules, over = game_of(position), position.variant, position.is_over
    view = game.view(position)
    return {
        "start": place.start,
        "moves": [str(move) for move in moves],
        "game": game.name,
        "title": game.title,
        "rules": rules,
        "board": board_name(start),
        "players": [
            {"id": player, "name": game.name_of(player, rules), "total": position.total(player)}
            for player in game.players
        ],
        "to_move": None if over else position.to_move,
        "over": over,
        "result": GameRecord(start, ("", ""), (), position).result if over else None,
        "rows": view.rows,
        "columns": view.columns,
        "pieces": view.pieces,
        "worths": view.worths,
        "cells": [plain_cell(cell) for cell in view.cells],
        "options": [
            {
                "move": option.move,
                "words": option.words,
                "squares": option.squares,
                "gain": option.gain,
                "changes": [plain_cell(cell) for cell in option.changes],
            }
            for option in options(position)
        ],
        "turns": [
            {
                "player": before.to_move,
                "name": game.name_of(before.to_move, rules),
                "move": str(move),
                "words": game.words(move, rules),
                "squares": game.squares(move, rules),
                "score": after.score(game.players[0]),
            }
            for move, before, after in zip(moves, positions, positions[1:], strict=False)
        ],
    }


def board_name(start: Position) -> str:
    """Return what people call the position that a game began with; empty if nothing."""
    _, _, *rest = address.write(start).split("/")
    return rest[0] if len(rest) == 1 else ""
