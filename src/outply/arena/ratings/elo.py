"""How much stronger one player is than another: Elo differences with their errors.

Games come in pairs, each side moving first once from the same start. The start favours one of the two games, so
their results are not independent of each other; the pair is the sample (its five results make this the
"pentanomial" estimate).
"""

from __future__ import annotations

import math

from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

DEVIATIONS = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""


class Rating(Struct):
    """An Elo difference, and the ends of its 95 % interval; each is infinite where nothing bounds it."""

    __slots__ = ("elo", "low", "high")

    elo: float
    low: float
    high: float

    def __init__(self, elo: float, low: float, high: float) -> None:
        self._set(elo, low, high)

    def __str__(self) -> str:
        if math.isinf(self.elo):
            return f"over {self.low:+.0f}" if self.elo > 0 else f"under {self.high:+.0f}"
        return f"{self.elo:+.0f} ({self.low:+.0f} to {self.high:+.0f})"


def elo(points: float) -> float:
    """Return the difference at which that share of the points, from 0 to 1, is expected."""
    if points <= 0 or points >= 1:
        return math.inf if points >= 1 else -math.inf
    return 400 * math.log10(points / (1 - points))


def rate(pairs: Sequence[float]) -> Rating:
    """Return the difference that the points of each pair of games, from 0 to 2, speak for."""
    if not pairs:
        raise ValueError("a rating needs at least one pair of games")
    if not all(0 <= points <= 2 for points in pairs):
        raise ValueError("a pair of games has 0 to 2 points")
    shares = [points / 2 for points in pairs]
    # Half a pair won and half a pair lost go in with the rest: with a few pairs, or all of them alike, the
    # interval would otherwise be a point. It has what was measured inside, and of many pairs the half is lost.
    count = len(shares) + 1
    middle = (sum(shares) + 0.5) / count
    squares = sum((share - middle) ** 2 for share in shares) + 0.5 * middle**2 + 0.5 * (1 - middle) ** 2
    error = DEVIATIONS * math.sqrt(squares / count / count)
    return Rating(elo(sum(shares) / len(shares)), elo(middle - error), elo(middle + error))
