"""A game review as a self-contained page: the replay of the game with its evaluation and the best lines."""

from __future__ import annotations

from typing import Any

from outply.games.record import GameRecord
from outply.players.registry import player_title
from outply.report.match.move_stats import sides
from outply.report.match.replay import DEFAULT_PLAY_URL, replay
from outply.report.review.export import move_to_dict
from outply.report.review.sentences import (
    ACCURACY_SENTENCE,
    SYMBOLS_SENTENCE,
    costliest_texts,
    thresholds_sentence,
    turning_point_sentence,
    values_sentence,
)
from outply.review.game_review import GameReview
from outply.review.quality import Quality

MOVE_FIELDS = ("quality", "loss", "solved", "depth", "choices", "principal_variation_text")
"""The fields of a reviewed move that the page reads."""

COUNTED = (Quality.INACCURACY, Quality.MISTAKE, Quality.BLUNDER)


def page(record: GameRecord, review: GameReview, play_url: str = DEFAULT_PLAY_URL) -> str:
    """Return a page that replays a reviewed game; `play_url` is the address of the play page, which it links."""
    turning_point = review.turning_point
    moves = (move_to_dict(review.start, each) for each in review.moves)
    data = {
        "values": review.values,
        "turning_point": turning_point and turning_point.number,
        "moves": [{field: move[field] for field in MOVE_FIELDS} for move in moves],
    }
    summary = {
        "sides": _sides(record, review),
        "turning_point": turning_point
        and {"number": turning_point.number, "sentence": turning_point_sentence(review)},
        "explanations": [
            values_sentence(review),
            SYMBOLS_SENTENCE,
            thresholds_sentence(review),
            ACCURACY_SENTENCE,
        ],
    }
    return replay(record, play_url, review_data=data, review_summary=summary)


def _sides(record: GameRecord, review: GameReview) -> list[dict[str, Any]]:
    """Return the rows of the summary, the side that moves first before the other."""
    rows = []
    for side in sides(record):
        summary = review.side(side.player)
        rows.append(
            {
                "title": f"{side.label}: {player_title(side.name)}",
                "label": side.label,
                "accuracy": "-" if summary.accuracy is None else f"{summary.accuracy:.0f}",
                "average_loss": "-" if summary.average_loss is None else f"{summary.average_loss:,.1f}",
                "counts": [summary.counts[quality] for quality in COUNTED],
                "costliest": [
                    {"number": each.number, "text": text}
                    for each, text in zip(summary.costliest, costliest_texts(review, summary), strict=True)
                ],
            }
        )
    return rows
