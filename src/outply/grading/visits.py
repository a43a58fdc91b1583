"""Somebody's list of visited moves against the textbook's visits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outply.formats.question import Question
from outply.formats.theirs import read_visits
from outply.grading import causes
from outply.grading.diagnosis import RIGHT, Diagnosis
from outply.search import exact, literal
from outply.search.core import Stopped
from outply.search.log import Node
from outply.search.mistakes.attempts import Attempts, bounded
from outply.search.mistakes.habits import Habits, TooLongError
from outply.search.mistakes.walk import Ground, Walk
from outply.search.result import Visit

RECORDED = 3_000_000
"""Visits that the native core records, in 72 bytes each; of a longer search only the beginning is walked."""

WALKED = 200_000
"""Visits of such a beginning."""

SHOWN = 20_000_000
"""Nodes to find the values of a node's moves in."""


def of_list(question: Question, data: bytes) -> Diagnosis:
    """Return what is to be said about a list of visited moves."""
    theirs, complaint = read_visits(data, question.position)
    if not theirs:
        return Diagnosis("unreadable", (complaint or "There is no move in it.",))
    moves = [move for _, move in theirs]
    visits, is_all = _textbooks(question, len(moves))
    order = next(
        (order for order, visit in enumerate(visits[1 : len(moves) + 1], start=1) if moves[order - 1] != visit.move),
        min(len(moves) + 1, len(visits)),
    )
    expected = visits[order] if order < len(visits) else None
    if expected is None and (order > len(moves) or not is_all):
        known = "All" if order > len(moves) and is_all else "The first"
        return Diagnosis(RIGHT, (f"{known} {order - 1:,} visits are right.", *[complaint] * bool(complaint)))
    line, found = theirs[order - 1] if order <= len(moves) else (0, None)
    place = _Place(question, visits, order)
    sentences = [place.tell(found, expected, f"line {line}" if line else "")]
    if complaint and found is None:
        sentences.append(complaint)
    node = place.path[:-1] if expected else ()
    attempts = Attempts(question.position, question.mode, question.depth or 1)
    likely, untried = causes.of_visits(attempts, moves, order - 1)
    return Diagnosis(
        "visit",
        tuple(sentences),
        node,
        None if expected is None else (expected.alpha_in, expected.beta_in),
        _values(question, node),
        found,
        None if expected is None else expected.move,
        likely,
        untried,
    )


def _textbooks(question: Question, length: int) -> tuple[Sequence[Visit], bool]:
    """Return the textbook's visits, and whether they are all; one more than `length` at least, if there are."""
    position, depth, mode = question.position, question.depth or 1, question.mode
    try:
        visited = literal.search(position, depth, mode, control=bounded(100 * RECORDED)).visited
        if visited <= RECORDED:
            trace = literal.search(position, depth, mode, traced=True).trace
            assert trace is not None
            return trace, True
    except Stopped:
        pass
    return _beginning(question, min(length + 2, WALKED)), False


def _beginning(question: Question, most: int) -> list[Visit]:
    """Return the first visits; what is known of a node only when it is left is missing where it was not left."""
    entered: list[Node] = []
    walk = Walk(
        Ground(question.position),
        question.mode,
        question.depth or 1,
        Habits(),
        most=most,
        watch=entered.append,
        traced=True,
    )
    try:
        walk.result()
    except TooLongError:
        pass
    return [
        visit or Visit(node.order, node.parent, node.depth, node.move, *node.window, *node.window, 0, 0)
        for node, visit in zip(entered, walk.visits, strict=True)
    ]


def _values(question: Question, path: tuple[Any, ...]) -> tuple[tuple[Any, int | None], ...]:
    """Return the moves of a node with what they are worth to MAX, where that is soon found out."""
    position = _played(question.position, path)
    sign = 1 if len(path) % 2 == 0 else -1
    try:
        values = exact.move_values(position, (question.depth or 1) - len(path), control=bounded(SHOWN))
    except Stopped:
        return tuple((move, None) for move in position.moves())
    return tuple((move, sign * value) for move, value in values)


def _played(position: Any, moves: Sequence[Any]) -> Any:
    for move in moves:
        position = position.play(move)
    return position


class _Place:
    """Where a search is when it comes to the visit of some order."""

    def __init__(self, question: Question, visits: Sequence[Visit], order: int) -> None:
        self.question = question
        self.visits = visits
        self.order = order
        self.path = self._path(order) if order < len(visits) else ()

    def _path(self, order: int) -> tuple[Any, ...]:
        """Return the moves from the root to a visit."""
        path = []
        at: int | None = order
        while at is not None and (visit := self.visits[at]).parent is not None:
            path.append(visit.move)
            at = visit.parent
        return tuple(reversed(path))

    def tell(self, found: Any, expected: Visit | None, where: str) -> str:
        """Return what is different, and what that means where it is plain."""
        if expected is None:
            before = f"The textbook's search is over after {self.order - 1:,} moves, but {where} goes on with {found}."
            return " ".join([before, *self._cut(found, 0)])
        after = f" {_after(self.path[:-1])}"
        if found is None:
            return f"The list ends after {self.order - 1:,} moves. {expected.move}{after} is visited next."
        said = f"Visit {self.order:,} ({where}) is {found}; the textbook visits {expected.move}{after}."
        return " ".join([said, *(self._cut(found, expected.depth) or self._meaning(found, expected))])

    def _cut(self, found: Any, depth: int) -> list[str]:
        """Say so if the move is the first that was cut from a node that has just been left."""
        at: int | None = self.order - 1
        while at is not None and (visit := self.visits[at]).depth >= depth:
            path = self._path(at)
            if visit.cut and _played(self.question.position, path).moves()[-visit.cut] == found:
                return [f"The textbook has cut the other moves {_after(path)}: {visit.reason}."]
            at = visit.parent
        return []

    def _meaning(self, found: Any, expected: Visit) -> list[str]:
        """Say what the other move suggests."""
        before = self._path(self.order - 1)
        last = self.visits[self.order - 1]
        position = _played(self.question.position, self.path[:-1])
        if expected.depth > last.depth > 0 and found in self._siblings_after(before):
            return [f"They seem not to look below {before[-1]}."]
        if position.allows(found):
            return [f"Both are moves there; {expected.move} comes first."]
        if last.depth == self.question.depth and _played(self.question.position, before).allows(found):
            return [f"They seem to look below {before[-1]}, which is at the depth limit."]
        return [f"{found} is no move there."]

    def _siblings_after(self, path: tuple[Any, ...]) -> list[Any]:
        """Return the next move of the node above, if there is one."""
        moves = list(_played(self.question.position, path[:-1]).moves())
        return moves[moves.index(path[-1]) + 1 :][:1]


def _after(path: Sequence[Any]) -> str:
    return f"after {', '.join(map(str, path))}" if path else "at the root"
