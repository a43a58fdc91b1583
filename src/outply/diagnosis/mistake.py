"""A mistake of the catalogue: its name, its texts, and the search variant that simulates it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

from outply.diagnosis.variant import SearchVariant

WARFARE, STARCIRCLE = ("warfare",), ("starcircle",)
MINIMAX, ALPHABETA = ("MINIMAX",), ("ALPHABETA",)

_TEXTBOOK = SearchVariant()


class Reach(IntEnum):
    """The parts of an answer that a mistake can change.

    COUNT is the node count alone, MOVE adds the move, and VALUE stands for all parts.
    """

    COUNT = 0
    MOVE = 1
    VALUE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A known way to implement the assignment incorrectly.

    `name` is short, for table columns. `title` says what the program does and completes the phrase "a program that
    ...". `advice` explains the mistake to the author of the program and says what to do.
    """

    name: str
    title: str
    advice: str
    variant: SearchVariant
    reach: Reach
    games: tuple[str, ...] = WARFARE + STARCIRCLE
    algorithms: tuple[str, ...] = MINIMAX + ALPHABETA

    def is_applicable(self, *, game: str, algorithm: str, depth: int) -> bool:
        """Return whether the mistake can occur on a question of this game, algorithm and depth."""
        return game in self.games and algorithm in self.algorithms and self.variant.depth_limit(depth) >= 1

    @property
    def search_is_correct(self) -> bool:
        """Whether the program searches as the textbook does and only reports the result incorrectly."""
        reported_correctly = replace(
            self.variant,
            node_count=_TEXTBOOK.node_count,
            alter_answer=_TEXTBOOK.alter_answer,
            track_positions=False,
        )
        return reported_correctly == _TEXTBOOK

    @property
    def is_other_question(self) -> bool:
        """Whether the program gives the textbook's answer to another depth or for the other algorithm."""
        same_question = replace(self.variant, depth_limit=_TEXTBOOK.depth_limit, swap_algorithm=False)
        return self.variant != _TEXTBOOK and same_question == _TEXTBOOK

    @property
    def is_pruning_safe(self) -> bool:
        """Whether textbook alpha-beta pruning could be added to the program without changing its move."""
        variant = self.variant
        window_is_correct = (
            variant.is_cutoff == _TEXTBOOK.is_cutoff
            and variant.narrow_window == _TEXTBOOK.narrow_window
            and variant.child_window == _TEXTBOOK.child_window
            and not variant.share_window
        )
        return window_is_correct and not (variant.prefer_last or variant.memoise or variant.swap_algorithm)

    @property
    def visits_same_nodes(self) -> bool:
        """Whether minimax with this mistake visits the same nodes as the textbook, in any order."""
        variant = replace(self.variant, order_moves=_TEXTBOOK.order_moves, evaluate=_TEXTBOOK.evaluate)
        return variant == _TEXTBOOK

    @property
    def cost(self) -> int:
        """Relative cost of the simulation; cheap mistakes are tried first because the budget is limited."""
        if self.search_is_correct or self.is_other_question:
            return 0
        if self.variant.always_maximise or self.variant.memoise:
            return 3
        return 1 if self.variant.rules == _TEXTBOOK.rules else 2
