"""A search tree as plain JSON: a list of all visits.

The document that pages use (document.py) contains the same information in a fraction of the size.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from outply.games import game_of
from outply.search.trace import Visit, json_bound
from outply.search.tree import SearchTree


def json_lines(tree: SearchTree) -> Iterator[str]:
    """Yield the JSON text of a search tree in parts: the header, a line for each visit, and the end."""
    head = json.dumps(_head(tree), indent=1).removesuffix("\n}")
    yield f'{head},\n "visits": ['
    chosen, last = set(tree.principal_variation_nodes()), len(tree) - 1
    for node, row in enumerate(tree.visits_with_text()):
        yield f"  {_visit(row, node in chosen)}{'' if node == last else ','}"
    yield " ]\n}"


def _head(tree: SearchTree) -> dict[str, Any]:
    game = game_of(tree.position)
    mover = tree.start.to_move
    return {
        "game": game.name,
        "variant": tree.position.variant,
        "algorithm": tree.algorithm,
        "depth": tree.depth,
        "evaluation": tree.evaluation,
        "max": mover,
        "min": next(player for player in game.players if player != mover),
        "path": [str(move) for move in tree.path],
        "value": tree.values[0],
        "principal_variation": [str(move) for move in tree.principal_variation],
        "node_count": tree.visited,
        "recorded": len(tree),
        "plies": tree.visits_by_ply,
    }


def _visit(row: Visit, is_principal: bool) -> str:
    """Return a visit as JSON text, with null for infinite bounds.

    The text is formatted by hand, because the JSON encoder takes three times as long for a million visits.
    """
    kind = "MIN" if row.depth % 2 else "MAX"
    move = "null" if row.move is None else _encode(row.move)
    return (
        f'{{"order": {row.order}, "parent": {_or_null(row.parent)}, "ply": {row.depth}, '
        f'"node": "{kind}", "move": {move}, '
        f'"value": {row.value}, "alpha": [{_bound(row.alpha_in)}, {_bound(row.alpha_out)}], '
        f'"beta": [{_bound(row.beta_in)}, {_bound(row.beta_out)}], "cut": {row.cut}, '
        f'"reason": "{row.cutoff_reason}", "below": {row.below}, '
        f'"principal": {"true" if is_principal else "false"}}}'
    )


@lru_cache(maxsize=4096)  # a million visits have few different bounds
def _bound(bound: float) -> str:
    return _or_null(json_bound(bound))


def _or_null(number: int | None) -> str:
    return "null" if number is None else str(number)


_encode = json.encoder.encode_basestring_ascii
