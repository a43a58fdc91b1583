"""Alpha-beta to depth 1, 2, 3, ... until the time is up: what a good student hands in."""

from __future__ import annotations

import time

from outply.players.protocol import Choice
from outply.players.spec import SECONDS_A_GAME
from outply.search.native import MAX_PLIES, Control, Stopped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.protocol import Position
    from outply.players.fixed_depth import Search
    from outply.players.protocol import Situation
    from outply.players.spec import Argument

WORTH_STARTING = 1 / 4
"""The part of a move's time that must be left for one more depth: it takes a multiple of all before it."""

FEWEST_MOVES = 30
"""Legal moves that are assumed at least when time is shared out, where a game offers few at a time but is long."""


class Deepening:
    """Plays the best move of the last depth that it finished; depth 1 it always finishes."""

    def __init__(self, name: str, search: Search, limit: Argument) -> None:
        self.name = name
        self._search = search
        self._limit = limit

    def choose(self, position: Position, situation: Situation) -> Choice:
        started = time.thread_time()
        share = self._share(position, situation)
        control = situation.control or Control()
        best = self._search(position, 1, "ALPHABETA", control=control)
        visited = best.reported_nodes
        reached = 1
        for depth in range(2, MAX_PLIES + 1):
            left = share - (time.thread_time() - started)
            if left <= share * WORTH_STARTING:
                break
            control.set_cpu_budget(left)
            try:
                found = self._search(position, depth, "ALPHABETA", control=control)
            except Stopped:
                break
            visited += found.reported_nodes
            if (found.value, found.reported_nodes) == (best.value, best.reported_nodes):
                break  # a tree that does not grow with the depth has the end of the game at all its leaves
            best, reached = found, depth
        return Choice(best.move, best.value, visited, depth=reached)

    def _share(self, position: Position, situation: Situation) -> float:
        """Return the CPU seconds for this move."""
        if self._limit.form != SECONDS_A_GAME:
            return self._limit.amount
        return max(0.0, self._limit.amount - situation.seconds_used) / moves_to_plan_for(position)


def moves_to_plan_for(position: Position) -> float:
    """Return among how many own moves, this one included, the time that is left should be shared.

    Where each move uses up a cell, there are at least as many legal moves as cells, half of which are one's own;
    and half of those again come so late that they take no time.
    """
    return max(len(position.moves()), FEWEST_MOVES) / 4 + 1
