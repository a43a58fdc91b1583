"""Search trees: the recorded visits of a search as a tree of nodes, for display.

Nodes are numbered in the order of their recorded visits; node 0 is the root.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from outply.games import evaluations, game_of
from outply.games.protocol import Position
from outply.games.view import Cell, Square
from outply.search import literal
from outply.search.literal import NativeTrace
from outply.search.native import Control
from outply.search.result import SearchResult
from outply.search.trace import TraceScope, Visit

MAX_RECORDED_VISITS = 1_200_000
"""Default limit of recorded visits. At this limit, the visits take 120 MB, and a page that shows them 3 MB."""


class NotVisitedError(ValueError):
    """The search does not visit the requested node."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A move as text, the squares to click for the move, and the changed cells in their state after the move."""

    move: str
    click_path: tuple[Square, ...]
    changes: tuple[Cell, ...]


class SearchTree:
    """The visits of a search at and below the node that `path` leads to from the searched position.

    `depth` is the limit of the whole search, `position` the position at the tree's root, `visits_by_ply` the
    number of visits at each ply of the tree, and `max_ply` the last recorded ply. `steps` contains each
    distinct step once, the most frequent first.
    """

    def __init__(
        self,
        *,
        start: Position,
        path: Sequence[Any],
        algorithm: str,
        depth: int,
        evaluation: str,
        result: SearchResult,
    ) -> None:
        assert result.trace is not None
        assert result.visits_by_ply is not None
        self.start = start
        self.path = tuple(path)
        self.algorithm = algorithm.upper()
        self.depth = depth
        self.evaluation = evaluation
        self.result = result
        self.visits: Sequence[Visit] = result.trace
        self.visits_by_ply = result.visits_by_ply
        self.position = start
        for move in path:
            self.position = self.position.play(move)
        self._game = game_of(start)
        self._read_columns()
        self._positions = {0: self.position}
        self._find_steps()

    def _read_columns(self) -> None:
        """Set `max_ply` and the lists with one entry per node: `parents`, `depths`, `values`, `cuts` and so on."""
        visits = self.visits
        if isinstance(visits, NativeTrace):
            self.parents = visits.column("parent")
            self.depths = visits.column("depth")
            self.values = visits.column("value")
            self.cuts = visits.column("cut")
            self.below = visits.column("below")
        else:
            index = {visit.order: node for node, visit in enumerate(visits)}
            self.parents = [-1 if visit.parent is None else index[visit.parent] for visit in visits]
            self.depths = [visit.depth for visit in visits]
            self.values = [visit.value for visit in visits]
            self.cuts = [visit.cut for visit in visits]
            self.below = [visit.below for visit in visits]
        self.children = [0] * len(visits)
        for parent in self.parents[1:]:
            self.children[parent] += 1
        self.max_ply = max(self.depths) - len(self.path)

    def _find_steps(self) -> None:
        """Set `steps`, and `step_of`: for each node, the index of the step that leads to it (-1 for the root)."""
        keys = self._native_keys() if isinstance(self.visits, NativeTrace) else self._replayed_keys()
        first = dict(zip(reversed(keys), range(len(keys), 0, -1), strict=True))
        frequency: Counter[Step] = Counter()
        step_of_key = {}
        for key, count in Counter(keys).items():
            step_of_key[key] = self._step(first[key])
            frequency[step_of_key[key]] += count
        self.steps = tuple(step for step, _ in frequency.most_common())
        index = {step: index for index, step in enumerate(self.steps)}
        index_of_key = {key: index[step] for key, step in step_of_key.items()}
        self.step_of = [-1, *map(index_of_key.__getitem__, keys)]

    def _native_keys(self) -> list[Hashable]:
        """Return a number for each node of a native search except the root; equal numbers mean equal steps."""
        assert isinstance(self.visits, NativeTrace)
        moves, effects = self.visits.column("move"), self.visits.column("effect")
        effect_count = max(effects) + 1
        columns = zip(moves[1:], self.depths[1:], effects[1:], strict=True)
        return [(move * 2 + depth % 2) * effect_count + effect for move, depth, effect in columns]

    def _replayed_keys(self) -> list[Hashable]:
        """Return the move to each node except the root and the cells that it changes, for a search in Python.

        The changed cells are plain tuples, which are hashed many times faster than `Cell` objects.
        """

        def key(node: int) -> Hashable:
            cells = tuple((cell.square, cell.owner, cell.text, cell.shade) for cell in self._changes(node))
            return str(self.move(node)), cells

        return [key(node) for node in range(1, len(self.visits))]

    def _step(self, node: int) -> Step:
        move = self.move(node)
        return Step(
            move=str(move),
            click_path=self._game.click_path(move, self.start.variant),
            changes=tuple(self._changes(node)),
        )

    def _changes(self, node: int) -> Sequence[Cell]:
        """Return the cells that the move to a node changes, in their state after the move."""
        before, after = self.position_at(self.parents[node]), self.position_at(node)
        return self._game.cells(after, self._game.changed_squares(before, after))

    def __len__(self) -> int:
        return len(self.visits)

    @property
    def visited(self) -> int:
        """The number of visits in the tree, recorded or not."""
        return self.below[0]

    @property
    def is_complete(self) -> bool:
        """Whether every visit in the tree is recorded."""
        return len(self) == self.visited

    @property
    def window(self) -> tuple[float, float]:
        """Alpha and beta on entry to the root of the tree."""
        return self.visits[0].alpha_in, self.visits[0].beta_in

    def move(self, node: int) -> Any:
        """Return the move that leads to a node; None at the root of the search."""
        return self.visits[node].move

    def is_max(self, node: int) -> bool:
        """Return whether the node is a MAX node: the player to move at the root of the search moves there."""
        return self.depths[node] % 2 == 0

    def is_folded(self, node: int) -> bool:
        """Return whether the node has descendants but none of them is recorded."""
        return self.children[node] == 0 and self.below[node] > 1

    def visits_with_text(self) -> Iterator[Visit]:
        """Yield every recorded visit in the order of the search, with the move as text."""
        texts = [step.move for step in self.steps]
        moves = [str(self.path[-1]) if self.path else None, *(texts[step] for step in self.step_of[1:])]
        if isinstance(self.visits, NativeTrace):
            yield from self.visits.visits(moves)
        else:
            for visit, move in zip(self.visits, moves, strict=True):
                yield visit._replace(move=move)

    def position_at(self, node: int) -> Position:
        """Return the position that a node represents."""
        position = self._positions.get(node)
        if position is None:
            position = self.position_at(self.parents[node]).play(self.move(node))
            if self.children[node]:  # leaves are requested only once
                self._positions[node] = position
        return position

    def children_of(self, node: int) -> list[int]:
        """Return the numbers of the recorded children of a node."""
        children, child = [], node + 1
        for _ in range(self.children[node]):
            children.append(child)
            child = self._next_sibling(child)
        return children

    def _next_sibling(self, node: int) -> int:
        """Return the number of the first node after the recorded subtree of `node`."""
        depth = self.depths[node]
        node += 1
        while node < len(self) and self.depths[node] > depth:
            node += 1
        return node

    def cut_moves(self, node: int) -> list[Any]:
        """Return the moves that were pruned at a node, whose visited children must be recorded."""
        return list(self.position_at(node).moves()[self.children[node] :])

    def principal_variation_nodes(self) -> list[int]:
        """Return the nodes of the principal variation, from the root as far as they are recorded.

        At each node, the variation continues with the first child that has the same value, because a later move
        replaces the best move only if it is strictly better.
        """
        line = [0]
        while children := self.children_of(line[-1]):
            value = self.values[line[-1]]
            line.append(next(child for child in children if self.values[child] == value))
        return line

    @property
    def principal_variation(self) -> tuple[Any, ...]:
        """The moves of the principal variation; complete if the tree starts at the root of the search."""
        if self.path:
            return tuple(map(self.move, self.principal_variation_nodes()[1:]))
        assert self.result.principal_variation is not None
        return self.result.principal_variation


def record_tree(
    position: Position,
    depth: int,
    algorithm: str,
    *,
    evaluation: str = evaluations.DEFAULT,
    path: Sequence[Any] = (),
    max_visits: int = MAX_RECORDED_VISITS,
    control: Control | None = None,
) -> SearchTree:
    """Run the textbook search and return its tree at and below the node at the end of `path`.

    Complete plies are recorded from that node down, as long as their total number of visits is at most
    `max_visits`. Recording does not affect the search.
    Raises NotVisitedError if the search does not visit the node at the end of `path`.
    """
    _check_path(position, path)

    def search(scope: TraceScope) -> SearchResult:
        return literal.search(position, depth, algorithm, evaluation=evaluation, trace=scope, control=control)

    result = search(TraceScope(path=tuple(path), max_visits=max_visits))
    if result.trace:
        return SearchTree(
            start=position, path=path, algorithm=algorithm, depth=depth, evaluation=evaluation, result=result
        )
    if len(path) > depth:
        raise NotVisitedError(f"the search ends at depth {depth}, but the path has {len(path)} moves")
    for plies in range(len(path) - 1, -1, -1):
        trace = search(TraceScope(path=tuple(path[:plies]), max_plies=0)).trace
        if trace:
            raise NotVisitedError(
                f"{path[plies]} was not tried {_after_moves(path[:plies])}: {trace[0].cutoff_reason}"
            )
    raise AssertionError("every search visits its root")


def _check_path(position: Position, path: Sequence[Any]) -> None:
    for number, move in enumerate(path):
        if position.is_over or not position.is_legal(move):
            raise NotVisitedError(f"{move} is not legal {_after_moves(path[:number])}")
        position = position.play(move)


def _after_moves(path: Sequence[Any]) -> str:
    return f"after {', '.join(map(str, path))}" if path else "in this position"
