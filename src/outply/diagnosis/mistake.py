"""The class of the mistakes in the catalogue: name, texts, and the search variant that simulates the mistake."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

from outply.diagnosis.variant import SearchVariant

WARFARE, STARCIRCLE = ("warfare",), ("starcircle",)
MINIMAX, ALPHABETA = ("MINIMAX",), ("ALPHABETA",)

_TEXTBOOK = SearchVariant()


class Reach(IntEnum):
    """The parts of an answer that a mistake can change.

    COUNT is the node count only. MOVE is also the move, with the board or evaluation after it. VALUE is all parts.
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
        """Return whether the mistake can occur on a question with this game, algorithm and depth."""
        return game in self.games and algorithm in self.algorithms and self.variant.depth_limit(depth) >= 1

    @property
    def search_is_correct(self) -> bool:
        """Whether a program with this mistake searches correctly and only reports the result incorrectly."""
        reported_correctly = replace(
            self.variant,
            node_count=_TEXTBOOK.node_count,
            alter_answer=_TEXTBOOK.alter_answer,
            track_positions=False,
        )
        return reported_correctly == _TEXTBOOK

    @property
    def is_other_question(self) -> bool:
        """Whether the program's answer is the correct one for a different depth or for the other algorithm."""
        same_question = replace(self.variant, depth_limit=_TEXTBOOK.depth_limit, swap_algorithm=False)
        return self.variant != _TEXTBOOK and same_question == _TEXTBOOK

    @property
    def is_pruning_safe(self) -> bool:
        """Whether a program with this mistake plays the same move if correct alpha-beta pruning is added."""
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
        """Whether minimax with this mistake visits the same nodes as correct minimax, perhaps in another order."""
        variant = replace(self.variant, order_moves=_TEXTBOOK.order_moves, evaluate=_TEXTBOOK.evaluate)
        return variant == _TEXTBOOK

    @property
    def cost(self) -> int:
        """The relative cost of simulating this mistake, from 0 to 3.

        Cheap mistakes are simulated first because the budget of visits is limited.
        """
        if self.search_is_correct or self.is_other_question:
            return 0
        if self.variant.always_maximise or self.variant.memoise:
            return 3
        return 1 if self.variant.rules == _TEXTBOOK.rules else 2
