"""Who fared how against whom, and how likely each is stronger than the other."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.report.tournament.snapshot import Seen

MOST = 40
"""Contestants in the table: more can be read by nobody, and 300 would be 90,000 cells."""


def crossing(seen: Seen) -> dict[str, Any]:
    """Return what the template needs."""
    standing = [row.player for row in seen.table.standings if row.player not in seen.problems]
    names = standing[:MOST]
    ratings = seen.table.ratings
    order = {name: index for index, name in enumerate(ratings.players)} if ratings is not None else {}

    def likelihood(one: str, other: str) -> float | None:
        if ratings is None or one == other or not {one, other} <= order.keys():
            return None
        return ratings.superiority[order[one]][order[other]]

    return {
        "names": names,
        "left_out": len(standing) - len(names),
        "cells": [[(other, seen.tallies.get((name, other))) for other in names] for name in names],
        "likelihoods": [[likelihood(name, other) for other in names] for name in names] if seen.games else None,
    }
