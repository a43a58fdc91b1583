"""Alpha and beta, and the depth at which a search stops."""

from __future__ import annotations

from outply.diagnosis.mistake import Mistake, Reach
from outply.diagnosis.variant import Habits, narrowed

ALPHABETA, MINIMAX = ("ALPHABETA",), ("MINIMAX",)


def _strictly(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    return best > beta if maximises else best < alpha


def _at_max_only(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    return maximises and best >= beta


def _at_min_only(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    return not maximises and best <= alpha


def _below_the_root(best: float, alpha: float, beta: float, maximises: bool, ply: int) -> tuple[float, float]:
    return (alpha, beta) if ply == 0 else narrowed(best, alpha, beta, maximises, ply)


CUTS = (
    Mistake(
        "strict-cut",
        "a branch is cut at > and < instead of >= and <=",
        "A MAX node is cut as soon as its value is beta or more, a MIN node as soon as it is alpha or less: "
        "equality is enough.",
        Habits(cuts=_strictly),
        Reach.COUNT,
        algorithms=ALPHABETA,
    ),
    Mistake(
        "no-cuts",
        "minimax is run where alpha-beta was asked for",
        "Nothing is cut: either the algorithm is not looked at, or alpha and beta are not handed down, or they "
        "are not updated in the loop over the moves.",
        Habits(other_algorithm=True),
        Reach.COUNT,
        algorithms=ALPHABETA,
    ),
    Mistake(
        "cuts",
        "alpha-beta is run where minimax was asked for",
        "MINIMAX visits every node down to the depth limit, and counts them all.",
        Habits(other_algorithm=True),
        Reach.COUNT,
        algorithms=MINIMAX,
    ),
    Mistake(
        "root-window",
        "alpha is not updated at the root",
        "The loop over the moves of the root has to raise alpha after each move, and to hand it to the next one. "
        "It is a MAX node like any other.",
        Habits(narrow=_below_the_root),
        Reach.COUNT,
        algorithms=ALPHABETA,
    ),
    Mistake(
        "max-cuts",
        "only MAX nodes are cut",
        "A MIN node is cut, too: as soon as its value is alpha or less. For that alpha has to be handed down, "
        "and raised at MAX nodes.",
        Habits(cuts=_at_max_only),
        Reach.COUNT,
        algorithms=ALPHABETA,
    ),
    Mistake(
        "min-cuts",
        "only MIN nodes are cut",
        "A MAX node is cut, too: as soon as its value is beta or more. For that beta has to be handed down, "
        "and lowered at MIN nodes.",
        Habits(cuts=_at_min_only),
        Reach.COUNT,
        algorithms=ALPHABETA,
    ),
    Mistake(
        "one-window",
        "alpha and beta are shared by the whole search",
        "Each node has an alpha and a beta of its own, which begin as those of the node above. What a node does "
        "to them must not be seen above it: hand them down as arguments, and keep them in local variables.",
        Habits(one_window=True),
        Reach.VALUE,
        algorithms=ALPHABETA,
    ),
    Mistake(
        "mixed-bounds",
        "alpha and beta are handed down in the wrong order",
        "A call takes alpha first and beta second, at MAX and at MIN alike; they do not change places with the "
        "players.",
        Habits(hand_down=lambda alpha, beta: (beta, alpha)),
        Reach.VALUE,
        algorithms=ALPHABETA,
    ),
)

DEPTHS = (
    Mistake(
        "depth-less",
        "the search stops one ply too early",
        "The root is at depth 0, and a node at depth DEPTH is evaluated: DEPTH moves are looked ahead, the first "
        "one included.",
        Habits(depth=lambda depth: depth - 1),
        Reach.VALUE,
    ),
    Mistake(
        "depth-more",
        "the search goes one ply too deep",
        "The root is at depth 0, and a node at depth DEPTH is evaluated. Whoever plays the root's moves outside "
        "the search has used up one ply by then.",
        Habits(depth=lambda depth: depth + 1),
        Reach.VALUE,
    ),
    Mistake(
        "depth-twice",
        "the depth is counted in moves of both players",
        "DEPTH counts plies: a move of one player is one, and the answer to it is another.",
        Habits(depth=lambda depth: 2 * depth),
        Reach.VALUE,
    ),
    Mistake(
        "greedy",
        "only one move is looked ahead",
        "The move with the best board right after it is played. The search has to go on to the depth limit.",
        Habits(depth=lambda depth: 1),
        Reach.VALUE,
    ),
    Mistake(
        "only-max",
        "the other player, too, picks what is best for MAX",
        "At every other ply the other player moves, and picks the move that is worth least to MAX.",
        Habits(only_max=True),
        Reach.VALUE,
    ),
    Mistake(
        "memory",
        "values of positions that were seen before are reused",
        "Every visit counts, also of a position that was seen before; and what alpha-beta found in one window "
        "need not hold in another. Search every node anew.",
        Habits(remembers=True),
        Reach.VALUE,
    ),
)
