"""Which mistakes the cases of a suite catch, and why they miss the other mistakes."""

from __future__ import annotations

from collections.abc import Sequence

from outply.diagnosis.catalogue import MISTAKES, Mistake, Reach
from outply.formats.question import answer_parts
from outply.games import game_named
from outply.grading.suite.case import Case

_SAME_ANSWERS = {
    ("useful-raids", "raid"): "a Stake on the same cell has the same effect and comes first",
    ("cell-by-cell", "blitz"): "a cell has only one move under blitz rules, so the order is right",
}
"""Why a mistake never changes an answer, by the name of the mistake and the rule variant."""


class Coverage:
    """The mistakes that the cases of a suite catch, and those that they miss.

    `caught` maps the name of a mistake to the names of the cases that catch it. `missed` maps the name of a
    mistake to the reason why no case catches it. Mistakes that do not apply to the games of the suite are in
    neither dictionary.
    """

    def __init__(self, cases: Sequence[Case]) -> None:
        games = {case.question.position.game for case in cases}
        self.caught: dict[str, tuple[str, ...]] = {}
        self.missed: dict[str, str] = {}
        for mistake in MISTAKES:
            if games.isdisjoint(mistake.games):
                continue
            names = tuple(case.name for case in cases if mistake.name in case.caught_mistakes)
            if names:
                self.caught[mistake.name] = names
            else:
                self.missed[mistake.name] = _reason_for_miss(mistake, cases)


def undetectable_reason(mistake: Mistake, *, game: str, rule_variant: str) -> str:
    """Return the reason why no question of `game` under `rule_variant` can reveal `mistake`.

    Returns an empty string if no such reason is known.
    """
    if mistake.reach == Reach.COUNT and "count" not in answer_parts(game):
        return f"it changes only the node count, which is not part of {game_named(game).title}'s output"
    return _SAME_ANSWERS.get((mistake.name, rule_variant), "")


def _reason_for_miss(mistake: Mistake, cases: Sequence[Case]) -> str:
    questions = [case.question for case in cases if case.question.position.game in mistake.games]
    positions = [question.position for question in questions]
    reasons = {
        undetectable_reason(mistake, game=position.game, rule_variant=position.variant) for position in positions
    }
    if len(reasons) == 1 and (reason := reasons.pop()):
        return reason
    searches = [question for question in questions if question.mode in mistake.algorithms]
    if not searches:
        return f"no case asks for {' or '.join(mistake.algorithms)}"
    if not any(mistake.variant.depth_limit(question.depth or 0) >= 1 for question in searches):
        return "no case is deep enough"
    return "it does not change the answer of any case"
