"""Mistakes in alpha-beta pruning: wrong cutoffs and wrong windows of alpha and beta."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from outply.diagnosis.mistake import ALPHABETA, MINIMAX, Mistake, Reach, family
from outply.diagnosis.variant import INFINITE_WINDOW, SearchVariant, textbook_window

Window = tuple[float, float]


def _cutoff_if_strictly_outside(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    return best > beta if maximises else best < alpha


def _cutoff_at_max(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    return maximises and best >= beta


def _cutoff_at_min(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    return not maximises and best <= alpha


def _cutoff_at_other_bound(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    return best <= alpha if maximises else best >= beta


def _cutoff_at_beta(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    return best >= beta


def _cutoff_at_alpha(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    return best <= alpha


def _cutoff_at_own_bound(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    return best >= alpha if maximises else best <= beta


def _cutoff_if_empty(best: float, alpha: float, beta: float, maximises: bool) -> bool:
    """Return whether the updated window is empty; for a right window, this is the same as the textbook's test."""
    return max(alpha, best) >= beta if maximises else min(beta, best) <= alpha


def _with_both_tests(variants: Mapping[str, SearchVariant]) -> dict[str, SearchVariant]:
    """Return search variants with both tests before a cutoff: of the value (v >= beta) and of the window.

    The second, alpha >= beta after the update, is as common; it gives other answers if the window is wrong.
    """
    with_window_test = {
        f"{way}-alpha-beta" if way else "alpha-beta": replace(variant, is_cutoff=_cutoff_if_empty)
        for way, variant in variants.items()
    }
    return {**variants, **with_window_test}


def _other_bound(best: float, alpha: float, beta: float, maximises: bool) -> float:
    return alpha if maximises else beta


def _narrow_below_root(best: float, alpha: float, beta: float, maximises: bool, ply: int) -> Window:
    return (alpha, beta) if ply == 0 else textbook_window(best, alpha, beta, maximises, ply)


def _raise_alpha_everywhere(best: float, alpha: float, beta: float, maximises: bool, ply: int) -> Window:
    return max(alpha, best), beta


def _lower_beta_everywhere(best: float, alpha: float, beta: float, maximises: bool, ply: int) -> Window:
    return alpha, min(beta, best)


def _replace_bound(best: float, alpha: float, beta: float, maximises: bool, ply: int) -> Window:
    return (best, beta) if maximises else (alpha, best)


PRUNING = (
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
        "down, or the loop over the moves does not raise alpha at MAX nodes and lower beta at MIN nodes.",
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
    *family(
        "fresh-window",
        {
            "max": SearchVariant(
                child_window=lambda alpha, beta, maximises, ply: INFINITE_WINDOW if maximises else (alpha, beta)
            ),
            "min": SearchVariant(
                child_window=lambda alpha, beta, maximises, ply: (alpha, beta) if maximises else INFINITE_WINDOW
            ),
        },
        title="does not pass alpha and beta down from MAX nodes or from MIN nodes",
        advice="Every recursive call gets the current alpha and beta of the node, in the MAX function and in the "
        "MIN function.",
        reach=Reach.COUNT,
        algorithms=ALPHABETA,
    ),
    Mistake(
        name="wide-window",
        title="updates alpha or beta in a way that prunes less",
        advice="A MAX node raises alpha, alpha = max(alpha, v), and a MIN node lowers beta, beta = min(beta, v). "
        "Alpha never falls, and beta never rises.",
        variant=SearchVariant(narrow_window=_replace_bound),
        reach=Reach.COUNT,
        algorithms=ALPHABETA,
    ),
    *family(
        "one-window",
        _with_both_tests({"": SearchVariant(share_window=True)}),
        title="shares one alpha and one beta between all nodes",
        advice="Each node has its own alpha and beta, which start as those of its parent; its changes must not "
        "affect the parent. Pass them down as arguments and keep them in local variables.",
        algorithms=ALPHABETA,
    ),
    *family(
        "mixed-bounds",
        _with_both_tests(
            {
                "": SearchVariant(child_window=lambda alpha, beta, maximises, ply: (beta, alpha)),
                "max": SearchVariant(
                    child_window=lambda alpha, beta, maximises, ply: (beta, alpha) if maximises else (alpha, beta)
                ),
                "min": SearchVariant(
                    child_window=lambda alpha, beta, maximises, ply: (alpha, beta) if maximises else (beta, alpha)
                ),
                "below-root": SearchVariant(
                    child_window=lambda alpha, beta, maximises, ply: (beta, alpha) if ply else (alpha, beta)
                ),
            }
        ),
        title="passes alpha and beta down in the wrong order",
        advice="Pass alpha first and beta second, at MAX and at MIN alike; unlike in negamax, they do not swap.",
        algorithms=ALPHABETA,
    ),
    *family(
        "wrong-bound",
        {
            "swapped": SearchVariant(is_cutoff=_cutoff_at_other_bound),
            "beta": SearchVariant(is_cutoff=_cutoff_at_beta),
            "alpha": SearchVariant(is_cutoff=_cutoff_at_alpha),
            "own": SearchVariant(is_cutoff=_cutoff_at_own_bound),
        },
        title="compares with the wrong bound before it prunes",
        advice="A MAX node compares its value with beta (v >= beta), and a MIN node with alpha (v <= alpha).",
        algorithms=ALPHABETA,
    ),
    *family(
        "wrong-update",
        _with_both_tests(
            {
                "min-raises-alpha": SearchVariant(narrow_window=_raise_alpha_everywhere),
                "max-lowers-beta": SearchVariant(narrow_window=_lower_beta_everywhere),
            }
        ),
        title="raises alpha at MIN nodes or lowers beta at MAX nodes",
        advice="A MAX node raises alpha, alpha = max(alpha, v), and a MIN node lowers beta, beta = min(beta, v).",
        algorithms=ALPHABETA,
    ),
    Mistake(
        name="cut-value",
        title="returns alpha at a cut MAX node, or beta at a cut MIN node",
        advice="A node that is cut off returns its own value v. A MAX node that returned alpha would look worse "
        "than it is.",
        variant=SearchVariant(cutoff_value=_other_bound),
        algorithms=ALPHABETA,
    ),
)
