"""A game review as data for JSON."""

from __future__ import annotations

from typing import Any

from outply.games import game_of
from outply.games.protocol import Position
from outply.games.record import GameRecord
from outply.review.game_review import GameReview, MoveReview


def review_to_dict(record: GameRecord, review: GameReview) -> dict[str, Any]:
    """Return the review of a recorded game as data for JSON, in the format of docs/review.md."""
    return {
        "game": record.start.game,
        "variant": record.start.variant,
        "board": record.board,
        "first": record.players[0],
        "second": record.players[1],
        "result": record.result,
        **summary_to_dict(review),
        "moves": [move_to_dict(review.start, each) for each in review.moves],
    }


def summary_to_dict(review: GameReview) -> dict[str, Any]:
    """Return the summary of a review; sides and values are in the order and the view of the game's players."""
    game, turning_point = game_of(review.start), review.turning_point
    return {
        "nodes": review.nodes,
        "thresholds": {
            "unit": round(review.thresholds.unit, 2),
            "inaccuracy": review.thresholds.inaccuracy,
            "mistake": review.thresholds.mistake,
            "blunder": review.thresholds.blunder,
        },
        "solved_from": review.solved_from,
        "turning_point": turning_point and turning_point.number,
        "sides": [
            {
                "player": side.player,
                "name": game.player_label(side.player, review.start.variant),
                "accuracy": _round(side.accuracy),
                "average_loss": _round(side.average_loss),
                "total_loss": side.total_loss,
                "counts": {str(quality): count for quality, count in side.counts.items()},
                "costliest": [each.number for each in side.costliest],
            }
            for side in review.sides
        ],
        "values": list(review.values),
    }


def move_to_dict(start: Position, move: MoveReview) -> dict[str, Any]:
    """Return the review of a move of the game from `start`; its values are those of the player who moves."""
    game, variant = game_of(start), start.variant
    return {
        "number": move.number,
        "player": move.player,
        "name": game.player_label(move.player, variant),
        "move": str(move.move),
        "text": game.move_text(move.move, variant),
        "phase": str(move.phase),
        "quality": str(move.quality),
        "loss": move.loss,
        "value": move.value,
        "played_value": move.played_value,
        "solved": move.solved,
        "depth": move.depth,
        "choices": move.choices,
        "principal_variation": [str(each) for each in move.line],
        "principal_variation_text": [game.move_text(each, variant) for each in move.line],
    }


def _round(number: float | None) -> float | None:
    return None if number is None else round(number, 1)
