"""Diagnose a program from many of its answers: find the known mistakes that lead to all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from outply.diagnosis.catalogue import MISTAKES, Mistake
from outply.diagnosis.evidence import AnswerEvidence, Evidence, weigh
from outply.diagnosis.simulator import MAX_VISITS_PER_MISTAKE, MAX_VISITS_TOTAL
from outply.diagnosis.wrong_outputs import WrongOutputs
from outply.formats.line_reader import quote
from outply.formats.question import Question, write
from outply.formats.student_output import normalize, parse_output

OnProgress = Callable[[int, int], None]
"""Called as `on_progress(number, total)` before each answer is compared; both count answers."""

Stop = Callable[[], bool]
"""Returns whether the comparison should end with the answers compared so far."""

MAX_FULL_COMPARISONS = 15
"""Maximum number of wrong answers that are compared with all mistakes, which takes 0.2 to 10 s per answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramAnswer:
    """A program's answer to a question; `output` is the content of output.txt, empty if there is none.

    `name` names the question in messages.
    """

    name: str
    question: Question
    output: bytes


class AnsweredQuestion:
    """A program's answer, the right answer, and the outputs of known mistakes, which are simulated on demand.

    Whitespace and line endings do not count. A missing answer, `is_missing`, and an incomplete answer or one in
    another format, `is_malformed`, are wrong; `format_errors` are sentences on the latter.
    """

    def __init__(self, answer: ProgramAnswer, outputs: WrongOutputs | None = None) -> None:
        self.answer = answer
        self._outputs = outputs or simulate(answer.question)
        self._output = normalize(answer.output)
        self.is_right = self._is_output(self._outputs.correct)
        self.is_missing = not self._output
        parsed = parse_output(self._output, answer.question)
        self.format_errors = () if self.is_missing else parsed.format_errors
        if parsed.move is None and not self.is_missing:
            self.format_errors = (f"The first line is {quote(parsed.first_line)}, expected a move.",)

    @property
    def name(self) -> str:
        return self.answer.name

    @property
    def size(self) -> tuple[int, int]:
        """The depth of the question and the length of its input.txt."""
        return self.answer.question.depth or 0, len(write(self.answer.question))

    @property
    def is_malformed(self) -> bool:
        return bool(self.format_errors)

    @property
    def expected(self) -> str:
        """The right output."""
        return self._outputs.correct

    def evidence(self, mistakes: Iterable[Mistake]) -> AnswerEvidence:
        """Return the evidence that this answer gives for and against `mistakes`."""
        wrong_outputs = {mistake.name: self._outputs.of(mistake) for mistake in mistakes}
        wrong = {name: output for name, output in wrong_outputs.items() if output is not None}
        matching = [] if self.is_right else [name for name, output in wrong.items() if self._is_output(output)]
        question = self.answer.question
        return AnswerEvidence(
            algorithm=question.mode,
            player=question.position.to_move,
            depth=question.depth or 0,
            is_right=self.is_right,
            wrong_mistakes=frozenset(wrong),
            matching=frozenset(matching),
            not_simulated=frozenset(self._outputs.not_simulated.intersection(wrong_outputs)),
        )

    def _is_output(self, output: str) -> bool:
        return normalize(output.encode()) == self._output


def simulate(question: Question) -> WrongOutputs:
    """Return the outputs of the known mistakes, computed on demand within the budget for diagnoses."""
    return WrongOutputs(question, max_visits_per_mistake=MAX_VISITS_PER_MISTAKE, max_visits_total=MAX_VISITS_TOTAL)


def listed_mistakes(questions: Iterable[Question], catalogue: Sequence[Mistake] = MISTAKES) -> list[Mistake]:
    """Return the mistakes of `catalogue` that can occur in a program for at least one of the questions."""
    kinds = {
        (question.position.game, question.mode, question.depth)
        for question in questions
        if question.depth is not None
    }
    return [
        mistake
        for mistake in catalogue
        if any(mistake.is_applicable(game=game, algorithm=mode, depth=depth) for game, mode, depth in kinds)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramDiagnosis:
    """The known mistakes that lead to the answers of a program.

    `evidence` counts only the answers that are evidence (see `diagnose_program`). `not_compared` is the number of
    answers that were not compared because the diagnosis was stopped.
    """

    answers: tuple[AnsweredQuestion, ...]
    evidence: Evidence
    not_compared: int = 0

    @property
    def wrong(self) -> list[AnsweredQuestion]:
        """The wrong answers, compared or not."""
        return [answer for answer in self.answers if not answer.is_right]


def diagnose_program(
    answers: Sequence[AnsweredQuestion],
    *,
    catalogue: Sequence[Mistake] = MISTAKES,
    on_progress: OnProgress = lambda number, total: None,
    stop: Stop = lambda: False,
) -> ProgramDiagnosis:
    """Find the mistakes of `catalogue` that lead to all answers, or else to as many wrong answers as possible.

    Wrong answers are compared first, small questions before large ones. Right answers, and wrong answers beyond
    the first `MAX_FULL_COMPARISONS`, are compared only with the mistakes that fit an earlier wrong answer.
    Malformed answers are no evidence for or against a mistake, and neither are missing answers unless the program
    answers other questions.
    """
    mistakes = listed_mistakes((answer.answer.question for answer in answers), catalogue)
    possible, evidence = mistakes, list[AnswerEvidence]()
    compared = [answer for answer in answers if not answer.is_malformed]
    if all(answer.is_missing for answer in compared):
        compared = []
    for answer in sorted(compared, key=lambda answer: (answer.is_right, answer.size)):
        if stop():
            break
        if possible is mistakes and (answer.is_right or len(evidence) == MAX_FULL_COMPARISONS):
            possible = _possible(mistakes, evidence)
        evidence.append(answer.evidence(possible))
        on_progress(len(evidence), len(compared))
    return ProgramDiagnosis(
        answers=tuple(answers),
        evidence=weigh(evidence, [mistake.name for mistake in mistakes]),
        not_compared=len(compared) - len(evidence),
    )


def _possible(mistakes: Sequence[Mistake], wrong: Sequence[AnswerEvidence]) -> list[Mistake]:
    """Return the mistakes that fit, or may fit, at least one of the wrong answers."""
    return [
        mistake
        for mistake in mistakes
        if any(mistake.name in one.matching or mistake.name in one.not_simulated for one in wrong)
    ]
