"""The cross table: the results of every contestant against every other, and the likelihood of superiority."""

from __future__ import annotations

from typing import Any

from outply.report.tournament.snapshot import Snapshot

MAX_CONTESTANTS = 40
"""Contestants in the table; a larger table is unreadable, and 300 contestants would be 90,000 cells."""


def cross_table_context(snapshot: Snapshot) -> dict[str, Any]:
    """Return the variables of the template."""
    ranking = [row.name for row in snapshot.standings.rows if row.name not in snapshot.build_failures]
    names = ranking[:MAX_CONTESTANTS]
    ratings = snapshot.standings.ratings
    indices = {name: index for index, name in enumerate(ratings.players)} if ratings is not None else {}

    def likelihood(name: str, other: str) -> float | None:
        if ratings is None or name == other or not {name, other} <= indices.keys():
            return None
        return ratings.superiority[indices[name]][indices[other]]

    likelihoods = [[likelihood(name, other) for other in names] for name in names]
    return {
        "names": names,
        "omitted": len(ranking) - len(names),
        "cells": [[(other, snapshot.cross_table.get((name, other))) for other in names] for name in names],
        "likelihoods": likelihoods if snapshot.games else None,
    }
