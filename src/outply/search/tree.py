"""The recorded search of a position, as a tree that can be shown.

A node is the index of its visit among those that were recorded, in the order of visiting; node 0 is the root.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from outply.games import evaluations, game_of
from outply.games.struct import Struct
from outply.search import literal
from outply.search.literal import bound
from outply.search.part import Part
from outply.search.result import cut_reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from typing import Any

    from outply.games.protocol import Position
    from outply.games.view import Cell, Square
    from outply.search.native import Control
    from outply.search.result import Result, Visit

MOST = 1_200_000
"""How many visits are recorded where nobody says: they take 120 MB, and a page of them 3 MB."""


class NotVisitedError(ValueError):
    """There is no such node in the tree; the message says why."""


class Step(Struct):
    """A move and what it does: its text, the squares to click for it, the changed cells as they are then."""

    __slots__ = ("move", "click_path", "changes")

    move: str
    click_path: tuple[Square, ...]
    changes: tuple[Cell, ...]

    def __init__(self, move: str, click_path: tuple[Square, ...], changes: tuple[Cell, ...]) -> None:
        self._set(move, click_path, changes)


class Row(NamedTuple):
    """A visit as `result.Visit` has it, with its move as text (None at the root of the search).

    A million of these take seconds less than a million of those.
    """

    order: int
    parent: int | None
    depth: int
    move: str | None
    alpha_in: float
    beta_in: float
    alpha_out: float
    beta_out: float
    value: int
    cut: int
    below: int

    @property
    def reason(self) -> str:
        """Why the rest of the node's moves was cut; empty if none was."""
        return cut_reason(self.depth, self.value, self.alpha_out, self.beta_out) if self.cut else ""


class Tree:
    """What a search visited at and below the node that `path` leads to from the searched position.

    `depth` is the limit of the whole search, `position` that of the tree's root, `plies` how many visits there
    were at each ply of the tree, and `deepest` the last ply of which they are recorded. `steps` holds each
    different step once, the most frequent first.
    """

    def __init__(
        self,
        start: Position,
        path: Sequence[Any],
        algorithm: str,
        depth: int,
        evaluation: str,
        searched: Result,
    ) -> None:
        assert searched.trace is not None
        assert searched.plies is not None
        self.start = start
        self.path = tuple(path)
        self.algorithm = algorithm
        self.depth = depth
        self.evaluation = evaluation
        self.searched = searched
        self.visits: Sequence[Visit] = searched.trace
        self.plies = searched.plies
        self.position = start
        for move in path:
            self.position = self.position.play(move)
        self._game = game_of(start)
        self._read_columns()
        self._positions = {0: self.position}
        self._find_steps()

    def _read_columns(self) -> None:
        """Set what is asked of every node: `parents`, `depths`, `values`, `cuts`, `below` and `children`."""
        visits = self.visits
        if isinstance(visits, literal.Trace):
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
        self.deepest = max(self.depths) - len(self.path)

    def _find_steps(self) -> None:
        """Set `steps`, and of every node but the root `step_of`, the index of the step that led to it."""
        keys = self._native_keys() if isinstance(self.visits, literal.Trace) else self._replayed_keys()
        first = dict(zip(reversed(keys), range(len(keys), 0, -1), strict=True))
        count: Counter[Step] = Counter()
        step = {}
        for key, often in Counter(keys).items():
            step[key] = self._step(first[key])
            count[step[key]] += often
        self.steps = tuple(step for step, _ in count.most_common())
        index = {step: index for index, step in enumerate(self.steps)}
        index_of_key = {key: index[step] for key, step in step.items()}
        self.step_of = [-1, *map(index_of_key.__getitem__, keys)]

    def _native_keys(self) -> list[Hashable]:
        """Return a number for every node but the root; nodes with equal ones were reached by the same step."""
        assert isinstance(self.visits, literal.Trace)
        moves, effects = self.visits.column("move"), self.visits.column("effect")
        most = max(effects) + 1
        columns = zip(moves[1:], self.depths[1:], effects[1:], strict=True)
        return [(move * 2 + depth % 2) * most + effect for move, depth, effect in columns]

    def _replayed_keys(self) -> list[Hashable]:
        """Do the same where no native search has said what the moves did: return what each did itself.

        Plain tuples are hashed many times faster than cells.
        """

        def key(node: int) -> Hashable:
            cells = tuple((cell.square, cell.owner, cell.text, cell.shade) for cell in self._changes(node))
            return str(self.move(node)), cells

        return [key(node) for node in range(1, len(self.visits))]

    def _step(self, node: int) -> Step:
        move = self.move(node)
        return Step(str(move), self._game.click_path(move, self.start.variant), tuple(self._changes(node)))

    def _changes(self, node: int) -> Sequence[Cell]:
        """Return the cells that the move to a node changed, as they are then."""
        before, after = self.position_at(self.parents[node]), self.position_at(node)
        return self._game.cells(after, self._game.changed_squares(before, after))

    def __len__(self) -> int:
        return len(self.visits)

    @property
    def visited(self) -> int:
        """How many visits the tree stands for, recorded or not."""
        return self.below[0]

    @property
    def is_whole(self) -> bool:
        """Whether every visit is recorded."""
        return len(self) == self.visited

    @property
    def window(self) -> tuple[float, float]:
        """Alpha and beta on entry of the root."""
        return self.visits[0].alpha_in, self.visits[0].beta_in

    def move(self, node: int) -> Any:
        """Return the move that led to a node; None at the root of the search."""
        return self.visits[node].move

    def is_max(self, node: int) -> bool:
        """Return whether the player moves there who moves at the root of the search."""
        return self.depths[node] % 2 == 0

    def is_folded(self, node: int) -> bool:
        """Return whether there were visits below a node, and none of them is recorded."""
        return self.children[node] == 0 and self.below[node] > 1

    def rows(self) -> Iterator[Row]:
        """Yield every visit, in order."""
        texts = [step.move for step in self.steps]
        moves = (str(self.path[-1]) if self.path else None, *(texts[step] for step in self.step_of[1:]))
        if not isinstance(self.visits, literal.Trace):
            for visit, move in zip(self.visits, moves, strict=True):
                yield Row(
                    visit.order,
                    visit.parent,
                    visit.depth,
                    move,
                    visit.alpha_in,
                    visit.beta_in,
                    visit.alpha_out,
                    visit.beta_out,
                    visit.value,
                    visit.cut,
                    visit.below,
                )
            return
        orders = self.visits.column("order")
        for row, move in zip(self.visits.rows(), moves, strict=True):
            order, parent, _, depth, alpha_in, beta_in, alpha_out, beta_out, value, cut, below, _ = row
            yield Row(
                order,
                None if parent < 0 else orders[parent],
                depth,
                move,
                bound(alpha_in),
                bound(beta_in),
                bound(alpha_out),
                bound(beta_out),
                value,
                cut,
                below,
            )

    def position_at(self, node: int) -> Position:
        """Return the position of a node."""
        known = self._positions.get(node)
        if known is None:
            known = self.position_at(self.parents[node]).play(self.move(node))
            if self.children[node]:  # the others are asked for once
                self._positions[node] = known
        return known

    def children_of(self, node: int) -> list[int]:
        """Return the recorded nodes right below a node."""
        found, after = [], node + 1
        for _ in range(self.children[node]):
            found.append(after)
            after = self._after(after)
        return found

    def _after(self, node: int) -> int:
        """Return the node that follows the recorded subtree of a node."""
        depth = self.depths[node]
        node += 1
        while node < len(self) and self.depths[node] > depth:
            node += 1
        return node

    def untried(self, node: int) -> list[Any]:
        """Return the moves of a node with recorded children that were cut."""
        return list(self.position_at(node).moves()[self.children[node] :])

    def chosen(self) -> list[int]:
        """Return the nodes of the line of play that the search expects, from the root as far as they are recorded.

        The first of a node's children that has its value is the one: a later one has to be strictly better.
        """
        line = [0]
        while children := self.children_of(line[-1]):
            value = self.values[line[-1]]
            line.append(next(child for child in children if self.values[child] == value))
        return line

    @property
    def line(self) -> tuple[Any, ...]:
        """The moves of that line of play, for the whole search to its end."""
        return tuple(map(self.move, self.chosen()[1:])) if self.path else self.searched.line


def record(
    position: Position,
    depth: int,
    algorithm: str,
    *,
    evaluation: str = evaluations.DEFAULT,
    path: Sequence[Any] = (),
    most: int = MOST,
    control: Control | None = None,
) -> Tree:
    """Search as the textbook does, and return the tree at and below the node that the path of moves leads to.

    At most so many visits are recorded: as many plies of the tree as have no more. The search is the same whatever
    is recorded. A `NotVisitedError` if it never comes to the end of the path.
    """
    _expect_moves(position, path)

    def search(part: Part) -> Result:
        return literal.search(
            position, depth, algorithm, evaluation=evaluation, traced=True, part=part, control=control
        )

    found = search(Part(path, most=most))
    if found.trace:
        return Tree(position, path, algorithm, depth, evaluation, found)
    if len(path) > depth:
        raise NotVisitedError(f"the search ends at depth {depth}, and there are {len(path)} moves to follow")
    for plies in range(len(path) - 1, -1, -1):
        trace = search(Part(path[:plies], deepest=0)).trace
        if trace:
            raise NotVisitedError(_why_cut(path, plies, trace[0]))
    raise AssertionError("every search visits its root")


def _expect_moves(position: Position, path: Sequence[Any]) -> None:
    for number, move in enumerate(path):
        if position.is_over or not position.is_legal(move):
            raise NotVisitedError(f"{move} is not legal {_after_moves(path[:number])}")
        position = position.play(move)


def _why_cut(path: Sequence[Any], plies: int, visit: Visit) -> str:
    return f"{path[plies]} was not tried {_after_moves(path[:plies])}: {visit.reason}"


def _after_moves(path: Sequence[Any]) -> str:
    return f"after {', '.join(map(str, path))}" if path else "in this position"
