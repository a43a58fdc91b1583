"""The case kinds of each game."""

from __future__ import annotations

from outply.grading.suite.kinds import starcircle, warfare
from outply.grading.suite.kinds.kind import CaseConstraints, CaseKind

_ALL_KINDS = {"warfare": warfare.KINDS, "starcircle": starcircle.KINDS}

KINDS: dict[str, tuple[CaseKind, ...]] = {
    game: tuple(kind for kind in kinds if not kind.is_beyond) for game, kinds in _ALL_KINDS.items()
}
"""The case kinds of each game that keep to the assignment, in the order of their cases in a suite."""

KINDS_BEYOND: dict[str, tuple[CaseKind, ...]] = {
    game: tuple(kind for kind in kinds if kind.is_beyond) for game, kinds in _ALL_KINDS.items()
}
"""The case kinds of each game that go beyond the assignment; a suite contains them only on request."""

COMPETITION_KINDS = {"warfare": warfare.COMPETITION_KIND}
"""The case kind for the mode COMPETITION, by game; games without this mode are missing."""


def kinds_of(game: str, modes: tuple[str, ...], *, beyond: bool = False) -> tuple[CaseKind, ...]:
    """Return the case kinds for a suite of `game` with questions of `modes`.

    The mode COMPETITION has a case kind of its own, in games that have this mode. `beyond` adds the kinds that go
    beyond the assignment.
    """
    kinds = KINDS[game] + (KINDS_BEYOND[game] if beyond else ())
    if game not in COMPETITION_KINDS or "COMPETITION" not in modes:
        return kinds
    return (*(kinds if len(modes) > 1 else ()), COMPETITION_KINDS[game])


__all__ = ["COMPETITION_KINDS", "KINDS", "KINDS_BEYOND", "CaseConstraints", "CaseKind", "kinds_of"]
