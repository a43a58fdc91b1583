"""The case kinds of each game."""

from __future__ import annotations

from outply.formats.question import has_question_format
from outply.games import all_games
from outply.grading.suite.kinds import generic, starcircle, warfare
from outply.grading.suite.kinds.kind import CaseConstraints, CaseKind

_ALL_KINDS = {"warfare": warfare.KINDS, "starcircle": starcircle.KINDS}

KINDS: dict[str, tuple[CaseKind, ...]] = {
    game: tuple(kind for kind in kinds if not kind.is_beyond) for game, kinds in _ALL_KINDS.items()
}
"""The case kinds of each game with an assignment, in the order of their cases in a suite."""

KINDS_BEYOND: dict[str, tuple[CaseKind, ...]] = {
    game: tuple(kind for kind in kinds if kind.is_beyond) for game, kinds in _ALL_KINDS.items()
}
"""The case kinds of each game that go beyond the assignment; a suite contains them only on request."""

COMPETITION_KINDS = {"warfare": warfare.COMPETITION_KIND}
"""The case kind for the mode COMPETITION, by game with an assignment; games without this mode are missing."""


def games_with_kinds() -> tuple[str, ...]:
    """Return the names of all games for which cases can be generated."""
    return tuple(name for name in all_games() if has_question_format(name))


def basic_kinds(game: str) -> tuple[CaseKind, ...]:
    """Return the case kinds of `game` that keep to the assignment, in the order of their cases in a suite.

    A game without an assignment has generic case kinds.
    """
    return KINDS[game] if game in KINDS else generic.kinds_of_game(game)


def competition_kind(game: str) -> CaseKind | None:
    """Return the case kind of `game` for the mode COMPETITION; None if its assignment lacks the mode."""
    return COMPETITION_KINDS.get(game) if game in KINDS else generic.competition_kind(game)


def kinds_of(game: str, modes: tuple[str, ...], *, beyond: bool = False) -> tuple[CaseKind, ...]:
    """Return the case kinds for a suite of `game` with questions of `modes`.

    The mode COMPETITION has a case kind of its own, in games that have this mode. `beyond` adds the kinds that go
    beyond the assignment.
    """
    kinds = basic_kinds(game) + (KINDS_BEYOND.get(game, ()) if beyond else ())
    competition = competition_kind(game)
    if competition is None or "COMPETITION" not in modes:
        return kinds
    return (*(kinds if len(modes) > 1 else ()), competition)


__all__ = [
    "KINDS",
    "CaseConstraints",
    "CaseKind",
    "basic_kinds",
    "competition_kind",
    "games_with_kinds",
    "kinds_of",
]
