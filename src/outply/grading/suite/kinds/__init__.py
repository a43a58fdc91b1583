"""The kinds of cases that a suite is made of, by game."""

from __future__ import annotations

from outply.grading.suite.kinds import starcircle, warfare
from outply.grading.suite.kinds.kind import Kind, Wanted

KINDS: dict[str, tuple[Kind, ...]] = {"warfare": warfare.KINDS, "starcircle": starcircle.KINDS}


def kinds_of(game: str, modes: tuple[str, ...]) -> tuple[Kind, ...]:
    """Return the kinds of a suite with questions of these modes: Warfare's COMPETITION has one of its own."""
    if game != "warfare" or "COMPETITION" not in modes:
        return KINDS[game]
    return (*(KINDS[game] if len(modes) > 1 else ()), warfare.IN_COMPETITION)


__all__ = ["KINDS", "Kind", "Wanted", "kinds_of"]
