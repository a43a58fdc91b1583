"""Opponents for people: a scale from a beginner to the engine at its best."""

from __future__ import annotations

from random import random, randrange

from outply.games.struct import Struct
from outply.players.protocol import Choice
from outply.search.engine import Engine
from outply.search.native import is_native
from outply.search.time_control import TimeControl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.protocol import Position
    from outply.players.protocol import Situation

FEWER_IN_PYTHON = 10
"""Times fewer nodes has a level in games that are searched in Python: the next level takes longer there, too."""


class Skill(Struct):
    """How often a move is any legal one, and how the others are found."""

    __slots__ = ("title", "slips", "clock")

    title: str
    slips: float  # the part of the moves
    clock: TimeControl

    def __init__(self, title: str, slips: float, clock: TimeControl) -> None:
        self._set(title, slips, clock)

    def clock_for(self, position: Position) -> TimeControl:
        """Return how long to think about a position of its game."""
        if is_native(position) or self.clock.nodes is None:
            return self.clock
        return TimeControl.to_nodes(self.clock.nodes // FEWER_IN_PYTHON)


SKILLS = (
    Skill("Beginner", 0.6, TimeControl.to_depth(1)),
    Skill("Novice", 0.3, TimeControl.to_depth(1)),
    Skill("Casual", 0.1, TimeControl.to_depth(1)),
    Skill("Club player", 0.1, TimeControl.to_depth(2)),
    Skill("Strong", 0.0, TimeControl.to_depth(3)),
    Skill("Expert", 0.0, TimeControl.to_nodes(5_000)),
    Skill("Master", 0.0, TimeControl.to_nodes(200_000)),
    Skill("Full strength", 0.0, TimeControl.per_move(2.0)),
)


class Level:
    """Plays at one of the levels, counted from 1. It slips at random, so that no two games need be alike."""

    def __init__(self, name: str, level: int) -> None:
        self.name = name
        self._skill = SKILLS[level - 1]
        self._engine = Engine()

    def choose(self, position: Position, situation: Situation) -> Choice:
        if random() < self._skill.slips:
            moves = position.moves()
            return Choice(moves[randrange(len(moves))])
        thought = self._engine.search(position, self._skill.clock_for(position), control=situation.control)
        return Choice(thought.move, thought.value, thought.nodes, depth=thought.depth, thought=thought)
