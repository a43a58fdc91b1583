"""The tree of a search as JSON that a program reads without any decoding: a list of all visits.

It is many times the size of the document that pages show (document.py), which has the same in it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

from outply.games import game_of
from outply.search.tree import Row, Tree


def plain(tree: Tree) -> Iterator[str]:
    """Yield the lines; each visit has one."""
    head = json.dumps(_head(tree), indent=1).removesuffix("\n}")
    yield f'{head},\n "visits": ['
    written = json.JSONEncoder().encode
    chosen, last = set(tree.chosen()), len(tree) - 1
    for node, row in enumerate(tree.rows()):
        reason = tree.visits[node].reason if row.cut else ""
        yield f"  {written(_visit(row, reason, node in chosen))}{'' if node == last else ','}"
    yield " ]\n}"


def _head(tree: Tree) -> dict[str, Any]:
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
        "line": [str(move) for move in tree.line],
        "visited": tree.visited,
        "recorded": len(tree),
        "plies": tree.plies,
    }


def _visit(row: Row, reason: str, chosen: bool) -> dict[str, Any]:
    """Return a visit with null for what is endless."""
    return {
        "order": row.order,
        "parent": row.parent,
        "ply": row.depth,
        "node": "MIN" if row.depth % 2 else "MAX",
        "move": row.move,
        "value": row.value,
        "alpha": [_finite(row.alpha_in), _finite(row.alpha_out)],
        "beta": [_finite(row.beta_in), _finite(row.beta_out)],
        "cut": row.cut,
        "reason": reason,
        "below": row.below,
        "chosen": chosen,
    }


def _finite(bound: float) -> float | None:
    return None if math.isinf(bound) else bound
