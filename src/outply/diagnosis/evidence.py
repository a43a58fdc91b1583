"""Evidence: which mistake explains the answers of a program, and how certain the explanation is.

A mistake that is not in the catalogue may lead to the same answers as a listed one. So a listed mistake is named
as the explanation only if it reproduces every answer, no other listed mistake does, and a program with an unlisted
mistake is very unlikely to give the same answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import comb, prod
from typing import TypeVar

from outply.diagnosis.mistake import families, family_of

T = TypeVar("T")

ALTERNATIVE_ANSWERS = 4
"""Pseudo-count of the wrong answers to a question that only unlisted mistakes lead to."""

MIN_ANSWER_CHANCE = 0.3
"""Lower bound of the chance that two programs with different mistakes give the same wrong answer.

Similar mistakes often agree, so the chances of several answers are not independent; the bound compensates for
this. With an earlier catalogue of 68 mistakes and a floor of 0.2, ten Star/Circle answers of a program with an
unlisted mistake were explained by a listed one in 1.5 % of the samples; with 0.3, in 0.4 %."""

MAX_SIMILAR_ANSWERS = 2
"""Maximum number of similar wrong answers that count; further similar answers are not independent.

Answers are similar if the same mistakes lead to them, and the same mistakes answer the questions wrongly."""

MAX_CHANCE = 0.01
"""Maximum chance of a coincidence at which a mistake counts as the explanation of the answers.

Measured by `benchmarks/diagnosis.py --questions 60`, for Warfare and Star/Circle: an unlisted mistake is taken for
a listed one that gives other answers elsewhere in 0 and 0 % of single answers, 0.1 and 0.1 % of samples of 10
answers, and 0.3 and 0 % of samples of 40. A listed mistake is always among the candidates. It is the first of them
in 35 and 70 %, 79 and 92 %, and 95 and 95 % of these samples, and it alone is said to explain the answers in 0 and
0 %, 9 and 20 %, and 46 and 61 %."""

MIN_WRONG_ANSWERS = 3
"""Minimum number of wrong answers for the conclusion that a mistake explains all of them."""


MAX_REFUTED = 2
"""Maximum number of reported mistakes that contradict right answers."""


class Level(StrEnum):
    """How certain the mistake behind the answers of a program is, from the most certain level to the least.

    PROVEN: exactly one listed mistake reproduces a complete list of visits. EXPLAINS_ALL: exactly one listed
    mistake leads to all answers, and a coincidence is very unlikely. ONE_OF: listed mistakes fit all answers, but
    the answers do not decide whether the program has one of them. EXPLAINS_SOME: no listed mistake leads to all
    answers, but one leads to more of the wrong answers than a coincidence explains. NONE: no listed mistake
    explains the answers.
    """

    PROVEN = "proven"
    EXPLAINS_ALL = "explains all"
    ONE_OF = "one of several"
    EXPLAINS_SOME = "explains some"
    NONE = "none fits"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerEvidence:
    """A program's answer to one question, compared with the answers of the listed mistakes.

    `is_right` is whether the answer is right. The other fields contain names of mistakes: `wrong_mistakes` lead to
    a wrong answer to the question, `matching` lead to the same wrong answer as the program's (empty if the
    program's answer is right), and the answers of `not_simulated` are unknown.
    """

    is_right: bool
    wrong_mistakes: frozenset[str]
    matching: frozenset[str] = frozenset()
    not_simulated: frozenset[str] = frozenset()

    def contradicts(self, mistake: str) -> bool:
        """Return whether a program with the mistake would give a different answer."""
        if self.is_right:
            return mistake in self.wrong_mistakes
        return mistake not in self.matching and mistake not in self.not_simulated

    @property
    def chance(self) -> float:
        """The chance that a program with an unlisted mistake, if it answers wrongly, gives this wrong answer."""
        share = max(1, len(families(self.matching))) / (len(families(self.wrong_mistakes)) + ALTERNATIVE_ANSWERS)
        return min(1.0, max(MIN_ANSWER_CHANCE, share))


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A mistake that explains `explained` of the wrong answers of a program and contradicts no right answer.

    `contradicted` is the number of wrong answers to which the mistake leads to a different answer. `chance` is the
    chance that any listed mistake would explain as many answers of a program with an unlisted mistake.
    `failed_right` is the number of questions that the program answers right and the mistake answers wrongly; it is
    0 unless the candidate is refuted.
    """

    mistake: str
    explained: int
    contradicted: int
    chance: float
    failed_right: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The candidates for the mistake of a program, the likeliest first, and the level of certainty.

    There is one candidate for each family of mistakes that fits. `right` and `wrong` are the numbers of right and
    wrong answers, `listed` is the number of families of mistakes that were compared. If no mistake explains all
    answers, `refuted` are the mistakes that explain at least half of the wrong answers but contradict right ones.
    """

    level: Level
    candidates: tuple[Candidate, ...]
    right: int
    wrong: int
    listed: int
    refuted: tuple[Candidate, ...] = ()


def first_of_families(items: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """Return the first item of each family of mistakes; `name(item)` is the name of the item's mistake."""
    firsts: dict[str, T] = {}
    for item in items:
        firsts.setdefault(family_of(name(item)), item)
    return list(firsts.values())


def weigh(answers: Sequence[AnswerEvidence], mistakes: Collection[str]) -> Evidence:
    """Return the evidence that the answers of a program give about its mistake.

    `mistakes` are the names of the listed mistakes that can occur in the program, the most frequent first.
    """
    wrong = [answer for answer in answers if not answer.is_right]
    right = [answer for answer in answers if answer.is_right]
    listed = len(families(mistakes))
    fitting = [one for name in mistakes if (one := _candidate(name, wrong, right, listed)).explained > 0]
    candidates = [one for one in fitting if not one.failed_right]
    complete = [candidate for candidate in candidates if not candidate.contradicted]
    if complete:
        chosen = sorted(complete, key=lambda candidate: -candidate.explained)
        # A mistake that was not simulated on any wrong answer fits as well.
        unknown = [
            name
            for name in mistakes
            if all(name in answer.not_simulated for answer in wrong)
            and not any(answer.contradicts(name) for answer in right)
        ]
        is_only = len(families([*unknown, *(candidate.mistake for candidate in complete)])) == 1
        level = Level.EXPLAINS_ALL if is_only and _is_certain(chosen[0]) else Level.ONE_OF
    else:
        chosen = [candidate for candidate in candidates if candidate.chance <= MAX_CHANCE]
        chosen.sort(key=lambda candidate: (-candidate.explained, candidate.chance))
        level = Level.EXPLAINS_SOME if chosen else Level.NONE
    return Evidence(
        level=level,
        candidates=tuple(first_of_families(chosen, lambda candidate: candidate.mistake)),
        right=len(right),
        wrong=len(wrong),
        listed=listed,
        refuted=() if complete else tuple(_refuted(fitting, len(wrong))),
    )


def _refuted(fitting: Iterable[Candidate], wrong: int) -> list[Candidate]:
    """Return the candidates that explain half of the wrong answers, at least two, but contradict right answers."""
    refuted = [one for one in fitting if one.failed_right and one.explained >= max(2, wrong / 2)]
    refuted.sort(key=lambda one: one.failed_right - one.explained)
    return first_of_families(refuted, lambda one: one.mistake)[:MAX_REFUTED]


def _is_certain(candidate: Candidate) -> bool:
    return candidate.chance <= MAX_CHANCE and candidate.explained >= MIN_WRONG_ANSWERS


def _candidate(
    mistake: str, wrong: Sequence[AnswerEvidence], right: Sequence[AnswerEvidence], listed: int
) -> Candidate:
    explained = [answer for answer in wrong if mistake in answer.matching]
    return Candidate(
        mistake=mistake,
        explained=len(explained),
        contradicted=sum(answer.contradicts(mistake) for answer in wrong),
        chance=coincidence_chance(_independent_chances(explained), len(wrong), len(explained), listed),
        failed_right=sum(answer.contradicts(mistake) for answer in right),
    )


def _independent_chances(explained: Iterable[AnswerEvidence]) -> list[float]:
    """Return the chances of the answers; of similar answers, only the first few are included."""
    counts: Counter[tuple[frozenset[str], frozenset[str]]] = Counter()
    chances = []
    for answer in explained:
        kind = answer.wrong_mistakes, answer.matching
        counts[kind] += 1
        if counts[kind] <= MAX_SIMILAR_ANSWERS:
            chances.append(answer.chance)
    return chances


def coincidence_chance(answer_chances: Iterable[float], wrong: int, explained: int, listed: int) -> float:
    """Return the chance that one of `listed` mistakes explains `explained` of `wrong` answers by coincidence.

    `answer_chances` are the chances of those explained answers that are independent. The result is an upper bound
    (Bonferroni correction over all mistakes and all choices of the explained answers).
    """
    return min(1.0, listed * comb(wrong, explained) * prod(answer_chances))
