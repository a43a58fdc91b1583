"""Ratings of the levels and of the textbook players on one Elo scale, measured by benchmarks/level_ratings.py."""

from __future__ import annotations

from dataclasses import dataclass, replace

from outply.players.engine import LEVELS

GAME = "warfare"
"""The game of the measurement: random 6 x 6 boards with the raid rules."""

GREEDY = "greedy"
"""The player whose rating is 1000 by definition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """An Elo rating with its 95 % interval. The player is at least this strong if `is_lower_bound`."""

    elo: int
    low: int
    high: int
    is_lower_bound: bool = False


MEASURED = {
    "engine:0.02s": Rating(elo=2347, low=2201, high=2492),
    "level:7": Rating(elo=1930, low=1831, high=2030),
    "level:6": Rating(elo=1730, low=1648, high=1813),
    "level:5": Rating(elo=1572, low=1500, high=1644),
    "alphabeta:5": Rating(elo=1511, low=1443, high=1580),
    "alphabeta:6": Rating(elo=1491, low=1423, high=1559),
    "alphabeta:4": Rating(elo=1385, low=1318, high=1452),
    "level:4": Rating(elo=1380, low=1313, high=1446),
    "alphabeta:2": Rating(elo=1253, low=1185, high=1321),
    "alphabeta:3": Rating(elo=1223, low=1156, high=1290),
    "level:3": Rating(elo=1203, low=1134, high=1272),
    "level:2": Rating(elo=1024, low=941, high=1107),
    GREEDY: Rating(elo=1000, low=924, high=1076),
    "level:1": Rating(elo=560, low=428, high=693),
    "random": Rating(elo=-183, low=-467, high=101),
}
"""The table of docs/play.md, strongest player first."""


def ratings() -> dict[str, Rating]:
    """Return the ratings of all players whose strength was measured, also under another name.

    Minimax makes the moves of alpha-beta, at depth 1 both make those of the greedy player, and the full-strength
    level has more time than the engine of the measurement.
    """
    textbook = {"1": MEASURED[GREEDY]} | {
        name.removeprefix("alphabeta:"): rating
        for name, rating in MEASURED.items()
        if name.startswith("alphabeta:")
    }
    return (
        MEASURED
        | {f"{kind}:{depth}": rating for kind in ("minimax", "alphabeta") for depth, rating in textbook.items()}
        | {f"level:{len(LEVELS)}": replace(MEASURED["engine:0.02s"], is_lower_bound=True)}
    )


def first_opponent() -> str:
    """Return the level that is closest to the greedy player, which therefore wins about half of their games.

    It is the first opponent of a newcomer, whose first moves are greedy ones.
    """
    known = ratings()
    levels = (f"level:{number}" for number in range(1, len(LEVELS) + 1))
    return min(levels, key=lambda name: abs(known[name].elo - known[GREEDY].elo))
