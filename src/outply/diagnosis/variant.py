"""The decisions of the textbook search as parameters, so that a wrong decision can replace each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from outply.games.evaluations import difference
from outply.games.protocol import Move, Player, Position
from outply.search.result import SearchResult


class BudgetExceededError(Exception):
    """Raised when a mistake cannot be simulated within the budget of visits."""


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


def textbook_cutoff(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    """Return whether alpha-beta skips the remaining moves of a node whose value so far is `best`."""
    return best >= beta if maximises else best <= alpha


def textbook_window(best: float, alpha: float, beta: float, maximises: bool, ply: int) -> tuple[float, float]:
    """Return the alpha and beta of a node for its next move, where `best` is the value of the node so far."""
    return (max(alpha, best), beta) if maximises else (alpha, min(beta, best))


def keep_answer(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    """Return `answer` unchanged: the default of `SearchVariant.alter_answer`."""
    return answer


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchVariant:
    """The decisions of a search; the defaults are those of the textbook search, and a mistake replaces some."""

    rules: RuleVariant = RuleVariant()
    order_moves: Callable[[list[Any]], list[Any]] = lambda moves: moves
    depth_limit: Callable[[int], int] = lambda depth: depth
    swap_algorithm: bool = False  # run alpha-beta instead of minimax and vice versa
    prefer_last: bool = False  # play the last of several best moves
    is_cutoff: Callable[[float, float, float, bool], bool] = textbook_cutoff
    narrow_window: Callable[[float, float, float, bool, int], tuple[float, float]] = textbook_window
    child_window: Callable[[float, float], tuple[float, float]] = lambda alpha, beta: (alpha, beta)
    share_window: bool = False  # one alpha and one beta for the whole search
    always_maximise: bool = False  # MIN also picks the move that is best for MAX
    free_passes: bool = False  # a pass does not use up a ply
    memoise: bool = False  # reuse the values of positions that were searched before
    track_positions: bool = False  # count distinct positions
    evaluate: Callable[[Any, Player], int] = difference
    node_count: Callable[[NodeCounters], int] = lambda counters: counters.visited
    alter_answer: Callable[[SimulatedAnswer, Any, SearchResult], SimulatedAnswer] = keep_answer


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
