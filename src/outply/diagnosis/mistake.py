"""The class of the mistakes in the catalogue: name, texts, and the search variant that simulates the mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import IntEnum
from functools import cache
from typing import Any

from outply.diagnosis.variant import SearchVariant
from outply.formats.question import FORMATS, answer_parts

WARFARE, STARCIRCLE = ("warfare",), ("starcircle",)
ADDED = ("*",)
"""Stands for all games without an assignment, whose answers have the generic format."""

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

    `name` is short and unique. `title` says what the program does and completes the phrase "a program that ...".
    `advice` explains the mistake to the author of the program and says what to do. `games` are the names of the
    games with the mistake; empty for all games. `part` is the part of an answer that the mistake is about, if only
    games whose answers have that part can have the mistake. `affects` returns, for a position and a depth, whether
    a program with the mistake can differ from a right one there.

    Programs often make the same mistake in several ways, with different answers. Each way is a `Mistake`, named
    `FAMILY/WAY`; all mistakes of a family have the same title and advice. Evidence is collected for each mistake,
    and findings and counts are shown for each family. A mistake without siblings is its own family.
    """

    name: str
    title: str
    advice: str
    variant: SearchVariant
    reach: Reach = Reach.VALUE
    games: tuple[str, ...] = ()
    part: str = ""
    algorithms: tuple[str, ...] = MINIMAX + ALPHABETA
    affects: Callable[[Any, int], bool] = lambda position, depth: True

    @property
    def family(self) -> str:
        """The name of the mistake's family: `raid-source` for the mistake `raid-source/up-down-left-right`."""
        return family_of(self.name)

    def is_applicable(self, *, game: str, algorithm: str, depth: int) -> bool:
        """Return whether the mistake can occur on a question with this game, algorithm and depth."""
        return self.applies_to(game) and algorithm in self.algorithms and self.variant.depth_limit(depth) >= 1

    def applies_to(self, game: str) -> bool:
        """Return whether programs for the game can have the mistake."""
        has_part = not self.part or self.part in answer_parts(game)
        is_added = self.games == ADDED and game not in FORMATS
        return has_part and (not self.games or is_added or game in self.games)

    @property
    def search_is_correct(self) -> bool:
        """Whether a program with this mistake searches correctly and only reports the result incorrectly."""
        return changed_decisions(self.variant) <= {"node_count", "alter_answer", "track_positions", "crashes"}

    @property
    def is_other_question(self) -> bool:
        """Whether the program's answer is the correct one for a different depth or for the other algorithm."""
        changed = changed_decisions(self.variant)
        return bool(changed) and changed <= {"depth_limit", "swap_algorithm"}

    @property
    def changes_only_order(self) -> bool:
        """Whether the mistake changes only the order in which moves are tried."""
        return changed_decisions(self.variant) == {"order_moves"}

    @property
    def visits_same_nodes(self) -> bool:
        """Whether minimax with this mistake visits the same nodes as correct minimax, perhaps in another order."""
        return changed_decisions(self.variant) <= {"order_moves", "evaluate"}

    @property
    def cost(self) -> int:
        """The relative cost of simulating this mistake, from 0 to 3.

        Cheap mistakes are simulated first because the budget of visits is limited.
        """
        if self.search_is_correct or self.is_other_question:
            return 0
        changed = changed_decisions(self.variant)
        if not changed.isdisjoint({"maximises_at", "memoise"}):
            return 3
        return 2 if "rules" in changed else 1


@cache  # simulations need this for each mistake and each answer
def changed_decisions(variant: SearchVariant) -> frozenset[str]:
    """Return the names of the fields in which `variant` differs from the textbook search."""
    names = [field.name for field in fields(SearchVariant)]
    return frozenset(name for name in names if getattr(variant, name) != getattr(_TEXTBOOK, name))


@cache  # the selection of cases needs this for each mistake that a candidate catches
def family_of(mistake: str) -> str:
    """Return the family of the mistake with this name."""
    return mistake.partition("/")[0]


def families(mistakes: Iterable[str]) -> tuple[str, ...]:
    """Return the families of the named mistakes without repetition, in the order of their first mistake."""
    return tuple(dict.fromkeys(family_of(name) for name in mistakes))


def family(name: str, variants: Mapping[str, SearchVariant], **shared: Any) -> tuple[Mistake, ...]:
    """Return the mistakes of the family `name`, one for each way in which programs make the mistake.

    `variants` maps each way to its search variant; the mistake with an empty key has the name of the family.
    `shared` are the fields of `Mistake` that all mistakes of the family share.
    """
    return tuple(
        Mistake(name=f"{name}/{way}" if way else name, variant=variant, **shared)
        for way, variant in variants.items()
    )
