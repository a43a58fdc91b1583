"""Every figure of a report as CSV, for whoever wants to calculate with it.

Numbers have no separators and at most three decimal places, so that milliseconds are to the microsecond; unknown
ones are empty.
"""

from __future__ import annotations

import csv
import io

from outply.report.match.move_stats import move_stats, sides, winning_side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from outply.arena.matchups.pairing import Matchups, Played, Trial
    from outply.report.match.move_stats import MoveStats

    Row = dict[str, object]


def results_csv(matchups: Matchups) -> str:
    """Return a row for each game; `first_` and `second_` are the sides in the order of moving.

    `first_margin` is the total of the first less that of the second: below zero, the second has won.
    """
    return _csv(_result(played) for played in matchups.games)


def trials_csv(matchups: Matchups) -> str:
    """Return a row for each trial; its nodes and times are those of both sides together."""
    return _csv(_trial(matchups, trial) for trial in matchups.trials)


def _result(played: Played) -> Row:
    record = played.record
    won = winning_side(record)
    row: Row = {
        "board": played.fixture.board,
        "game": record.start.game,
        "rules": record.start.variant,
        "first": record.players[0],
        "second": record.players[1],
        "moves": len(record.turns),
        "winner": won.label if won else "draw",
        "first_margin": record.margin,
    }
    for prefix, side in zip(("first", "second"), sides(record), strict=True):
        row |= {f"{prefix}_colour": side.label, f"{prefix}_total": side.total}
        row |= {f"{prefix}_{name}": figure for name, figure in _figures(side.stats).items()}
    return row


def _trial(matchups: Matchups, trial: Trial) -> Row:
    row: Row = {
        "board": trial.board,
        "algorithm": trial.algorithm,
        "evaluation": matchups.evaluation,
        "depth": trial.depth,
        "limit_ms": _rounded(1000 * matchups.seconds),
        "feasible": "no" if trial.record is None else "yes",
    }
    figures = _figures(move_stats(() if trial.record is None else trial.record.turns))
    return row | (figures if trial.record else dict.fromkeys(figures))


def _figures(costs: MoveStats) -> Row:
    row: Row = {
        "visited": costs.visited,
        "visited_average": _rounded(costs.visited_per_move),
        "expanded": costs.expanded,
        "expanded_average": _rounded(costs.expanded_per_move),
    }
    for name, seconds in (
        ("average", costs.average_seconds),
        ("median", costs.median_seconds),
        ("longest", costs.longest_seconds),
    ):
        row[f"time_{name}_ms"] = _rounded(None if seconds is None else 1000 * seconds)
    return row


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 3)


def _csv(rows: Iterable[Row]) -> str:
    listed = list(rows)
    text = io.StringIO()
    if listed:
        writer = csv.DictWriter(text, list(listed[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(listed)
    return text.getvalue()
