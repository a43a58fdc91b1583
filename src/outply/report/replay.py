"""A game as one HTML file that plays it back: no server, nothing from elsewhere."""

from __future__ import annotations

import json
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from outply.games import game_of
from outply.games.drawing import COLOURS, HIGHLIGHT, INK, INKS, LINE, shaded
from outply.games.record import Record
from outply.games.view import Cell
from outply.report.look import FONTS


def replay(record: Record) -> str:
    """Return the page; the game need not be over."""
    game, rules = game_of(record.start), record.start.variant
    view = game.view(record.start)
    names = {player: game.name_of(player, rules) for player in game.players}
    positions = record.positions()
    data = {
        "rows": view.rows,
        "columns": view.columns,
        "pieces": view.pieces,
        "owners": list(game.players),
        "cells": [_cell(cell) for cell in view.cells],
        "totals": [[position.total(player) for player in game.players] for position in positions],
        "turns": [
            {
                "words": f"{names[before.to_move]}: {game.words(turn.move, rules)}",
                "squares": game.squares(turn.move),
                "changes": [_cell(cell) for cell in game.cells(after, game.changed(before, after))],
            }
            for turn, before, after in zip(record.turns, positions, positions[1:], strict=False)
        ],
    }
    loader = PackageLoader("outply.report")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return environment.get_template("replay.html").render(
        title=f"{game.title}{f', {record.board}' if record.board else ''}",
        players=[(names[player], record.players[record.side_of(player)]) for player in game.players],
        result=record.result if record.final.is_over else "",
        colours=COLOURS,
        inks=INKS,
        line=LINE,
        ink=INK,
        highlight=HIGHLIGHT,
        fonts=FONTS,
        # A text cannot end the script that it stands in.
        data=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    )


def _cell(cell: Cell) -> dict[str, Any]:
    return {"at": cell.square, "owner": cell.owner, "text": cell.text, "shade": shaded(cell.shade)}
