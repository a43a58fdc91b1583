"""Case kinds: ways to construct questions with a property that many programs handle incorrectly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from outply.diagnosis.simulator import limit_nodes
from outply.formats.question import Question
from outply.games.protocol import Position
from outply.grading.suite.admissible import MAX_PIECES, MAX_VALUE
from outply.search import exact, literal
from outply.search.native import Stopped

MAX_NODES = 20_000
"""Maximum number of minimax nodes of a case, for which a plain Python program takes a second or two."""

MinLeaves = Callable[[Any, int], int]
"""Returns a lower bound for the number of leaves that minimax visits from a position to a depth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseSize:
    """Limits for the size of the cases of one game.

    `usual_max_nodes` limits the minimax nodes of most cases, so that simulating all mistakes takes 0.1 to 0.2 s.
    `min_leaves` quickly rules out cases that are too large.
    """

    usual_max_nodes: int
    min_leaves: MinLeaves = lambda position, depth: 1


CASE_SIZES: dict[str, CaseSize] = {}
"""The case size of each game; the module with the case kinds of a game registers it."""

GENERIC_CASE_SIZE = CaseSize(usual_max_nodes=500)
"""The case size of games without an assignment, which are searched in Python."""


def case_size(game: str) -> CaseSize:
    """Return the case size of a game."""
    return CASE_SIZES.get(game, GENERIC_CASE_SIZE)


LARGE_CASE_SHARE = 0.06
LARGE_CASE_SHARE_AT_GIVEN_DEPTH = 0.1
"""Shares of the questions that may have MAX_NODES nodes, by default and at given depths."""

ALGORITHMS = ("MINIMAX", "ALPHABETA")


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseConstraints:
    """Properties that generated questions must have; the case kind chooses those that are empty or None.

    `rule_variant`, `sizes` and `values`, the lowest and the highest value of a cell, apply to Warfare only.
    `max_stack`, the largest number of pieces on a square, applies to Star/Circle only. `density` is the lowest and
    the highest share of occupied cells in Warfare, or of occupied dark squares in Star/Circle.
    """

    rule_variant: str = "raid"
    sizes: tuple[int, ...] = ()
    depths: tuple[int, ...] = ()
    modes: tuple[str, ...] = ALGORITHMS
    density: tuple[float, float] | None = None
    values: tuple[int, int] = (1, MAX_VALUE)
    max_stack: int = MAX_PIECES

    @property
    def keeps_to_assignment(self) -> bool:
        """Whether the values and stacks under these constraints are those of the assignments."""
        return self.values[1] <= MAX_VALUE and self.max_stack <= MAX_PIECES

    def occupied_share(self, rng: Random, low: float, high: float) -> float:
        """Return a random share of occupied cells: within `density` if given, else between `low` and `high`."""
        return rng.uniform(*(self.density or (low, high)))

    def ask(
        self,
        rng: Random,
        position: Position,
        depths: tuple[int, ...],
        modes: tuple[str, ...] = ALGORITHMS,
        max_nodes: int | None = None,
    ) -> Question | None:
        """Return a question about `position`, or None if the constraints allow no question.

        `depths` and `modes` are those that suit the case kind. The depths of the constraints, if any, replace
        `depths`; modes that the constraints do not contain are excluded. `max_nodes` replaces the usual limit on
        the number of minimax nodes.
        """
        if position.is_over:
            return None
        possible_modes = [mode for mode in modes if mode in self.modes]
        share = LARGE_CASE_SHARE_AT_GIVEN_DEPTH if self.depths else LARGE_CASE_SHARE
        is_size_given = bool(self.depths and (self.sizes or self.density))  # few questions would be small
        is_large = is_size_given or rng.random() < share
        limit = MAX_NODES if is_large else max_nodes or case_size(position.game).usual_max_nodes
        possible_depths = [depth for depth in self.depths or depths if _takes_at_most(position, depth, limit)]
        if not possible_modes or not possible_depths:
            return None
        return Question(position, rng.choice(possible_modes), rng.choice(possible_depths))


def _takes_at_most(position: Position, depth: int, nodes: int) -> bool:
    """Return whether minimax from `position` to `depth` visits at most `nodes` nodes."""
    if case_size(position.game).min_leaves(position, depth) > nodes:
        return False  # much faster than a search that is stopped
    try:
        return literal.search(position, depth, "MINIMAX", control=limit_nodes(nodes)).reported_nodes <= nodes
    except Stopped:
        return False


def require_tie(question: Question | None) -> Question | None:
    """Return `question` if several of its moves are equally good and best, else None."""
    if question is None or question.depth is None:
        return None
    values = [value for _, value in exact.move_values(question.position, question.depth)]
    return question if values.count(max(values)) > 1 else None


MakeQuestion = Callable[[Random, CaseConstraints], Question | None]
"""Returns a random question under the constraints, or None if the attempt fails."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseKind:
    """A way to construct questions; `title` is a noun phrase for the property that the questions have in common.

    `requirements` are the names of the requirements that cases of this kind may test; empty means all requirements
    that a mistake violates. The questions of a kind with `is_beyond` go beyond the assignment: a right program may
    fail them.
    """

    name: str
    title: str
    requirements: tuple[str, ...]
    make_question: MakeQuestion
    is_beyond: bool = False


def case_kind(
    kinds: list[CaseKind], title: str, requirements: str = "", *, is_beyond: bool = False
) -> Callable[[MakeQuestion], MakeQuestion]:
    """Return a decorator that adds a case kind to `kinds`, named after the function that makes its questions.

    `requirements` are separated by spaces.
    """

    def add(make_question: MakeQuestion) -> MakeQuestion:
        kinds.append(
            CaseKind(
                name=make_question.__name__.replace("_", "-"),
                title=title,
                requirements=tuple(requirements.split()),
                make_question=make_question,
                is_beyond=is_beyond,
            )
        )
        return make_question

    return add
