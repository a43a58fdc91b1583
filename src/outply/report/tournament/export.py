"""A tournament as JSON data; its standings and its games as CSV."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from outply.arena.ratings.elo import Rating, advise_games
from outply.arena.tournament.standings import Standing, Standings, WinDrawLoss
from outply.arena.tournament.state import StoredGame
from outply.report.base.csv_writer import Column, write_csv


def tournament_to_dict(
    standings: Standings, build_failures: dict[str, tuple[str, str]], *, title: str = "", seed: int | None = None
) -> dict[str, Any]:
    """Return the standings, the pairings, the cross table and the ratings of a tournament as data for JSON.

    `build_failures` are pairs of reason and build output, by contestant.
    """
    names = [row.name for row in standings.rows]
    ratings, cross_table = standings.ratings, standings.cross_table()
    return {
        "title": title,
        "format": standings.tournament_format,
        "seed": seed,
        "criteria": list(standings.criteria),
        "ties": [list(names) for names in standings.ties],
        "standings": [
            {
                "place": row.place,
                "contestant": row.name,
                "pairings_won": row.pairings_won,
                "tie_break": row.tie_break,
                **_wdl(row.wdl),
                "forfeits": dict(row.failures),
                "rating": None if row.rating is None else _rating(row.rating),
                "build_failure": build_failures[row.name][0] if row.name in build_failures else None,
            }
            for row in standings.rows
        ],
        "pairings": [
            {
                "round_index": pairing.round,
                "contestant": pairing.contestant,
                "opponent": pairing.opponent,
                **_wdl(pairing.wdl),
                "winner": pairing.winner,
                "decided_by": pairing.decided_by,
            }
            for pairing in standings.pairings
        ],
        "cross_table": [
            {"contestant": contestant, "opponent": opponent, **_wdl(cross_table[contestant, opponent])}
            for contestant in names
            for opponent in names
            if (contestant, opponent) in cross_table
        ],
        "first_move_advantage": None if ratings is None else _rating(ratings.first_move),
        "advised_games": None if ratings is None else advise_games(ratings.first_move.elo),
    }


def _wdl(wdl: WinDrawLoss) -> dict[str, Any]:
    return {"won": wdl.won, "drawn": wdl.drawn, "lost": wdl.lost, "points": wdl.points, "margin": wdl.margin}


def _rating(rating: Rating) -> dict[str, float | None]:
    bounds = {"elo": rating.elo, "low": rating.low, "high": rating.high}
    return {name: round(value, 1) if math.isfinite(value) else None for name, value in bounds.items()}


def standings_csv(standings: Standings, build_failures: dict[str, tuple[str, str]]) -> str:
    """Return CSV text with one line per contestant, in the order of the standings."""

    def elo(row: Standing, bound: str) -> float | None:
        return None if row.rating is None or not row.wdl.games else _rating(row.rating)[bound]

    tied = {name for names in standings.ties for name in names}
    columns: tuple[Column[Standing], ...] = (
        Column("place", lambda row: row.place),
        Column("contestant", lambda row: row.name),
        Column("pairings_won", lambda row: row.pairings_won),
        Column("tie_break", lambda row: row.tie_break),
        Column("won", lambda row: row.wdl.won),
        Column("drawn", lambda row: row.wdl.drawn),
        Column("lost", lambda row: row.wdl.lost),
        Column("points", lambda row: row.wdl.points),
        Column("margin", lambda row: row.wdl.margin),
        Column("decided_by_lot", lambda row: int(row.name in tied)),
        Column("elo", lambda row: elo(row, "elo")),
        Column("elo_low", lambda row: elo(row, "low")),
        Column("elo_high", lambda row: elo(row, "high")),
        Column("forfeits", lambda row: sum(count for _, count in row.failures)),
        Column("build_failed", lambda row: int(row.name in build_failures)),
    )
    return write_csv(columns, standings.rows)


def games_csv(games: Iterable[StoredGame]) -> str:
    """Return CSV text with one line per game. The margin is positive if the contestant who moved first won."""
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
    Column("note", lambda stored: stored.result.note),
)
