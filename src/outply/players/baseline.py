"""Players that do not search ahead: greedy and random."""

from __future__ import annotations

from random import Random

from outply.games.protocol import Position
from outply.players.protocol import MoveContext, MoveDecision


class GreedyPlayer:
    """Plays the move with the best score after one ply; the first such move if several are equal."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, position: Position, context: MoveContext) -> MoveDecision:
        moves = position.moves()
        scores = [position.play(move).score(position.to_move) for move in moves]
        best = max(scores)
        return MoveDecision(
            move=moves[scores.index(best)], value=best, visited=len(moves) + 1, expanded=1, depth=1
        )


class RandomPlayer:
    """Plays a uniformly random legal move. Games are reproducible: equal seeds choose equal moves."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        # random() is the only method of Random whose sequence Python guarantees across versions.
        self._random = Random(seed).random

    def choose(self, position: Position, context: MoveContext) -> MoveDecision:
        moves = position.moves()
        return MoveDecision(move=moves[int(self._random() * len(moves))])
