"""Whether one player is stronger than another, with as few games as the answer takes.

A sequential probability ratio test: two hypotheses about the Elo difference, and after each pair of games the
logarithm of how much likelier the pairs are under the one than under the other. The test ends as soon as that
leaves its bounds, which keep both kinds of error as rare as wished.

A pair is two games from the same start, each player moving first once; its points, from 0 to 2 by halves, are the
sample. Under each hypothesis the five results have the likeliest probabilities with which a game brings as many
points as that difference promises. Elo is the logistic one, as in `ratings`.
"""

from __future__ import annotations

import math
from collections import Counter

from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

POINTS = (0.0, 0.5, 1.0, 1.5, 2.0)
"""The points that a pair of games can bring a player."""

SHARES = tuple(points / 2 for points in POINTS)

UNSEEN = 1e-3
"""How often each result is taken to have come besides. All have to be possible under any hypothesis, and this is
too little to weigh even with the first pair."""

BEYOND = 700.0  # e to this is nearly the largest number there is

GO_ON, ACCEPT_H0, ACCEPT_H1 = "go on", "accept H0", "accept H1"


class Verdict(Struct):
    """How a test stands: `status` is `go on`, `accept H0` or `accept H1`.

    `ratio` is the logarithm of the likelihood ratio; at `low` H0 is accepted, at `high` H1.
    """

    __slots__ = ("status", "ratio", "low", "high", "pairs")

    status: str
    ratio: float
    low: float
    high: float
    pairs: int

    def __init__(self, status: str, ratio: float, low: float, high: float, pairs: int) -> None:
        self._set(status, ratio, low, high, pairs)

    def __str__(self) -> str:
        return f"{self.status} ({self.ratio:.2f} of {self.low:.2f} to {self.high:.2f}, {self.pairs} pairs)"


class Sprt(Struct):
    """A test of H0, the difference is `elo0`, against H1, it is `elo1`.

    H1 is accepted with a probability of `alpha` where H0 holds, H0 with one of `beta` where H1 holds. Beyond
    the two differences errors are rarer yet; between them either answer is right.
    """

    __slots__ = ("elo0", "elo1", "alpha", "beta")

    elo0: float
    elo1: float
    alpha: float
    beta: float

    def __init__(self, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        if not elo0 < elo1:
            raise ValueError(f"a test needs two differences, the lower one first, not {elo0} and {elo1}")
        if not (0 < alpha < 0.5 and 0 < beta < 0.5):
            raise ValueError(f"the errors of a test are between 0 and a half, not {alpha} and {beta}")
        self._set(elo0, elo1, alpha, beta)

    @property
    def bounds(self) -> tuple[float, float]:
        """At or below the first H0 is accepted, at or above the second H1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def judge(self, counts: Sequence[int]) -> Verdict:
        """Return how the test stands after so many pairs of each result, from 0 points to 2 (see `tally`).

        The first verdict that is not `go on` is the answer; whoever plays on and asks again errs more often.
        """
        if len(counts) != len(POINTS) or min(counts) < 0:
            raise ValueError(f"expected how many pairs had each of five results, not {counts}")
        low, high = self.bounds
        ratio = _ratio(counts, share(self.elo0), share(self.elo1))
        status = ACCEPT_H0 if ratio <= low else ACCEPT_H1 if ratio >= high else GO_ON
        return Verdict(status, ratio, low, high, sum(counts))

    def expected_pairs(self, elo: float, deviation: float) -> float:
        """Return about how many pairs the test takes if the difference is `elo`.

        `deviation` is the standard deviation of the points per game of a pair: 0.35 if all games are independent
        and none is drawn, less where draws are common or the start decides. The ratio is taken for a walk with
        even drift that ends right at a bound, so the test really takes a little longer.
        """
        zero, one = share(self.elo0), share(self.elo1)
        low, high = self.bounds
        noise = ((one - zero) / deviation) ** 2
        drift = (one - zero) * (share(elo) - (zero + one) / 2) / deviation**2
        if abs(drift) < 1e-6 * noise:
            return -low * high / noise
        pull = -2 * drift / noise
        down, up = (math.expm1(min(pull * bound, BEYOND)) for bound in (low, high))
        reaches_high = down / (down - up)
        return (low + (high - low) * reaches_high) / drift


def tally(pairs: Iterable[float]) -> tuple[int, ...]:
    """Return how many pairs brought 0, 0.5, 1, 1.5 and 2 points."""
    counts = Counter(pairs)
    if not counts.keys() <= set(POINTS):
        wrong = min(counts.keys() - set(POINTS))
        raise ValueError(f"a pair of games brings 0, 0.5, 1, 1.5 or 2 points, not {wrong}")
    return tuple(counts[points] for points in POINTS)


def share(elo: float) -> float:
    """Return the share of the points that is expected of a player who is so much stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def _ratio(counts: Sequence[int], zero: float, one: float) -> float:
    """Return the logarithm of the likelihood under the mean `one` over that under the mean `zero`."""
    weights = [count + UNSEEN for count in counts]
    tilts = [(mean, _tilt(weights, mean)) for mean in (zero, one)]
    return sum(
        weight * (_log_probability(result, *tilts[1]) - _log_probability(result, *tilts[0]))
        for weight, result in zip(weights, SHARES, strict=True)
    )


def _log_probability(result: float, mean: float, tilt: float) -> float:
    """Return the logarithm of the likeliest probability of a result, over its share of the pairs."""
    return -math.log1p(tilt * (result - mean))


def _tilt(weights: Sequence[float], mean: float) -> float:
    """Return the Lagrange multiplier with which the likeliest probabilities have the mean.

    They are the shares of the pairs, each divided by 1 + tilt (result - mean). The mean falls as the tilt rises,
    and every probability is positive between two poles; so the one tilt is found by Newton's steps, and by
    halving where these leave what is known to hold it.
    """
    distances = [result - mean for result in SHARES]
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
        found = tilt + step if low < tilt + step < high else (low + high) / 2
        if abs(found - tilt) <= 1e-12 * (high - low + abs(tilt)):
            return found
        tilt = found
    return tilt
