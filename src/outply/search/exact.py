"""Exact search: finds the move and the value of the textbook search, but visits far fewer nodes.

For games whose output.txt contains the node count (Star/Circle), the result also has the textbook's node count.
"""

from __future__ import annotations

from outply.search.cores import CORES
from outply.search.native import Control, clamp_depth, core_of, is_alphabeta
from outply.search.result import SearchResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.games.protocol import Position


def search(position: Position, limit: int, algorithm: str, *, control: Control | None = None) -> SearchResult:
    """Return the textbook's move and value for `algorithm` at depth `limit`, without the principal variation."""
    core, decode = core_of(position)
    prune = is_alphabeta(algorithm)
    code, value, _, visited, _ = core.exact(clamp_depth(limit), prune, control or Control())
    # A core with `exact_counts_visits` returns the textbook's node count, for minimax without visiting every node.
    # Games without a native core always count them.
    native = CORES.get(position.game)
    counts_visits = native is None or native.exact_counts_visits
    return SearchResult(
        decode(code),
        value,
        node_count=visited if counts_visits else None,
        own_nodes=visited if prune or not counts_visits else None,
    )


def principal_variation(
    position: Position, move: Any, limit: int, algorithm: str, *, control: Control | None = None
) -> tuple[Any, ...]:
    """Return the textbook's principal variation, whose first move is `move`; search once for each later move."""
    line = [move]
    while limit > 1 and not (position := position.play(line[-1])).is_over:
        limit -= 1
        line.append(search(position, limit, algorithm, control=control).move)
    return tuple(line)


def move_values(position: Position, limit: int, *, control: Control | None = None) -> list[tuple[Any, int]]:
    """Return pairs of each legal move and its value at depth `limit`, in the order of `moves()`."""
    core, decode = core_of(position)
    values = core.move_values(clamp_depth(limit), control or Control())
    return [(decode(code), value) for code, value in values]
