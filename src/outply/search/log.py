"""The bookkeeping of the textbook search: what was visited, in which order, with which window."""

from __future__ import annotations

from outply.search.result import Result, Visit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Found = tuple[int, list[Any]]  # the value of a node, and the best play below it

INFINITY = float("inf")


class Log:
    """Counts the nodes and, if `traced`, keeps a record of every visit."""

    def __init__(self, limit: int, traced: bool) -> None:
        if limit < 1:
            raise ValueError(f"the depth limit is 1 or more, not {limit}")
        self.visited = 0
        self.expanded = 0
        self.path: list[int] = []  # the orders of the visits from the root down to here
        self.visits: list[Visit | None] | None = [] if traced else None

    def enter(self, depth: int, move: Any, alpha: float = -INFINITY, beta: float = INFINITY) -> Node:
        del self.path[depth:]
        node = Node(self, self.visited, self.path[-1] if self.path else None, depth, move, alpha, beta)
        self.path.append(self.visited)
        self.visited += 1
        if self.visits is not None:
            self.visits.append(None)
        return node

    def result(self, value: int, line: list[Any]) -> Result:
        trace = None if self.visits is None else [visit for visit in self.visits if visit is not None]
        return Result(line[0] if line else None, value, tuple(line), self.visited, self.expanded, trace)


class Node:
    """A node between its visit and its value."""

    def __init__(
        self, log: Log, order: int, parent: int | None, depth: int, move: Any, alpha: float, beta: float
    ) -> None:
        self.log = log
        self.order = order
        self.parent = parent
        self.depth = depth
        self.move = move
        self.window = alpha, beta

    def evaluate(self, score: int) -> Found:
        """Leave a node that was not expanded."""
        self.record(score, *self.window, cut=0)
        return score, []

    def leave(
        self, value: float, line: list[Any], alpha: float = -INFINITY, beta: float = INFINITY, cut: int = 0
    ) -> Found:
        """Leave a node whose successors were generated."""
        self.log.expanded += 1
        self.record(int(value), alpha, beta, cut)
        return int(value), line

    def record(self, value: int, alpha: float, beta: float, cut: int) -> None:
        if self.log.visits is not None:
            self.log.visits[self.order] = Visit(
                self.order, self.parent, self.depth, self.move, *self.window, alpha, beta, value, cut
            )
