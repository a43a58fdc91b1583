"""Layout of a search tree as a drawing: a tidy tree from left to right that fits a page.

If the whole tree fits, all nodes are shown. Otherwise the principal variation is expanded first, then the other
nodes ply by ply, until the maximum number of boxes is reached. Nodes that are not shown are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from outply.search.tree import SearchTree

MAX_BOXES = 100
"""Maximum number of boxes in a drawing. A single expanded node may exceed it."""

MAX_CHILDREN = 16
"""Maximum number of children shown per node if not all nodes fit: the first ones and the principal one."""

STUB_ROWS = 0.5
"""Height, in rows, of a stub, which represents nodes that are not shown."""


@dataclass
class Box:
    """A node of the drawing, or, if `node` is None, a stub for nodes or moves that are not shown.

    `row` counts from the top. `hidden_visits` is the number of visits below the node that are not shown, or the
    number of visits that a stub represents. `hidden_siblings` is the number of nodes of the same parent that a
    stub represents. If a stub represents cut moves, `cut_of` is the node where they were cut.
    """

    node: int | None
    ply: int
    row: float = 0.0
    hidden_visits: int = 0
    hidden_siblings: int = 0
    cut_of: int | None = None
    is_principal: bool = False
    children: list[Box] = field(default_factory=list)

    def walk(self) -> Iterator[Box]:
        """Yield this box and all boxes below it."""
        yield self
        for child in self.children:
            yield from child.walk()


def layout(tree: SearchTree, max_boxes: int = MAX_BOXES) -> Box:
    """Return the box of the root node, with the boxes of the other nodes as descendants and all rows assigned."""
    root = Box(0, 0, is_principal=True)
    principal = tree.principal_variation_nodes()
    whole = tree.is_complete and len(tree) + sum(map(bool, tree.cuts)) <= max_boxes
    boxes = 1
    queue = [root]
    for node in principal:  # expanded regardless of the limit
        box = next((box for box in queue if box.node == node), None)
        if box is not None and tree.children[node]:
            boxes += _expand(tree, box, principal, whole)
            queue = [other for other in queue if other is not box] + box.children
    queue.sort(key=lambda box: box.ply)
    for box in queue:  # grows while it is read
        if box.node is None or not tree.children[box.node]:
            continue
        if whole or boxes + min(tree.children[box.node], MAX_CHILDREN) + 1 <= max_boxes:
            boxes += _expand(tree, box, principal, whole)
            queue += box.children
    for box in root.walk():
        if box.node is not None and not any(child.node is not None for child in box.children):
            box.hidden_visits = tree.below[box.node] - 1
    _assign_rows(root, 0.0)
    return root


def _expand(tree: SearchTree, box: Box, principal: list[int], whole: bool) -> int:
    """Add boxes for the children of a box, and stubs for what is not shown; return the number of boxes added.

    `principal` are the nodes of the principal variation. With `whole`, all children are shown.
    """
    assert box.node is not None
    children = tree.children_of(box.node)
    on_line = [child for child in children if child in principal and box.is_principal]
    shown = children
    if not whole and len(children) > MAX_CHILDREN:
        shown = sorted({*children[: MAX_CHILDREN - len(on_line)], *on_line})
    box.children = [Box(child, box.ply + 1, is_principal=child in on_line) for child in shown]
    hidden = [child for child in children if child not in shown] if len(shown) < len(children) else []
    if hidden:
        visits = sum(tree.below[child] for child in hidden)
        box.children.append(Box(None, box.ply + 1, hidden_visits=visits, hidden_siblings=len(hidden)))
    if tree.cuts[box.node]:
        box.children.append(Box(None, box.ply + 1, cut_of=box.node))
    return len(box.children)


def _assign_rows(box: Box, row: float) -> float:
    """Place the children of a box from `row` on, and the box beside their middle. Return the next free row."""
    if not box.children:
        box.row = row
        return row + (STUB_ROWS if box.node is None else 1.0)
    below = row
    for child in box.children:
        below = _assign_rows(child, below)
    nodes = [child for child in box.children if child.node is not None] or box.children
    box.row = (nodes[0].row + nodes[-1].row) / 2
    return below
