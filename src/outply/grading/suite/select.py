"""Selection of the candidates that together catch the most mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from outply.diagnosis.wrong_outputs import WrongOutput
from outply.formats.question import Question
from outply.grading.suite.kinds.kind import CaseKind
from outply.grading.suite.requirements import REQUIREMENTS, Requirement

WEIGHT_TESTED_MISTAKE = 8.0
"""Gain from a mistake that violates the requirement of the case."""

WEIGHT_OTHER_MISTAKE = 1.0
"""Gain from any other mistake that the case catches."""

WEIGHT_NEW_KIND = 2.0
"""Gain from a case kind that is not yet selected; half for its second case, a third for its third."""

WEIGHT_REPEATED = 0.15
"""Factor of the gain from a mistake that is already caught, divided by how often it is caught."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A generated question that may become a case."""

    kind: CaseKind
    question: Question
    expected: str
    wrong_outputs: tuple[WrongOutput, ...]

    def requirements(self) -> list[Requirement]:
        """Return the requirements of its kind that it tests by catching a mistake that violates them."""
        caught = {name for wrong in self.wrong_outputs for name in wrong.mistakes}
        return [
            requirement
            for requirement in requirements_of(self.kind)
            if not requirement.mistakes or caught.intersection(requirement.mistakes)
        ]


def requirements_of(kind: CaseKind) -> list[Requirement]:
    """Return the requirements that cases of a kind may test."""
    if kind.requirements:
        return [requirement for requirement in REQUIREMENTS if requirement.name in kind.requirements]
    return [requirement for requirement in REQUIREMENTS if requirement.mistakes]


class _Option:
    """A candidate together with one requirement that it can test."""

    def __init__(self, candidate: Candidate, requirement: Requirement) -> None:
        self.candidate = candidate
        self.requirement = requirement
        # An output that few mistakes produce identifies the mistake better.
        weights = {
            name: 0.5 + 0.5 / len(wrong.mistakes) for wrong in candidate.wrong_outputs for name in wrong.mistakes
        }
        self.tested = {name: weight for name, weight in weights.items() if name in requirement.mistakes}
        self.others = {name: weight for name, weight in weights.items() if name not in requirement.mistakes}


class _Selection:
    """The options selected so far, and how often each mistake is caught."""

    def __init__(self) -> None:
        self.options: list[_Option] = []
        self.tested: Counter[str] = Counter()
        self.caught: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()

    def gain(self, option: _Option) -> float:
        """Return how much the option would improve the selection."""
        tested = sum(weight * _repetition(self.tested[name]) for name, weight in option.tested.items())
        others = sum(weight * _repetition(self.caught[name]) for name, weight in option.others.items())
        return (
            WEIGHT_TESTED_MISTAKE * tested
            + WEIGHT_OTHER_MISTAKE * others
            + WEIGHT_NEW_KIND / (1 + self.kinds[option.candidate.kind.name])
        )

    def add(self, option: _Option) -> None:
        self.options.append(option)
        self.tested.update(option.tested.keys())
        self.caught.update([*option.tested, *option.others])
        self.kinds[option.candidate.kind.name] += 1

    def reassign_requirement(self, other: _Option) -> None:
        """Let a selected candidate test another requirement if that adds a tested mistake and loses none."""
        for index, option in enumerate(self.options):
            adds_mistake = any(not self.tested[name] for name in other.tested)
            if (
                option.candidate is other.candidate
                and adds_mistake
                and all(self.tested[name] > 1 for name in option.tested)
            ):
                self.options[index] = other
                self.tested.subtract(option.tested.keys())
                self.tested.update(other.tested.keys())


def _repetition(times: int) -> float:
    return 1.0 if times == 0 else WEIGHT_REPEATED / times


def select_candidates(candidates: Sequence[Candidate], count: int) -> list[tuple[Candidate, Requirement]]:
    """Return at most `count` candidates with the requirements that they test, in the order of their kinds.

    Every kind with a candidate is included if `count` allows it.
    """
    options = [
        _Option(candidate, requirement) for candidate in candidates for requirement in candidate.requirements()
    ]
    kinds = list(dict.fromkeys(candidate.kind.name for candidate in candidates))
    selection = _Selection()
    remaining = options
    while remaining and len(selection.options) < count:
        missing_kinds = [kind for kind in kinds if not selection.kinds[kind]]
        of_missing_kinds = [option for option in remaining if option.candidate.kind.name in missing_kinds]
        needs_kinds = len(missing_kinds) >= count - len(selection.options) and of_missing_kinds
        best = max(of_missing_kinds if needs_kinds else remaining, key=selection.gain)
        selection.add(best)
        remaining = [option for option in remaining if option.candidate is not best.candidate]
    for option in options:
        selection.reassign_requirement(option)
    selected = sorted(selection.options, key=lambda option: kinds.index(option.candidate.kind.name))
    return [(option.candidate, option.requirement) for option in selected]
