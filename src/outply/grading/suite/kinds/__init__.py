"""The case kinds of each game."""

from __future__ import annotations

from outply.grading.suite.kinds import starcircle, warfare
from outply.grading.suite.kinds.kind import CaseConstraints, CaseKind

KINDS: dict[str, tuple[CaseKind, ...]] = {"warfare": warfare.KINDS, "starcircle": starcircle.KINDS}


COMPETITION_KINDS = {"warfare": warfare.COMPETITION_KIND}
"""The case kinds for the mode COMPETITION, in games that have it."""


def kinds_of(game: str, modes: tuple[str, ...]) -> tuple[CaseKind, ...]:
    """Return the kinds of a suite with questions of these modes; COMPETITION has a separate kind."""
    if game not in COMPETITION_KINDS or "COMPETITION" not in modes:
        return KINDS[game]
    return (*(KINDS[game] if len(modes) > 1 else ()), COMPETITION_KINDS[game])


__all__ = ["COMPETITION_KINDS", "KINDS", "CaseConstraints", "CaseKind", "kinds_of"]
