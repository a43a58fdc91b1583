"""What programs with the usual mistakes answer to a question, as far as a number of visits goes."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from outply.diagnosis.faulty_search import Ground, Walk, Watch, printed
from outply.diagnosis.mistake import Mistake
from outply.diagnosis.variant import Answer, Habits, Rules, Tally, TooLongError
from outply.games.struct import Struct
from outply.search import exact, literal
from outply.search.native import Control, Stopped
from outply.search.result import SearchResult

EACH = 50_000
IN_ALL = 600_000
"""Visits of one program, and of all together; a second has 50,000 to 200,000 of them."""

COUNTABLE = 100_000_000
"""Nodes that the native core walks to in a second or less."""

NATIVE = {"MINIMAX": 500_000, "ALPHABETA": 20_000_000}
"""Nodes of an exact search that take it some seconds; it counts minimax' nodes position by position."""

LATE = Habits(later_wins=True)


class Wanted(Struct):
    """The answer that is to be explained; None is what it does not say."""

    __slots__ = ("move", "rows", "score", "value", "visited")

    move: Any
    rows: tuple[str, ...] | None
    score: int | None
    value: int | None
    visited: int | None

    def __init__(
        self,
        move: Any,
        rows: tuple[str, ...] | None = None,
        score: int | None = None,
        value: int | None = None,
        visited: int | None = None,
    ) -> None:
        self._set(move, rows, score, value, visited)

    def is_given_by(self, answer: Answer | None, counted: bool = True) -> bool:
        """Return whether an answer says the same, the number of nodes included if it was `counted`."""
        return (
            answer is not None
            and answer.move == self.move
            and (self.rows is None or tuple(answer.after.rows) == self.rows)
            and self.score in (None, answer.score)
            and self.value in (None, answer.value)
            and (not counted or self.visited in (None, answer.visited))
        )


def bounded(nodes: int) -> Control:
    """Return a control that stops a native search soon after so many nodes."""
    control = Control()

    def look(visited: int, done: int, in_all: int) -> None:
        if visited > nodes:
            control.stop()

    control.progress = look
    return control


class Attempts:
    """Lets programs with mistakes search one position.

    They share what they find out about it. One that would go beyond the budget ends in a `TooLongError`, unless
    the native core has the answer.
    """

    def __init__(
        self, position: Any, algorithm: str, depth: int, *, each: int = EACH, in_all: int = IN_ALL
    ) -> None:
        self.position = position
        self.algorithm = algorithm
        self.depth = depth
        self._each = each
        self._left = in_all
        self._grounds: dict[Rules, Ground] = {}

    def can_happen(self, mistake: Mistake) -> bool:
        """Return whether the mistake can be made with this question."""
        return mistake.can_happen(self.position.game, self.algorithm, self.depth)

    def answer(self, mistake: Mistake) -> Answer | None:
        """Return what such a program prints; None if that is no move."""
        prints_no_count = self.position.game == "warfare"
        if mistake.asks_otherwise or (mistake.only_reports and prints_no_count):
            return self._natively(mistake)
        if mistake.habits == LATE and self.algorithm == "MINIMAX":
            return self._natively(mistake)
        try:
            return self._walked(mistake, "ALPHABETA" if prints_no_count and mistake.bears_cuts else self.algorithm)
        except TooLongError:
            return self._natively(mistake)

    def gives(self, mistake: Mistake, wanted: Wanted) -> bool:
        """Return whether such a program prints what is wanted; to say no takes fewer visits than `answer`."""
        if mistake.cost == 0 or mistake.habits == LATE:
            return wanted.is_given_by(self.answer(mistake))
        soon_refused = wanted.value not in (None, self._textbooks.value)
        cheaper = self.position.game == "warfare" or self.algorithm == "MINIMAX" or soon_refused
        if mistake.bears_cuts and cheaper:
            return self._plays(mistake, wanted) and self._counts(mistake, wanted)
        return wanted.is_given_by(self._walked(mistake, self.algorithm, wanted.visited))

    def _plays(self, mistake: Mistake, wanted: Wanted) -> bool:
        """Return whether such a program prints all that is wanted but the number of nodes."""
        walk = self.walk(mistake.habits, "ALPHABETA")
        try:
            value = walk.value_of(wanted.move, wanted.value, self._textbooks.move)
        finally:
            self.spend(walk.visited)
        if value is None:
            return False
        found = SearchResult(wanted.move, value, (wanted.move,), 0)
        return wanted.is_given_by(printed(mistake.habits, walk.ground.position, found, Tally(0, 0)), counted=False)

    def _counts(self, mistake: Mistake, wanted: Wanted) -> bool:
        """Return whether a program that answers as wanted visits as many nodes, too."""
        if wanted.visited is None:
            return True
        if mistake.leaves_the_tree and self.algorithm == "MINIMAX":
            return wanted.visited == self._textbooks.reported_nodes
        return wanted.is_given_by(self._walked(mistake, self.algorithm, wanted.visited))

    def _walked(self, mistake: Mistake, algorithm: str, most: int | None = None) -> Answer | None:
        """Return what a walk finds; None if that is no move, or a number of nodes beyond `most`."""
        walk = self.walk(mistake.habits, algorithm, most)
        try:
            return walk.answer()
        except TooLongError:
            if most is not None and walk.visited >= most:
                return None
            raise
        finally:
            self.spend(walk.visited)

    def walk(
        self,
        habits: Habits,
        algorithm: str | None = None,
        most: int | None = None,
        watch: Watch | None = None,
    ) -> Walk:
        """Return the search with these habits, which has not begun yet; see `Walk`."""
        ground = self._grounds.get(habits.rules)
        if ground is None:
            ground = self._grounds[habits.rules] = Ground(self.position, habits.rules)
        limits = [self._each, self._left] if most is None else [self._each, self._left, most]
        return Walk(ground, algorithm or self.algorithm, self.depth, habits, most=min(limits), watch=watch)

    def spend(self, visits: int) -> None:
        """Take visits from what is left for all."""
        self._left = max(0, self._left - visits)

    def _natively(self, mistake: Mistake) -> Answer | None:
        """Return what a program prints whose search the native core can do: it has the textbook's habits alone."""
        try:
            found = self._native_result(mistake)
        except Stopped:
            raise TooLongError from None
        return printed(mistake.habits, self.position, found, Tally(found.reported_nodes, found.expanded))

    def _native_result(self, mistake: Mistake) -> SearchResult:
        habits = mistake.habits
        if mistake.only_reports:
            return self._textbooks
        if mistake.asks_otherwise:
            other = "MINIMAX" if self.algorithm == "ALPHABETA" else "ALPHABETA"
            algorithm = other if habits.other_algorithm else self.algorithm
            control = bounded(NATIVE[algorithm])
            return exact.search(self.position, habits.depth(self.depth), algorithm, control=control)
        if habits == LATE and self.algorithm == "MINIMAX":
            values = exact.move_values(self.position, self.depth)
            last = [move for move, value in values if value == self._textbooks.value][-1]
            return SearchResult(last, self._textbooks.value, (last,), self._textbooks.reported_nodes)
        raise TooLongError

    @cached_property
    def _textbooks(self) -> SearchResult:
        """The right answer with its line of play, and what was expanded where that is soon counted."""
        found = exact.search(self.position, self.depth, self.algorithm)
        if self.position.game != "warfare" and found.reported_nodes <= COUNTABLE:
            return literal.search(self.position, self.depth, self.algorithm)
        line = exact.principal_variation(self.position, found.move, self.depth, self.algorithm)
        return SearchResult(found.move, found.value, line, found.reported_nodes)
