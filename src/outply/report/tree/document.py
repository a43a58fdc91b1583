"""The tree of a search as one JSON document: whole, small, and quick to read (docs/tree.md describes it).

What a reader can work out for itself as the search did is left out: the values of inner nodes, all windows, and
why moves were cut. The rest are streams of numbers: varints, deflated, in base64.
"""

from __future__ import annotations

import base64
import math
import zlib
from collections.abc import Iterable
from typing import Any

from outply.games import game_of
from outply.games.view import plain_cell, plain_view
from outply.search.tree import Tree

FORMAT, VERSION = "outply-tree", 1

MOST_UNTRIED = 20_000
"""Up to so many moves that were cut, a document says which they were."""


def document(tree: Tree) -> dict[str, Any]:
    """Return the document as plain data."""
    position = tree.position
    game, variant = game_of(position), position.variant
    mover = tree.start.to_move
    line = [str(move) for move in tree.line]
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "title": game.title,
        "variant": variant,
        "algorithm": tree.algorithm,
        "depth": tree.depth,
        "evaluation": tree.evaluation,
        "max": mover,
        "min": next(player for player in game.players if player != mover),
        "names": {player: game.player_label(player, variant) for player in game.players},
        "view": plain_view(game.view(position)),
        "path": [str(move) for move in tree.path],
        "result": {
            "move": line[0] if line else None,
            "value": tree.values[0],
            "line": line,
            "visited": tree.visited,
        },
        "window": [None if math.isinf(bound) else bound for bound in tree.window],
        "steps": [
            {"move": step.move, "squares": step.click_path, "changes": [plain_cell(cell) for cell in step.changes]}
            for step in tree.steps
        ],
        "deepest": tree.deepest,
        "visited": tree.visited,
        "recorded": len(tree),
        "plies": tree.plies,
        "streams": {name: _packed(numbers) for name, numbers in _streams(tree).items()},
        "cuts": _cuts(tree),
    }


def _streams(tree: Tree) -> dict[str, Iterable[int]]:
    """Return the numbers of each stream, of the nodes that it is of."""
    children = tree.children
    ends = [not count for count in children]
    return {
        "children": children,
        "steps": tree.step_of[1:],
        "values": map(_zigzag, _where(tree.values, ends)),
        "below": _where(tree.below, ends),
        "cut": _where(tree.cuts, children),
    }


def _where(numbers: Iterable[int], wanted: Iterable[int]) -> Iterable[int]:
    return (number for number, want in zip(numbers, wanted, strict=True) if want)


def _zigzag(number: int) -> int:
    """Return a number without a sign, small where the number is: 0, -1, 1, -2 become 0, 1, 2, 3."""
    return number * 2 if number >= 0 else -number * 2 - 1


class _Varints(dict[int, bytes]):
    """Numbers as unsigned LEB128, each worked out once: a stream has few different ones."""

    def __missing__(self, number: int) -> bytes:
        rest, octets = number, bytearray()
        while rest > 127:
            octets.append(rest & 127 | 128)
            rest >>= 7
        octets.append(rest)
        return self.setdefault(number, bytes(octets))


def _packed(numbers: Iterable[int]) -> str:
    octets = b"".join(map(_Varints().__getitem__, numbers))
    return base64.b64encode(zlib.compress(octets, 9)).decode()


def _cuts(tree: Tree) -> dict[str, list[str]] | None:
    """Return the moves that were not tried, by the nodes that they are of."""
    nodes = [node for node, count in enumerate(tree.cuts) if count and tree.children[node]]
    if sum(tree.cuts[node] for node in nodes) > MOST_UNTRIED:
        return None
    return {str(node): [str(move) for move in tree.untried(node)] for node in nodes}
