"""The textbook's answer by other means: the same move and value, a small part of the work.

Where the number of visited nodes is part of the answer (Star/Circle), it is the textbook's too; for Warfare it
is the number of nodes that this search looked at.
"""

from __future__ import annotations

from outply.search.native import Control, core_of, depth_of, prunes
from outply.search.result import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.games.protocol import Position


def search(position: Position, limit: int, algorithm: str, *, control: Control | None = None) -> Result:
    """Return the textbook's move, value and, for Star/Circle, number of visits."""
    core, decode = core_of(position)
    code, value, _, visited, _ = core.exact(depth_of(limit), prunes(algorithm), control or Control())
    move = decode(code)
    return Result(move, value, (move,), visited)


def line_of_play(
    position: Position, move: Any, limit: int, algorithm: str, *, control: Control | None = None
) -> tuple[Any, ...]:
    """Return the textbook's line of play after its `move`: each move answers the question one ply later."""
    line = [move]
    while limit > 1 and not (position := position.play(line[-1])).is_over:
        limit -= 1
        line.append(search(position, limit, algorithm, control=control).move)
    return tuple(line)


def move_values(position: Position, limit: int, *, control: Control | None = None) -> list[tuple[Any, int]]:
    """Return every legal move, in the assignment's order, with its value."""
    core, decode = core_of(position)
    values = core.move_values(depth_of(limit), control or Control())
    return [(decode(code), value) for code, value in values]
