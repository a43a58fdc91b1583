"""A search tree as one small JSON document, which pages show (docs/formats.md describes the format).

The values of inner nodes, the windows and the reasons of cutoffs are omitted, because a reader can compute them as
the search did. All other data are streams of numbers, encoded as varints, deflated, in base64.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable
from typing import Any

from outply.games import game_of
from outply.games.view import cell_to_dict, view_to_dict
from outply.search.trace import json_bound
from outply.search.tree import SearchTree

FORMAT, VERSION = "outply-tree", 2

MAX_CUT_MOVES = 20_000
"""Default maximum number of cut moves in a document."""


def document(tree: SearchTree, max_cut_moves: int = MAX_CUT_MOVES) -> dict[str, Any]:
    """Return a search tree as data for the JSON document; more cut moves than `max_cut_moves` are not listed."""
    position = tree.position
    game, variant = game_of(position), position.variant
    mover = tree.start.to_move
    principal_variation = [str(move) for move in tree.principal_variation]
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
        "view": view_to_dict(game.view(position)),
        "path": [str(move) for move in tree.path],
        "result": {
            "move": principal_variation[0] if principal_variation else None,
            "value": tree.values[0],
            "principal_variation": principal_variation,
            "node_count": tree.visited,
        },
        "window": [json_bound(bound) for bound in tree.window],
        "steps": [
            {
                "move": step.move,
                "squares": step.click_path,
                "changes": [cell_to_dict(cell) for cell in step.changes],
            }
            for step in tree.steps
        ],
        "deepest": tree.max_ply,
        "node_count": tree.visited,
        "recorded": len(tree),
        "plies": tree.visits_by_ply,
        "streams": {name: _pack(numbers) for name, numbers in _streams(tree).items()},
        "cuts": _cuts(tree, max_cut_moves),
    }


def _streams(tree: SearchTree) -> dict[str, Iterable[int]]:
    """Return the numbers of each stream, by its name. Some streams contain only leaves, or only inner nodes."""
    children = tree.children
    is_leaf = [not count for count in children]
    return {
        "children": children,
        "steps": tree.step_of[1:],
        "values": map(_zigzag, _select(tree.values, is_leaf)),
        "below": _select(tree.below, is_leaf),
        "cut": _select(tree.cuts, children),
    }


def _select(numbers: Iterable[int], condition: Iterable[int]) -> Iterable[int]:
    return (number for number, selected in zip(numbers, condition, strict=True) if selected)


def _zigzag(number: int) -> int:
    """Encode a signed number as an unsigned one: 0, -1, 1, -2 become 0, 1, 2, 3."""
    return number * 2 if number >= 0 else -number * 2 - 1


class _Varints(dict[int, bytes]):
    """Cache of numbers encoded as unsigned LEB128; effective because a stream contains few different numbers."""

    def __missing__(self, number: int) -> bytes:
        rest, octets = number, bytearray()
        while rest > 127:
            octets.append(rest & 127 | 128)
            rest >>= 7
        octets.append(rest)
        return self.setdefault(number, bytes(octets))


def _pack(numbers: Iterable[int]) -> str:
    octets = b"".join(map(_Varints().__getitem__, numbers))
    return base64.b64encode(zlib.compress(octets, 9)).decode()


def _cuts(tree: SearchTree, max_moves: int) -> dict[str, list[str]] | None:
    """Return the cut moves of each node, by the node's number; None if there are more than `max_moves`."""
    nodes = [node for node, count in enumerate(tree.cuts) if count and tree.children[node]]
    if sum(tree.cuts[node] for node in nodes) > max_moves:
        return None
    return {str(node): [str(move) for move in tree.cut_moves(node)] for node in nodes}
