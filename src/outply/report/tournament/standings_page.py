"""The first page of a tournament: what it is, and the standing."""

from __future__ import annotations

import math

from outply.arena.tournament.plan import GAUNTLET, KNOCK_OUT, ROUND_ROBIN, SWISS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.arena.ratings.elo import Rating
    from outply.arena.tournament.standings import Standing
    from outply.report.tournament.snapshot import Seen

KINDS = {
    ROUND_ROBIN: "Everybody meets everybody",
    GAUNTLET: "The first contestant meets all others",
    KNOCK_OUT: "Who loses a pairing is out",
    SWISS: "Those who stand alike meet",
}

WIDTH = 120.0
"""Of the bar of an interval, in its own units."""


def overview(seen: Seen) -> dict[str, Any]:
    """Return what the template needs."""
    rows = [row for row in seen.table.standings if row.player not in seen.problems]
    rated = [row.rating for row in rows if row.rating is not None and row.tally.games]
    scale = _Scale(rated)
    return {
        "how": KINDS[seen.plan.kind],
        "boards": [board.name for board in seen.plan.boards],
        "rows": [(row, _bar(row, scale)) for row in rows],
        "zero": scale.at(0.0),
        "width": WIDTH,
        "ratings": seen.table.ratings if seen.games else None,
        "played": len(seen.games),
    }


class _Scale:
    """Where Elo numbers are on the bars: all intervals are within them."""

    def __init__(self, ratings: list[Rating]) -> None:
        ends = [end for rating in ratings for end in (rating.low, rating.high) if math.isfinite(end)]
        self._low, self._high = min([*ends, -1.0]), max([*ends, 1.0])

    def at(self, elo: float) -> float:
        inside = min(max(elo, self._low), self._high)
        return round((inside - self._low) / (self._high - self._low) * WIDTH, 1)


def _bar(row: Standing, scale: _Scale) -> tuple[float, float, float] | None:
    """Return where the interval begins, where the rating is and where the interval ends."""
    if row.rating is None or not row.tally.games:
        return None
    return scale.at(row.rating.low), scale.at(row.rating.elo), scale.at(row.rating.high)
