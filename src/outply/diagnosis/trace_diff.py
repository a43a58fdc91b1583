"""Compare a list of visited moves with the visits of the textbook search."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from outply.diagnosis.faulty_search import FaultySearch, PositionCache
from outply.diagnosis.mistake import Mistake
from outply.diagnosis.simulator import MistakeSimulator, limit_nodes
from outply.diagnosis.variant import BudgetExceededError, SearchVariant
from outply.formats.question import Question
from outply.games.protocol import Position
from outply.search import exact, literal
from outply.search.native import Stopped
from outply.search.trace import WHOLE_TREE, OpenNode, Visit
from outply.text import plural

MAX_TRACED_VISITS = 3_000_000
"""Maximum number of recorded visits, 72 bytes each; of a longer search, only the beginning is compared."""

MAX_BEGINNING_VISITS = 200_000
"""Maximum number of compared visits if a search exceeds MAX_TRACED_VISITS; these are searched in Python."""

MAX_VALUE_NODES = 5_000_000
"""Maximum number of nodes that are searched to compute the values of the moves of one node."""


class Divergence:
    """The first visit at which a list of visited moves differs from the visits of the textbook search.

    `order` is the number of that visit; the root is visit 0. `actual_move` is the move in the list, or None if the
    list has ended. `expected` is the visit of the textbook search, or None if that search has ended. `path` is the
    moves from the root to the node where the list and the textbook search differ.
    """

    def __init__(self, question: Question, moves: list[Any]) -> None:
        self.question = question
        self._visits, self._is_complete = _textbook_visits(question, len(moves))
        pairs = zip(self._visits[1 : len(moves) + 1], moves, strict=False)
        compared = min(len(moves), len(self._visits) - 1)
        self.order = next((visit.order for visit, move in pairs if visit.move != move), compared + 1)
        self.actual_move = moves[self.order - 1] if self.order <= len(moves) else None
        self.expected = self._visits[self.order] if self.order < len(self._visits) else None
        self._cutoff = self._find_cutoff()
        self.path: tuple[Any, ...] = ()
        if self._cutoff is not None:
            self.path = self._path_to(self._cutoff.order)
        elif self.expected is not None:
            self.path = self._path_to(self.order)[:-1]

    @property
    def is_none(self) -> bool:
        """Whether no difference was found in the visits that were compared."""
        return self.expected is None and (self.actual_move is None or not self._is_complete)

    @property
    def is_exhaustive(self) -> bool:
        """If there is no difference, whether all visits of the list and of the textbook search were compared."""
        return self._is_complete and self.actual_move is None

    @property
    def window(self) -> tuple[float, float] | None:
        """Alpha and beta of the node at the end of `path`; None if the textbook search ended without a cutoff."""
        if self._cutoff is not None:
            return self._cutoff.alpha_out, self._cutoff.beta_out
        return None if self.expected is None else (self.expected.alpha_in, self.expected.beta_in)

    @property
    def expected_move(self) -> Any:
        """The next move that the textbook visits at the end of `path`; None if it visits no further move there."""
        return None if self._cutoff is not None or self.expected is None else self.expected.move

    def move_values(self) -> tuple[tuple[Any, int | None], ...]:
        """Return the legal moves of the node at the end of `path`, each with its value for MAX.

        All values are None if computing them takes too long.
        """
        position = play_moves(self.question.position, self.path)
        sign = 1 if len(self.path) % 2 == 0 else -1
        depth = (self.question.depth or 1) - len(self.path)
        try:
            values = exact.move_values(position, depth, control=limit_nodes(MAX_VALUE_NODES))
        except Stopped:
            return tuple((move, None) for move in position.moves())
        return tuple((move, sign * value) for move, value in values)

    def describe(self, *, visit_suffix: str, source: str) -> str:
        """Return sentences that describe the difference and, if possible, say what it suggests about the program.

        `visit_suffix` is inserted after the number of the visit. `source` names the line of the list or the
        program that goes on after the textbook search has ended.
        """
        moves_before = plural(self.order - 1, "move")
        if self.expected is None:
            sentence = (
                f"The textbook search ends after {moves_before}, but {source} goes on with {self.actual_move}."
            )
        else:
            expected = f"{self.expected.move} {_after(self._path_to(self.order)[:-1])}"
            if self.actual_move is None:
                return f"The visits end after {moves_before}. The next visit should be {expected}."
            sentence = f"Visit {self.order:,}{visit_suffix} is {self.actual_move}; the textbook visits {expected}."
        if self._cutoff is not None:
            reason = self._cutoff.cutoff_reason
            return f"{sentence} The textbook cuts off the remaining moves {_after(self.path)}: {reason}."
        return sentence if self.expected is None else f"{sentence} {self._interpretation(self.expected)}"

    def _path_to(self, order: int) -> tuple[Any, ...]:
        """Return the moves from the root to the visit number `order` of the textbook search."""
        path = []
        next_order: int | None = order
        while next_order is not None and (visit := self._visits[next_order]).parent is not None:
            path.append(visit.move)
            next_order = visit.parent
        return tuple(reversed(path))

    def _find_cutoff(self) -> Visit | None:
        """Return the visit of the node that the textbook cut off right before `actual_move`; None if none was."""
        depth = 0 if self.expected is None else self.expected.depth
        order: int | None = self.order - 1
        while order is not None and (visit := self._visits[order]).depth >= depth:
            if visit.cut:
                moves = play_moves(self.question.position, self._path_to(order)).moves()
                if moves[-visit.cut] == self.actual_move:
                    return visit
            order = visit.parent
        return None

    def _interpretation(self, expected: Visit) -> str:
        """Return a sentence on what `actual_move` in place of `expected` suggests about the program."""
        root = self.question.position
        last_path, last_visit = self._path_to(self.order - 1), self._visits[self.order - 1]
        if expected.depth > last_visit.depth > 0 and self._is_next_sibling(last_path):
            return f"The program does not seem to search below {last_path[-1]}."
        if play_moves(root, self.path).is_legal(self.actual_move):
            return f"Both moves are legal in this position, but {expected.move} comes first in the move order."
        at_limit = last_visit.depth == self.question.depth
        if at_limit and play_moves(root, last_path).is_legal(self.actual_move):
            return f"The program seems to search below {last_path[-1]}, which is at the depth limit."
        return f"{self.actual_move} is not a legal move in this position."

    def _is_next_sibling(self, path: tuple[Any, ...]) -> bool:
        """Return whether `actual_move` comes directly after the last move of `path` in the move order."""
        moves = list(play_moves(self.question.position, path[:-1]).moves())
        return self.actual_move in moves[moves.index(path[-1]) + 1 :][:1]


def divergence_of_mistake(question: Question, simulator: MistakeSimulator, mistake: Mistake) -> Divergence | None:
    """Return the first visit at which a program with `mistake` differs from the textbook search.

    Returns None if there is no difference within the simulator's budget of visits.
    """
    nodes: list[OpenNode] = []
    search = simulator.search(mistake.variant, on_visit=nodes.append)
    try:
        search.result()
        is_complete = True
    except BudgetExceededError:
        is_complete = False
    divergence = Divergence(question, [node.move for node in nodes[1:]])
    only_budget_ended = divergence.actual_move is None and not is_complete
    return None if divergence.is_none or only_budget_ended else divergence


def play_moves(position: Position, moves: Sequence[Any]) -> Position:
    """Return the position that is reached from `position` by `moves`."""
    for move in moves:
        position = position.play(move)
    return position


def _textbook_visits(question: Question, length: int) -> tuple[Sequence[Visit], bool]:
    """Return the visits of the textbook search, and whether these are all visits.

    If there are too many visits to record, only the first `length` + 2 are returned, or fewer.
    """
    position, depth, mode = question.position, question.depth or 1, question.mode
    try:
        visited = literal.search(position, depth, mode, control=limit_nodes(MAX_TRACED_VISITS)).reported_nodes
        if visited <= MAX_TRACED_VISITS:
            trace = literal.search(position, depth, mode, trace=WHOLE_TREE).trace
            assert trace is not None
            return trace, True
    except Stopped:
        pass
    return _first_visits(question, min(length + 2, MAX_BEGINNING_VISITS)), False


def _first_visits(question: Question, max_visits: int) -> list[Visit]:
    """Return the first `max_visits` visits of the textbook search, or all visits if there are fewer.

    Nodes that are still unfinished have placeholders for their value and their final window.
    """
    nodes: list[OpenNode] = []
    search = FaultySearch(
        PositionCache(question.position),
        question.mode,
        question.depth or 1,
        SearchVariant(),
        max_visits=max_visits,
        on_visit=nodes.append,
        traced=True,
    )
    with suppress(BudgetExceededError):
        search.result()
    return [
        visit or Visit(node.order, node.parent, node.move, node.depth, *node.window, *node.window, 0, 0, 1)
        for node, visit in zip(nodes, search.visits, strict=True)
    ]


def _after(path: Sequence[Any]) -> str:
    return f"after {', '.join(map(str, path))}" if path else "at the root"
