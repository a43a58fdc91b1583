"""A tournament as data for JSON."""

from __future__ import annotations

import math
from typing import Any

from outply.arena.ratings.elo import Rating
from outply.arena.tournament.standings import Table, Tally


def tournament_to_dict(table: Table, build_failures: dict[str, tuple[str, str]]) -> dict[str, Any]:
    """Return the standings, the pairings, the cross table and the ratings."""
    names = [row.player for row in table.standings]
    ratings = table.ratings
    return {
        "standings": [
            {
                "place": row.place,
                "contestant": row.player,
                "pairings_won": row.pairings,
                **_tally(row.tally),
                "forfeits": dict(row.failures),
                "rating": None if row.rating is None else _rating(row.rating),
                "build_failure": build_failures[row.player][0] if row.player in build_failures else None,
            }
            for row in table.standings
        ],
        "pairings": [
            {
                "stage": pairing.stage,
                "contestant": pairing.one,
                "opponent": pairing.other,
                **_tally(pairing.tally),
                "winner": pairing.winner,
                "decided_by": pairing.decided,
            }
            for pairing in table.pairings
        ],
        "cross_table": [
            {"contestant": contestant, "opponent": opponent, **_tally(tally)}
            for (contestant, opponent), tally in sorted(
                table.cross_table().items(), key=lambda item: (names.index(item[0][0]), names.index(item[0][1]))
            )
        ],
        "first_move_advantage": None if ratings is None else _rating(ratings.first_move),
    }


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "points": tally.points,
        "margin": tally.margin,
    }


def _rating(rating: Rating) -> dict[str, float | None]:
    bounds = {"elo": rating.elo, "low": rating.low, "high": rating.high}
    return {name: round(value, 1) if math.isfinite(value) else None for name, value in bounds.items()}
