"""The values of all legal moves of the positions of a game, each searched with a number of nodes and cached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from outply.games.protocol import Position
from outply.search.engine import Engine
from outply.search.native import Control, Stopped, is_native
from outply.search.time_control import TimeControl

MAX_POSITION_NODES = 500_000
"""Default nodes per position: 36 moves on 6 x 6 take about 6 s of CPU time."""

MAX_GAME_NODES = 25_000_000
"""Upper bound of the default nodes of a game, so that a long one takes less than a minute."""

PYTHON_NODE_DIVISOR = 100
"""Divisor of the default for games without a native core, where Python searches about 20,000 nodes/s."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionAnalysis:
    """The values of all legal moves of a position for the player to move, from one iteration to `depth`.

    `line` is the principal variation and begins with a move of the highest value. If `solved`, the values are
    exact. `nodes` is the node budget of the search.
    """

    values: Mapping[Any, int]
    line: tuple[Any, ...]
    depth: int
    solved: bool
    nodes: int

    @property
    def value(self) -> int:
        """The value of the position for the player to move, which is the value of its best move."""
        return self.values[self.line[0]]


class AnalysisCache(Protocol):
    """Where analyses are kept from one review to the next, such as a dictionary."""

    def get(self, position: Position, /) -> PositionAnalysis | None:
        """Return the analysis of a position; None if there is none."""

    def __setitem__(self, position: Position, analysis: PositionAnalysis, /) -> None: ...


def default_nodes(start: Position, moves: int) -> int:
    """Return the default node budget per position for a game of `moves` moves.

    Longer games get half, a quarter, … of the nodes, so that games of similar length can share their analyses.
    """
    nodes = MAX_POSITION_NODES
    while nodes * moves > MAX_GAME_NODES:
        nodes //= 2
    return nodes if is_native(start) else nodes // PYTHON_NODE_DIVISOR


class GameAnalyser:
    """Analyses the positions of one game in order, with `nodes` nodes each.

    Once a position is solved, all later ones are. The transposition table is kept from one position to the next.
    """

    def __init__(self, nodes: int, cache: AnalysisCache, control: Control, memory_mib: int) -> None:
        self._nodes = nodes
        self._cache = cache
        self._control = control
        self._engine = Engine(memory_mib=memory_mib)
        self._is_solved = False

    def analyse(self, position: Position) -> PositionAnalysis:
        """Return the analysis of the next position, from the cache if it has a sufficient one.

        Raises Stopped if the control is stopped.
        """
        cached = self._cache.get(position)
        if cached is None or not (cached.solved or (cached.nodes >= self._nodes and not self._is_solved)):
            cached = self._cache[position] = self._search(position)
        self._is_solved = cached.solved
        return cached

    def _search(self, position: Position) -> PositionAnalysis:
        limit = TimeControl.until_solved() if self._is_solved else TimeControl.to_nodes(self._nodes)
        for info in self._engine.analyse_moves(position, limit, control=self._control):
            last = info
        if self._control.stopped:
            raise Stopped("the review was stopped before it finished")
        return PositionAnalysis(
            values=dict(last.move_values),
            line=last.principal_variation,
            depth=last.depth,
            solved=last.proven,
            nodes=self._nodes,
        )
