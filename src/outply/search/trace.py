"""Search traces: the visits of nodes in the order of the search, with their alpha-beta windows and values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from outply.search.result import SearchResult

INFINITY = float("inf")

ValueAndLine = tuple[int, list[Any]]
"""The value of a node and the principal variation below it."""


class Visit(NamedTuple):
    """One visit of a node during a search.

    `order` counts the visits from 0; `parent` is the order of the parent's visit, None at the root of the search
    or of the trace scope. `move` is the move that leads to the node; None at the root of the search. The root has
    depth 0 and, like every node at an even depth, is a MAX node. Alpha and beta are recorded on entry (`_in`) and
    on exit (`_out`); in plain minimax they are infinite. `cut` is the number of the node's moves that were pruned,
    and `below` the number of visits of the node and its descendants.

    The native core records the same fields in the same order.
    """

    order: int
    parent: int | None
    move: Any
    depth: int
    alpha_in: float
    beta_in: float
    alpha_out: float
    beta_out: float
    value: int
    cut: int
    below: int

    @property
    def relation(self) -> str:
        """How the minimax value of the node relates to `value`: `=`, `≤` (failed low) or `≥` (failed high).

        A leaf is evaluated, not searched: its value is always exact.
        """
        if self.below == 1 or self.alpha_in < self.value < self.beta_in:
            return "="
        return "≤" if self.value <= self.alpha_in else "≥"

    @property
    def cutoff_reason(self) -> str:
        """Why the remaining moves were pruned: `4 >= beta 3`; empty if no moves were pruned."""
        if not self.cut:
            return ""
        if self.depth % 2 == 0:
            return f"{self.value} >= beta {self.beta_out}"
        return f"{self.value} <= alpha {self.alpha_out}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceScope:
    """The part of a search to record: the node at the end of `path`, a line of moves, and its descendants.

    `max_plies` limits the recorded plies below that node; None records down to the leaves. If there are more than
    `max_visits` visits, the deepest plies are dropped until the limit is met; the node itself is always recorded.
    The scope does not affect the search: windows, values and orders are those of the whole search, and unrecorded
    visits are counted as well.
    """

    path: tuple[Any, ...] = ()
    max_plies: int | None = None
    max_visits: int | None = None


WHOLE_TREE = TraceScope()


class Tracer:
    """Counts the nodes of a search and, if `scope` is given, records the visits within the scope."""

    def __init__(self, limit: int, scope: TraceScope | None = None) -> None:
        if limit < 1:
            raise ValueError(f"expected a depth limit of at least 1, got {limit}")
        self.visited = 0
        self.expanded = 0
        self.buffer = None if scope is None else TraceBuffer(limit, scope)

    def enter(self, depth: int, move: Any, alpha: float = -INFINITY, beta: float = INFINITY) -> OpenNode:
        """Count the visit of the node to which `move` leads, and return the node."""
        node = OpenNode(self, self.visited, depth, move, alpha, beta)
        self.visited += 1
        if self.buffer is not None:
            self.buffer.enter(node)
        return node

    def result(self, value: int, line: list[Any]) -> SearchResult:
        """Return the result of the search, given its value and its principal variation `line`."""
        buffer = self.buffer
        return SearchResult(
            line[0] if line else None,
            value,
            tuple(line),
            node_count=self.visited,
            own_nodes=self.visited,
            expanded=self.expanded,
            trace=None if buffer is None else buffer.trace(),
            visits_by_ply=None if buffer is None else tuple(buffer.visits_by_ply),
        )


class OpenNode:
    """A node of a running search, from its visit until its value is known."""

    def __init__(self, tracer: Tracer, order: int, depth: int, move: Any, alpha: float, beta: float) -> None:
        self.tracer = tracer
        self.order = order
        self.parent: int | None = None
        self.depth = depth
        self.move = move
        self.window = alpha, beta
        self.visit: Visit | None = None

    def evaluate(self, value: int) -> ValueAndLine:
        """Complete a leaf; return its value and an empty list, because no moves follow."""
        self.record(value, *self.window, cut=0)
        return value, []

    def leave(
        self, value: float, line: list[Any], alpha: float = -INFINITY, beta: float = INFINITY, cut: int = 0
    ) -> ValueAndLine:
        """Complete an expanded node; return its value and `line`, the principal variation below the node."""
        self.tracer.expanded += 1
        self.record(int(value), alpha, beta, cut)
        return int(value), line

    def record(self, value: int, alpha: float, beta: float, cut: int) -> None:
        """Record this visit, now that it is complete, in the attribute `visit` if the search is traced."""
        if self.tracer.buffer is not None:
            below = self.tracer.visited - self.order
            self.visit = Visit(
                self.order, self.parent, self.move, self.depth, *self.window, alpha, beta, value, cut, below
            )


class TraceBuffer:
    """The recorded visits within a trace scope, and the number of visits at each ply of the scope."""

    def __init__(self, limit: int, scope: TraceScope) -> None:
        self.scope = scope
        self.root_depth = len(scope.path)
        self.max_depth = limit if scope.max_plies is None else self.root_depth + scope.max_plies
        self.open: list[OpenNode] = []  # from the root of the search to the current node
        self.recorded: list[OpenNode] = []
        self.visits_by_ply: list[int] = []

    def enter(self, node: OpenNode) -> None:
        """Count the visit of `node` if it is within the scope, and record it unless the node is too deep."""
        del self.open[node.depth :]
        self.open.append(node)
        if tuple(ancestor.move for ancestor in self.open[1 : self.root_depth + 1]) != self.scope.path:
            return
        ply = node.depth - self.root_depth
        self.visits_by_ply += [0] * (ply + 1 - len(self.visits_by_ply))
        self.visits_by_ply[ply] += 1
        if node.depth <= self.max_depth:
            node.parent = self.open[-2].order if ply else None
            self.recorded.append(node)
        max_visits = self.scope.max_visits
        while max_visits is not None and len(self.recorded) > max_visits and self.max_depth > self.root_depth:
            self.max_depth -= 1
            self.recorded = [node for node in self.recorded if node.depth <= self.max_depth]

    def trace(self) -> list[Visit]:
        """Return the recorded visits in the order of the search."""
        return [node.visit for node in self.recorded if node.visit is not None]


def json_bound(bound: float) -> int | None:
    """Return a bound as an integer for JSON; None if the bound is infinite."""
    return None if math.isinf(bound) else int(bound)


@lru_cache(maxsize=4096)  # a million visits have few different bounds
def format_bound(bound: float) -> str:
    """Return a bound of a window as text: `3`, `-inf`."""
    return str(bound) if math.isinf(bound) else str(int(bound))


def format_window(alpha: float, beta: float) -> str:
    """Return a window as text: `[-inf, 3]`."""
    return f"[{format_bound(alpha)}, {format_bound(beta)}]"
