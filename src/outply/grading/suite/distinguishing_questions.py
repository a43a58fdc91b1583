"""Find questions on which programs with different mistakes give different answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2
from random import Random

from outply.diagnosis.catalogue import Mistake
from outply.diagnosis.program import simulate
from outply.diagnosis.wrong_outputs import WrongOutputs
from outply.formats import question as questions
from outply.formats.question import Question
from outply.grading.suite.admissible import inadmissible_reason
from outply.grading.suite.kinds import CaseConstraints, CaseKind, basic_kinds
from outply.grading.suite.select import requirements_of

POOL_SIZE = 30
"""Number of generated questions from which the distinguishing questions are chosen."""

MAX_ATTEMPTS = 20
"""Number of attempts to make a question of a case kind before the kind is skipped."""


MAX_CATCHING_ATTEMPTS = 40
"""Number of questions per case kind that are tried to find one that a program with a mistake answers wrongly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedQuestion:
    """A generated question, and the outputs of programs with known mistakes, which are simulated on demand."""

    kind: str
    question: Question
    outputs: WrongOutputs

    @property
    def size(self) -> tuple[int, int]:
        """The depth of the question and the length of its input.txt."""
        return self.question.depth or 0, len(questions.write(self.question))

    @property
    def features(self) -> tuple[tuple[str, object], ...]:
        """The properties in which chosen questions should differ."""
        question = self.question
        return (
            ("case kind", self.kind),
            ("algorithm", question.mode),
            ("depth", question.depth),
            ("player", question.position.to_move),
        )

    def answers(self, mistakes: Sequence[Mistake]) -> list[str | None]:
        """Return the wrong output that each mistake produces; None if the output is right or unknown."""
        return [self.outputs.of(mistake) for mistake in mistakes]


class QuestionSource:
    """Generates questions of all case kinds of a game in turn; the sequence depends only on the arguments."""

    def __init__(self, game: str, seed: int, constraints: CaseConstraints | None = None) -> None:
        self.kinds: Sequence[CaseKind] = basic_kinds(game)
        self._constraints = constraints or CaseConstraints()
        self._seed = seed
        self._known: set[str] = set()
        self._questions = self._generate()

    def take(self, count: int) -> list[GeneratedQuestion]:
        """Return the next `count` questions; fewer if the case kinds provide no more."""
        taken = []
        for question in self._questions:
            taken.append(question)
            if len(taken) == count:
                break
        return taken

    def catching(self, mistake: Mistake) -> GeneratedQuestion | None:
        """Return a new question that programs with `mistake` answer wrongly; None if none is found.

        Only the case kinds that test for the mistake are tried, beginning with those that test the fewest
        requirements.
        """
        kinds = [kind for kind in self.kinds if any(mistake.name in one.mistakes for one in requirements_of(kind))]
        kinds.sort(key=lambda kind: len(requirements_of(kind)))
        for number in range(MAX_CATCHING_ATTEMPTS):
            for kind in kinds:
                one = self._make(kind, Random(f"{self._seed} {mistake.name} {kind.name} {number}"))
                if one is not None and one.outputs.of(mistake) is not None:
                    return one
        return None

    def _generate(self) -> Iterator[GeneratedQuestion]:
        for number in range(1_000):
            for kind in self.kinds:
                if one := self._make(kind, Random(f"{self._seed} telling {kind.name} {number}")):
                    yield one

    def _make(self, kind: CaseKind, rng: Random) -> GeneratedQuestion | None:
        """Return a random question of the case kind that keeps to the assignment.

        Returns None if the attempts fail or the question is not new.
        """
        attempts = (kind.make_question(rng, self._constraints) for _ in range(MAX_ATTEMPTS))
        question = next((one for one in attempts if one is not None and not inadmissible_reason(one)), None)
        if question is None or question.depth is None or (text := questions.write(question)) in self._known:
            return None
        self._known.add(text)
        return GeneratedQuestion(kind=kind.name, question=question, outputs=simulate(question))


def choose_distinguishing(
    pool: Sequence[GeneratedQuestion], mistakes: Sequence[Mistake], count: int, *, include_right: bool = False
) -> list[GeneratedQuestion]:
    """Return at most `count` questions of `pool` that distinguish programs by their mistake, the best first.

    Each of `mistakes` stands for one program that makes it; with `include_right`, a right program is distinguished
    as well. Of equally good questions, the smallest is chosen. Every returned question distinguishes at least two
    programs.
    """
    programs = len(mistakes) + include_right
    answers = {index: one.answers(mistakes) + [None] * include_right for index, one in enumerate(pool)}
    groups: list[tuple[str | None, ...]] = [()] * programs
    chosen: list[GeneratedQuestion] = []
    while len(chosen) < count:
        before, best, best_score = _entropy(groups), -1, (1e-9, (0, 0))
        for index, given in answers.items():
            gain = _entropy([(*group, answer) for group, answer in zip(groups, given, strict=True)]) - before
            depth, length = pool[index].size
            if (score := (round(gain, 6), (-depth, -length))) > best_score:
                best, best_score = index, score
        if best < 0:
            break
        groups = [(*group, answer) for group, answer in zip(groups, answers.pop(best), strict=True)]
        chosen.append(pool[best])
    return chosen


def choose_confirming(
    pool: Sequence[GeneratedQuestion],
    mistakes: Sequence[Mistake],
    count: int,
    *,
    similar: Sequence[Mistake] = (),
) -> list[GeneratedQuestion]:
    """Return at most `count` questions of `pool` that programs with one of `mistakes` answer wrongly.

    Questions on which the `similar` mistakes do not lead to the same wrong answer come first. The questions differ
    in case kind, algorithm, depth and player as far as possible, because programs with similar mistakes often give
    the same answers to similar questions.
    """
    wrong = [
        (not answers.isdisjoint(one.answers(similar)), one)
        for one in pool
        if (answers := set(one.answers(mistakes)) - {None})
    ]
    chosen: list[GeneratedQuestion] = []
    features: Counter[tuple[str, object]] = Counter()
    while wrong and len(chosen) < count:
        best = min(wrong, key=lambda pair: (pair[0], sum(features[feature] for feature in pair[1].features)))
        wrong.remove(best)
        chosen.append(best[1])
        features.update(best[1].features)
    return chosen


def _entropy(groups: Sequence[tuple[str | None, ...]]) -> float:
    """Return the Shannon entropy, in bits, of a partition of programs into groups with the same answers."""
    total = len(groups)
    return -sum(count / total * log2(count / total) for count in Counter(groups).values())
