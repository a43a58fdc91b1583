"""A game as a self-contained HTML page that replays it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from outply.games import game_of
from outply.games.record import GameRecord
from outply.games.svg import shaded
from outply.games.view import Cell
from outply.report.base.formatting import duration
from outply.report.base.jinja_env import environment, script_json

_shade_colour = lru_cache(shaded)  # a board has few shades and many cells of each


def replay(record: GameRecord, closing: str = "") -> str:
    """Return a page that replays a finished or unfinished game; `closing` is the text after the last move."""
    title = f"{game_of(record.start).title}{f', {record.board}' if record.board else ''}"
    result = record.result if record.final.is_over else ""
    template = environment().get_template("replay.html")
    return template.render(replay_context(record, closing), title=title, result=result)


def replay_context(record: GameRecord, closing: str = "") -> dict[str, Any]:
    """Return the variables of the template board.html for a game."""
    game = game_of(record.start)
    players = [
        (game.player_label(player, record.start.variant), record.players[record.side_of(player)])
        for player in game.players
    ]
    return {"players": players, "data": script_json(_data(record, closing))}


def _data(record: GameRecord, closing: str) -> dict[str, Any]:
    """Return the data that replay.js reads. Times are included only if the record contains any."""
    game, variant = game_of(record.start), record.start.variant
    view = game.view(record.start)
    labels = {player: game.player_label(player, variant) for player in game.players}
    positions = record.positions()
    timed = any(turn.cpu_seconds or turn.wall_seconds for turn in record.turns)
    used_seconds = dict.fromkeys(game.players, 0.0)
    turns = []
    for turn, before, after in zip(record.turns, positions, positions[1:], strict=False):
        mover = before.to_move
        entry: dict[str, Any] = {
            "by": game.players.index(mover),
            "name": labels[mover],
            "move": game.move_text(turn.move, variant),
            "squares": game.click_path(turn.move, variant),
            "changes": [_cell(cell) for cell in game.cells(after, game.changed_squares(before, after))],
        }
        if timed:
            used_seconds[mover] += turn.cpu_seconds
            entry |= {
                "cpu": duration(turn.cpu_seconds),
                "wall": duration(turn.wall_seconds),
                "used": duration(used_seconds[mover]),
            }
        turns.append(entry)
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
    return (cell.square, cell.owner, cell.text, _shade_colour(cell.shade))
