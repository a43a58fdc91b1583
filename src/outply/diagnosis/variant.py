"""What a search decides on its way: the textbook's habits, each of which a program may have wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from outply.games.evaluations import difference
from outply.games.protocol import Player, Position
from outply.search.result import SearchResult


@dataclass(frozen=True)
class Rules:
    """The rules as a program understands them; these are the game's own."""

    start: Callable[[Any], Any] = lambda position: position
    moves: Callable[[Any], Sequence[Any]] = lambda position: position.moves()
    play: Callable[[Any, Any], Any] = lambda position, move: position.play(move)
    is_over: Callable[[Any], bool] = lambda position: position.is_over


class TooLongError(Exception):
    """It would take more visits than there may be to find out."""


@dataclass
class Tally:
    """What a search came by: what can be counted as its number of nodes. None is what nobody found out."""

    visited: int
    expanded: int | None
    cut: int | None = None  # moves that were left out by cuts
    passes: int | None = None  # nodes that a pass led to
    distinct: int | None = None  # positions, each once however often it was visited; where `Habits.knows_again`


def known(number: int | None) -> int:
    """Return a number of a tally; a `TooLongError` if nobody knows it."""
    if number is None:
        raise TooLongError
    return number


@dataclass(frozen=True)
class Answer:
    """What a program would print: the move, the position after it, its score, the value, the number of nodes."""

    move: Any
    after: Any
    score: int
    value: int
    visited: int


def cut_at_equal(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    """Return whether the other moves of a node do not matter any more."""
    return best >= beta if maximises else best <= alpha


def narrowed(best: float, alpha: float, beta: float, maximises: bool, ply: int) -> tuple[float, float]:
    """Return the window after a move of the node at that ply, of which the best so far is worth `best`."""
    return (max(alpha, best), beta) if maximises else (alpha, min(beta, best))


def as_found(answer: Answer, position: Position, result: SearchResult) -> Answer:
    """Return what is printed of an answer."""
    return answer


@dataclass(frozen=True)
class Habits:
    """Each field is one decision. With all of them as they stand here, `walk` is textbook.py."""

    rules: Rules = Rules()
    order: Callable[[list[Any]], list[Any]] = lambda moves: moves
    depth: Callable[[int], int] = lambda depth: depth
    other_algorithm: bool = False  # alpha-beta where minimax was asked for, and the other way round
    later_wins: bool = False  # of equally good moves, the last is played
    cuts: Callable[[float, float, float, bool], bool] = cut_at_equal
    narrow: Callable[[float, float, float, bool, int], tuple[float, float]] = narrowed
    hand_down: Callable[[float, float], tuple[float, float]] = lambda alpha, beta: (alpha, beta)
    one_window: bool = False  # alpha and beta are two variables for the whole search
    only_max: bool = False  # the other player, too, picks what is best for MAX
    free_passes: bool = False  # a pass uses up no ply
    remembers: bool = False  # values of positions seen before are taken over
    knows_again: bool = False  # positions are counted apart from visits
    evaluate: Callable[[Any, Player], int] = difference
    count: Callable[[Tally], int] = lambda tally: tally.visited
    prints: Callable[[Answer, Any, SearchResult], Answer] = as_found
