"""Select candidates as the cases of a suite, so that together they catch many different mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from outply.diagnosis.catalogue import families
from outply.diagnosis.wrong_outputs import WrongOutput
from outply.formats.question import Question
from outply.grading.suite.kinds.kind import CaseKind
from outply.grading.suite.requirements import REQUIREMENTS, Requirement

WEIGHT_FIRST_TEST = 1_000.0
"""Gain from a mistake that the case tests and that no selected case tests yet.

This weight and WEIGHT_SECOND_CATCH are so large that a selection first catches every mistake that any candidate
catches, then catches each twice, and only then becomes more varied.
"""

WEIGHT_SECOND_CATCH = 50.0
"""Gain from a mistake that at most one selected case catches."""

WEIGHT_REPEATED = 0.5
"""Gain from a mistake that several selected cases catch; it is divided by the number of these cases."""

WEIGHT_NEW_KIND = 6.0
"""Gain from the first case of a case kind; the second case gains half as much, the third a third."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A generated question that may be selected as a case of the suite."""

    kind: CaseKind
    question: Question
    expected: str
    wrong_outputs: tuple[WrongOutput, ...]

    def requirements(self) -> list[Requirement]:
        """Return the requirements of the case kind that this candidate can test.

        The candidate catches a mistake that violates the requirement, or the requirement has no mistakes.
        """
        caught = {name for wrong in self.wrong_outputs for name in wrong.mistakes}
        return [
            requirement
            for requirement in requirements_of(self.kind)
            if not requirement.mistakes or caught.intersection(requirement.mistakes)
        ]

    def tested_mistakes(self) -> set[str]:
        """Return the names of the caught mistakes that violate a requirement of the case kind."""
        caught = {name for wrong in self.wrong_outputs for name in wrong.mistakes}
        return {name for requirement in self.requirements() for name in caught.intersection(requirement.mistakes)}


def requirements_of(kind: CaseKind) -> list[Requirement]:
    """Return the requirements that cases of `kind` may test."""
    if kind.requirements:
        return [requirement for requirement in REQUIREMENTS if requirement.name in kind.requirements]
    return [requirement for requirement in REQUIREMENTS if requirement.mistakes]


class _Option:
    """A candidate together with one requirement that the candidate can test."""

    def __init__(self, number: int, candidate: Candidate, requirement: Requirement) -> None:
        self.number = number
        self.candidate = candidate
        self.requirement = requirement
        # An output that few mistakes produce identifies the mistake better.
        self.weights = {
            name: 0.5 + 0.5 / len(families(wrong.mistakes))
            for wrong in candidate.wrong_outputs
            for name in wrong.mistakes
        }
        self.tested = self.weights.keys() & set(requirement.mistakes)


class _Selection:
    """The options selected so far, and how many of them catch each mistake and belong to each case kind."""

    def __init__(self) -> None:
        self.options: list[_Option] = []
        self.tested: Counter[str] = Counter()
        self.caught: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self._last_gains: dict[int, float] = {}

    def gain(self, option: _Option) -> float:
        """Return how much `option` would improve the selection, as a weighted sum."""
        gain = WEIGHT_NEW_KIND / (1 + self.kinds[option.candidate.kind.name])
        for name, weight in option.weights.items():
            if name in option.tested and not self.tested[name]:
                gain += weight * WEIGHT_FIRST_TEST
            elif self.caught[name] < 2:
                gain += weight * WEIGHT_SECOND_CATCH
            else:
                gain += weight * WEIGHT_REPEATED / self.caught[name]
        return gain

    def best_of(self, pool: Sequence[_Option]) -> _Option:
        """Return the option of `pool` with the largest gain, the first of several.

        The gain of an option never grows. Therefore options whose last gain was smaller than the largest one found
        are not computed again, which saves three of four computations.
        """
        best, best_rank = pool[0], (-inf, 0)
        for option in sorted(pool, key=lambda option: -self._last_gains.get(option.number, inf)):
            if self._last_gains.get(option.number, inf) < best_rank[0]:
                break
            gain = self._last_gains[option.number] = self.gain(option)
            best, best_rank = max((best, best_rank), (option, (gain, -option.number)), key=lambda pair: pair[1])
        return best

    def add(self, option: _Option) -> None:
        self.options.append(option)
        self.tested.update(option.tested)
        self.caught.update(option.weights.keys())
        self.kinds[option.candidate.kind.name] += 1

    def reassign_requirement(self, other: _Option) -> None:
        """Let a selected candidate test the requirement of `other` if this improves the selection.

        If the candidate of `other` is already selected for a different requirement, it is switched to the
        requirement of `other`. The switch is made only if it adds a newly tested mistake and every mistake tested
        so far is still tested.
        """
        for index, option in enumerate(self.options):
            adds_mistake = any(not self.tested[name] for name in other.tested)
            if (
                option.candidate is other.candidate
                and adds_mistake
                and all(self.tested[name] > 1 for name in option.tested)
            ):
                self.options[index] = other
                self.tested.subtract(option.tested)
                self.tested.update(other.tested)


def select_candidates(candidates: Sequence[Candidate], count: int) -> list[tuple[Candidate, Requirement]]:
    """Return at most `count` candidates, each with the requirement that it tests, grouped by case kind.

    Case kinds keep their order in `candidates`. Every case kind is included if `count` is large enough.
    """
    pairs = ((candidate, requirement) for candidate in candidates for requirement in candidate.requirements())
    options = [_Option(number, candidate, requirement) for number, (candidate, requirement) in enumerate(pairs)]
    kinds = list(dict.fromkeys(candidate.kind.name for candidate in candidates))
    # Few cases test more mistakes if the best option is selected each time. With many cases, the candidates for a
    # rare mistake would then often be used up for other requirements.
    selection = max(
        (_select(options, kinds, count, rarest_first=rarest_first) for rarest_first in (False, True)),
        key=lambda selection: (len(+selection.tested), sum(times > 1 for times in selection.caught.values())),
    )
    selected = sorted(selection.options, key=lambda option: kinds.index(option.candidate.kind.name))
    return [(option.candidate, option.requirement) for option in selected]


def _select(options: Sequence[_Option], kinds: Sequence[str], count: int, *, rarest_first: bool) -> _Selection:
    """Select at most `count` options; with `rarest_first`, mistakes that few options test come first."""
    selection = _Selection()
    remaining = list(options)
    while remaining and len(selection.options) < count:
        missing_kinds = [kind for kind in kinds if not selection.kinds[kind]]
        of_missing_kinds = [option for option in remaining if option.candidate.kind.name in missing_kinds]
        pool = remaining
        if of_missing_kinds and len(missing_kinds) >= count - len(selection.options):
            pool = of_missing_kinds
        elif rarest_first:
            times = Counter(name for option in remaining for name in option.tested if not selection.tested[name])
            if times:
                rarest = min(times, key=lambda name: (times[name], name))
                pool = [option for option in remaining if rarest in option.tested]
        best = selection.best_of(pool)
        selection.add(best)
        remaining = [option for option in remaining if option.candidate is not best.candidate]
    for option in options:
        selection.reassign_requirement(option)
    return selection
