"""Players that use the engine: at full strength, or at a level for human opponents."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import random, randrange

from outply.games.protocol import Position
from outply.players.protocol import MoveContext, MoveDecision
from outply.players.spec import DEPTH, NODES, SECONDS, SECONDS_PER_GAME, SOLVE, Argument
from outply.search.engine import Engine, SearchInfo
from outply.search.time_control import PLAYER_MOVE_S, TimeControl

MIN_MIRRORED_SECONDS = 0.001
"""Minimum time per move when mirroring the opponent's time."""


class EnginePlayer:
    """Plays the engine's moves, searched on one thread. The transposition table is kept between moves."""

    def __init__(self, name: str, limit: Argument) -> None:
        self.name = name
        self._limit = limit
        self._engine = Engine()

    def choose(self, position: Position, context: MoveContext) -> MoveDecision:
        time_control = time_control_for(self._limit, context)
        return to_decision(self._engine.search(position, time_control, control=context.control))


def to_decision(info: SearchInfo) -> MoveDecision:
    """Convert a search result of the engine to the decision of a player."""
    return MoveDecision(move=info.move, value=info.value, visited=info.nodes, depth=info.depth, search_info=info)


def time_control_for(limit: Argument, context: MoveContext) -> TimeControl:
    """Return the time control of one move for a player whose argument is `limit`."""
    if limit.spec == DEPTH:
        return TimeControl.to_depth(int(limit.amount))
    if limit.spec == NODES:
        return TimeControl.to_nodes(int(limit.amount))
    if limit.spec == SECONDS:
        return TimeControl.per_move(limit.amount)
    if limit.spec == SECONDS_PER_GAME:
        seconds_left = max(0.0, limit.amount - context.seconds_used)
        return TimeControl.per_game(seconds_left, startup_seconds=PLAYER_MOVE_S)
    if limit.spec == SOLVE:
        return TimeControl.until_solved()
    return TimeControl.per_move(max(MIN_MIRRORED_SECONDS, context.opponent_seconds or 0.0))  # OPPONENT_TIME


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A level: `blunder_rate` is the fraction of moves played at random; a search chooses all other moves."""

    title: str
    blunder_rate: float
    time_control: TimeControl

    @property
    def description(self) -> str:
        """The strength in a few words: `Looks 2 moves ahead, plays 1 move in 10 at random`."""
        limit, blunders = self.time_control, Fraction(self.blunder_rate).limit_denominator(20)
        if limit.depth is not None:
            strength = f"Looks {limit.depth} {'move' if limit.depth == 1 else 'moves'} ahead"
        elif limit.nodes is not None:
            strength = f"Searches {limit.nodes:,} positions per move"
        else:
            strength = f"Thinks for {limit.move_seconds:g} s per move"
        if not blunders:
            return strength
        moves = "1 move" if blunders.numerator == 1 else f"{blunders.numerator} moves"
        return f"{strength}, plays {moves} in {blunders.denominator} at random"


LEVELS = (
    Level(title="Beginner", blunder_rate=0.6, time_control=TimeControl.to_depth(1)),
    Level(title="Novice", blunder_rate=1 / 4, time_control=TimeControl.to_depth(1)),
    Level(title="Casual", blunder_rate=1 / 6, time_control=TimeControl.to_depth(1)),
    Level(title="Club player", blunder_rate=1 / 8, time_control=TimeControl.to_depth(2)),
    Level(title="Strong", blunder_rate=1 / 15, time_control=TimeControl.to_depth(2)),
    Level(title="Expert", blunder_rate=0.0, time_control=TimeControl.to_depth(2)),
    Level(title="Master", blunder_rate=0.0, time_control=TimeControl.to_nodes(500)),
    Level(title="Full strength", blunder_rate=0.0, time_control=TimeControl.per_move(2.0)),
)
"""All levels in order of strength; the first entry is level 1.

Level 2, the first opponent that the play page offers, is as strong as `greedy`; `players.ratings` has the measured
ratings of all levels.
"""


class LevelPlayer:
    """Plays at the given level, counted from 1. Blunders are random and not seeded, so that games differ."""

    def __init__(self, name: str, level: int) -> None:
        self.name = name
        self._level = LEVELS[level - 1]
        self._engine = Engine()

    def choose(self, position: Position, context: MoveContext) -> MoveDecision:
        if random() < self._level.blunder_rate:
            moves = position.moves()
            return MoveDecision(move=moves[randrange(len(moves))])
        return to_decision(self._engine.search(position, self._level.time_control, control=context.control))
