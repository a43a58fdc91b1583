"""A game review as tables for the terminal."""

from __future__ import annotations

import io
from textwrap import fill
from typing import TYPE_CHECKING

from outply.cli.terminal import PlainTable
from outply.games import game_of
from outply.games.record import GameRecord
from outply.report.match.move_stats import sides
from outply.report.review.sentences import (
    costliest_sentences,
    thresholds_sentence,
    turning_point_sentence,
    value_text,
    values_sentence,
)
from outply.review.game_review import GameReview
from outply.review.quality import Quality
from outply.text import escape_controls

if TYPE_CHECKING:
    from rich.console import RenderableType

FILE_WIDTH = 80  # columns of a file or a pipe


def text(record: GameRecord, review: GameReview, width: int = FILE_WIDTH) -> str:
    """Return the summary of a review, followed by a table of its moves, in lines of at most `width` columns."""
    first = game_of(record.start).player_label(game_of(record.start).players[0], record.start.variant)
    sentences = [
        turning_point_sentence(review),
        *costliest_sentences(review),
        f"{values_sentence(review)} Values are for {first}, after the move.",
        thresholds_sentence(review),
    ]
    blocks = [
        fill(escape_controls(_title(record)), width),
        _rendered(_sides_table(record, review), width),
        *(fill(escape_controls(sentence), width, break_on_hyphens=False) for sentence in sentences),
        _rendered(_moves_table(record, review), width),
    ]
    return "\n".join(blocks).rstrip() + "\n"


def _title(record: GameRecord) -> str:
    game, variant = game_of(record.start), record.start.variant
    rules = f", {variant} rules" if len(game.variants) > 1 else ""
    return f"{game.title}{rules}{f', {record.board}' if record.board else ''}: {record.result}"


def _sides_table(record: GameRecord, review: GameReview) -> PlainTable:
    numbers = ("accuracy", "loss/move", "inaccuracies", "mistakes", "blunders")
    table = PlainTable("player", *numbers, numbers=numbers, wrap=False, name_width=18)
    for side in sides(record):
        summary = review.side(side.player)
        qualities = (Quality.INACCURACY, Quality.MISTAKE, Quality.BLUNDER)
        table.add_row(
            f"{side.label}: {side.name}",
            "-" if summary.accuracy is None else f"{summary.accuracy:.0f}",
            "-" if summary.average_loss is None else f"{summary.average_loss:,.1f}",
            *(str(summary.counts[quality]) for quality in qualities),
        )
    return table


def _moves_table(record: GameRecord, review: GameReview) -> PlainTable:
    game, variant = game_of(record.start), record.start.variant
    table = PlainTable(
        *("no", "player", "move", "value", "loss", "quality", "best"), numbers=("no", "value", "loss"), wrap=False
    )
    for each in review.moves:
        value = each.played_value if each.player == game.players[0] else -each.played_value
        table.add_row(
            str(each.number),
            game.player_label(each.player, variant),
            game.move_text(each.move, variant),
            value_text(value, solved=each.solved),
            f"{each.loss:,}" if each.loss else "",
            each.quality,
            game.move_text(each.best_move, variant) if each.loss else "",
        )
    return table


def _rendered(table: RenderableType, width: int) -> str:
    from rich.console import Console

    output = io.StringIO()
    Console(file=output, width=width, highlight=False, color_system=None).print(table)
    return "\n".join(line.rstrip() for line in output.getvalue().splitlines())
