"""Which mistakes the cases of a suite catch, and why they miss the other mistakes."""

from __future__ import annotations

from collections.abc import Sequence

from outply.diagnosis.catalogue import MISTAKES, Mistake
from outply.diagnosis.wrong_outputs import undetectable_reason
from outply.grading.suite.case import Case


class Coverage:
    """The mistakes that the cases of a suite catch, and those that they miss.

    Mistakes are counted per family here: a family is caught if each of its mistakes is caught by a case. `caught`
    maps the name of a family to the names of the cases that catch any of its mistakes. `undetectable` maps the
    name of a family that cannot change an answer to the reason, and `missed` maps the name of any other family
    that is not caught to the reason. Families that do not apply to the games of the suite are left out.
    """

    def __init__(self, cases: Sequence[Case]) -> None:
        games = {case.question.position.game for case in cases}
        self.caught: dict[str, tuple[str, ...]] = {}
        self.missed: dict[str, str] = {}
        self.undetectable: dict[str, str] = {}
        by_family: dict[str, list[Mistake]] = {}
        for mistake in MISTAKES:
            if any(map(mistake.applies_to, games)):
                by_family.setdefault(mistake.family, []).append(mistake)
        caught_by_case = [(case.name, set(case.caught_mistakes)) for case in cases]
        for family, mistakes in by_family.items():
            names = {mistake.name for mistake in mistakes}
            missing = [mistake for mistake in mistakes if not any(mistake.name in by for _, by in caught_by_case)]
            reasons = [_undetectable_in(mistake, cases) for mistake in missing]
            if missing and len(missing) == len(mistakes) and all(reasons):
                self.undetectable[family] = reasons[0]
            elif all(reasons):
                self.caught[family] = tuple(name for name, by in caught_by_case if names & by)
            else:
                self.missed[family] = _reason_for_miss(mistakes, missing, cases)

    def summary(self) -> str:
        """Return how many known mistakes the suite catches, as a sentence without a full stop."""
        caught, total = len(self.caught), len(self.caught) + len(self.missed)
        share = f"all {total}" if caught == total else f"{caught} of the {total}"
        return f"The cases catch {share} known mistakes that can change an answer"


def _undetectable_in(mistake: Mistake, cases: Sequence[Case]) -> str:
    """Return why `mistake` cannot change an answer in the game and rule variant of `cases`; empty if it can."""
    positions = [case.question.position for case in cases if mistake.applies_to(case.question.position.game)]
    reasons = {
        undetectable_reason(mistake, game=position.game, rule_variant=position.variant) for position in positions
    }
    return reasons.pop() if len(reasons) == 1 else ""


def _reason_for_miss(mistakes: Sequence[Mistake], missing: Sequence[Mistake], cases: Sequence[Case]) -> str:
    if len(missing) < len(mistakes):
        ways = ", ".join(mistake.name.partition("/")[2] or "the usual way" for mistake in missing)
        return f"{len(missing)} of its {len(mistakes)} ways are not caught ({ways})"
    algorithms = missing[0].algorithms
    questions = [case.question for case in cases if missing[0].applies_to(case.question.position.game)]
    searches = [question for question in questions if question.mode in algorithms]
    if not searches:
        return f"no case asks for {' or '.join(algorithms)}"
    if not any(missing[0].variant.depth_limit(question.depth or 0) >= 1 for question in searches):
        return "no case is deep enough"
    if not any(
        mistake.affects(question.position, question.depth or 0) for mistake in missing for question in searches
    ):
        return "no case has the property that reveals it"
    return "it does not change the answer of any case"
