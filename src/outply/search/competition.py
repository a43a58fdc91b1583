"""A move within the CPU time that is left for the game: the exact search, deeper and deeper."""

from __future__ import annotations

import time

from outply.search import exact
from outply.search.core import Control, Stopped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.warfare import Position
    from outply.search.result import Result


def search(position: Position, seconds_left: float, *, control: Control | None = None) -> Result:
    """Return the best move that can be found without running out of time later in the game.

    The time that this process has used so far counts as spent, and each of the moves to come will spend it again.
    """
    control = control or Control()
    empty = position.owners.count(".")
    own_moves = (empty + 1) // 2
    spent = time.process_time()
    # The last moves of a game are solved at once, so their share of the time goes to the ones before.
    share = (seconds_left - own_moves * spent) / (own_moves / 2 + 1)

    best = exact.search(position, 1, "ALPHABETA", control=control)
    control.set_cpu_deadline(time.process_time() + share)
    # Both sides have had the same number of moves at even depths, so only those are worth comparing.
    for depth in range(2, empty + 2, 2):
        if time.process_time() >= spent + share / 4:
            break  # the next depth takes a multiple of all before it
        try:
            best = exact.search(position, depth, "ALPHABETA", control=control)
        except Stopped:
            if control.stopped:
                raise  # somebody wants no answer any more
            break
    return best
