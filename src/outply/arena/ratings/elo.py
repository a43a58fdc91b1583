"""Elo difference between two players, with its confidence interval.

Games are played in pairs: two games from the same start position, in which each player moves first once. A start
that favours one side makes the two results dependent, so the sample is the pair, not the game. A pair has five
possible results; hence the name pentanomial estimate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from outply.text import plural

Z_95 = 1.959964
"""95 % of a normal distribution are within this many standard deviations of the mean."""

ADVICE_ELO, ADVICE_SCORE = 100.0, 0.8
"""The advised number of games lets a player stronger by `ADVICE_ELO` win the share `ADVICE_SCORE` of pairings."""

MAX_ADVISED_GAMES = 100
MAX_INTERVAL_ELO = 400.0
"""Widest confidence interval at which an advantage of the first move is reported even if it may be 0."""


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


def expected_score(elo: float) -> float:
    """Return the expected score, from 0 to 1, of a player who is stronger by `elo`."""
    return 1 / (1 + 10 ** (-elo / 400))


def pairing_score(elo: float, first_move: float, games: int) -> float:
    """Return the probability that a player wins a pairing of `games` games; a tie counts one half.

    The player is stronger by `elo` and moves first in games 1, 3, 5 and so on. Moving first is worth `first_move`
    Elo. Draws are ignored.
    """
    distribution = [1.0]  # probabilities of 0, 1, 2 ... games won
    for game in range(games):
        win = expected_score(elo + (first_move if game % 2 == 0 else -first_move))
        stay = [probability * (1 - win) for probability in distribution]
        distribution = [a + b for a, b in zip([*stay, 0.0], [0.0, *(p * win for p in distribution)], strict=True)]
    tie = distribution[games // 2] / 2 if games % 2 == 0 else 0.0
    return sum(distribution[games // 2 + 1 :]) + tie


def advise_games(first_move: float) -> int | None:
    """Return the smallest even number of games per pairing that reveals a difference of `ADVICE_ELO`.

    With this number, the stronger player wins a pairing with the probability `ADVICE_SCORE`. The larger the
    advantage of the first move, the more pairs of games end 1 to 1, and the more games are needed. Returns None if
    the number would exceed `MAX_ADVISED_GAMES`.
    """
    numbers = range(2, MAX_ADVISED_GAMES + 1, 2)
    return next((games for games in numbers if pairing_score(ADVICE_ELO, first_move, games) >= ADVICE_SCORE), None)


def describe_first_move(first_move: Rating, games: int) -> str:
    """Return the advantage of the first move as text, with advice on the number of games per pairing.

    Returns an empty text if too few games were played to determine the advantage.
    """
    is_significant = first_move.low > 0 or first_move.high < 0
    if not is_significant and first_move.high - first_move.low > MAX_INTERVAL_ELO:
        return ""
    interval = f"({first_move.low:+.0f} to {first_move.high:+.0f})"
    sentences = [f"Moving first is worth {first_move.elo:+.0f} Elo {interval}."]
    number = plural(games, "game")
    if games % 2 and is_significant:
        share = 100 * max(pairing_score(0.0, sign * first_move.elo, games) for sign in (1, -1))
        sentences.append(
            f"With {number} per pairing, one of two equal contestants wins {share:.0f} % of the pairings because "
            "of it; use an even number."
        )
    advised = advise_games(first_move.elo) or f"more than {MAX_ADVISED_GAMES}"
    score = 100 * _mean_score(first_move.elo, games)
    sentences.append(
        f"A contestant that is {ADVICE_ELO:.0f} Elo stronger wins {score:.0f} % of its pairings with {number}, "
        f"and {100 * ADVICE_SCORE:.0f} % with {advised} games, on as many boards as possible."
    )
    return " ".join(sentences)


def _mean_score(first_move: float, games: int) -> float:
    return (pairing_score(ADVICE_ELO, first_move, games) + pairing_score(ADVICE_ELO, -first_move, games)) / 2


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
