"""Bradley-Terry ratings of many players, fitted to all their games at once.

The model is Bradley and Terry's, with Davidson's extension for draws and an advantage of the first move. If the
first player is stronger by d Elo, including the advantage, win, draw and loss have the odds
10^(d/800) : v : 10^(-d/800). At a difference of 400 Elo there are ten wins per loss; v determines the frequency of
draws. The fitted parameters maximize the posterior probability; the order of the games does not matter.

A normal prior keeps the rating of an undefeated player finite. The prior is so wide that a few games outweigh it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outply import errors
from outply.arena.ratings.elo import Z_95, Rating

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

Game = tuple[str, str, float]
"""First player, second player and the first player's points."""

RESULTS = (1.0, 0.5, 0.0)
"""The possible points of the first player in a game."""

ELO = 400 / math.log(10)
"""Elo difference at which there are e wins per loss (e = 2.718…); the unit of the strengths."""

PRIOR_DEVIATION = 4.0
"""Standard deviation of the prior of each parameter: 695 Elo for a strength. With 500 Elo, the
prior pulls players far from the mean so close to it that their intervals are wrong; see docs/ratings.md."""

CONVERGENCE = 1e-9
"""Newton's method stops after a step that raises the log-posterior by less than this."""

MAX_STEPS = 100  # ten are typical

MAX_ELIMINATED = 100
"""Most players for whom an elimination is faster than the conjugate gradient method."""

SOLVED = 1e-9
"""Relative error at which the conjugate gradient method stops."""

BLOCK_ROWS = 16
"""Number of rows that are eliminated together. numpy multiplies larger blocks on all cores, which are busy during
a tournament: with 300 players, a step takes 10 ms with small blocks, and 300 ms if it has to wait for cores."""


@dataclass(frozen=True, slots=True)
class Probability:
    """A probability with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """The ratings of all players, fitted to their games.

    `players` are sorted by decreasing strength, then by name. `ratings` has the rating of each player in the same
    order, as a difference from the mean.
    `first_move` is the advantage of moving first, `draws` the probability of a draw between equal players.
    `superiority[i][j]` is the probability that player i is stronger than player j.
    """

    players: tuple[str, ...]
    ratings: tuple[Rating, ...]
    first_move: Rating
    draws: Probability
    superiority: tuple[tuple[float, ...], ...]

    def by_player(self) -> dict[str, Rating]:
        """Return the rating of each player, keyed by the player's name."""
        return dict(zip(self.players, self.ratings, strict=True))


def fit(games: Iterable[Game], players: Iterable[str] = (), *, has_superiority: bool = True) -> Ratings:
    """Rate all players of the games and the additional `players`, who may have played no games.

    The result is identical for any order of the games. Players who are not connected by games are compared only by
    the prior and have wide intervals. A game of a player against itself affects only the advantage of the first
    move and the probability of draws. Without `has_superiority`, the field `superiority` stays empty; with 1,200
    players it takes as long as the rest.

    Raises ValueError if there is no player, or if the points of a game are not 1, 0.5 or 0.
    """
    return _posterior(games, players).maximum(has_superiority=has_superiority)


def fit_elo(games: Iterable[Game], players: Iterable[str] = ()) -> dict[str, float]:
    """Return the ratings of `fit` without intervals: 0.1 s instead of 1 s with 1,200 players."""
    posterior = _posterior(games, players)
    strengths = posterior.maximizer()[:-2]
    elo = ELO * (strengths - strengths.mean())
    return dict(zip(posterior.names, elo.tolist(), strict=True))


def _posterior(games: Iterable[Game], players: Iterable[str]) -> _Posterior:
    counts = Counter(games)
    invalid = next((points for _, _, points in counts if points not in RESULTS), None)
    if invalid is not None:
        raise ValueError(f"expected 1, 0.5 or 0 points for the first player, got {invalid}")
    names = sorted({*players, *(name for first, second, _ in counts for name in (first, second))})
    if not names:
        raise ValueError("expected at least one player")
    errors.require_extra("numpy", "a rating", "tournament")
    return _Posterior(names, counts)


class _Posterior:
    """The log-posterior as a function of all parameters.

    The parameters are the strengths in units of `ELO`, the advantage of the first move in the same unit, and the
    logarithm of v. The function is concave, so Newton's method finds its only maximum.
    """

    def __init__(self, names: Sequence[str], counts: Counter[Game]) -> None:
        import numpy as np  # takes longer to import than the rest of the arena

        self.names = names
        indices = {name: index for index, name in enumerate(names)}
        pairs = sorted({(indices[first], indices[second]) for first, second, _ in counts})
        rows = [[counts[names[first], names[second], points] for points in RESULTS] for first, second in pairs]
        self.first, self.second = np.array(pairs, int).reshape(-1, 2).T
        self.won, self.drawn, self.lost = np.array(rows, float).reshape(-1, 3).T
        self.played = self.won + self.drawn + self.lost

    def maximum(self, *, has_superiority: bool) -> Ratings:
        """Return the ratings at the maximum of the posterior."""
        import numpy as np

        at = self.maximizer()
        information = self.slope(at).matrix()
        covariance = _solve(information, np.eye(len(at)))
        return self._ratings(at, covariance, has_superiority=has_superiority)

    def maximizer(self) -> Numbers:
        """Return the parameters that maximize the posterior."""
        import numpy as np

        at = np.zeros(len(self.names) + 2)
        for _ in range(MAX_STEPS):
            slope = self.slope(at)
            gradient, step = slope.gradient, slope.newton_step()
            expected_gain = float((gradient * step).sum())
            # Far from the maximum a full step can overshoot.
            while expected_gain > CONVERGENCE and self.value(at + step) < self.value(at):
                step, expected_gain = step / 2, expected_gain / 2
            at = at + step
            if expected_gain <= CONVERGENCE:
                break
        return at

    def value(self, at: Numbers) -> float:
        """Return the log-posterior at the parameters `at`, up to a constant."""
        import numpy as np

        difference = at[self.first] - at[self.second] + at[-2]
        total = np.logaddexp(np.logaddexp(difference / 2, -difference / 2), at[-1])
        likelihood = (self.won - self.lost) * difference / 2 + self.drawn * at[-1] - self.played * total
        return float(likelihood.sum() - (at**2).sum() / (2 * PRIOR_DEVIATION**2))

    def slope(self, at: Numbers) -> _Slope:
        """Return the derivatives of the log-posterior at `at`."""
        import numpy as np

        size, first, second = len(self.names), self.first, self.second
        difference = at[first] - at[second] + at[-2]
        total = np.logaddexp(np.logaddexp(difference / 2, -difference / 2), at[-1])
        win, loss, draw = (np.exp(part - total) for part in (difference / 2, -difference / 2, at[-1]))

        lead = (self.won - self.lost) / 2 - self.played * (win - loss) / 2
        gradient = -at / PRIOR_DEVIATION**2
        gradient[:-2] += _net(lead, first, second, size)
        gradient[-2] += lead.sum()
        gradient[-1] += (self.drawn - self.played * draw).sum()

        # Variances are computed as products, because differences of numbers close to 1 lose all precision.
        spread = self.played * (win * loss + draw * (win + loss) / 4)
        mixed = -self.played * draw * (win - loss) / 2
        drawn = float((self.played * draw * (win + loss)).sum())
        return _Slope(gradient=gradient, first=first, second=second, spread=spread, mixed=mixed, drawn=drawn)

    def _ratings(self, at: Numbers, covariance: Numbers, *, has_superiority: bool) -> Ratings:
        import numpy as np

        strengths, common = at[:-2] - at[:-2].mean(), covariance[:-2, :-2]
        # Covariance of the differences from the mean. The part that all strengths have in common cancels out.
        centred = common - common.mean(axis=0) - common.mean(axis=1)[:, None] + common.mean()
        errors = np.sqrt(np.maximum(centred.diagonal(), 0))
        order = sorted(range(len(self.names)), key=lambda index: (-strengths[index], self.names[index]))

        behind = np.empty((0, 0))
        if has_superiority:
            own = common.diagonal()
            spread = np.sqrt(np.maximum(own[:, None] + own - 2 * common, np.finfo(float).tiny))
            behind = ((strengths - strengths[:, None]) / (spread * math.sqrt(2)))[np.ix_(order, order)]
        return Ratings(
            players=tuple(self.names[index] for index in order),
            ratings=tuple(_rating(strengths[index], errors[index]) for index in order),
            first_move=_rating(at[-2], math.sqrt(covariance[-2, -2])),
            draws=self._draws(at[-1], math.sqrt(covariance[-1, -1])),
            superiority=tuple(tuple([0.5 * math.erfc(z) for z in row]) for row in behind.tolist()),
        )

    def _draws(self, log_v: float, error: float) -> Probability:
        """Return the probability of a draw between equal players, with its 95 % confidence interval.

        `error` is the standard error of `log_v`. The lower bound is 0 if no game was drawn, the upper bound is 1
        if all games were drawn.
        """
        value, low, high = (1 / (1 + 2 * math.exp(-(log_v + side * Z_95 * error))) for side in (0, -1, 1))
        drawn, played = self.drawn.sum(), self.played.sum()
        return Probability(value, low if drawn else 0.0, high if drawn < played else 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Slope:
    """The gradient and the information matrix (the negative Hessian) of the log-posterior.

    The matrix is the sum of a small one for each pair of players and the precision of the prior. `spread`, `mixed`
    and `drawn` are the parts of the pairs.
    """

    gradient: Numbers
    first: Numbers
    second: Numbers
    spread: Numbers
    mixed: Numbers
    drawn: float

    def matrix(self) -> Numbers:
        """Return the information matrix."""
        import numpy as np

        size, first, second = len(self.gradient) - 2, self.first, self.second
        information = np.empty((size + 2, size + 2))
        between = np.bincount(first * size + second, self.spread, size * size).reshape(size, size)
        between += between.T
        information[:-2, :-2] = np.diag(between.sum(axis=1)) - between
        information[:-2, -2] = information[-2, :-2] = _net(self.spread, first, second, size)
        information[:-2, -1] = information[-1, :-2] = _net(self.mixed, first, second, size)
        information[-2, -2] = self.spread.sum()
        information[-2, -1] = information[-1, -2] = self.mixed.sum()
        information[-1, -1] = self.drawn
        information += np.eye(size + 2) / PRIOR_DEVIATION**2
        return information

    def newton_step(self) -> Numbers:
        """Return the solution of the linear system of the information matrix and the gradient.

        Few players have met each other, so that the conjugate gradient method, which never forms the matrix, takes
        a tenth of the time of an elimination with 1,200 players. Products are summed without BLAS, whose threads
        would wait for busy cores: 0.1 ms instead of 6 ms for 12,000 pairs.
        """
        import numpy as np

        size = len(self.gradient) - 2
        if size <= MAX_ELIMINATED:
            return _solve(self.matrix(), self.gradient)[:, 0]
        diagonal = np.full(size + 2, 1 / PRIOR_DEVIATION**2)
        diagonal[:-2] += np.bincount(self.first, self.spread, size) + np.bincount(self.second, self.spread, size)
        diagonal[-2:] += self.spread.sum(), self.drawn
        solution, residual = np.zeros(size + 2), self.gradient.copy()
        scaled = residual / diagonal
        direction, norm = scaled, float((residual * scaled).sum())
        enough = norm * SOLVED**2
        for _ in range(2 * size):
            if norm <= enough:
                break
            product = self._times(direction)
            length = norm / float((direction * product).sum())
            solution += length * direction
            residual -= length * product
            scaled = residual / diagonal
            last, norm = norm, float((residual * scaled).sum())
            direction = scaled + norm / last * direction
        return solution

    def _times(self, vector: Numbers) -> Numbers:
        """Return the product of the information matrix and a vector."""
        difference = vector[self.first] - vector[self.second] + vector[-2]
        lead = self.spread * difference + self.mixed * vector[-1]
        product = vector / PRIOR_DEVIATION**2
        product[:-2] += _net(lead, self.first, self.second, len(vector) - 2)
        product[-2] += lead.sum()
        product[-1] += float((self.mixed * difference).sum()) + self.drawn * vector[-1]
        return product


def _net(amounts: Numbers, first: Numbers, second: Numbers, size: int) -> Numbers:
    """Return, for each player, the sum of `amounts` of its games as first player minus the sum as second player.

    `first` and `second` are the indices of the players of each game, `size` is the number of players.
    """
    import numpy as np

    return np.bincount(first, amounts, size) - np.bincount(second, amounts, size)


def _solve(matrix: Numbers, right: Numbers) -> Numbers:
    """Return the solutions of a linear system with a positive definite `matrix`, for each column of `right`."""
    import numpy as np

    size = len(matrix)
    work = np.column_stack([matrix, right])
    for start in range(0, size, BLOCK_ROWS):
        stop = min(start + BLOCK_ROWS, size)
        solved = np.linalg.solve(work[start:stop, start:stop], work[start:stop, stop:])
        work[start:stop, stop:] = solved
        for other in range(0, size, BLOCK_ROWS):
            if other != start:
                rows = work[other : min(other + BLOCK_ROWS, size)]
                rows[:, stop:] -= rows[:, start:stop] @ solved
    return work[:, size:]


def _rating(strength: float, error: float) -> Rating:
    return Rating(*(float(ELO * (strength + side * Z_95 * error)) for side in (0, -1, 1)))
