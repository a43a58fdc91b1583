"""The games of a tournament as CSV."""

from __future__ import annotations

from collections.abc import Iterable

from outply.arena.tournament.state import StoredGame
from outply.report.base.csv_writer import Column, write_csv


def games_csv(games: Iterable[StoredGame]) -> str:
    """Return one line per game. The margin is from the view of the contestant who moves first."""
    return write_csv(COLUMNS, games)


def _winner(stored: StoredGame) -> str | None:
    margin = stored.outcome.margin
    return None if margin == 0 else stored.game.first if margin > 0 else stored.game.second


def _cpu_seconds(stored: StoredGame, side: int) -> float:
    return round(sum(stored.result.cpu_seconds(side)), 6)


COLUMNS: tuple[Column[StoredGame], ...] = (
    Column("round_index", lambda stored: stored.game.round),
    Column("game", lambda stored: stored.game.number),
    Column("first", lambda stored: stored.game.first),
    Column("second", lambda stored: stored.game.second),
    Column("board", lambda stored: stored.game.board.name),
    Column("winner", _winner),
    Column("margin", lambda stored: stored.outcome.margin),
    Column("moves", lambda stored: len(stored.result.turns)),
    Column("first_cpu_seconds", lambda stored: _cpu_seconds(stored, 0)),
    Column("second_cpu_seconds", lambda stored: _cpu_seconds(stored, 1)),
    Column("forfeited_by", lambda stored: stored.outcome.failed),
    Column("forfeit", lambda stored: stored.result.failure),
    Column("explanation", lambda stored: stored.result.explanation),
)
