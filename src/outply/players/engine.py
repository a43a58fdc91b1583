"""A player that plays the moves of the engine."""

from __future__ import annotations

from outply.games.protocol import Position
from outply.players.protocol import MoveContext, MoveDecision
from outply.players.spec import DEPTH, NODES, SECONDS, SECONDS_PER_GAME, SOLVE, Argument
from outply.search.engine import Engine, SearchInfo
from outply.search.time_control import TimeControl

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
        return TimeControl.per_game(max(0.0, limit.amount - context.seconds_used))
    if limit.spec == SOLVE:
        return TimeControl.until_solved()
    return TimeControl.per_move(max(MIN_MIRRORED_SECONDS, context.opponent_seconds or 0.0))  # OPPONENT_TIME
