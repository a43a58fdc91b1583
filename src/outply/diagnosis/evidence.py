"""What the answers of a program say about its mistake, and how certain that is.

A mistake that is not in the catalogue may give the same answers as one that is. So a listed mistake is named as
the explanation only if it reproduces every answer, no other listed mistake does, and a program with an unlisted
mistake would hardly give these answers by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import comb, prod
from typing import TypeVar

T = TypeVar("T")

ALTERNATIVE_ANSWERS = 4
"""Wrong answers to a question that no listed mistake gives but an unlisted one may give (pseudo-count)."""

MIN_ANSWER_CHANCE = 0.3
"""Least chance that a wrong program gives the wrong answer of another one.

Similar mistakes often agree, so the chances of several answers are not independent; the floor makes up for it."""

MAX_CHANCE = 0.01
"""Greatest chance of a coincidence at which a mistake is said to explain the answers."""

MIN_WRONG_ANSWERS = 3
"""Least number of wrong answers of which a mistake is said to explain all."""


class Level(StrEnum):
    """How much is known about the mistake behind the answers of a program, from the most to the least.

    PROVEN: exactly one listed mistake reproduces a complete list of visits. EXPLAINS_ALL: exactly one listed
    mistake gives all answers, which is hardly a coincidence. ONE_OF: listed mistakes fit all answers, but the
    answers do not decide whether the program has one of them. EXPLAINS_SOME: no listed mistake gives all answers,
    but one gives more of the wrong ones than a coincidence explains. NONE: no listed mistake explains the answers.
    """

    PROVEN = "proven"
    EXPLAINS_ALL = "explains all"
    ONE_OF = "one of several"
    EXPLAINS_SOME = "explains some"
    NONE = "none fits"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerEvidence:
    """A program's answer to one question, compared with the answers of the listed mistakes.

    `wrong_mistakes` are the mistakes that lead to a wrong answer to the question, and `matching` are those of them
    that lead to the very answer of the program; empty if this answer is right. `not_simulated` are the mistakes
    whose answer is unknown. All are names; see `Mistake` for their families.
    """

    is_right: bool
    wrong_mistakes: frozenset[str]
    matching: frozenset[str] = frozenset()
    not_simulated: frozenset[str] = frozenset()

    def contradicts(self, mistake: str) -> bool:
        """Return whether a program with the mistake gives another answer than this one."""
        if self.is_right:
            return mistake in self.wrong_mistakes
        return mistake not in self.matching and mistake not in self.not_simulated

    @property
    def chance(self) -> float:
        """The chance that a program with an unlisted mistake gives this answer, if its answer is wrong."""
        share = max(1, len(families(self.matching))) / (len(families(self.wrong_mistakes)) + ALTERNATIVE_ANSWERS)
        return min(1.0, max(MIN_ANSWER_CHANCE, share))


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A mistake that explains `explained` of the wrong answers of a program and contradicts no right answer.

    `contradicted` is the number of wrong answers to which the mistake leads to a different answer. `chance` is the
    chance that one of the listed mistakes explains as many answers of a program that has an unlisted mistake.
    """

    mistake: str
    explained: int
    contradicted: int
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The mistakes that may be behind the answers of a program, the likeliest first, and how certain that is.

    There is one candidate of each family of mistakes that fits. `right` and `wrong` are numbers of answers,
    `listed` is the number of families of mistakes that were compared.
    """

    level: Level
    candidates: tuple[Candidate, ...]
    right: int
    wrong: int
    listed: int


def families(mistakes: Iterable[str]) -> set[str]:
    """Return the families of mistakes with these names: `raid-source` for `raid-source/up-down-left-right`."""
    return {family_of(name) for name in mistakes}


def family_of(mistake: str) -> str:
    """Return the family of the mistake with this name."""
    return mistake.partition("/")[0]


def first_of_families(items: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """Return the first item of each family of mistakes; `name` returns the name of the mistake of an item."""
    firsts: dict[str, T] = {}
    for item in items:
        firsts.setdefault(family_of(name(item)), item)
    return list(firsts.values())


def weigh(answers: Sequence[AnswerEvidence], mistakes: Collection[str]) -> Evidence:
    """Return what the answers of a program say about its mistake.

    `mistakes` are the names of the listed mistakes that can occur in the program, the most frequent first.
    """
    wrong = [answer for answer in answers if not answer.is_right]
    right = [answer for answer in answers if answer.is_right]
    possible = [name for name in mistakes if not any(answer.contradicts(name) for answer in right)]
    listed = len(families(mistakes))
    candidates = [candidate for name in possible if (candidate := _candidate(name, wrong, listed)).explained > 0]
    complete = [candidate for candidate in candidates if not candidate.contradicted]
    if complete:
        chosen = sorted(complete, key=lambda candidate: -candidate.explained)
        # A mistake that was not simulated on any wrong answer fits as well.
        unknown = [name for name in possible if all(name in answer.not_simulated for answer in wrong)]
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
    )


def _is_certain(candidate: Candidate) -> bool:
    return candidate.chance <= MAX_CHANCE and candidate.explained >= MIN_WRONG_ANSWERS


def _candidate(mistake: str, wrong: Sequence[AnswerEvidence], listed: int) -> Candidate:
    explained = [answer for answer in wrong if mistake in answer.matching]
    return Candidate(
        mistake=mistake,
        explained=len(explained),
        contradicted=sum(answer.contradicts(mistake) for answer in wrong),
        chance=coincidence_chance((answer.chance for answer in explained), len(wrong), listed),
    )


def coincidence_chance(answer_chances: Iterable[float], wrong: int, listed: int) -> float:
    """Return the chance that one of `listed` mistakes explains these of `wrong` answers by coincidence.

    This is an upper bound (Bonferroni): it counts every choice of the explained answers and every mistake.
    """
    chances = list(answer_chances)
    return min(1.0, listed * comb(wrong, len(chances)) * prod(chances))
