"""The kinds of cases that a suite is made of, by game."""

from __future__ import annotations

from outply.grading.kinds import starcircle, warfare
from outply.grading.kinds.kind import Kind, Wanted

KINDS: dict[str, tuple[Kind, ...]] = {"warfare": warfare.KINDS, "starcircle": starcircle.KINDS}


def kinds_of(game: str, modes: tuple[str, ...]) -> tuple[Kind, ...]:
    """Return the kinds that a suite with questions of these modes has: COMPETITION has one of its own."""
    in_competition = (warfare.IN_COMPETITION,) if "COMPETITION" in modes else ()
    return in_competition if modes == ("COMPETITION",) else (*KINDS[game], *in_competition)


__all__ = ["KINDS", "Kind", "Wanted", "kinds_of"]
