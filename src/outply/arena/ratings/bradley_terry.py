"""How strong each of many players is, from all their games at once.

The model is Bradley and Terry's, with draws as Davidson has them and with an advantage of the first move. Where
the first player is d stronger than the second, the advantage included, a win, a draw and a loss are as likely as
10^(d/800) : v : 10^(-d/800). So 400 Elo are ten wins for a loss, and v says how common draws are. All parameters
are those under which the games are likeliest; the order of the games plays no part.

So that nobody who wins everything is infinitely strong, each parameter counts as normally distributed before the
first game, and so widely that a few games outweigh it.
"""

from __future__ import annotations

import math
from collections import Counter

from outply import optional
from outply.arena.ratings.elo import DEVIATIONS, Rating
from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from numpy.typing import NDArray

    Game = tuple[str, str, float]  # who moves first, who second, the points of the first
    Numbers = NDArray[Any]

RESULTS = (1.0, 0.5, 0.0)
"""The points that a game can bring its first player."""

ELO = 400 / math.log(10)
"""Elo for a factor of e between wins and losses."""

PRIOR = 4.0
"""The standard deviation of each parameter before the first game: 695 Elo for a strength. With 500 Elo, who is far
from the mean is drawn to it too much for the intervals; docs/ratings.md has the figures."""

CLOSE = 1e-9
"""A step that raises the logarithm of the likelihood by less is the last one: the next would be its square."""

MOST_STEPS = 100  # ten are usual

BLOCK = 16
"""Rows that are eliminated together. Products of larger blocks are spread over all cores by numpy's library, and
these are busy while a tournament runs: with 300 players a step takes 10 ms so, and 300 if it waits for cores."""


class Share(Struct):
    """A share from 0 to 1, and the ends of its 95 % interval."""

    __slots__ = ("share", "low", "high")

    share: float
    low: float
    high: float

    def __init__(self, share: float, low: float, high: float) -> None:
        self._set(share, low, high)

    def __str__(self) -> str:
        return f"{self.share:.1%} ({self.low:.1%} to {self.high:.1%})"


class Ratings(Struct):
    """What the games say of the players.

    `players` are the strongest first, equals by name, and `ratings` are theirs: the difference from the mean of
    all players. `first_move` is what moving first is worth, `draws` how often two equal players draw.
    `superiority[i][j]` is the probability that the i-th player is stronger than the j-th.
    """

    __slots__ = ("players", "ratings", "first_move", "draws", "superiority")

    players: tuple[str, ...]
    ratings: tuple[Rating, ...]
    first_move: Rating
    draws: Share
    superiority: tuple[tuple[float, ...], ...]

    def __init__(
        self,
        players: tuple[str, ...],
        ratings: tuple[Rating, ...],
        first_move: Rating,
        draws: Share,
        superiority: tuple[tuple[float, ...], ...],
    ) -> None:
        self._set(players, ratings, first_move, draws, superiority)

    def by_player(self) -> dict[str, Rating]:
        """Return the rating of each player."""
        return dict(zip(self.players, self.ratings, strict=True))


def fit(games: Iterable[Game], players: Iterable[str] = ()) -> Ratings:
    """Rate everybody in the games, and `players`, who need not have played yet.

    The result is the same to the last bit in whatever order the games come. Players who never met, not even by
    way of others, are compared by what was thought of them before, and their intervals show it. A game of a player
    against itself tells of the first move and the draws.
    """
    counts = Counter(games)
    wrong = next((points for _, _, points in counts if points not in RESULTS), None)
    if wrong is not None:
        raise ValueError(f"a game brings its first player 1, 0.5 or 0 points, not {wrong}")
    names = sorted({*players, *(name for first, second, _ in counts for name in (first, second))})
    if not names:
        raise ValueError("ratings need at least one player")
    optional.require_extra("numpy", "a rating", "tournament")
    return _Likelihood(names, counts).maximum()


class _Likelihood:
    """The logarithm of the likelihood, as a function of all parameters.

    These are the strengths, in units of `ELO`, then the advantage of the first move in the same units, then the
    logarithm of v. The function is concave: it has one maximum, and Newton's steps find it.
    """

    def __init__(self, names: Sequence[str], counts: Counter[Game]) -> None:
        import numpy as np  # takes longer to import than all else that the arena needs

        self.names = names
        place = {name: index for index, name in enumerate(names)}
        met = sorted({(place[first], place[second]) for first, second, _ in counts})
        rows = [[counts[names[one], names[other], points] for points in RESULTS] for one, other in met]
        self.first, self.second = np.array(met, int).reshape(-1, 2).T
        self.won, self.drawn, self.lost = np.array(rows, float).reshape(-1, 3).T
        self.played = self.won + self.drawn + self.lost

    def maximum(self) -> Ratings:
        """Return the ratings where the likelihood is highest."""
        import numpy as np

        size = len(self.names)
        at = np.zeros(size + 2)
        for _ in range(MOST_STEPS):
            gradient, information = self.slopes(at)
            step = _solve(information, gradient)[:, 0]
            promised = float((gradient * step).sum())
            # Far from the maximum a whole step can lead beyond it, and down on the other side.
            while promised > CLOSE and self.value(at + step) < self.value(at):
                step, promised = step / 2, promised / 2
            at = at + step
            if promised <= CLOSE:
                break
        return self._ratings(at, _solve(information, np.eye(size + 2)))

    def value(self, at: Numbers) -> float:
        """Return the logarithm of the likelihood."""
        import numpy as np

        difference = at[self.first] - at[self.second] + at[-2]
        total = np.logaddexp(np.logaddexp(difference / 2, -difference / 2), at[-1])
        real = (self.won - self.lost) * difference / 2 + self.drawn * at[-1] - self.played * total
        return float(real.sum() - (at**2).sum() / (2 * PRIOR**2))

    def slopes(self, at: Numbers) -> tuple[Numbers, Numbers]:
        """Return the gradient and the information: the negative matrix of the second derivatives."""
        import numpy as np

        size, first, second = len(self.names), self.first, self.second
        difference = at[first] - at[second] + at[-2]
        total = np.logaddexp(np.logaddexp(difference / 2, -difference / 2), at[-1])
        win, loss, draw = (np.exp(part - total) for part in (difference / 2, -difference / 2, at[-1]))

        lead = (self.won - self.lost) / 2 - self.played * (win - loss) / 2
        gradient = -at / PRIOR**2
        gradient[:-2] += _net(lead, first, second, size)
        gradient[-2] += lead.sum()
        gradient[-1] += (self.drawn - self.played * draw).sum()

        # The variances are written as products: differences of what is nearly 1 would leave nothing but rounding.
        spread = self.played * (win * loss + draw * (win + loss) / 4)
        mixed = -self.played * draw * (win - loss) / 2
        information = np.empty((size + 2, size + 2))
        between = np.bincount(first * size + second, spread, size * size).reshape(size, size)
        between += between.T
        information[:-2, :-2] = np.diag(between.sum(axis=1)) - between
        information[:-2, -2] = information[-2, :-2] = _net(spread, first, second, size)
        information[:-2, -1] = information[-1, :-2] = _net(mixed, first, second, size)
        information[-2, -2] = spread.sum()
        information[-2, -1] = information[-1, -2] = mixed.sum()
        information[-1, -1] = (self.played * draw * (win + loss)).sum()
        information += np.eye(size + 2) / PRIOR**2
        return gradient, information

    def _ratings(self, at: Numbers, covariance: Numbers) -> Ratings:
        import numpy as np

        strengths, common = at[:-2] - at[:-2].mean(), covariance[:-2, :-2]
        # Of each strength less the mean of all; what is common to all of them is no part of it.
        centred = common - common.mean(axis=0) - common.mean(axis=1)[:, None] + common.mean()
        errors = np.sqrt(np.maximum(centred.diagonal(), 0))
        order = sorted(range(len(self.names)), key=lambda index: (-strengths[index], self.names[index]))

        own = common.diagonal()
        spread = np.sqrt(np.maximum(own[:, None] + own - 2 * common, np.finfo(float).tiny))
        behind = ((strengths - strengths[:, None]) / (spread * math.sqrt(2)))[np.ix_(order, order)]
        return Ratings(
            tuple(self.names[index] for index in order),
            tuple(_rating(strengths[index], errors[index]) for index in order),
            _rating(at[-2], math.sqrt(covariance[-2, -2])),
            self._draws(at[-1], math.sqrt(covariance[-1, -1])),
            tuple(tuple([0.5 * math.erfc(z) for z in row]) for row in behind.tolist()),
        )

    def _draws(self, log_v: float, error: float) -> Share:
        """Return how often equals draw; where no game or each was drawn, nothing bounds that on one side."""
        share, low, high = (1 / (1 + 2 * math.exp(-(log_v + side * DEVIATIONS * error))) for side in (0, -1, 1))
        drawn, played = self.drawn.sum(), self.played.sum()
        return Share(share, low if drawn else 0.0, high if drawn < played else 1.0)


def _net(amounts: Numbers, first: Numbers, second: Numbers, size: int) -> Numbers:
    """Return for each player the sum of the amounts where it is the first, less those where it is the second."""
    import numpy as np

    return np.bincount(first, amounts, size) - np.bincount(second, amounts, size)


def _solve(matrix: Numbers, right: Numbers) -> Numbers:
    """Return the columns that the positive definite matrix turns into those on the right."""
    import numpy as np

    size = len(matrix)
    work = np.column_stack([matrix, right])
    for start in range(0, size, BLOCK):
        stop = min(start + BLOCK, size)
        solved = np.linalg.solve(work[start:stop, start:stop], work[start:stop, stop:])
        work[start:stop, stop:] = solved
        for other in range(0, size, BLOCK):
            if other != start:
                rows = work[other : min(other + BLOCK, size)]
                rows[:, stop:] -= rows[:, start:stop] @ solved
    return work[:, size:]


def _rating(strength: float, error: float) -> Rating:
    return Rating(*(float(ELO * (strength + side * DEVIATIONS * error)) for side in (0, -1, 1)))
