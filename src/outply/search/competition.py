"""Competition mode: one move within the CPU time left for the game, in a process started for that move."""

from __future__ import annotations

import time

from outply.search.engine import Engine
from outply.search.native import Control, Stopped
from outply.search.result import SearchResult
from outply.search.time_control import TimeControl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.protocol import Position

STARTUP_S = time.process_time()
"""CPU time of this process before the search."""

SHUTDOWN_FACTOR = 1.25
"""Shutdown, including writing the answer, costs about 25 % of start-up."""


def search(
    position: Position, seconds_left: float, *, control: Control | None = None, startup_seconds: float = STARTUP_S
) -> SearchResult:
    """Search with the engine, which plans with `seconds_left`, the CPU seconds left for the game.

    The start-up time of a process is deducted for this move and for every later move.

    Raises Stopped if `control` was stopped before the search finished.
    """
    control = control or Control()
    time_control = TimeControl.per_game(seconds_left, startup_seconds=SHUTDOWN_FACTOR * startup_seconds)
    info = Engine().search(position, time_control, control=control)
    if control.stopped:
        raise Stopped("the search was stopped before it finished")
    return SearchResult(info.move, info.value, info.principal_variation, own_nodes=info.nodes)
