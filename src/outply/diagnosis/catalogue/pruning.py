"""Mistakes in alpha-beta pruning: wrong cutoffs and wrong windows of alpha and beta."""

from __future__ import annotations

from outply.diagnosis.mistake import ALPHABETA, MINIMAX, Mistake, Reach
from outply.diagnosis.variant import SearchVariant, textbook_window


def _cutoff_if_strictly_outside(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    return best > beta if maximises else best < alpha


def _cutoff_at_max(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    return maximises and best >= beta


def _cutoff_at_min(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    return not maximises and best <= alpha


def _narrow_below_root(best: float, alpha: float, beta: float, maximises: bool, ply: int) -> tuple[float, float]:
    return (alpha, beta) if ply == 0 else textbook_window(best, alpha, beta, maximises, ply)


WINDOWS = (
    Mistake(
        name="strict-cut",
        title="prunes at > and < instead of >= and <=",
        advice="Cut off a MAX node as soon as its value is at least beta, and a MIN node as soon as its value is "
        "at most alpha: equality is enough.",
        variant=SearchVariant(is_cutoff=_cutoff_if_strictly_outside),
        reach=Reach.COUNT,
        algorithms=ALPHABETA,
    ),
    Mistake(
        name="no-cuts",
        title="runs minimax when the input says ALPHABETA",
        advice="Nothing is pruned. Either the program ignores the algorithm, or alpha and beta are not passed "
        "down, or they are not updated in the loop over the moves.",
        variant=SearchVariant(swap_algorithm=True),
        reach=Reach.COUNT,
        algorithms=ALPHABETA,
    ),
    Mistake(
        name="cuts",
        title="runs alpha-beta when the input says MINIMAX",
        advice="MINIMAX visits and counts every node down to the depth limit.",
        variant=SearchVariant(swap_algorithm=True),
        reach=Reach.COUNT,
        algorithms=MINIMAX,
    ),
    Mistake(
        name="root-window",
        title="does not update alpha at the root",
        advice="The root is a MAX node like any other: its loop has to raise alpha after each move and pass it to "
        "the next one.",
        variant=SearchVariant(narrow_window=_narrow_below_root),
        reach=Reach.COUNT,
        algorithms=ALPHABETA,
    ),
    Mistake(
        name="max-cuts",
        title="prunes at MAX nodes only",
        advice="Also cut off a MIN node, as soon as its value is at most alpha. This requires that alpha is "
        "passed down and raised at MAX nodes.",
        variant=SearchVariant(is_cutoff=_cutoff_at_max),
        reach=Reach.COUNT,
        algorithms=ALPHABETA,
    ),
    Mistake(
        name="min-cuts",
        title="prunes at MIN nodes only",
        advice="Also cut off a MAX node, as soon as its value is at least beta. This requires that beta is passed "
        "down and lowered at MIN nodes.",
        variant=SearchVariant(is_cutoff=_cutoff_at_min),
        reach=Reach.COUNT,
        algorithms=ALPHABETA,
    ),
    Mistake(
        name="one-window",
        title="shares one alpha and one beta between all nodes",
        advice="Each node has its own alpha and beta, which start as those of its parent; its changes must not "
        "affect the parent. Pass them down as arguments and keep them in local variables.",
        variant=SearchVariant(share_window=True),
        reach=Reach.VALUE,
        algorithms=ALPHABETA,
    ),
    Mistake(
        name="mixed-bounds",
        title="passes alpha and beta down in the wrong order",
        advice="Pass alpha first and beta second, at MAX and at MIN alike; unlike in negamax, they do not swap.",
        variant=SearchVariant(child_window=lambda alpha, beta: (beta, alpha)),
        reach=Reach.VALUE,
        algorithms=ALPHABETA,
    ),
)
