"""The decisions of the textbook search as parameters, so that a wrong decision can replace each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from outply.games.evaluations import difference
from outply.games.protocol import Move, Player, Position
from outply.search.result import SearchResult
from outply.search.trace import INFINITY


class BudgetExceededError(Exception):
    """Raised when a mistake cannot be simulated within the budget of visits."""


OrderMoves = Callable[[list[Any], Any], list[Any]]
"""Returns the moves of the position in the second argument, in the order in which a program tries them."""

EvaluateEnd = Callable[[Any, Player, bool], int]
"""Returns the value of a position where the game is over, for a player; the flag is whether it is a MAX node."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleVariant:
    """The rules that a program plays by; the defaults are the rules of the game.

    The functions take positions and moves of one particular game, hence `Any`.
    """

    start: Callable[[Any], Any] = lambda position: position
    moves: Callable[[Any], Sequence[Any]] = lambda position: position.moves()
    play: Callable[[Any, Any], Any] = lambda position, move: position.play(move)
    is_over: Callable[[Any], bool] = lambda position: position.is_over


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeCounters:
    """Counters of one search, from which a program may compute its node count.

    Counters that the search did not maintain are None.
    """

    visited: int
    expanded: int | None
    pruned: int | None = None  # moves skipped by cutoffs
    passes: int | None = None  # nodes reached by a pass
    positions: int | None = None  # distinct positions, if the variant has `track_positions`


def require_counter(counter: int | None) -> int:
    """Return `counter`, a field of `NodeCounters`.

    Raises BudgetExceededError if `counter` is None: the native core, which replaces a simulation that exceeds its
    budget, does not maintain all counters.
    """
    if counter is None:
        raise BudgetExceededError
    return counter


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedAnswer:
    """The answer that a program with a mistake would print."""

    move: Any
    after: Any  # the position after the move
    score: int  # the evaluation of that position
    value: int
    node_count: int


INFINITE_WINDOW = -INFINITY, INFINITY


def textbook_cutoff(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    """Return whether alpha-beta skips the remaining moves of a node whose value so far is `best`."""
    return best >= beta if maximises else best <= alpha


def textbook_window(best: float, alpha: float, beta: float, maximises: bool, ply: int) -> tuple[float, float]:
    """Return the alpha and beta of a node for its next move, where `best` is the value of the node so far."""
    return (max(alpha, best), beta) if maximises else (alpha, min(beta, best))


def textbook_child_window(alpha: float, beta: float, maximises: bool, ply: int) -> tuple[float, float]:
    """Return the window that a node at `ply` passes to its next child: the node's own alpha and beta."""
    return alpha, beta


def textbook_cutoff_value(best: float, alpha: float, beta: float, maximises: bool) -> float:
    """Return the value of a node at which alpha-beta makes a cutoff: the best value so far."""
    return best


def keep_answer(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    """Return `answer` unchanged: the default of `SearchVariant.alter_answer`."""
    return answer


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchVariant:
    """The decisions of a search; the defaults are those of the textbook search, and a mistake replaces some."""

    rules: RuleVariant = RuleVariant()
    order_moves: OrderMoves | None = None
    depth_limit: Callable[[int], int] = lambda depth: depth
    swap_algorithm: bool = False  # run alpha-beta instead of minimax and vice versa
    prefer_last: bool = False  # play the last of several best moves
    first_best: tuple[float, float] = INFINITE_WINDOW  # value of a MAX and of a MIN node before its first move
    keeps_first_move: bool = False  # play the first move if no move is better than `first_best`
    root_window: tuple[float, float] = INFINITE_WINDOW
    is_cutoff: Callable[[float, float, float, bool], bool] = textbook_cutoff
    cutoff_value: Callable[[float, float, float, bool], float] = textbook_cutoff_value
    narrow_window: Callable[[float, float, float, bool, int], tuple[float, float]] = textbook_window
    child_window: Callable[[float, float, bool, int], tuple[float, float]] = textbook_child_window
    share_window: bool = False  # one alpha and one beta for the whole search
    maximises_at: Callable[[int], bool] = lambda ply: ply % 2 == 0
    free_passes: bool = False  # a pass does not use up a ply
    memoise: bool = False  # reuse the values of positions that were searched before
    track_positions: bool = False  # count distinct positions
    evaluate: Callable[[Any, Player], int] = difference
    evaluate_end: EvaluateEnd | None = None  # at the end of the game, above the depth limit
    node_count: Callable[[NodeCounters], int] = lambda counters: counters.visited
    alter_answer: Callable[[SimulatedAnswer, Any, SearchResult], SimulatedAnswer] = keep_answer
    crashes: bool = False  # ends without an answer

    @property
    def prunes_correctly(self) -> bool:
        """Whether the windows and cutoffs of alpha-beta are those of the textbook search."""
        return (
            self.is_cutoff is textbook_cutoff
            and self.cutoff_value is textbook_cutoff_value
            and self.narrow_window is textbook_window
            and self.child_window is textbook_child_window
            and self.root_window == INFINITE_WINDOW
            and not self.share_window
        )

    @property
    def is_pruning_safe(self) -> bool:
        """Whether a program with this variant plays the same move if correct alpha-beta pruning is added."""
        return self.prunes_correctly and not (self.prefer_last or self.memoise or self.swap_algorithm)

    def for_algorithm(self, algorithm: str) -> SearchVariant:
        """Return the variant of `algorithm`: the mistakes in alpha-beta pruning do not affect MINIMAX."""
        if algorithm == "ALPHABETA" or self.prunes_correctly:
            return self
        return replace(
            self,
            is_cutoff=textbook_cutoff,
            cutoff_value=textbook_cutoff_value,
            narrow_window=textbook_window,
            child_window=textbook_child_window,
            root_window=INFINITE_WINDOW,
            share_window=False,
        )


def simulated_answer(
    variant: SearchVariant, position: Any, result: SearchResult, counters: NodeCounters
) -> SimulatedAnswer | None:
    """Return the answer that a program with `variant` prints for `result`; None if `result` has no move."""
    move: Move | None = result.move
    if move is None:
        return None
    after = variant.rules.play(position, move)
    answer = SimulatedAnswer(
        move=move,
        after=after,
        score=variant.evaluate(after, position.to_move),
        value=result.value,
        node_count=variant.node_count(counters),
    )
    return variant.alter_answer(answer, position, result)
