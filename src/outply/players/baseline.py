"""Players that do not look ahead."""

from __future__ import annotations

from random import Random

from outply.players.protocol import Choice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.protocol import Position
    from outply.players.protocol import Situation


class Greedy:
    """Plays the move with the best score right after it, the first of several such moves."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, position: Position, situation: Situation) -> Choice:
        moves = position.moves()
        scores = [position.play(move).score(position.to_move) for move in moves]
        best = max(scores)
        return Choice(moves[scores.index(best)], best, len(moves) + 1, 1, 1)


class Anyhow:
    """Plays any legal move, each as likely as the others: the same game again for the same seed."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        # Of all of Random, Python promises only that random() gives the same numbers in every version.
        self._random = Random(seed).random

    def choose(self, position: Position, situation: Situation) -> Choice:
        moves = position.moves()
        return Choice(moves[int(self._random() * len(moves))])
