"""A move within the CPU time that is left for the game, in a process that was started for it."""

from __future__ import annotations

import time

from outply.search.engine import Engine
from outply.search.native import Control, Stopped
from outply.search.result import Result
from outply.search.time_control import Clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.protocol import Position

_start_up = time.process_time()

WINDING_UP = 1.25
"""Writing the answer and ending the process take a quarter of the start-up again."""


def search(position: Position, seconds_left: float, *, control: Control | None = None) -> Result:
    """Return the engine's move; what it cost to get here counts as spent, now and at every later move."""
    control = control or Control()
    clock = Clock.per_game(seconds_left, start_up=WINDING_UP * _start_up)
    thought = Engine().choose(position, clock, control=control)
    if control.stopped:
        raise Stopped("nobody wants the answer any more")
    return Result(thought.move, thought.value, thought.line, thought.nodes)
