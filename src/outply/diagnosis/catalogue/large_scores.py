"""Mistakes that show only if scores are large: an infinity that is too small, and scores that are cut off."""

from __future__ import annotations

from collections.abc import Callable

from outply.diagnosis.mistake import ALPHABETA, MINIMAX, STARCIRCLE, WARFARE, Mistake, family
from outply.diagnosis.variant import SearchVariant
from outply.games import starcircle, warfare
from outply.games.protocol import Player, Position
from outply.search.trace import INFINITY

BOUNDS = (99, 100, 200, 500, 999, 1_000, 9_999, 10_000, 32_767)
"""Numbers that programs use as infinity, or as the largest score, although the assignment allows larger scores."""

MAX_STARCIRCLE_BOUND = 500
"""The largest of the numbers in `BOUNDS` that Star/Circle scores with usual weights can exceed."""

BOTH = MINIMAX + ALPHABETA
TINY = 0  # the smallest positive float, which Java and C++ call MIN_VALUE and DBL_MIN, rounded to an integer


def max_score(position: warfare.Position | starcircle.Position) -> int:
    """Return an upper bound of the absolute scores in a game from `position`."""
    if isinstance(position, warfare.Position):
        return sum(position.values)
    stars = sum(pieces for pieces in position.squares if pieces > 0)
    circles = -sum(pieces for pieces in position.squares if pieces < 0)
    largest, smallest = max(position.weights), min(position.weights)
    # Captures reduce the number of pieces of a player, down to none.
    return max(max(stars, circles) * max(abs(largest), abs(smallest)), stars * largest - circles * smallest)


def _exceeds(bound: int) -> Callable[[warfare.Position | starcircle.Position, int], bool]:
    return lambda position, depth: max_score(position) >= bound


def _limited(bound: int) -> Callable[[Position, Player], int]:
    return lambda position, player: max(-bound, min(bound, position.score(player)))


def _as_16_bits(position: Position, player: Player) -> int:
    return (position.score(player) + 0x8000) % 0x10000 - 0x8000


def _games(bound: int) -> tuple[str, ...]:
    return WARFARE + STARCIRCLE if bound <= MAX_STARCIRCLE_BOUND else WARFARE


def _infinity(bound: int, way: str, variant: SearchVariant, algorithms: tuple[str, ...]) -> Mistake:
    return Mistake(
        name=f"infinity/{way}{bound}",
        title="uses a number as infinity that scores can exceed",
        advice="The initial best value and the initial alpha and beta must be beyond every score. In Warfare "
        "scores go up to 26 x 26 x 99 = 66,924: use infinity, or the limits of the integer type.",
        variant=variant,
        games=_games(bound),
        algorithms=algorithms,
        affects=_exceeds(bound),
    )


def _limited_score(bound: int, way: str, evaluate: Callable[[Position, Player], int]) -> Mistake:
    return Mistake(
        name=f"limited-score/{way}",
        title="limits or overflows large scores",
        advice="A score is an exact sum. In Warfare it can have any size up to 66,924, which does not fit in 16 "
        "bits: use int, and do not cut it off at a bound.",
        variant=SearchVariant(evaluate=evaluate),
        games=_games(bound),
        affects=_exceeds(bound),
    )


SCORES = (
    *(
        _infinity(bound, "", SearchVariant(first_best=(-bound, bound), root_window=(-bound, bound)), BOTH)
        for bound in BOUNDS
    ),
    *(
        _infinity(
            bound,
            "first-move-",
            SearchVariant(first_best=(-bound, bound), root_window=(-bound, bound), keeps_first_move=True),
            BOTH,
        )
        for bound in BOUNDS
    ),
    *(_infinity(bound, "window-", SearchVariant(root_window=(-bound, bound)), ALPHABETA) for bound in BOUNDS),
    *family(
        "min-value",
        {
            "": SearchVariant(first_best=(TINY, INFINITY)),
            "first-move": SearchVariant(first_best=(TINY, INFINITY), keeps_first_move=True),
        },
        title="starts at MAX nodes with a best value of 0",
        advice="All moves of a MAX node may have negative values, so start with minus infinity. Double.MIN_VALUE "
        "in Java and DBL_MIN in C++ are tiny positive numbers; negate the largest number instead.",
    ),
    *(_limited_score(bound, str(bound), _limited(bound)) for bound in (100, 500, 1_000, 10_000)),
    _limited_score(32_768, "16-bits", _as_16_bits),
)
