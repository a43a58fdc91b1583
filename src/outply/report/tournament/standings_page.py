"""The first page of a tournament: its plan and the standings."""

from __future__ import annotations

import math
from typing import Any

from outply.arena.ratings.elo import Rating
from outply.arena.tournament.plan import GAUNTLET, KNOCK_OUT, ROUND_ROBIN, SWISS
from outply.arena.tournament.standings import Standing
from outply.report.tournament.snapshot import Snapshot

FORMAT_DESCRIPTIONS = {
    ROUND_ROBIN: "Round-robin: every contestant meets every other",
    GAUNTLET: "Gauntlet: the first contestant meets all others",
    KNOCK_OUT: "Knock-out: the loser of a pairing is eliminated",
    SWISS: "Swiss: contestants with equal results meet",
}

BAR_WIDTH = 120.0
"""Width of the bar of a confidence interval, in the units of its SVG."""


def standings_context(snapshot: Snapshot) -> dict[str, Any]:
    """Return the variables of the template."""
    rows = [row for row in snapshot.standings.rows if row.name not in snapshot.build_failures]
    ratings = [row.rating for row in rows if row.rating is not None and row.wdl.games]
    scale = _EloScale(ratings)
    return {
        "format": FORMAT_DESCRIPTIONS[snapshot.plan.format],
        "boards": [board.name for board in snapshot.plan.boards],
        "rows": [(row, _bar(row, scale)) for row in rows],
        "zero": scale.x(0.0),
        "width": BAR_WIDTH,
        "ratings": snapshot.standings.ratings if snapshot.games else None,
        "played": len(snapshot.games),
    }


class _EloScale:
    """Maps ratings to positions on a bar that contains all confidence intervals."""

    def __init__(self, ratings: list[Rating]) -> None:
        ends = [end for rating in ratings for end in (rating.low, rating.high) if math.isfinite(end)]
        self._low, self._high = min([*ends, -1.0]), max([*ends, 1.0])

    def x(self, elo: float) -> float:
        clamped = min(max(elo, self._low), self._high)
        return round((clamped - self._low) / (self._high - self._low) * BAR_WIDTH, 1)


def _bar(row: Standing, scale: _EloScale) -> tuple[float, float, float] | None:
    """Return the positions of the interval's start, the rating and the interval's end."""
    if row.rating is None or not row.wdl.games:
        return None
    return scale.x(row.rating.low), scale.x(row.rating.elo), scale.x(row.rating.high)
