"""A game as a self-contained HTML page that replays it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outply.formats import notation
from outply.games import game_of
from outply.games.record import GameRecord
from outply.games.view import cell_to_dict, style_to_dict
from outply.players.registry import player_title
from outply.report.base.jinja_env import environment, script_json
from outply.text import escape_controls

DEFAULT_PLAY_URL = "http://127.0.0.1:8765/"
"""The address of the play page that `outply play` serves if nothing else uses its port."""


def replay(
    record: GameRecord,
    play_url: str = DEFAULT_PLAY_URL,
    *,
    review_data: dict[str, Any] | None = None,
    review_summary: dict[str, Any] | None = None,
) -> str:
    """Return a page that replays a finished or unfinished game.

    `play_url` is the address of the play page, which the page links to analyse a position. `review_data` and
    `review_summary` add the review of the game: the data that the replay reads, and the variables of the template
    review_summary.html.
    """
    game, variant = game_of(record.start), record.start.variant
    rules = f", {variant} rules" if len(game.variants) > 1 else ""
    names = [escape_controls(player_title(name)) for name in record.players]
    result = _result(record, names)
    context = replay_context(record, names, result, play_url, is_served=False, review_data=review_data)
    title = f"{game.title}{rules}{f', {record.board}' if record.board else ''}"
    template = environment().get_template("replay.html")
    return template.render(context, players=names, title=title, result=result, review=review_summary)


def replay_context(
    record: GameRecord,
    names: Sequence[str],
    result: str,
    play_url: str,
    *,
    is_served: bool,
    review_data: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the variables of the template replay_body.html for a game.

    `names` are the names of the player who moved first and of the second player, `result` is the result as text.
    `is_served` states whether `play_url` is served together with the page. `review_data` is the review.
    """
    data = _data(record, names) | {"result": result, "analysis": {"url": play_url, "is_served": is_served}}
    if review_data is not None:
        data["review"] = review_data
    return {"data": script_json(data)}


def _result(record: GameRecord, names: Sequence[str]) -> str:
    """Return the result with the winner's name: `Novice (blue) wins by 22`."""
    if record.winner is None:
        return record.result.removeprefix("a ").capitalize()
    return f"{names[record.side_of(record.winner)]} ({record.result.replace(' wins', ') wins', 1)}"


def _data(record: GameRecord, names: Sequence[str]) -> dict[str, Any]:
    """Return the data that the replay reads. Times are included only if the record contains any."""
    game, variant = game_of(record.start), record.start.variant
    view = game.view(record.start)
    positions = record.positions()
    timed = any(turn.cpu_seconds or turn.wall_seconds for turn in record.turns)
    turns = [
        {
            "player": before.to_move,
            "name": game.player_label(before.to_move, variant),
            "move": str(turn.move),
            "text": game.move_text(turn.move, variant),
            "click_path": game.click_path(turn.move, variant),
            "score": after.score(game.players[0]),
            "totals": [after.total(player) for player in game.players],
            "changes": [cell_to_dict(cell) for cell in game.cells(after, game.changed_squares(before, after))],
        }
        | ({"cpu_seconds": turn.cpu_seconds, "wall_seconds": turn.wall_seconds} if timed else {})
        for turn, before, after in zip(record.turns, positions, positions[1:], strict=False)
    ]
    return {
        "start": notation.to_line(record.start),
        "title": game.title,
        **style_to_dict(view),
        "row_values": view.row_values,
        "players": [
            {"id": player, "name": game.player_label(player, variant), "who": names[record.side_of(player)]}
            for player in game.players
        ],
        "cells": [cell_to_dict(cell) for cell in view.cells],
        "score": record.start.score(game.players[0]),
        "totals": [record.start.total(player) for player in game.players],
        "turns": turns,
    }
