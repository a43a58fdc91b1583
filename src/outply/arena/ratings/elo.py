"""Elo difference between two players, with its confidence interval.

Games are played in pairs: two games from the same start position, in which each player moves first once. A start
that favours one side makes the two results dependent, so the sample is the pair, not the game. A pair has five
possible results; hence the name pentanomial estimate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z_95 = 1.959964
"""95 % of a normal distribution are within this many standard deviations of the mean."""


@dataclass(frozen=True, slots=True)
class Rating:
    """An Elo difference with its 95 % confidence interval. Values that the games do not determine are infinite."""

    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        if math.isinf(self.elo):
            return f"over {self.low:+.0f}" if self.elo > 0 else f"under {self.high:+.0f}"
        return f"{self.elo:+.0f} ({self.low:+.0f} to {self.high:+.0f})"


def elo(score: float) -> float:
    """Return the Elo difference at which a player's expected score per game is `score`, from 0 to 1."""
    if score <= 0 or score >= 1:
        return math.inf if score >= 1 else -math.inf
    return 400 * math.log10(score / (1 - score))


def rate(pairs: Sequence[float]) -> Rating:
    """Estimate the Elo difference from a player's points in each pair of games, from 0 to 2.

    Raises ValueError if there is no pair, or if the points of a pair are not between 0 and 2.
    """
    if not pairs:
        raise ValueError("expected at least one pair of games")
    if not all(0 <= points <= 2 for points in pairs):
        raise ValueError("expected 0 to 2 points per pair of games")
    scores = [points / 2 for points in pairs]
    # Half a won pair and half a lost pair are added for the interval. Without them its width would be 0 if all
    # pairs have the same result. The estimate stays inside the interval; with many pairs the effect is negligible.
    count = len(scores) + 1
    mean = (sum(scores) + 0.5) / count
    squares = sum((score - mean) ** 2 for score in scores) + 0.5 * mean**2 + 0.5 * (1 - mean) ** 2
    error = Z_95 * math.sqrt(squares / count / count)
    return Rating(elo(sum(scores) / len(scores)), elo(mean - error), elo(mean + error))
