"""A game as one HTML file that plays it back: no server, nothing from elsewhere."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from outply.games import game_of
from outply.games.record import GameRecord
from outply.games.svg import COLOURS, HIGHLIGHT, INK, INKS, LINE, shaded
from outply.games.view import Cell
from outply.report.base.jinja_env import environment
from outply.report.base.numbers import duration
from outply.report.base.theme import FONTS

LOOK = {"colours": COLOURS, "inks": INKS, "line": LINE, "ink": INK, "highlight": HIGHLIGHT, "fonts": FONTS}
"""What the style sheet of the board is to know."""


_shaded = lru_cache(shaded)  # few shades, and many cells of each


def replay(record: GameRecord, closing: str = "") -> str:
    """Return the page; the game need not be over. `closing` is said after the last move."""
    title = f"{game_of(record.start).title}{f', {record.board}' if record.board else ''}"
    result = record.result if record.final.is_over else ""
    return environment().get_template("replay.html").render(board(record, closing), title=title, result=result)


def board(record: GameRecord, closing: str = "") -> dict[str, Any]:
    """Return what the template board.html and the style sheet replay.css need."""
    game = game_of(record.start)
    players = [
        (game.name_of(player, record.start.variant), record.players[record.side_of(player)])
        for player in game.players
    ]
    # A text cannot end the script that it stands in.
    data = json.dumps(_data(record, closing), separators=(",", ":")).replace("<", "\\u003c")
    return {"players": players, "data": data, **LOOK}


def _data(record: GameRecord, closing: str) -> dict[str, Any]:
    """Return what replay.js plays back; times stand there only if a move took any."""
    game, rules = game_of(record.start), record.start.variant
    view = game.view(record.start)
    names = {player: game.name_of(player, rules) for player in game.players}
    positions = record.positions()
    timed = any(turn.cpu_seconds or turn.wall_seconds for turn in record.turns)
    used = dict.fromkeys(game.players, 0.0)
    turns = []
    for turn, before, after in zip(record.turns, positions, positions[1:], strict=False):
        mover = before.to_move
        told: dict[str, Any] = {
            "by": game.players.index(mover),
            "name": names[mover],
            "move": game.words(turn.move, rules),
            "squares": game.squares(turn.move, rules),
            "changes": [_cell(cell) for cell in game.cells(after, game.changed(before, after))],
        }
        if timed:
            used[mover] += turn.cpu_seconds
            told |= {
                "cpu": duration(turn.cpu_seconds),
                "wall": duration(turn.wall_seconds),
                "used": duration(used[mover]),
            }
        turns.append(told)
    return {
        "rows": view.rows,
        "columns": view.columns,
        "pieces": view.pieces,
        "owners": game.players,
        "cells": [_cell(cell) for cell in view.cells],
        "totals": [[position.total(player) for player in game.players] for position in positions],
        "turns": turns,
        "timed": timed,
        "closing": closing,
    }


def _cell(cell: Cell) -> tuple[Any, ...]:
    return (cell.square, cell.owner, cell.text, _shaded(cell.shade))
