"""A game as data for JSON."""

from __future__ import annotations

from typing import Any

from outply.formats.notation import has_text_format, to_lines
from outply.games import game_of
from outply.games.record import GameRecord
from outply.report.match.log import move_texts
from outply.report.match.move_stats import sides, winning_side


def game_to_dict(record: GameRecord) -> dict[str, Any]:
    """Return a game as data for JSON.

    Lists with one value per player are in the order of the game's players (blue before green), not in the order of
    moving. `moves` are in the words of the assignment.
    """
    game = game_of(record.start)
    both = sorted(sides(record), key=lambda side: game.players.index(side.player))
    winner = winning_side(record)
    texts = move_texts(record)
    return {
        "game": game.name,
        "variant": record.start.variant,
        "board": record.board,
        "first": record.players[0],
        "second": record.players[1],
        "marks": [side.player for side in both],
        "labels": [side.label for side in both],
        "players": [side.name for side in both],
        "totals": [side.total for side in both],
        "winner": winner.label if winner else None,
        "margin": abs(record.margin),
        "result": record.result,
        "node_count": [side.stats.visited for side in both],
        "expanded": [side.stats.expanded for side in both],
        "cpu_seconds": [round(sum(side.stats.cpu_seconds), 6) for side in both],
        "moves": texts,
        "turns": [
            {
                "number": number,
                "text": text,
                "move": str(turn.move),
                "player": turn.player,
                "value": turn.value,
                "depth": turn.depth,
                "node_count": turn.visited,
                "expanded": turn.expanded,
                "proven": turn.proven,
                "cpu_seconds": turn.cpu_seconds,
                "wall_seconds": turn.wall_seconds,
            }
            for number, (turn, text) in enumerate(zip(record.turns, texts, strict=True), start=1)
        ],
        "start": to_lines(record.start),
        "final": to_lines(record.final) if has_text_format(game) else None,
    }
