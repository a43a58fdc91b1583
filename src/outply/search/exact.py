"""Exact search: the textbook's move and value from far fewer nodes.

For games whose output.txt contains the node count (Star/Circle), it also returns the textbook's node count.
"""

from __future__ import annotations

from outply.search.native import CORES, Control, clamp_depth, core_of, is_alphabeta
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
    # A core with `exact_counts_visits` returns the textbook's node count, for minimax without visiting every node.
    # Games without a native core are searched by alpha-beta for either algorithm.
    counts_visits = CORES[position.game].exact_counts_visits if position.game in CORES else prune
    return SearchResult(
        decode(code),
        value,
        node_count=visited if counts_visits else None,
        own_nodes=visited if prune or not counts_visits else None,
    )


def principal_variation(
    position: Position, move: Any, limit: int, algorithm: str, *, control: Control | None = None
) -> tuple[Any, ...]:
    """Return the textbook's principal variation, given its first move, by one exact search for each later ply."""
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
