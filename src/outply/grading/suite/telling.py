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
from outply.grading.suite.kinds import KINDS, CaseConstraints, CaseKind

POOL_SIZE = 30
"""Number of generated questions from which the telling ones are chosen."""

MAX_ATTEMPTS = 20
"""Number of attempts to make a question of a case kind before the kind is skipped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TellingQuestion:
    """A generated question with the answers of programs with mistakes, which are simulated on demand."""

    kind: str
    question: Question
    outputs: WrongOutputs

    @property
    def size(self) -> tuple[int, int]:
        """The depth of the question and the length of its input.txt."""
        return self.question.depth or 0, len(questions.write(self.question))

    def answers(self, mistakes: Sequence[Mistake]) -> list[str | None]:
        """Return the wrong output of each mistake; None if it is right or unknown."""
        return [self.outputs.of(mistake) for mistake in mistakes]


class QuestionSource:
    """Generates questions of all case kinds of a game in turn; the sequence depends only on the arguments."""

    def __init__(self, game: str, seed: int, constraints: CaseConstraints | None = None) -> None:
        self.kinds: Sequence[CaseKind] = KINDS[game]
        self._constraints = constraints or CaseConstraints()
        self._seed = seed
        self._known: set[str] = set()
        self._questions = self._generate()

    def take(self, count: int) -> list[TellingQuestion]:
        """Return the next `count` questions; fewer if the case kinds provide no more."""
        taken = []
        for question in self._questions:
            taken.append(question)
            if len(taken) == count:
                break
        return taken

    def _generate(self) -> Iterator[TellingQuestion]:
        for number in range(1_000):
            for kind in self.kinds:
                rng = Random(f"{self._seed} telling {kind.name} {number}")
                attempts = (kind.make_question(rng, self._constraints) for _ in range(MAX_ATTEMPTS))
                question = next((one for one in attempts if one is not None and one.depth is not None), None)
                if question is None or (text := questions.write(question)) in self._known:
                    continue
                self._known.add(text)
                yield TellingQuestion(kind=kind.name, question=question, outputs=simulate(question))


def choose_telling(
    pool: Sequence[TellingQuestion], mistakes: Sequence[Mistake], count: int, *, include_right: bool = False
) -> list[TellingQuestion]:
    """Return at most `count` questions of `pool` that tell programs with `mistakes` apart, the best first.

    With `include_right`, a right program is told apart as well. Of equally good questions, the smallest is chosen.
    No question is returned that tells no two programs apart.
    """
    programs = len(mistakes) + include_right
    answers = {index: one.answers(mistakes) + [None] * include_right for index, one in enumerate(pool)}
    groups: list[tuple[str | None, ...]] = [()] * programs
    chosen: list[TellingQuestion] = []
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
    pool: Sequence[TellingQuestion], mistakes: Sequence[Mistake], count: int
) -> list[TellingQuestion]:
    """Return at most `count` questions of `pool` that programs with one of `mistakes` answer wrongly.

    The questions are of different case kinds as far as possible, the smallest first.
    """
    wrong = [one for one in pool if any(answer is not None for answer in one.answers(mistakes))]
    seen: Counter[str] = Counter()
    ranked: list[tuple[int, int, TellingQuestion]] = []
    for one in sorted(wrong, key=lambda one: one.size):
        ranked.append((seen[one.kind], len(ranked), one))
        seen[one.kind] += 1
    return [one for _, _, one in sorted(ranked, key=lambda entry: entry[:2])[:count]]


def _entropy(groups: Sequence[tuple[str | None, ...]]) -> float:
    """Return the information, in bits, about which program gives the answers."""
    total = len(groups)
    return -sum(count / total * log2(count / total) for count in Counter(groups).values())
