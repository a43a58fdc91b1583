"""Simulate the answers that programs with mistakes give to a question, within a budget of visits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from outply.diagnosis.faulty_search import FaultySearch, OnVisit, PositionCache
from outply.diagnosis.mistake import Mistake, Reach
from outply.diagnosis.variant import (
    BudgetExceededError,
    NodeCounters,
    RuleVariant,
    SearchVariant,
    SimulatedAnswer,
    simulated_answer,
)
from outply.formats.question import answer_parts, format_of
from outply.games.protocol import Position
from outply.search import exact, literal
from outply.search.native import Control, Stopped
from outply.search.result import SearchResult

MAX_VISITS_PER_MISTAKE = 50_000
MAX_VISITS_TOTAL = 600_000
"""Default budget of a `MistakeSimulator`; Python simulates 50,000 to 200,000 visits per second."""

MAX_LITERAL_NODES = 100_000_000
"""Maximum number of nodes for a literal search, which takes a second or less."""

MAX_EXACT_NODES = {"MINIMAX": 500_000, "ALPHABETA": 20_000_000}
"""Maximum number of nodes for an exact search, which takes a few seconds.

An exact search counts minimax nodes position by position.
"""

_PREFER_LAST = SearchVariant(prefer_last=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedAnswer:
    """A program's answer that is to be explained; parts that are missing in the answer are None."""

    move: Any
    rows: tuple[str, ...] | None = None
    score: int | None = None
    value: int | None = None
    node_count: int | None = None

    def matches(self, answer: SimulatedAnswer | None, *, with_node_count: bool = True) -> bool:
        """Return whether the simulated `answer` has the observed move and all other observed parts.

        The node count is compared only if `with_node_count` is true.
        """
        return (
            answer is not None
            and answer.move == self.move
            and (self.rows is None or tuple(format_of(answer.after.game).answer_rows(answer.after)) == self.rows)
            and self.score in (None, answer.score)
            and self.value in (None, answer.value)
            and (not with_node_count or self.node_count in (None, answer.node_count))
        )


def limit_nodes(max_nodes: int) -> Control:
    """Return a control that stops a native search soon after it has visited `max_nodes` nodes."""
    control = Control()

    def on_progress(visited: int, done: int, total: int) -> None:
        if visited > max_nodes:
            control.stop()

    control.progress = on_progress
    return control


class MistakeSimulator:
    """Simulates programs with mistakes on one question: a position, an algorithm and a depth.

    All simulations share a cache of positions and a budget of visits. A simulation that exceeds the budget raises
    BudgetExceededError.
    """

    def __init__(
        self,
        position: Position,
        algorithm: str,
        depth: int,
        *,
        max_visits_per_mistake: int = MAX_VISITS_PER_MISTAKE,
        max_visits_total: int = MAX_VISITS_TOTAL,
    ) -> None:
        self.position = position
        self.algorithm = algorithm
        self.depth = depth
        self._prints_node_count = "count" in answer_parts(position.game)
        self._max_visits_per_mistake = max_visits_per_mistake
        self._visits_left = max_visits_total
        self._caches: dict[RuleVariant, PositionCache] = {}

    def is_applicable(self, mistake: Mistake) -> bool:
        """Return whether a program with `mistake` can differ from a right program on this question."""
        return mistake.is_applicable(
            game=self.position.game, algorithm=self.algorithm, depth=self.depth
        ) and mistake.affects(self.position, self.depth)

    def answer(self, mistake: Mistake) -> SimulatedAnswer | None:
        """Return the answer of a program with `mistake`, or None if the program crashes or finds no move.

        Raises BudgetExceededError if the simulation exceeds the budget and the native core cannot compute the
        answer either.
        """
        if mistake.variant.crashes:
            return None
        if mistake.is_other_question or (not self._prints_node_count and self._is_searched_natively(mistake)):
            return self._native_answer(mistake)
        if mistake.variant == _PREFER_LAST and self.algorithm == "MINIMAX":
            return self._native_answer(mistake)
        may_prune = self._variant(mistake).is_pruning_safe and not self._prints_node_count
        try:
            if may_prune:
                search = self.search(self._variant(mistake), "ALPHABETA", only_move=True)
                return self._run(search)
            return self._searched_answer(mistake, self.algorithm)
        except BudgetExceededError:
            return self._native_answer(mistake)

    def reproduces(self, mistake: Mistake, observed: ObservedAnswer) -> bool:
        """Return whether a program with `mistake` gives the observed answer.

        If it does not, finding this out usually takes fewer visits than computing the whole answer with `answer`.

        Raises BudgetExceededError if the simulation exceeds the budget.
        """
        if mistake.cost == 0 or mistake.variant == _PREFER_LAST or mistake.variant.crashes:
            return observed.matches(self.answer(mistake))
        value_is_wrong = observed.value not in (None, self._textbook_result.value)
        pruning_pays = not self._prints_node_count or self.algorithm == "MINIMAX" or value_is_wrong
        if self._variant(mistake).is_pruning_safe and pruning_pays:
            return self._plays(mistake, observed) and self._counts(mistake, observed)
        return observed.matches(self._searched_answer(mistake, self.algorithm, observed.node_count))

    def _plays(self, mistake: Mistake, observed: ObservedAnswer) -> bool:
        """Return whether a program with `mistake` gives the observed answer; the node count is not compared."""
        search = self.search(self._variant(mistake), "ALPHABETA")
        try:
            value = search.value_of(observed.move, observed.value, self._textbook_result.move)
        finally:
            self.spend_visits(search.visited)
        if value is None:
            return False
        result = SearchResult(move=observed.move, value=value, principal_variation=(observed.move,))
        counters = NodeCounters(visited=0, expanded=0)
        answer = simulated_answer(mistake.variant, search.cache.position, result, counters)
        return observed.matches(answer, with_node_count=False)

    def _counts(self, mistake: Mistake, observed: ObservedAnswer) -> bool:
        """Return whether a program with `mistake` has the observed node count; `_plays` must be true for it."""
        if observed.node_count is None:
            return True
        if mistake.visits_same_nodes and self.algorithm == "MINIMAX":
            return observed.node_count == self._textbook_result.reported_nodes
        return observed.matches(self._searched_answer(mistake, self.algorithm, observed.node_count))

    def _searched_answer(
        self, mistake: Mistake, algorithm: str, max_visits: int | None = None
    ) -> SimulatedAnswer | None:
        """Return the answer of a faulty search with `mistake`; None if it finds no move or exceeds `max_visits`.

        Raises BudgetExceededError if the search exceeds the budget of the simulator before `max_visits`.
        """
        search = self.search(self._variant(mistake), algorithm, max_visits)
        try:
            return self._run(search)
        except BudgetExceededError:
            if max_visits is not None and search.visited >= max_visits:
                return None
            raise

    def _run(self, search: FaultySearch) -> SimulatedAnswer | None:
        try:
            return search.answer()
        finally:
            self.spend_visits(search.visited)

    def search(
        self,
        variant: SearchVariant,
        algorithm: str | None = None,
        max_visits: int | None = None,
        on_visit: OnVisit | None = None,
        *,
        only_move: bool = False,
    ) -> FaultySearch:
        """Return a search with `variant` that is not started yet; for `only_move`, see `FaultySearch`.

        After the search, the caller has to pass the number of visits to `spend_visits`. `max_visits` limits the
        search in addition to the budget of the simulator.
        """
        cache = self._caches.get(variant.rules)
        if cache is None:
            cache = self._caches[variant.rules] = PositionCache(self.position, variant.rules)
        limits = [self._max_visits_per_mistake, self._visits_left]
        if max_visits is not None:
            limits.append(max_visits)
        return FaultySearch(
            cache,
            algorithm or self.algorithm,
            self.depth,
            variant,
            max_visits=min(limits),
            on_visit=on_visit,
            only_move=only_move,
        )

    def spend_visits(self, visits: int) -> None:
        """Subtract `visits`, a number of visits, from the total budget."""
        self._visits_left = max(0, self._visits_left - visits)

    def _variant(self, mistake: Mistake) -> SearchVariant:
        return mistake.variant.for_algorithm(self.algorithm)

    def _native_answer(self, mistake: Mistake) -> SimulatedAnswer | None:
        """Return the answer of a program with `mistake`, computed by the native core.

        Raises BudgetExceededError if the native core cannot simulate the mistake or visits too many nodes.
        """
        try:
            result = self._native_result(mistake)
        except Stopped:
            raise BudgetExceededError from None
        counters = NodeCounters(visited=result.reported_nodes, expanded=result.expanded)
        return simulated_answer(mistake.variant, self.position, result, counters)

    def _is_searched_natively(self, mistake: Mistake) -> bool:
        """Return whether the native core finds the move, but not the node count, of a program with `mistake`."""
        return mistake.search_is_correct or mistake.reach == Reach.COUNT or mistake.changes_only_order

    def _native_result(self, mistake: Mistake) -> SearchResult:
        variant = mistake.variant
        if mistake.search_is_correct or (mistake.reach == Reach.COUNT and not self._prints_node_count):
            return self._textbook_result
        if mistake.changes_only_order and variant.order_moves is not None and not self._prints_node_count:
            # The first of the best moves is played; the order at other nodes affects only the node count.
            best = [move for move, value in self._move_values if value == self._textbook_result.value]
            moves = variant.order_moves([move for move, _ in self._move_values], self.position)
            return SearchResult(
                move=next(move for move in moves if move in best),
                value=self._textbook_result.value,
                node_count=self._textbook_result.reported_nodes,
            )
        if mistake.is_other_question:
            other = "MINIMAX" if self.algorithm == "ALPHABETA" else "ALPHABETA"
            algorithm = other if variant.swap_algorithm else self.algorithm
            control = limit_nodes(MAX_EXACT_NODES[algorithm])
            return exact.search(self.position, variant.depth_limit(self.depth), algorithm, control=control)
        if variant == _PREFER_LAST and self.algorithm == "MINIMAX":
            textbook = self._textbook_result
            last = [move for move, value in self._move_values if value == textbook.value][-1]
            return SearchResult(
                move=last,
                value=textbook.value,
                principal_variation=(last,),
                node_count=textbook.reported_nodes,
            )
        raise BudgetExceededError

    @cached_property
    def _move_values(self) -> list[tuple[Any, int]]:
        return exact.move_values(self.position, self.depth)

    @cached_property
    def _textbook_result(self) -> SearchResult:
        """The textbook's result with the principal variation; `expanded` is None if unneeded or slow to count."""
        result = exact.search(self.position, self.depth, self.algorithm)
        if self._prints_node_count and result.reported_nodes <= MAX_LITERAL_NODES:
            return literal.search(self.position, self.depth, self.algorithm)
        line = exact.principal_variation(self.position, result.move, self.depth, self.algorithm)
        return SearchResult(
            move=result.move, value=result.value, principal_variation=line, node_count=result.reported_nodes
        )
