"""The engine as a player: as strong as its clock lets it be."""

from __future__ import annotations

from outply.players.protocol import Choice
from outply.players.spec import DEPTH, NODES, SECONDS, SECONDS_A_GAME, SOLVE
from outply.search.engine import Engine
from outply.search.time_control import TimeControl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.protocol import Position
    from outply.players.protocol import Situation
    from outply.players.spec import Argument

LEAST_SECONDS = 0.001
"""What a player that is given the opponent's time has even so."""


class EnginePlayer:
    """Thinks on one thread, under the clock that the limit says, and keeps what it learnt for its next move."""

    def __init__(self, name: str, limit: Argument) -> None:
        self.name = name
        self._limit = limit
        self._engine = Engine()

    def choose(self, position: Position, situation: Situation) -> Choice:
        thought = self._engine.search(position, clock_for(self._limit, situation), control=situation.control)
        return Choice(thought.move, thought.value, thought.nodes, depth=thought.depth, thought=thought)


def clock_for(limit: Argument, situation: Situation) -> TimeControl:
    """Return the clock of one move; a limit in none of the other forms gives the opponent's time."""
    if limit.form == DEPTH:
        return TimeControl.to_depth(int(limit.amount))
    if limit.form == NODES:
        return TimeControl.to_nodes(int(limit.amount))
    if limit.form == SECONDS:
        return TimeControl.per_move(limit.amount)
    if limit.form == SECONDS_A_GAME:
        return TimeControl.per_game(max(0.0, limit.amount - situation.seconds_used))
    if limit.form == SOLVE:
        return TimeControl.until_solved()
    return TimeControl.per_move(max(LEAST_SECONDS, situation.opponent_seconds or 0.0))
