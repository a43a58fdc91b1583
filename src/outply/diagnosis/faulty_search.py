"""A search that simulates any mistake through a `SearchVariant`; the default variant is the textbook search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outply.diagnosis.variant import (
    INFINITE_WINDOW,
    BudgetExceededError,
    NodeCounters,
    RuleVariant,
    SearchVariant,
    SimulatedAnswer,
    simulated_answer,
)
from outply.games.evaluations import difference
from outply.games.protocol import Position
from outply.games.starcircle import PASS
from outply.search.result import SearchResult
from outply.search.trace import INFINITY, WHOLE_TREE, OpenNode, Tracer, ValueAndLine, Visit

OnVisit = Callable[[OpenNode], None]
"""Called with the node at every visit, before the node is searched."""

MAX_CACHED_POSITIONS = 60_000
"""Maximum number of positions in a `PositionCache`; a Star/Circle position takes 1.4 KB."""

UNBOUNDED = 10**9
"""Finite value that replaces infinity at a node of a faulty search, because programs use finite integers."""

_TEXTBOOK = SearchVariant()

NO_DEPTH_LIMIT = 1 << 30
"""Depth limit of the recorded trace: unlimited, because a faulty program may exceed the depth of the question."""


class PositionCache:
    """The game tree below a position under one rule variant, built lazily and shared by many simulations.

    A search on cached positions is five times as fast as a search that plays every move.
    """

    def __init__(self, position: Position, rules: RuleVariant | None = None) -> None:
        self.rules = rules or RuleVariant()
        self.position = self.rules.start(position)
        self.player = position.to_move
        self._free_entries = MAX_CACHED_POSITIONS
        self._keys: dict[Position, int] = {}
        self.root = CachedPosition(self, self.position)

    def add(self, position: Position) -> tuple[CachedPosition, bool]:
        """Return a new entry for `position`, and whether the cache has room to keep the entry."""
        self._free_entries -= 1
        return CachedPosition(self, position), self._free_entries >= 0

    def key(self, position: Position) -> int:
        """Return a number that is the same for equal positions; the lookup hashes the whole board."""
        return self._keys.setdefault(position, len(self._keys))


class CachedPosition:
    """An entry of a `PositionCache`: a position with its moves, its score and its successors."""

    __slots__ = ("cache", "position", "successors", "_is_over", "_moves", "_score", "_key")

    def __init__(self, cache: PositionCache, position: Position) -> None:
        self.cache = cache
        self.position = position
        self.successors: dict[Any, CachedPosition] = {}  # those that are in the cache, by move
        self._is_over: bool | None = None
        self._moves: list[Any] | None = None
        self._score: int | None = None
        self._key: int | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game is over; most positions are leaves at the depth limit, where it does not matter."""
        if self._is_over is None:
            self._is_over = self.cache.rules.is_over(self.position)
        return self._is_over

    @property
    def moves(self) -> list[Any]:
        """The moves of the position; callers must not change the list."""
        if self._moves is None:
            self._moves = list(self.cache.rules.moves(self.position))
        return self._moves

    @property
    def key(self) -> int:
        """A number that is the same for equal positions of the cache."""
        if self._key is None:
            self._key = self.cache.key(self.position)
        return self._key

    @property
    def score(self) -> int:
        """The score of the position for the player to move at the root of the cache."""
        if self._score is None:
            self._score = self.position.score(self.cache.player)
        return self._score

    def play(self, move: Any) -> CachedPosition:
        """Return the entry for the position after `move`."""
        successor = self.successors.get(move)
        if successor is None:
            successor, fits = self.cache.add(self.cache.rules.play(self.position, move))
            if fits:
                self.successors[move] = successor
        return successor


class FaultySearch:
    """A search with the decisions of `variant`, from the root of a position cache.

    With `only_move`, nodes below the root try their moves in reverse order. This changes neither the move nor the
    value that a variant finds if it is safe to prune (see `SearchVariant.is_pruning_safe`), but in Warfare Raids
    then come first and cause five times as many cutoffs.

    Its methods raise BudgetExceededError when the search needs more than `max_visits` visits.
    """

    def __init__(
        self,
        cache: PositionCache,
        algorithm: str,
        depth: int,
        variant: SearchVariant,
        *,
        max_visits: int | None = None,
        on_visit: OnVisit | None = None,
        traced: bool = False,
        only_move: bool = False,
    ) -> None:
        self.cache = cache
        self.variant = variant
        self._pruned = self._passes = 0
        self._prunes = (algorithm == "ALPHABETA") != variant.swap_algorithm
        self._depth_limit = variant.depth_limit(depth)
        self._max_visits = INFINITY if max_visits is None else max_visits
        self._on_visit = on_visit
        self._memo: dict[tuple[int, int], ValueAndLine] = {}
        self._positions: set[int] = set()
        self._window = INFINITE_WINDOW  # of the last finished node, for `share_window`
        self._tracer = Tracer(NO_DEPTH_LIMIT, WHOLE_TREE if traced else None)
        self._order_moves = variant.order_moves
        self._reverses_moves = only_move
        # Calling the textbook's functions for each node would make the search 1.5 times as slow.
        self._uses_cached_score = variant.evaluate is difference
        self._prunes_correctly = variant.prunes_correctly
        self._alternates = variant.maximises_at is _TEXTBOOK.maximises_at
        self._is_observed = traced or on_visit is not None
        self._leaves_are_simple = variant.evaluate_end is None and not (
            self._is_observed or variant.memoise or variant.track_positions or variant.share_window
        )

    @property
    def visited(self) -> int:
        """The number of nodes visited so far."""
        return self._tracer.visited

    @property
    def visits(self) -> list[Visit | None]:
        """The visits so far in order, with None for each unfinished node; empty if the search is not `traced`."""
        return [node.visit for node in self._tracer.buffer.recorded] if self._tracer.buffer else []

    def result(self) -> SearchResult:
        """Run the search and return the result, whose `move` is None if the program finds no move."""
        return self._tracer.result(
            *self._visit(self.cache.root, self.variant.maximises_at(0), 0, 0, *self.variant.root_window, None)
        )

    def value_of(self, move: Any, expected_value: int | None = None, rival: Any = None) -> int | None:
        """Return the value of `move` at the root if the program plays `move`, else None.

        This takes far fewer visits than `result`, but is correct only for variants that are safe to prune (see
        `SearchVariant.is_pruning_safe`). The search stops and returns None as soon as the value of `move` differs
        from `expected_value` or the program prefers a different move; `rival` is the move to compare with first.
        """
        root, variant = self.cache.root, self.variant
        moves = variant.order_moves(root.moves, root.position) if variant.order_moves else root.moves
        if root.is_over or move not in moves:
            return None
        self._prunes = self._reverses_moves = True
        child_depth = int(not (variant.free_passes and move is PASS))
        self._tracer.enter(0, None)

        def search(move: Any, alpha: float, beta: float) -> int:
            child = root.play(move)
            return self._visit(child, variant.maximises_at(1), 1, child_depth, alpha, beta, move)[0]

        value, own_index = search(move, -INFINITY, INFINITY), moves.index(move)
        if value <= variant.first_best[0]:
            if own_index or not variant.keeps_first_move:
                return None
            value = int(variant.first_best[0])
        if expected_value not in (None, value):
            return None
        for index in sorted(range(len(moves)), key=lambda index: moves[index] != rival):
            # An earlier move is played if it is as good, a later one only if it is better.
            bound = value if index < own_index else value + 1
            if index != own_index and search(moves[index], bound - 1, bound) >= bound:
                return None
        return value

    def answer(self) -> SimulatedAnswer | None:
        """Run the search and return the answer that the program prints, or None if the program finds no move."""
        result = self.result()
        counters = NodeCounters(
            visited=self.visited,
            expanded=self._tracer.expanded,
            pruned=self._pruned,
            passes=self._passes,
            positions=len(self._positions),
        )
        return simulated_answer(self.variant, self.cache.position, result, counters)

    def _visit(
        self, entry: CachedPosition, maximises: bool, ply: int, depth: int, alpha: float, beta: float, move: Any
    ) -> ValueAndLine:
        variant, tracer = self.variant, self._tracer
        if variant.memoise and (entry.key, depth) in self._memo:
            return self._memo[entry.key, depth]
        if tracer.visited >= self._max_visits:
            raise BudgetExceededError
        node = None
        if self._is_observed:
            node = tracer.enter(ply, move, alpha, beta)
            if self._on_visit is not None:
                self._on_visit(node)
        else:
            tracer.visited += 1
        if move is PASS:
            self._passes += 1
        if variant.track_positions:
            self._positions.add(entry.key)
        is_leaf = depth >= self._depth_limit or entry.is_over
        moves = [] if is_leaf else entry.moves
        if not moves:
            self._window = alpha, beta
            value = self._leaf_value(entry, maximises, depth)
            return node.evaluate(value) if node else (value, [])
        if ply and self._reverses_moves:
            moves = moves[::-1]
        elif self._order_moves is not None:
            moves = self._order_moves(moves, entry.position)
        best, line = variant.first_best[not maximises], [moves[0]] if variant.keeps_first_move else []
        prunes, prunes_correctly, prefers_last = self._prunes, self._prunes_correctly, variant.prefer_last
        child_maximises = not maximises if self._alternates else variant.maximises_at(ply + 1)
        window, cut = INFINITE_WINDOW, 0
        leaves_are_simple, limit, free_passes = self._leaves_are_simple, self._depth_limit, variant.free_passes
        shares_window, rest = variant.share_window, list[Any]()
        evaluate, player, successors = variant.evaluate, self.cache.player, entry.successors
        for count, move in enumerate(moves, start=1):
            child = successors.get(move) or entry.play(move)  # the call is for new positions only
            child_depth = depth if free_passes and move is PASS else depth + 1
            if leaves_are_simple and (child_depth >= limit or child.is_over):
                # Most nodes are leaves: visiting them here takes a third less time than another call.
                if tracer.visited >= self._max_visits:
                    raise BudgetExceededError
                tracer.visited += 1
                self._passes += move is PASS
                value = child.score if self._uses_cached_score else evaluate(child.position, player)
                rest = []
            else:
                if prunes:
                    window = (
                        (alpha, beta) if prunes_correctly else variant.child_window(alpha, beta, maximises, ply)
                    )
                value, rest = self._visit(child, child_maximises, ply + 1, child_depth, *window, move)
                if shares_window:
                    alpha, beta = self._window
            if (value > best if maximises else value < best) or (prefers_last and value == best):
                best, line = value, [move, *rest]
            if not prunes:
                continue
            if prunes_correctly:
                if best >= beta if maximises else best <= alpha:
                    cut = len(moves) - count
                    break
                if maximises:
                    if best > alpha:
                        alpha = best
                elif best < beta:
                    beta = best
            elif variant.is_cutoff(best, alpha, beta, maximises):
                cut = len(moves) - count
                best = variant.cutoff_value(best, alpha, beta, maximises)
                break
            else:
                alpha, beta = variant.narrow_window(best, alpha, beta, maximises, ply)
        self._pruned += cut
        self._window = alpha, beta
        best = max(-UNBOUNDED, min(UNBOUNDED, best))
        if node:
            node_value = node.leave(best, line, alpha, beta, cut)
        else:
            tracer.expanded += 1
            node_value = int(best), line
        if variant.memoise:
            self._memo[entry.key, depth] = node_value
        return node_value

    def _leaf_value(self, entry: CachedPosition, maximises: bool, depth: int) -> int:
        variant = self.variant
        if variant.evaluate_end is not None and entry.is_over and depth < self._depth_limit:
            return variant.evaluate_end(entry.position, self.cache.player, maximises)
        if self._uses_cached_score:
            return entry.score
        return variant.evaluate(entry.position, self.cache.player)
