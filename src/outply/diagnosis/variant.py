"""The decisions of the textbook search as parameters, so that each can be replaced by a wrong one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from outply.games.evaluations import difference
from outply.games.protocol import Move, Player, Position
from outply.search.result import SearchResult


class BudgetExceededError(Exception):
    """The simulation of a mistake exceeds its budget of visits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleVariant:
    """The rules that a program plays by; the defaults are the rules of the game.

    The functions take positions of one game, hence `Any`.
    """

    start: Callable[[Any], Any] = lambda position: position
    moves: Callable[[Any], Sequence[Any]] = lambda position: position.moves()
    play: Callable[[Any, Any], Any] = lambda position, move: position.play(move)
    is_over: Callable[[Any], bool] = lambda position: position.is_over


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeCounters:
    """Counters of one search from which a program may compute its node count; None if not counted."""

    visited: int
    expanded: int | None
    pruned: int | None = None  # moves skipped by cutoffs
    passes: int | None = None  # nodes reached by a pass
    positions: int | None = None  # distinct positions, if the variant has `track_positions`


def require_counter(counter: int | None) -> int:
    """Return a counter of `NodeCounters`.

    Raises BudgetExceededError if it was not counted.
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
    """Return whether the remaining moves of a node with the value `best` so far can be skipped."""
    return best >= beta if maximises else best <= alpha


def textbook_window(best: float, alpha: float, beta: float, maximises: bool, ply: int) -> tuple[float, float]:
    """Return the window of a node at `ply` after a move, where `best` is its value so far."""
    return (max(alpha, best), beta) if maximises else (alpha, min(beta, best))


def keep_answer(answer: SimulatedAnswer, position: Position, result: SearchResult) -> SimulatedAnswer:
    """Return the answer unchanged."""
    return answer


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchVariant:
    """The textbook search with one or more of its decisions replaced; the defaults are the textbook's."""

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
    """Return the answer that a program with this variant prints; None if the search result has no move."""
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
