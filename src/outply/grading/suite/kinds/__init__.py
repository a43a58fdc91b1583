"""The case kinds of each game."""

from __future__ import annotations

from outply.grading.suite.kinds import starcircle, warfare
from outply.grading.suite.kinds.kind import CaseConstraints, CaseKind

KINDS: dict[str, tuple[CaseKind, ...]] = {"warfare": warfare.KINDS, "starcircle": starcircle.KINDS}


def kinds_of(game: str, modes: tuple[str, ...]) -> tuple[CaseKind, ...]:
    """Return the kinds of a suite with questions of these modes; COMPETITION has a kind of its own in Warfare."""
    if game != "warfare" or "COMPETITION" not in modes:
        return KINDS[game]
    return (*(KINDS[game] if len(modes) > 1 else ()), warfare.COMPETITION_KIND)


__all__ = ["KINDS", "CaseConstraints", "CaseKind", "kinds_of"]
