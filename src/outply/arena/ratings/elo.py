"""Elo difference between two players, with its confidence interval.

Games come in pairs from the same start, each player moving first once. A start that favours one side makes the two
results dependent, so the pair is the sample; with its five results this is the pentanomial estimate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z_95 = 1.959964
"""Standard deviations on either side that contain 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Rating:
    """An Elo difference with its 95 % confidence interval; infinite where the games give no bound."""

    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        if math.isinf(self.elo):
            return f"over {self.low:+.0f}" if self.elo > 0 else f"under {self.high:+.0f}"
        return f"{self.elo:+.0f} ({self.low:+.0f} to {self.high:+.0f})"


def elo(score: float) -> float:
    """Return the Elo difference with that expected score, from 0 to 1."""
    if score <= 0 or score >= 1:
        return math.inf if score >= 1 else -math.inf
    return 400 * math.log10(score / (1 - score))


def rate(pairs: Sequence[float]) -> Rating:
    """Estimate the Elo difference from the points of each pair of games, 0 to 2.

    Raises ValueError if there is no pair, or if a pair has other points.
    """
    if not pairs:
        raise ValueError("expected at least one pair of games")
    if not all(0 <= points <= 2 for points in pairs):
        raise ValueError("expected 0 to 2 points per pair of games")
    scores = [points / 2 for points in pairs]
    # Half a pair won and half a pair lost are added: with few or equal pairs, the interval would otherwise be a
    # point. The estimate stays inside the interval, and with many pairs the addition is negligible.
    count = len(scores) + 1
    mean = (sum(scores) + 0.5) / count
    squares = sum((score - mean) ** 2 for score in scores) + 0.5 * mean**2 + 0.5 * (1 - mean) ** 2
    error = Z_95 * math.sqrt(squares / count / count)
    return Rating(elo(sum(scores) / len(scores)), elo(mean - error), elo(mean + error))
