"""Somebody's list of visited moves against the textbook's visits."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from outply.diagnosis import candidates
from outply.diagnosis.catalogue import Mistake
from outply.diagnosis.faulty_search import Ground, Walk
from outply.diagnosis.finding import RIGHT, Cause, Diagnosis
from outply.diagnosis.simulator import Attempts, bounded
from outply.diagnosis.variant import Habits, TooLongError
from outply.formats.line_reader import counted
from outply.formats.question import Question
from outply.formats.student_output import read_visits
from outply.search import exact, literal
from outply.search.native import Stopped
from outply.search.trace import WHOLE_TREE, OpenNode, Visit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.diagnosis.candidates import OnTry

RECORDED = 3_000_000
"""Visits that the native core records, in 72 bytes each; of a longer search only the beginning is walked."""

WALKED = 200_000
"""Visits of such a beginning."""

SHOWN = 5_000_000
"""Nodes to find the values of a node's moves in."""


def of_list(question: Question, data: bytes, on_try: OnTry = lambda *_: None) -> Diagnosis:
    """Return what is to be said about a list of visited moves."""
    theirs, complaint = read_visits(data, question.position)
    if not theirs:
        return Diagnosis("unreadable", (complaint or "There is no move in it.",))
    moves = [move for _, move in theirs]
    parting = Parting(question, moves)
    if parting.agrees:
        known = "All" if parting.is_all else "The first"
        sentence = f"{known} {parting.order - 1:,} visits are right."
        return Diagnosis(RIGHT, (sentence, complaint) if complaint else (sentence,))
    line = f"line {theirs[parting.order - 1][0]}" if parting.found is not None else ""
    sentences = [parting.tell(f" ({line})", line)]
    if complaint and parting.found is None:
        sentences.append(complaint)
    attempts = Attempts(question.position, question.mode, question.depth or 1)
    return parting.diagnosis("visit", sentences, *candidates.of_visits(attempts, moves, parting.order - 1, on_try))


def parting_of(question: Question, attempts: Attempts, mistake: Mistake) -> Parting | None:
    """Return where a program with that mistake goes another way than the textbook, if it does that soon."""
    entered: list[OpenNode] = []
    walk = attempts.walk(mistake.habits, watch=entered.append)
    try:
        walk.result()
        is_all = True
    except TooLongError:
        is_all = False
    parting = Parting(question, [node.move for node in entered[1:]])
    return None if parting.agrees or (parting.found is None and not is_all) else parting


def _textbooks(question: Question, length: int) -> tuple[Sequence[Visit], bool]:
    """Return the textbook's visits, and whether they are all; one more than `length` at least, if there are."""
    position, depth, mode = question.position, question.depth or 1, question.mode
    try:
        visited = literal.search(position, depth, mode, control=bounded(RECORDED)).reported_nodes
        if visited <= RECORDED:
            trace = literal.search(position, depth, mode, trace=WHOLE_TREE).trace
            assert trace is not None
            return trace, True
    except Stopped:
        pass
    return _beginning(question, min(length + 2, WALKED)), False


def _beginning(question: Question, most: int) -> list[Visit]:
    """Return the first visits; what is known of a node only when it is left is missing where it was not left."""
    entered: list[OpenNode] = []
    walk = Walk(
        Ground(question.position),
        question.mode,
        question.depth or 1,
        Habits(),
        most=most,
        watch=entered.append,
        traced=True,
    )
    with suppress(TooLongError):
        walk.result()
    return [
        visit or Visit(node.order, node.parent, node.move, node.depth, *node.window, *node.window, 0, 0, 1)
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


class Parting:
    """Where visited moves first differ from the textbook's visits.

    `order` is that of the visit, counted from the root's 0; `found` is the move there (None: the list has ended),
    and `expected` the textbook's visit (None: its search is over).
    """

    def __init__(self, question: Question, moves: list[Any]) -> None:
        self.question = question
        self.visits, self._complete = _textbooks(question, len(moves))
        pairs = zip(self.visits[1 : len(moves) + 1], moves, strict=False)
        agreed = min(len(moves), len(self.visits) - 1)
        self.order = next((visit.order for visit, move in pairs if visit.move != move), agreed + 1)
        self.found = moves[self.order - 1] if self.order <= len(moves) else None
        self.expected = self.visits[self.order] if self.order < len(self.visits) else None
        self._cut = self._first_cut()
        if self._cut is not None:
            self.path = self._path(self._cut.order)
        else:
            self.path = self._path(self.order)[:-1] if self.expected is not None else ()

    @property
    def agrees(self) -> bool:
        """Whether there is no difference, as far as is known."""
        return self.expected is None and (self.found is None or not self._complete)

    @property
    def is_all(self) -> bool:
        """Whether nothing is left out of the comparison."""
        return self._complete and self.found is None

    def diagnosis(
        self, kind: str, sentences: list[str], likely: tuple[Cause, ...], untried: tuple[Mistake, ...]
    ) -> Diagnosis:
        """Return what is to be said, with the node that it is about."""
        window = expected = None
        if self._cut is not None:
            window = self._cut.alpha_out, self._cut.beta_out
        elif self.expected is not None:
            window, expected = (self.expected.alpha_in, self.expected.beta_in), self.expected.move
        values = _values(self.question, self.path)
        return Diagnosis(kind, tuple(sentences), self.path, window, values, self.found, expected, likely, untried)

    def tell(self, whose: str, who: str) -> str:
        """Return what is different, and what that means where it is plain."""
        found, before = self.found, counted(self.order - 1, "move")
        if self.expected is None:
            said = f"The textbook's search is over after {before}, but {who} goes on with {found}."
        else:
            expected = f"{self.expected.move} {_after(self._path(self.order)[:-1])}"
            if found is None:
                return f"The visits end after {before}. {expected} is visited next."
            said = f"Visit {self.order:,}{whose} is {found}; the textbook visits {expected}."
        if self._cut is not None:
            return f"{said} It has cut the other moves {_after(self.path)}: {self._cut.cutoff_reason}."
        return said if self.expected is None else f"{said} {self._meaning(self.expected)}"

    def _path(self, order: int) -> tuple[Any, ...]:
        """Return the moves from the root to a visit."""
        path = []
        at: int | None = order
        while at is not None and (visit := self.visits[at]).parent is not None:
            path.append(visit.move)
            at = visit.parent
        return tuple(reversed(path))

    def _first_cut(self) -> Visit | None:
        """Return the node that has just been left, and of which the move is the first that was cut."""
        depth = 0 if self.expected is None else self.expected.depth
        at: int | None = self.order - 1
        while at is not None and (visit := self.visits[at]).depth >= depth:
            if visit.cut and _played(self.question.position, self._path(at)).moves()[-visit.cut] == self.found:
                return visit
            at = visit.parent
        return None

    def _meaning(self, expected: Visit) -> str:
        """Say what the other move suggests."""
        before = self._path(self.order - 1)
        last = self.visits[self.order - 1]
        position = _played(self.question.position, self.path)
        if expected.depth > last.depth > 0 and self.found in self._next_after(before):
            return f"They seem not to look below {before[-1]}."
        if position.is_legal(self.found):
            return f"Both are moves there; {expected.move} comes first."
        if last.depth == self.question.depth and _played(self.question.position, before).is_legal(self.found):
            return f"They seem to look below {before[-1]}, which is at the depth limit."
        return f"{self.found} is no move there."

    def _next_after(self, path: tuple[Any, ...]) -> list[Any]:
        """Return the move that follows the last one of the path in the node above, if one does."""
        moves = list(_played(self.question.position, path[:-1]).moves())
        return moves[moves.index(path[-1]) + 1 :][:1]


def _after(path: Sequence[Any]) -> str:
    return f"after {', '.join(map(str, path))}" if path else "at the root"
