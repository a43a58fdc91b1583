"""Which mistakes a suite tells from a right program, by which case, and why the others stay unseen."""

from __future__ import annotations

from collections.abc import Sequence

from outply.diagnosis.catalogue import MISTAKES, Mistake, Reach
from outply.grading.suite.case import Case


class Coverage:
    """`caught` has the names of the cases that catch a mistake, `missed` why none does; each by its name.

    A mistake that cannot be made in the games of the suite is in neither.
    """

    def __init__(self, cases: Sequence[Case]) -> None:
        games = dict.fromkeys(case.question.position.game for case in cases)
        self.caught: dict[str, tuple[str, ...]] = {}
        self.missed: dict[str, str] = {}
        for mistake in MISTAKES:
            if not any(game in mistake.games for game in games):
                continue
            by = tuple(case.name for case in cases if mistake.name in case.catches)
            if by:
                self.caught[mistake.name] = by
            else:
                self.missed[mistake.name] = _why_unseen(mistake, cases)


def never_seen(mistake: Mistake, game: str, variant: str) -> str:
    """Return why no question of that game can tell the mistake from a right program; empty if one can."""
    if game == "warfare" and mistake.reach == Reach.COUNT:
        return "it changes the number of nodes alone, which Warfare's output does not say"
    return _SAME.get((mistake.name, variant), "")


_SAME = {
    ("useful-raids", "raid"): "a Stake on the same cell does the same and comes first",
    ("cell-by-cell", "blitz"): "a cell has one move by blitz rules, so the order is the right one",
}


def _why_unseen(mistake: Mistake, cases: Sequence[Case]) -> str:
    questions = [case.question for case in cases if case.question.position.game in mistake.games]
    reasons = {never_seen(mistake, one.position.game, one.position.variant) for one in questions}
    if len(reasons) == 1 and (reason := reasons.pop()):
        return reason
    searches = [one for one in questions if one.mode in mistake.algorithms]
    if not searches:
        return f"no case asks for {' or '.join(mistake.algorithms)}"
    if not any(mistake.habits.depth(one.depth or 0) >= 1 for one in searches):
        return "no case is deep enough to make it"
    return "no case has another answer by it"
