"""The results and the statistics of a report as CSV.

Numbers have no thousands separators and at most three decimals, so that milliseconds are exact to the microsecond.
The cell of an unknown number is empty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from outply.arena.matchup import DepthTrial, MatchupResults, PlayedMatchup
from outply.report.base.csv_writer import Column, write_csv
from outply.report.match.move_stats import MoveStats, Side, move_stats, sides, winning_side

T = TypeVar("T")


def results_csv(matchups: MatchupResults) -> str:
    """Return CSV text with one line per game; empty text without games.

    Columns that start with `first_` are for the side that moves first. `first_margin` is the total of that side
    minus the total of the other side.
    """
    return write_csv(RESULT_COLUMNS, matchups.games) if matchups.games else ""


def trials_csv(matchups: MatchupResults) -> str:
    """Return CSV text with one line per depth trial; empty text without trials.

    Node counts and times are for both sides of a trial together.
    """
    if not matchups.trials:
        return ""
    trial_columns: tuple[Column[DepthTrial], ...] = (
        Column("board", lambda trial: trial.board),
        Column("algorithm", lambda trial: trial.algorithm),
        Column("evaluation", lambda _: matchups.evaluation),
        Column("depth", lambda trial: trial.depth),
        Column("limit_ms", lambda _: _milliseconds(matchups.seconds)),
        Column("feasible", lambda trial: "no" if trial.record is None else "yes"),
        *_stats_columns("", lambda trial: None if trial.record is None else move_stats(trial.record.turns)),
    )
    return write_csv(trial_columns, matchups.trials)


def _stats_columns(prefix: str, stats: Callable[[T], MoveStats | None]) -> list[Column[T]]:
    """Return the columns of the move statistics, their names starting with `prefix`.

    `stats` returns the statistics of a row; if it returns None, the cells are empty.
    """
    values: dict[str, Callable[[MoveStats], float | None]] = {
        "node_count": lambda one: one.visited,
        "node_count_average": lambda one: _rounded(one.visited_per_move),
        "expanded": lambda one: one.expanded,
        "expanded_average": lambda one: _rounded(one.expanded_per_move),
        "time_average_ms": lambda one: _milliseconds(one.average_seconds),
        "time_median_ms": lambda one: _milliseconds(one.median_seconds),
        "time_longest_ms": lambda one: _milliseconds(one.longest_seconds),
    }

    def column(name: str, value: Callable[[MoveStats], float | None]) -> Column[T]:
        return Column(f"{prefix}{name}", lambda row: None if (one := stats(row)) is None else value(one))

    return [column(name, value) for name, value in values.items()]


def _side_columns(prefix: str, index: int) -> list[Column[PlayedMatchup]]:
    def side(played: PlayedMatchup) -> Side:
        return sides(played.record)[index]

    return [
        Column(f"{prefix}label", lambda played: side(played).label),
        Column(f"{prefix}total", lambda played: side(played).total),
        *_stats_columns(prefix, lambda played: side(played).stats),
    ]


def _winner(played: PlayedMatchup) -> str:
    winner = winning_side(played.record)
    return winner.label if winner else "draw"


def _milliseconds(seconds: float | None) -> float | None:
    return None if seconds is None else _rounded(1000 * seconds)


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 3)


RESULT_COLUMNS: tuple[Column[PlayedMatchup], ...] = (
    Column("board", lambda played: played.matchup.board),
    Column("game", lambda played: played.record.start.game),
    Column("variant", lambda played: played.record.start.variant),
    Column("first", lambda played: played.record.players[0]),
    Column("second", lambda played: played.record.players[1]),
    Column("moves", lambda played: len(played.record.turns)),
    Column("winner", _winner),
    Column("first_margin", lambda played: played.record.margin),
    *_side_columns("first_", 0),
    *_side_columns("second_", 1),
)
