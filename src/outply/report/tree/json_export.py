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

ENDLESS = (math.inf, -math.inf)


def plain(tree: Tree) -> Iterator[str]:
    """Yield the lines; each visit has one."""
    head = json.dumps(_head(tree), indent=1).removesuffix("\n}")
    yield f'{head},\n "visits": ['
    chosen, last = set(tree.chosen()), len(tree) - 1
    for node, row in enumerate(tree.rows()):
        yield f"  {_visit(row, node in chosen)}{'' if node == last else ','}"
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


def _visit(row: Row, chosen: bool) -> str:
    """Return a visit as JSON, with null for what is endless.

    It is put together by hand: the encoder takes three times as long, and there may be a million of them.
    """
    kind = "MIN" if row.depth % 2 else "MAX"
    move = "null" if row.move is None else _text(row.move)
    return (
        f'{{"order": {row.order}, "parent": {_or_null(row.parent)}, "ply": {row.depth}, '
        f'"node": "{kind}", "move": {move}, '
        f'"value": {row.value}, "alpha": [{_bound(row.alpha_in)}, {_bound(row.alpha_out)}], '
        f'"beta": [{_bound(row.beta_in)}, {_bound(row.beta_out)}], "cut": {row.cut}, '
        f'"reason": "{row.reason}", "below": {row.below}, "chosen": {"true" if chosen else "false"}}}'
    )


def _or_null(number: int | None) -> str:
    return "null" if number is None else str(number)


def _bound(bound: float) -> str:
    return "null" if bound in ENDLESS else str(bound)


_text = json.encoder.encode_basestring_ascii
