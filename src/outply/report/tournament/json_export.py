"""A tournament as data for JSON."""

from __future__ import annotations

import math
from typing import Any

from outply.arena.ratings.elo import Rating
from outply.arena.tournament.standings import Standings, WinDrawLoss


def tournament_to_dict(standings: Standings, build_failures: dict[str, tuple[str, str]]) -> dict[str, Any]:
    """Return the standings, the pairings, the cross table and the ratings."""
    names = [row.name for row in standings.rows]
    ratings, cross_table = standings.ratings, standings.cross_table()
    return {
        "standings": [
            {
                "place": row.place,
                "contestant": row.name,
                "pairings_won": row.pairings_won,
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
    }


def _wdl(wdl: WinDrawLoss) -> dict[str, Any]:
    return {
        "won": wdl.won,
        "drawn": wdl.drawn,
        "lost": wdl.lost,
        "points": wdl.points,
        "margin": wdl.margin,
    }


def _rating(rating: Rating) -> dict[str, float | None]:
    bounds = {"elo": rating.elo, "low": rating.low, "high": rating.high}
    return {name: round(value, 1) if math.isfinite(value) else None for name, value in bounds.items()}
