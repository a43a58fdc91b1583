"""The quality of a move by its loss in points, and the accuracy of several moves.

A point is worth more on some boards than on others, so losses are measured in units. The unit of a game is the
average change of the score by a legal move, in the first position in which a move can change it: the average cell
of a Warfare board, one row in Star/Circle. Only the game protocol is needed to compute it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from outply.games.protocol import Position

INACCURACY_UNITS = 0.5
MISTAKE_UNITS = 1
BLUNDER_UNITS = 2


class Quality(StrEnum):
    """The quality of a move: `best` loses nothing, the others lose more and more."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """The smallest losses, in points, of an inaccuracy, a mistake and a blunder on the board of a game.

    A move that loses less than `inaccuracy` points, but not 0, is good.
    """

    unit: float
    inaccuracy: int
    mistake: int
    blunder: int

    def quality(self, loss: int) -> Quality:
        """Return the quality of a move that loses `loss` points."""
        if loss >= self.blunder:
            return Quality.BLUNDER
        if loss >= self.mistake:
            return Quality.MISTAKE
        if loss >= self.inaccuracy:
            return Quality.INACCURACY
        return Quality.GOOD if loss else Quality.BEST

    def accuracy(self, losses: Sequence[int]) -> float | None:
        """Return the accuracy of moves with the given losses, from 0 to 100; None without moves.

        A move that loses nothing has 100, and each lost unit halves it. The accuracy of several moves is the
        average.
        """
        if not losses:
            return None
        return 100 * math.fsum(0.5 ** (loss / self.unit) for loss in losses) / len(losses)


def thresholds(positions: Iterable[Position]) -> Thresholds:
    """Return the thresholds of a game, given its positions in order."""
    unit = next(filter(None, map(_average_change, positions)), 1.0)
    return Thresholds(
        unit=unit,
        inaccuracy=math.ceil(INACCURACY_UNITS * unit),
        mistake=math.ceil(MISTAKE_UNITS * unit),
        blunder=math.ceil(BLUNDER_UNITS * unit),
    )


def _average_change(position: Position) -> float:
    """Return the average absolute change of the score by the legal moves that change it; 0 if there are none."""
    player = position.to_move
    score = position.score(player)
    changes = [abs(position.play(move).score(player) - score) for move in position.moves()]
    nonzero = [change for change in changes if change]
    return sum(nonzero) / len(nonzero) if nonzero else 0.0
