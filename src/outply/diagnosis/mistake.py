"""A usual mistake: what it is called, what to do about it, and the solver that makes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

from outply.diagnosis.variant import Habits

BOTH_GAMES = ("warfare", "starcircle")
BOTH_ALGORITHMS = ("MINIMAX", "ALPHABETA")


class Reach(IntEnum):
    """What of an answer a mistake can change: the number of nodes alone, the move too, or everything."""

    COUNT = 0
    MOVE = 1
    VALUE = 2


@dataclass(frozen=True)
class Mistake:
    """A program with one habit that is not the textbook's.

    `name` is short, for the column of a table; `title` says what the program does; `advice` explains it to whoever
    wrote the program, and says what to do.
    """

    name: str
    title: str
    advice: str
    habits: Habits
    reach: Reach
    games: tuple[str, ...] = BOTH_GAMES
    algorithms: tuple[str, ...] = BOTH_ALGORITHMS

    def can_happen(self, game: str, algorithm: str, depth: int) -> bool:
        """Return whether a program with this habit would have an answer to such a question."""
        return game in self.games and algorithm in self.algorithms and self.habits.depth(depth) >= 1

    @property
    def only_reports(self) -> bool:
        """Whether the search is the textbook's, and only what is said about it differs."""
        plain, own = Habits(), self.habits
        return replace(own, count=plain.count, prints=plain.prints, knows_again=False) == plain

    @property
    def asks_otherwise(self) -> bool:
        """Whether the answer is the textbook's to another question: to another depth, by the other algorithm."""
        plain = Habits()
        return self.habits != plain and replace(self.habits, depth=plain.depth, other_algorithm=False) == plain

    @property
    def bears_cuts(self) -> bool:
        """Whether alpha-beta, by the textbook, finds the same move as the program's own search."""
        plain, own = Habits(), self.habits
        window = (own.cuts, own.narrow, own.hand_down, own.one_window) == (
            plain.cuts,
            plain.narrow,
            plain.hand_down,
            plain.one_window,
        )
        return window and not (own.later_wins or own.remembers or own.other_algorithm)

    @property
    def leaves_the_tree(self) -> bool:
        """Whether minimax visits the textbook's nodes, in whatever order."""
        plain = Habits()
        return replace(self.habits, order=plain.order, evaluate=plain.evaluate) == plain

    @property
    def cost(self) -> int:
        """How dear it is to try, roughly: those that cost least are tried first, as a budget may end."""
        if self.only_reports or self.asks_otherwise:
            return 0
        if self.habits.only_max or self.habits.remembers:
            return 3
        return 1 if self.habits.rules == Habits().rules else 2
