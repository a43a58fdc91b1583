"""Sequential probability ratio test (SPRT) of the Elo difference between two players.

The test decides between two hypotheses about the difference. After each pair of games it computes the
log-likelihood ratio of all pairs under the two hypotheses. It ends as soon as the ratio is outside two bounds,
which are chosen to limit both error rates.

A pair consists of two games from the same start position, in which each player moves first once. The sample is a
player's points in a pair, from 0 to 2 in steps of 0.5 (a pentanomial model). Under each hypothesis, the five
results have the maximum-likelihood probabilities with the expected score of that Elo difference as their mean. Elo
differences are logistic, as in `elo`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from outply.arena.ratings.elo import expected_score
from outply.text import plural

PAIR_POINTS = (0.0, 0.5, 1.0, 1.5, 2.0)
"""The possible points of a player in a pair of games."""

PAIR_SCORES = tuple(points / 2 for points in PAIR_POINTS)

PSEUDO_COUNT = 1e-3
"""Added to the count of each result, so that each is possible under any hypothesis; negligible after one pair."""

MAX_EXPONENT = 700.0  # e**700 is close to the largest float

CONTINUE, ACCEPT_H0, ACCEPT_H1 = "continue", "accept H0", "accept H1"


@dataclass(frozen=True, slots=True, kw_only=True)
class SprtVerdict:
    """The state of a test: `status` is `continue`, `accept H0` or `accept H1`.

    `ratio` is the log-likelihood ratio. H0 is accepted if `ratio` is at most `low`, H1 if it is at least `high`.
    """

    status: str
    ratio: float
    low: float
    high: float
    pairs: int

    def __str__(self) -> str:
        pairs = plural(self.pairs, "pair")
        return f"{self.status} ({self.ratio:.2f} of {self.low:.2f} to {self.high:.2f}, {pairs})"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test that decides between H0 (the Elo difference is `elo0`) and H1 (the Elo difference is `elo1`).

    `alpha` is the probability of accepting H1 although H0 is true, `beta` the probability of accepting H0 although
    H1 is true. If the difference is below `elo0` or above `elo1`, errors are rarer; if it is between the two, both
    verdicts are acceptable.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"expected elo0 < elo1, got {self.elo0} and {self.elo1}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"expected alpha and beta between 0 and 0.5, got {self.alpha} and {self.beta}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends: H0 is accepted at the lower, H1 at the upper bound."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def judge(self, counts: Sequence[int]) -> SprtVerdict:
        """Return the verdict. `counts` are the numbers of pairs with 0, 0.5, 1, 1.5 and 2 points.

        The first verdict other than `continue` is final; continuing the test after it raises the error rates.

        Raises ValueError if the counts are invalid.
        """
        if len(counts) != len(PAIR_POINTS) or min(counts) < 0:
            raise ValueError(f"expected five counts of 0 or more, got {counts}")
        low, high = self.bounds
        ratio = _ratio(counts, expected_score(self.elo0), expected_score(self.elo1))
        status = ACCEPT_H0 if ratio <= low else ACCEPT_H1 if ratio >= high else CONTINUE
        return SprtVerdict(status=status, ratio=ratio, low=low, high=high, pairs=sum(counts))

    def expected_pairs(self, elo: float, deviation: float) -> float:
        """Estimate the number of pairs until the test ends if the Elo difference is `elo`.

        `deviation` is the standard deviation of the points per game of a pair: 0.35 if all games are independent
        and none is drawn, less if draws are common or the start position decides the games. The ratio is modelled
        as a random walk with constant drift that ends exactly at a bound, so the actual test takes slightly
        longer.
        """
        score0, score1 = expected_score(self.elo0), expected_score(self.elo1)
        low, high = self.bounds
        variance = ((score1 - score0) / deviation) ** 2
        drift = (score1 - score0) * (expected_score(elo) - (score0 + score1) / 2) / deviation**2
        if abs(drift) < 1e-6 * variance:
            return -low * high / variance
        exponent = -2 * drift / variance
        at_low, at_high = (math.expm1(min(exponent * bound, MAX_EXPONENT)) for bound in (low, high))
        probability_high = at_low / (at_low - at_high)
        return (low + (high - low) * probability_high) / drift


def count_pairs(pairs: Iterable[float]) -> tuple[int, ...]:
    """Return the numbers of pairs with 0, 0.5, 1, 1.5 and 2 points.

    Raises ValueError if a pair has any other number of points.
    """
    counts = Counter(pairs)
    if not counts.keys() <= set(PAIR_POINTS):
        invalid = min(counts.keys() - set(PAIR_POINTS))
        raise ValueError(f"expected 0, 0.5, 1, 1.5 or 2 points per pair of games, got {invalid}")
    return tuple(counts[points] for points in PAIR_POINTS)


def _ratio(counts: Sequence[int], score0: float, score1: float) -> float:
    """Return the log-likelihood ratio of the expected score `score1` (H1) to the expected score `score0` (H0)."""
    weights = [count + PSEUDO_COUNT for count in counts]
    tilts = [(mean, _tilt(weights, mean)) for mean in (score0, score1)]
    return sum(
        weight * (_log_probability(result, *tilts[1]) - _log_probability(result, *tilts[0]))
        for weight, result in zip(weights, PAIR_SCORES, strict=True)
    )


def _log_probability(result: float, mean: float, tilt: float) -> float:
    """Return the logarithm of a result's maximum-likelihood probability divided by its observed frequency."""
    return -math.log1p(tilt * (result - mean))


def _tilt(weights: Sequence[float], mean: float) -> float:
    """Return the Lagrange multiplier at which the maximum-likelihood probabilities have this mean.

    The probabilities are the observed frequencies, each divided by 1 + tilt (result - mean). The mean falls as the
    tilt rises, and all probabilities are positive only between two poles, so the solution is unique. It is found
    by Newton's method, with bisection where a step would leave the bracket.
    """
    distances = [result - mean for result in PAIR_SCORES]
    low, high = -1 / distances[-1], -1 / distances[0]
    tilt = 0.0
    for _ in range(200):
        excess = slope = 0.0
        for weight, distance in zip(weights, distances, strict=True):
            part = distance / (1 + tilt * distance)
            excess += weight * part
            slope += weight * part * part
        low, high = (tilt, high) if excess > 0 else (low, tilt)
        step = excess / slope
        next_tilt = tilt + step if low < tilt + step < high else (low + high) / 2
        if abs(next_tilt - tilt) <= 1e-12 * (high - low + abs(tilt)):
            return next_tilt
        tilt = next_tilt
    return tilt
