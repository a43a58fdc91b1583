"""What follows from the games and the trials: sentences that are true of the data they are made from.

Each function looks for one thing and returns None where the data says nothing of it. Nothing is claimed that was
not counted.
"""

from __future__ import annotations

from outply.report.matchups.findings.depths import feasible, growth, order, same_games, savings
from outply.report.matchups.findings.finding import Finding
from outply.report.matchups.findings.games import (
    bound_to_be_alike,
    draws,
    head_to_head,
    late_turns,
    looking_further,
    moving_first,
    prices,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outply.arena.matchups.pairing import Matchups

    Look = Callable[[Matchups], Finding | None]

MAIN: tuple[Look, ...] = (looking_further, head_to_head, bound_to_be_alike, moving_first, savings, feasible)
ALL: tuple[Look, ...] = (
    bound_to_be_alike,
    moving_first,
    looking_further,
    head_to_head,
    draws,
    late_turns,
    prices,
    same_games,
    savings,
    order,
    growth,
    feasible,
)


def findings(matchups: Matchups) -> list[Finding]:
    """Return everything that can be said."""
    return [found for look in ALL if (found := look(matchups)) is not None]


def summary(matchups: Matchups) -> list[str]:
    """Return the main facts, one sentence each."""
    return [found.fact for look in MAIN if (found := look(matchups)) is not None]
