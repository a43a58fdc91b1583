"""Evidence: which mistake explains the answers of a program, and how certain the explanation is.

A mistake that is not in the catalogue may lead to the same answers as a listed one. So a listed mistake is named
as the explanation only if it reproduces every answer, no other listed mistake does, and nothing speaks against the
conclusion (see `Doubt`). Wrong answers alone are weak evidence: a mistake that shows rarely and a similar one that
shows often agree on all questions that the first answers wrongly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
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
this, together with the similarity of the most similar listed mistake (see `_candidate`)."""

MAX_SIMILAR_ANSWERS = 2
"""Maximum number of similar wrong answers that count; further similar answers are not independent.

Answers are similar if the same mistakes lead to them, and the same mistakes answer the questions wrongly."""

MAX_CHANCE = 0.01
"""Maximum chance of a coincidence at which a mistake counts as the explanation of the answers.

Measured by `benchmarks/diagnosis.py --questions 60` for Warfare: an unlisted mistake is taken for a listed one
with certainty in no sample of 1 or 10 answers, and in 0.2 % of the samples of 40, mostly between two mistakes with
nearly equal answers (`stake-conquers/beside-own` and `move-type/stake`). A listed mistake is always among the
candidates; it alone is said to explain the answers in 0, 2 and 20 % of these samples."""

MIN_WRONG_ANSWERS = 3
"""Minimum number of wrong answers for the conclusion that a mistake explains all of them."""

MIN_RIGHT_ANSWERS = 3
"""Minimum number of right answers for this conclusion, unless the wrong answers are specific."""

MIN_SPECIFIC_ANSWERS = 20
"""Minimum number of wrong answers that only one family of mistakes leads to, without `MIN_RIGHT_ANSWERS`."""

MIN_DEPTHS = 3
"""Minimum number of different depths among the questions for this conclusion."""

MAX_REFUTED = 2
"""Maximum number of reported mistakes that contradict right answers."""


class Doubt(StrEnum):
    """A reason why a mistake that leads to all answers need not be the mistake of the program."""

    COINCIDENCE = "the wrong answers are too few, or similar mistakes lead to most of them"
    FEW_RIGHT = "too few right answers were compared to rule out other mistakes"
    ONE_ALGORITHM = "all questions have the same algorithm"
    ONE_PLAYER = "all questions are for the same player"
    FEW_DEPTHS = "the questions have too few different depths"


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

    `algorithm`, `player` and `depth` are those of the question, and `is_right` is whether the answer is right. The
    other fields contain names of mistakes: `wrong_mistakes` lead to a wrong answer to the question, `matching`
    lead to the same wrong answer as the program's (empty if the program's answer is right), and the answers of
    `not_simulated` are unknown.
    """

    algorithm: str
    player: str
    depth: int
    is_right: bool
    wrong_mistakes: frozenset[str]
    matching: frozenset[str] = frozenset()
    not_simulated: frozenset[str] = frozenset()

    def contradicts(self, mistake: str, only_in: str = "") -> bool:
        """Return whether a program with the mistake would give a different answer.

        If `only_in` is the name of an algorithm, the program makes the mistake only in that algorithm.
        """
        if only_in not in ("", self.algorithm):
            return not self.is_right
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
    chance that any listed mistake would explain as many answers of a program with an unlisted mistake, and
    `specific` is the number of explained answers that no other family of mistakes leads to. `failed_right` is the
    number of questions that the program answers right and the mistake answers wrongly; it is 0 unless the
    candidate is refuted. `only_in` is the algorithm in which the program makes the mistake, empty for both.
    """

    mistake: str
    explained: int
    contradicted: int
    chance: float
    specific: int = 0
    failed_right: int = 0
    only_in: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The candidates for the mistake of a program, the likeliest first, and the level of certainty.

    There is one candidate for each family of mistakes that fits. `right` and `wrong` are the numbers of right and
    wrong answers, `listed` is the number of families of mistakes that were compared. If no mistake explains all
    answers, `refuted` are the mistakes that explain at least half of the wrong answers but contradict right ones.
    `doubts` are the reasons why the only candidate need not be the mistake of the program. If no candidate leads
    to all answers, `possible` are the mistakes that do so if the program makes them in one algorithm only, but
    perhaps by coincidence.
    """

    level: Level
    candidates: tuple[Candidate, ...]
    right: int
    wrong: int
    listed: int
    refuted: tuple[Candidate, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    possible: tuple[Candidate, ...] = ()


def first_of_families(items: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """Return the first item of each family of mistakes; `name(item)` is the name of the item's mistake."""
    firsts: dict[str, T] = {}
    for item in items:
        firsts.setdefault(family_of(name(item)), item)
    return list(firsts.values())


def weigh(answers: Sequence[AnswerEvidence], mistakes: Collection[str]) -> Evidence:
    """Return the evidence that the answers of a program give about its mistake.

    `mistakes` are the names of the listed mistakes that can occur in the program, the most frequent first. If none
    of them leads to all answers, the mistakes are also considered that the program makes in one algorithm only.
    """
    wrong = sum(not answer.is_right for answer in answers)
    listed = len(families(mistakes))
    fitting = _explaining(mistakes, answers, listed)
    candidates = [one for one in fitting if not one.failed_right]
    complete = [one for one in candidates if not one.contradicted]
    possible: list[Candidate] = []
    if not complete and (algorithm := _algorithm_with_mistakes(answers)):
        possible = _explaining(mistakes, answers, 2 * listed, only_in=algorithm)
        possible = [one for one in possible if not one.contradicted and not one.failed_right]
        complete = [one for one in possible if one.chance <= MAX_CHANCE]
    doubts: tuple[Doubt, ...] = ()
    if complete:
        chosen = sorted(complete, key=lambda candidate: -candidate.explained)
        # A mistake that was not simulated on any wrong answer fits as well.
        unknown = [name for name in mistakes if _is_unknown(name, answers)]
        is_only = len(families([*unknown, *(candidate.mistake for candidate in complete)])) == 1
        doubts = tuple(_doubts(chosen[0], answers)) if is_only else ()
        level = Level.EXPLAINS_ALL if is_only and not doubts else Level.ONE_OF
    else:
        chosen = [candidate for candidate in candidates if candidate.chance <= MAX_CHANCE]
        chosen.sort(key=lambda candidate: (-candidate.explained, candidate.chance))
        level = Level.EXPLAINS_SOME if chosen else Level.NONE
    return Evidence(
        level=level,
        candidates=tuple(first_of_families(chosen, lambda candidate: candidate.mistake)),
        right=len(answers) - wrong,
        wrong=wrong,
        listed=listed,
        refuted=() if complete else tuple(_refuted(fitting, wrong)),
        doubts=doubts,
        possible=() if complete else tuple(first_of_families(possible, lambda one: one.mistake)),
    )


def _explaining(
    mistakes: Iterable[str], answers: Sequence[AnswerEvidence], listed: int, only_in: str = ""
) -> list[Candidate]:
    """Return the mistakes that explain at least one wrong answer, with the answers that speak against them."""
    candidates = (_candidate(name, answers, listed, only_in) for name in mistakes)
    return [one for one in candidates if one.explained]


def _algorithm_with_mistakes(answers: Sequence[AnswerEvidence]) -> str:
    """Return the algorithm of all wrong answers if right answers of another one are known; otherwise ""."""
    wrong = {answer.algorithm for answer in answers if not answer.is_right}
    has_other = any(answer.algorithm not in wrong for answer in answers)
    return wrong.pop() if len(wrong) == 1 and has_other else ""


def _is_unknown(mistake: str, answers: Iterable[AnswerEvidence]) -> bool:
    """Return whether the mistake was simulated on no wrong answer, and no right answer excludes it."""
    return not any(
        answer.contradicts(mistake) if answer.is_right else mistake not in answer.not_simulated
        for answer in answers
    )


def _doubts(candidate: Candidate, answers: Sequence[AnswerEvidence]) -> Iterator[Doubt]:
    """Yield the reasons why the only candidate need not be the mistake of the program."""
    if candidate.chance > MAX_CHANCE or candidate.explained < MIN_WRONG_ANSWERS:
        yield Doubt.COINCIDENCE
    right = sum(answer.is_right for answer in answers)
    if right < MIN_RIGHT_ANSWERS and candidate.specific < MIN_SPECIFIC_ANSWERS:
        yield Doubt.FEW_RIGHT
    if len({answer.algorithm for answer in answers}) == 1:
        yield Doubt.ONE_ALGORITHM
    if len({answer.player for answer in answers}) == 1:
        yield Doubt.ONE_PLAYER
    if len({answer.depth for answer in answers}) < MIN_DEPTHS:
        yield Doubt.FEW_DEPTHS


def _refuted(fitting: Iterable[Candidate], wrong: int) -> list[Candidate]:
    """Return the candidates that explain half of the wrong answers, at least two, but contradict right answers."""
    refuted = [one for one in fitting if one.failed_right and one.explained >= max(2, wrong / 2)]
    refuted.sort(key=lambda one: one.failed_right - one.explained)
    return first_of_families(refuted, lambda one: one.mistake)[:MAX_REFUTED]


def _candidate(mistake: str, answers: Sequence[AnswerEvidence], listed: int, only_in: str) -> Candidate:
    wrong = [answer for answer in answers if not answer.is_right]
    explained = [one for one in wrong if mistake in one.matching and only_in in ("", one.algorithm)]
    others = [set(families(answer.matching)) - {family_of(mistake)} for answer in explained]
    shared = max(Counter(name for names in others for name in names).values(), default=0)
    # An unlisted mistake may be as similar to this one as the most similar listed one (rule of succession).
    similarity = (shared + 1) / (len(explained) + 2)
    chances = [max(chance, similarity) for chance in _independent_chances(explained)]
    return Candidate(
        mistake=mistake,
        explained=len(explained),
        contradicted=sum(answer.contradicts(mistake, only_in) for answer in wrong),
        chance=coincidence_chance(chances, len(wrong), len(explained), listed),
        specific=sum(not names for names in others),
        failed_right=sum(answer.contradicts(mistake, only_in) for answer in answers if answer.is_right),
        only_in=only_in,
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
