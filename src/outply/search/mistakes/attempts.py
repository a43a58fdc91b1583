"""What programs with the usual mistakes answer to a question, as far as a number of visits goes."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from outply.search import exact, literal
from outply.search.mistakes.habits import Answer, Habits, Rules, Tally, TooLongError
from outply.search.mistakes.mistake import Mistake
from outply.search.mistakes.walk import Ground, Walk, Watch, printed
from outply.search.result import Result

EACH = 100_000
IN_ALL = 2_000_000
"""Visits of one program, and of all together."""

COUNTABLE = 100_000_000
"""Visits that the native core walks in less than a second, to count what is expanded."""


class Attempts:
    """Lets programs with mistakes search one position.

    They share what they find out about it. One that would go beyond the budget ends in a `TooLongError`, unless the
    native core has the answer.
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
        algorithm = self.algorithm
        if self.position.game == "warfare" and mistake.bears_cuts:
            algorithm = "ALPHABETA"  # no count is printed, and this is the cheaper way to the same move
        walk = self.walk(mistake.habits, algorithm)
        try:
            return walk.answer()
        except TooLongError:
            return self._natively(mistake)
        finally:
            self.spend(walk.visited)

    def walk(self, habits: Habits, algorithm: str | None = None, watch: Watch | None = None) -> Walk:
        """Return the search with these habits, which has not begun yet."""
        ground = self._grounds.get(habits.rules)
        if ground is None:
            ground = self._grounds[habits.rules] = Ground(self.position, habits.rules)
        most = min(self._each, self._left)
        return Walk(ground, algorithm or self.algorithm, self.depth, habits, most=most, watch=watch)

    def spend(self, visits: int) -> None:
        """Take visits from what is left for all."""
        self._left = max(0, self._left - visits)

    def _natively(self, mistake: Mistake) -> Answer | None:
        """Return what a program prints whose search the native core can do: it has the textbook's habits alone."""
        habits, depth = mistake.habits, mistake.habits.depth(self.depth)
        if mistake.only_reports:
            found = self._textbooks
            line = exact.line_of_play(self.position, found.move, self.depth, self.algorithm)
            found = Result(found.move, found.value, line, found.visited, found.expanded)
        elif mistake.asks_otherwise and depth <= self.depth:
            other = "MINIMAX" if self.algorithm == "ALPHABETA" else "ALPHABETA"
            found = exact.search(self.position, depth, other if habits.other_algorithm else self.algorithm)
        elif habits == Habits(later_wins=True) and self.algorithm == "MINIMAX":
            found = self._textbooks
            values = exact.move_values(self.position, self.depth)
            last = [move for move, value in values if value == found.value][-1]
            found = Result(last, found.value, (last,), found.visited)
        else:
            raise TooLongError
        return printed(habits, self.position, found, Tally(found.visited, found.expanded))

    @cached_property
    def _textbooks(self) -> Result:
        """The right answer, with what was expanded where that is soon counted and part of an answer."""
        found = exact.search(self.position, self.depth, self.algorithm)
        if self.position.game == "warfare" or found.visited > COUNTABLE:
            return found
        return literal.search(self.position, self.depth, self.algorithm)
