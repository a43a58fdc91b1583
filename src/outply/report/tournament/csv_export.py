"""A tournament's games as a table for spreadsheets."""

from __future__ import annotations

import csv
import io

from outply.report.base.csv_writer import safe_cell as cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from outply.arena.tournament.state import Kept

COLUMNS = (
    "stage",
    "game",
    "first",
    "second",
    "board",
    "winner",
    "margin",
    "moves",
    "first_cpu_seconds",
    "second_cpu_seconds",
    "failed",
    "failure",
    "sentence",
)


def games_csv(games: Iterable[Kept]) -> str:
    """Return a line for each game; the margin is for the one who moved first."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for kept in games:
        game, result = kept.game, kept.result
        score = kept.score
        winner = "" if score.margin == 0 else game.first if score.margin > 0 else game.second
        seconds = [round(sum(result.cpu_seconds(side)), 6) for side in (0, 1)]
        about = (game.first, game.second, game.board.name, winner)
        failed = (score.failed or "", result.failure or "", result.sentence)
        numbers = (score.margin, len(result.turns), *seconds)
        table.writerow([game.stage, game.number, *map(cell, about), *numbers, *map(cell, failed)])
    return text.getvalue()
