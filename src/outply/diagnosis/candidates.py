"""Which of the usual mistakes give somebody's answer."""

from __future__ import annotations

from outply.diagnosis.catalogue import MISTAKES, Mistake, Reach
from outply.diagnosis.finding import Cause
from outply.diagnosis.simulator import Attempts, Wanted
from outply.diagnosis.variant import TooLongError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from outply.search.trace import OpenNode

    OnTry = Callable[[int, int], None]  # which mistake is tried next, and of how many

MOST_PARTIAL = 3
"""Causes that explain the beginning of a list of visits, where none explains all of it."""


def of_answer(
    attempts: Attempts, wanted: Wanted, reach: Reach, on_try: OnTry = lambda *_: None
) -> tuple[tuple[Cause, ...], tuple[Mistake, ...]]:
    """Return the causes of an answer, and what was not tried; `reach` is what the mistake must be able to change.

    Mistakes that can change no more than what is different come first. `on_try` hears how far it is.
    """
    causes, untried = [], []
    candidates = [one for one in MISTAKES if one.reach >= reach and attempts.can_happen(one)]
    for number, mistake in enumerate(sorted(candidates, key=lambda one: (one.cost, one.reach)), start=1):
        on_try(number, len(candidates))
        try:
            if attempts.gives(mistake, wanted):
                causes.append(mistake)
        except TooLongError:
            untried.append(mistake)
    causes.sort(key=lambda one: (one.reach, MISTAKES.index(one)))
    return tuple(map(Cause, causes)), tuple(untried)


class _PartedError(Exception):
    """A walk does not go where the list goes."""


def agreement(attempts: Attempts, mistake: Mistake, moves: list[Any]) -> tuple[int, bool]:
    """Return how many of the moves a program with that mistake visits in this order, and whether that is all.

    A `TooLongError` if it is not known whether there would be more.
    """
    agreed = 0

    def watch(node: OpenNode) -> None:
        nonlocal agreed
        if node.order == 0:
            return
        if node.order > len(moves) or moves[node.order - 1] != node.move:
            raise _PartedError
        agreed = node.order

    walk = attempts.walk(mistake.habits, watch=watch)
    try:
        walk.result()
        return agreed, agreed == len(moves)
    except _PartedError:
        return agreed, False
    finally:
        attempts.spend(walk.visited)


def of_visits(
    attempts: Attempts, moves: list[Any], agreed: int, on_try: OnTry = lambda *_: None
) -> tuple[tuple[Cause, ...], tuple[Mistake, ...]]:
    """Return the causes of a list of visits of which the textbook agrees with the first `agreed`."""
    whole, partial, untried = [], [], []
    for number, mistake in enumerate(MISTAKES, start=1):
        on_try(number, len(MISTAKES))
        if mistake.only_reports or not attempts.can_happen(mistake):
            continue
        try:
            visits, is_all = agreement(attempts, mistake, moves)
        except TooLongError:
            untried.append(mistake)
            continue
        if is_all:
            whole.append(Cause(mistake, whole=True, visits=visits))
        elif visits > agreed:
            partial.append(Cause(mistake, whole=False, visits=visits))
    whole.sort(key=lambda cause: cause.mistake.reach)
    partial.sort(key=lambda cause: -(cause.visits or 0))
    return tuple(whole or partial[:MOST_PARTIAL]), tuple(untried)
