"""Exact search: the textbook's move and value from far fewer nodes.

Where the node count is part of the answer (Star/Circle), it is the textbook's.
"""

from __future__ import annotations

from outply.search.native import Control, clamp_depth, core_of, is_alphabeta
from outply.search.result import SearchResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.games.protocol import Position


def search(position: Position, limit: int, algorithm: str, *, control: Control | None = None) -> SearchResult:
    """Return the textbook's move and value, without its principal variation."""
    core, decode = core_of(position)
    prune = is_alphabeta(algorithm)
    code, value, _, visited, _ = core.exact(clamp_depth(limit), prune, control or Control())
    # Star/Circle is searched like the textbook does, but minimax counts subtrees without visiting them. Warfare
    # is searched in another order, and games in Python by alpha-beta whatever the algorithm.
    is_textbook = position.game == "starcircle" or (prune and position.game != "warfare")
    is_own = prune or position.game != "starcircle"
    return SearchResult(
        decode(code),
        value,
        node_count=visited if is_textbook else None,
        own_nodes=visited if is_own else None,
    )


def principal_variation(
    position: Position, move: Any, limit: int, algorithm: str, *, control: Control | None = None
) -> tuple[Any, ...]:
    """Return the textbook's principal variation, given its first move: one exact search per later ply."""
    line = [move]
    while limit > 1 and not (position := position.play(line[-1])).is_over:
        limit -= 1
        line.append(search(position, limit, algorithm, control=control).move)
    return tuple(line)


def move_values(position: Position, limit: int, *, control: Control | None = None) -> list[tuple[Any, int]]:
    """Return every legal move with its value, in the order of `moves()`."""
    core, decode = core_of(position)
    values = core.move_values(clamp_depth(limit), control or Control())
    return [(decode(code), value) for code, value in values]
