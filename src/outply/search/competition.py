"""A move within the CPU time that is left for the game, in a process that was started for it."""

from __future__ import annotations

import time

from outply.search.clock import Clock
from outply.search.core import Control, Stopped
from outply.search.engine import Engine
from outply.search.result import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.contract import Position

_start_up = time.process_time()


def search(position: Position, seconds_left: float, *, control: Control | None = None) -> Result:
    """Return the engine's move; what it cost to get here counts as spent, now and at every later move."""
    control = control or Control()
    thought = Engine().choose(position, Clock.per_game(seconds_left, start_up=_start_up), control=control)
    if control.stopped:
        raise Stopped("nobody wants the answer any more")
    return Result(thought.move, thought.value, thought.line, thought.nodes)
