"""A reader of search-tree documents as docs/formats.md describes them; derives the fields they leave out."""

import base64
import zlib
from dataclasses import dataclass, field
from typing import Any

from support.assertions import not_none

INFINITY = float("inf")


@dataclass
class Node:
    """A visit; fields that a document does not determine are None."""

    order: int
    ply: int
    parent: int | None
    step: dict[str, Any] | None
    children: list[int] = field(default_factory=list)
    alpha_in: float = -INFINITY
    beta_in: float = INFINITY
    alpha_out: float | None = None
    beta_out: float | None = None
    value: float | None = None
    cut: int | None = None
    below: int = 1


def numbers(stream: str) -> list[int]:
    """Decode a stream: base64, zlib, unsigned LEB128."""
    decoded, number, shift = [], 0, 0
    for octet in zlib.decompress(base64.b64decode(stream)):
        number |= (octet & 127) << shift
        shift += 7
        if octet < 128:
            decoded.append(number)
            number, shift = 0, 0
    return decoded


def unfold(document: dict[str, Any]) -> list[Node]:
    """Return every recorded node in the order of visiting."""
    streams = {name: numbers(stream) for name, stream in document["streams"].items()}
    counts = streams["children"]
    steps, values, below, cut = (iter(streams[name]) for name in ("steps", "values", "below", "cut"))
    prunes = document["algorithm"] == "ALPHABETA"
    top = len(document["path"])
    nodes: list[Node] = []
    order = 0

    def read(parent: int | None, ply: int, alpha: float, beta: float) -> Node:
        nonlocal order
        index = len(nodes)
        step = None if parent is None else document["steps"][next(steps)]
        node = Node(order, ply, parent, step, alpha_in=alpha, beta_in=beta)
        nodes.append(node)
        order += 1
        if not counts[index]:
            node.below = next(below)
            order += node.below - 1
            zigzag = next(values)
            node.value = -(zigzag + 1) // 2 if zigzag % 2 else zigzag // 2
            if node.below == 1:
                node.alpha_out, node.beta_out, node.cut = alpha, beta, 0
            return node
        node.cut = next(cut)
        is_max = (top + ply) % 2 == 0
        value = -INFINITY if is_max else INFINITY
        for _ in range(counts[index]):
            node.children.append(len(nodes))
            child = read(index, ply + 1, alpha, beta)
            node.below += child.below
            value = (max if is_max else min)(value, not_none(child.value))
            if prunes and (value >= beta if is_max else value <= alpha):
                break
            if prunes and is_max:
                alpha = max(alpha, value)
            elif prunes:
                beta = min(beta, value)
        node.value, node.alpha_out, node.beta_out = value, alpha, beta
        return node

    low, high = document["window"]
    read(None, 0, -INFINITY if low is None else low, INFINITY if high is None else high)
    assert len(nodes) == len(counts) == document["recorded"]
    assert order == document["node_count"]
    assert all(next(rest, None) is None for rest in (steps, values, below, cut))
    return nodes


def board_at(document: dict[str, Any], nodes: list[Node], node: Node) -> list[dict[str, Any]]:
    """Return the cells of the board at a node: the root board with the changes of all moves to the node."""
    cells = {tuple(cell["square"]): cell for cell in document["view"]["cells"]}
    steps = []
    while node.parent is not None:
        steps.append(not_none(node.step))
        node = nodes[node.parent]
    for step in reversed(steps):
        cells |= {tuple(cell["square"]): cell for cell in step["changes"]}
    return list(cells.values())
