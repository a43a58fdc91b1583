"""What of a tree a drawing shows, and where: a tidy tree from left to right that fits a page.

Everything is shown where it fits. Otherwise the chosen line of play is unfolded first, then the other nodes ply by
ply, as long as there is room; what is left out is a count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from outply.search.tree import Tree

ROOM = 100
"""Boxes that a drawing has at most, unless one node alone has more to show."""

WIDEST = 16
"""Children that a node shows where not all fit: the first ones, and the chosen one."""

STUB = 0.5
"""The height of what stands for nodes that are not shown, in rows."""


@dataclass
class Box:
    """A node in the drawing, `row` from the top, or what stands for nodes and moves that are not shown.

    `visits` counts the visits that are left out: below the box, or by the box itself if it has no `node`. `cut_of`
    is the node whose moves were cut, where the box is the stub that says so.
    """

    node: int | None
    ply: int
    row: float = 0.0
    visits: int = 0
    siblings: int = 0  # nodes that a box without a node stands for
    cut_of: int | None = None
    chosen: bool = False
    children: list[Box] = field(default_factory=list)

    def all(self) -> Iterator[Box]:
        """Yield the box and all below it."""
        yield self
        for child in self.children:
            yield from child.all()


def sketch(tree: Tree, room: int = ROOM) -> Box:
    """Return the box of the root, with all others below it and in their places."""
    root = Box(0, 0, chosen=True)
    chosen = tree.chosen()
    whole = tree.is_whole and len(tree) + sum(map(bool, tree.cuts)) <= room
    shown = 1
    waiting = [root]
    for node in chosen:  # unfold the line of play first, whatever room there is
        box = next((box for box in waiting if box.node == node), None)
        if box is not None and tree.children[node]:
            shown += _unfold(tree, box, chosen, whole)
            waiting = [other for other in waiting if other is not box] + box.children
    waiting.sort(key=lambda box: box.ply)
    for box in waiting:  # grows by what is unfolded
        if box.node is None or not tree.children[box.node]:
            continue
        if whole or shown + min(tree.children[box.node], WIDEST) + 1 <= room:
            shown += _unfold(tree, box, chosen, whole)
            waiting += box.children
    for box in root.all():
        if box.node is not None and not any(child.node is not None for child in box.children):
            box.visits = tree.below[box.node] - 1
    _place(root, 0.0)
    return root


def _unfold(tree: Tree, box: Box, chosen: list[int], whole: bool) -> int:
    """Give a box its children, and return how many."""
    assert box.node is not None
    children = tree.children_of(box.node)
    on_line = [child for child in children if child in chosen and box.chosen]
    if not whole and len(children) > WIDEST:
        kept = sorted({*children[: WIDEST - len(on_line)], *on_line})
    else:
        kept = children
    box.children = [Box(child, box.ply + 1, chosen=child in on_line) for child in kept]
    hidden = [child for child in children if child not in kept] if len(kept) < len(children) else []
    if hidden:
        visits = sum(tree.below[child] for child in hidden)
        box.children.append(Box(None, box.ply + 1, visits=visits, siblings=len(hidden)))
    if tree.cuts[box.node]:
        box.children.append(Box(None, box.ply + 1, cut_of=box.node))
    return len(box.children)


def _place(box: Box, row: float) -> float:
    """Put a box beside the middle of its children, from that row on; return the row below all of them."""
    if not box.children:
        box.row = row
        return row + (STUB if box.node is None else 1.0)
    below = row
    for child in box.children:
        below = _place(child, below)
    nodes = [child for child in box.children if child.node is not None] or box.children
    box.row = (nodes[0].row + nodes[-1].row) / 2
    return below
