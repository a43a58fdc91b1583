"""Measures how fast the positions of a game are searched."""

from __future__ import annotations

import time
from collections.abc import Callable

from outply.games.protocol import Position
from outply.search import literal, textbook
from outply.search.cores import CORES
from outply.search.engine import Engine
from outply.search.time_control import TimeControl

MAX_DEPTH = 40
FIRST_ENGINE_NODES = 10_000


def nodes_per_second(
    position: Position, seconds: float = 1.0, clock: Callable[[], float] = time.process_time
) -> tuple[float, float | None]:
    """Return the nodes per second of alpha-beta from `position`: of the textbook in Python, and natively.

    The native speed is None for a game without a native core. Each search takes one to a few times `seconds`.
    """

    def speed(search: Callable[[int], int]) -> float:
        nodes, started = 0, clock()
        for depth in range(1, MAX_DEPTH + 1):
            nodes += search(depth)
            if clock() - started >= seconds:
                break
        return nodes / max(clock() - started, 1e-6)

    python = speed(lambda depth: textbook.alphabeta(position, depth).reported_nodes)
    if position.game not in CORES:
        return python, None
    return python, speed(lambda depth: literal.search(position, depth, "ALPHABETA").reported_nodes)


def engine_nodes_per_second(
    position: Position, seconds: float = 1.0, clock: Callable[[], float] = time.process_time
) -> float:
    """Return the nodes per second of the engine on one thread, from `position`.

    The search gets more nodes until it takes `seconds`, or until it has solved the game.
    """
    nodes = FIRST_ENGINE_NODES
    while True:
        engine, started = Engine(), clock()
        info = engine.search(position, TimeControl(nodes=nodes))
        elapsed = clock() - started
        if elapsed >= seconds or info.proven:
            return info.nodes / max(elapsed, 1e-6)
        nodes *= 4
