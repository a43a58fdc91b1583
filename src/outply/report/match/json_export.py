"""A game as plain data, for programs."""

from __future__ import annotations

from outply.formats.notation import board_lines, is_written
from outply.games import game_of
from outply.report.match.log import moves
from outply.report.match.move_stats import sides, winner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.games.record import GameRecord


def as_dict(record: GameRecord) -> dict[str, Any]:
    """Return everything about a game, for JSON.

    What is a pair is in the order of the game's players, whoever moved first: blue before green. `moves` are in
    the assignment's words.
    """
    game, variant = game_of(record.start), record.start.variant
    order = [record.side_of(player) for player in game.players]
    both = [sides(record)[side] for side in order]
    won = winner(record)
    words = moves(record)
    return {
        "game": game.name,
        "rules": variant,
        "board": record.board,
        "first": record.players[0],
        "second": record.players[1],
        "marks": [side.player for side in both],
        "colours": [side.colour for side in both],
        "players": [side.name for side in both],
        "totals": [side.total for side in both],
        "winner": won.colour if won else None,
        "margin": abs(record.margin),
        "result": record.result,
        "visited": [side.costs.visited for side in both],
        "expanded": [side.costs.expanded for side in both],
        "seconds": [round(sum(side.costs.seconds), 6) for side in both],
        "moves": words,
        "turns": [
            {
                "number": number,
                "words": said,
                "move": str(turn.move),
                "player": turn.player,
                "value": turn.value,
                "depth": turn.depth,
                "visited": turn.visited,
                "expanded": turn.expanded,
                "proven": turn.proven,
                "cpu_seconds": turn.cpu_seconds,
                "wall_seconds": turn.wall_seconds,
            }
            for number, (turn, said) in enumerate(zip(record.turns, words, strict=True), start=1)
        ],
        "start": board_lines(record.start),
        "final": board_lines(record.final) if is_written(game) else None,
    }
