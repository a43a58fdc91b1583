"""The case kinds of each game."""

from __future__ import annotations

from outply.grading.suite.kinds import starcircle, warfare
from outply.grading.suite.kinds.kind import CaseConstraints, CaseKind

KINDS: dict[str, tuple[CaseKind, ...]] = {"warfare": warfare.KINDS, "starcircle": starcircle.KINDS}


COMPETITION_KINDS = {"warfare": warfare.COMPETITION_KIND}
"""The case kind for the mode COMPETITION, by game; games without this mode are missing."""


def kinds_of(game: str, modes: tuple[str, ...]) -> tuple[CaseKind, ...]:
    """Return the case kinds for a suite of `game` with questions of `modes`.

    The mode COMPETITION has a case kind of its own, in games that have this mode.
    """
    if game not in COMPETITION_KINDS or "COMPETITION" not in modes:
        return KINDS[game]
    return (*(KINDS[game] if len(modes) > 1 else ()), COMPETITION_KINDS[game])


__all__ = ["COMPETITION_KINDS", "KINDS", "CaseConstraints", "CaseKind", "kinds_of"]
