"""The bookkeeping of the textbook search: what was visited, in which order, with which window."""

from __future__ import annotations

from outply.search.part import WHOLE, Part
from outply.search.result import Result, Visit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Found = tuple[int, list[Any]]  # the value of a node, and the best play below it

INFINITY = float("inf")


class Log:
    """Counts the nodes and, if `traced`, keeps a record of every visit in a part of the tree."""

    def __init__(self, limit: int, traced: bool, part: Part = WHOLE) -> None:
        if limit < 1:
            raise ValueError(f"the depth limit is 1 or more, not {limit}")
        self.visited = 0
        self.expanded = 0
        self.record = Record(limit, part) if traced else None

    def enter(self, depth: int, move: Any, alpha: float = -INFINITY, beta: float = INFINITY) -> Node:
        node = Node(self, self.visited, depth, move, alpha, beta)
        self.visited += 1
        if self.record is not None:
            self.record.enter(node)
        return node

    def result(self, value: int, line: list[Any]) -> Result:
        move = line[0] if line else None
        if self.record is None:
            return Result(move, value, tuple(line), self.visited, self.expanded)
        trace, plies = self.record.trace(), tuple(self.record.plies)
        return Result(move, value, tuple(line), self.visited, self.expanded, trace, plies)


class Node:
    """A node between its visit and its value."""

    def __init__(self, log: Log, order: int, depth: int, move: Any, alpha: float, beta: float) -> None:
        self.log = log
        self.order = order
        self.parent: int | None = None
        self.depth = depth
        self.move = move
        self.window = alpha, beta
        self.visit: Visit | None = None

    def evaluate(self, score: int) -> Found:
        """Leave a node that was not expanded."""
        self.leave_with(score, *self.window, cut=0)
        return score, []

    def leave(
        self, value: float, line: list[Any], alpha: float = -INFINITY, beta: float = INFINITY, cut: int = 0
    ) -> Found:
        """Leave a node whose successors were generated."""
        self.log.expanded += 1
        self.leave_with(int(value), alpha, beta, cut)
        return int(value), line

    def leave_with(self, value: int, alpha: float, beta: float, cut: int) -> None:
        if self.log.record is not None:
            below = self.log.visited - self.order
            self.visit = Visit(
                self.order, self.parent, self.depth, self.move, *self.window, alpha, beta, value, cut, below
            )


class Record:
    """The visits in a part of the tree, and how many there were at each of its plies."""

    def __init__(self, limit: int, part: Part) -> None:
        self.part = part
        self.top = len(part.path)  # the depth of the part's own root
        self.deepest = limit if part.deepest is None else self.top + part.deepest
        self.open: list[Node] = []  # from the root down to here
        self.kept: list[Node] = []
        self.plies: list[int] = []

    def enter(self, node: Node) -> None:
        del self.open[node.depth :]
        self.open.append(node)
        if tuple(above.move for above in self.open[1 : self.top + 1]) != self.part.path:
            return
        ply = node.depth - self.top
        self.plies += [0] * (ply + 1 - len(self.plies))
        self.plies[ply] += 1
        if node.depth <= self.deepest:
            node.parent = self.open[-2].order if ply else None
            self.kept.append(node)
        while self.part.most is not None and len(self.kept) > self.part.most and self.deepest > self.top:
            self.deepest -= 1
            self.kept = [kept for kept in self.kept if kept.depth <= self.deepest]

    def trace(self) -> list[Visit]:
        return [node.visit for node in self.kept if node.visit is not None]
