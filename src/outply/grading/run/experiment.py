"""Diagnose a program by experiment: ask questions that distinguish the remaining mistakes, until one is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

from outply.diagnosis.catalogue import MISTAKES, MISTAKES_BY_NAME, Mistake
from outply.diagnosis.evidence import Candidate, Level
from outply.diagnosis.mistake import family_of
from outply.diagnosis.program import (
    MAX_FULL_COMPARISONS,
    AnsweredQuestion,
    ProgramAnswer,
    ProgramDiagnosis,
    diagnose_program,
)
from outply.diagnosis.wrong_outputs import undetectable_reason
from outply.formats.question import Question
from outply.grading.suite.distinguishing_questions import (
    POOL_SIZE,
    GeneratedQuestion,
    QuestionSource,
    choose_confirming,
    choose_distinguishing,
)
from outply.grading.suite.kinds import CaseConstraints

MAX_QUESTIONS = 150
QUESTIONS_PER_ROUND = 6

MIN_RIGHT_QUESTIONS = 60
"""Least number of questions before a program without a wrong answer counts as right."""

QUESTIONS_PER_SEARCH = 12
"""Maximum number of questions in a round that searches for a first wrong answer."""

MAX_IDLE_ROUNDS = 3
"""Rounds without a distinguishing question after which the remaining mistakes count as indistinguishable."""

MIN_CONFIRMATIONS = 12
"""Number of wrong answers in the experiment that the remaining mistake has to predict to be confirmed.

The evidence from all answers must be certain in addition (see `diagnosis.evidence`)."""

CONFIRMING_POOL_SIZE = 90
"""Number of generated questions from which confirming questions are chosen; few mistakes are simulated on each."""

SIMILAR_MISTAKES = 6
"""Number of excluded mistakes that a confirming round also tests: those that fit the most wrong answers."""

MAX_CONFIRMING_ROUNDS = 4
"""Maximum number of confirming rounds; after them, the remaining mistake counts as not confirmed."""

SMALL_SIZES, SMALL_DEPTHS, SMALL_QUESTIONS = (2, 3), (1, 2), 12
"""Board sizes, depths and number of the small questions that are asked to find a small wrong answer."""

Ask = Callable[[Sequence[tuple[str, Question]]], Sequence[ProgramAnswer]]
"""Runs the program on pairs of name and question and returns its answers; fewer answers if it was stopped."""


def mistake_of(candidate: Candidate, mistakes: Mapping[str, Mistake] = MISTAKES_BY_NAME) -> Mistake:
    """Return the mistake of the candidate, restricted to the algorithm in which the program makes it."""
    mistake = mistakes[candidate.mistake]
    return replace(mistake, algorithms=(candidate.only_in,)) if candidate.only_in else mistake


OnProgress = Callable[[str, int, int], None]
"""Called as `on_progress(task, number, total)` while questions are chosen and answers are compared."""


class Purpose(StrEnum):
    """The purpose for which the questions of a round were chosen."""

    BROAD = "one question of each kind"
    SEARCH = "questions for mistakes not tested so far"
    DISTINGUISH = "questions that distinguish the remaining mistakes"
    CONFIRM = "questions that confirm the remaining mistake"
    SMALL = "small questions"


class Conclusion(StrEnum):
    """How an experiment ended."""

    RIGHT = "no wrong answer"
    CONFIRMED = "one mistake is left and confirmed"
    UNCONFIRMED = "one mistake is left, but too few different questions show it"
    INDISTINGUISHABLE = "no question distinguishes the remaining mistakes"
    UNEXPLAINED = "no known mistake explains the answers"
    LIMIT = "the limit was reached"


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A finished round: the numbers of questions and of wrong answers, and the mistakes that still fit."""

    number: int
    purpose: Purpose
    questions: int
    wrong: int
    remaining: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentResult:
    """The result of an experiment: the diagnosis from all answers, the conclusion, and the finished rounds."""

    diagnosis: ProgramDiagnosis
    conclusion: Conclusion
    rounds: tuple[Round, ...]

    @property
    def smallest_wrong(self) -> AnsweredQuestion | None:
        """The wrong answer to the smallest question; None if no answer is wrong."""
        return min(self.diagnosis.wrong, key=lambda one: (one.size[1], one.size[0]), default=None)


class Experiment:
    """Asks a program questions in rounds; `run` returns the result.

    `answers` are answers of the program from before the experiment. Experiments with equal arguments ask equal
    questions as long as the program's answers are equal. After `stop` has returned true, no further question is
    asked. `on_round` is called after each round.
    """

    def __init__(
        self,
        game: str,
        ask: Ask,
        *,
        seed: int,
        answers: Sequence[AnsweredQuestion] = (),
        catalogue: Sequence[Mistake] = MISTAKES,
        constraints: CaseConstraints | None = None,
        max_questions: int = MAX_QUESTIONS,
        stop: Callable[[], bool] = lambda: False,
        on_round: Callable[[Round], None] = lambda _: None,
        on_progress: OnProgress = lambda task, number, total: None,
    ) -> None:
        self._game = game
        self._ask = ask
        self._seed = seed
        self._answers = list(answers)
        self._catalogue = catalogue
        self._mistakes = {mistake.name: mistake for mistake in catalogue}
        self._known = len(self._answers)
        self._constraints = constraints or CaseConstraints()
        self._source = QuestionSource(game, seed, self._constraints)
        self._max_questions = max_questions
        self._stop = stop
        self._on_round = on_round
        self._on_progress = on_progress
        self._rounds: list[Round] = []
        self._asked = 0
        self._untested: list[Mistake] | None = None
        self._diagnosis = diagnose_program(self._answers, catalogue=catalogue, stop=stop)

    def run(self) -> ExperimentResult:
        """Ask questions until the diagnosis is decided or a limit is reached."""
        conclusion = self._conclude()
        if conclusion is Conclusion.UNEXPLAINED and not self._is_over:
            self._search_small()
        return ExperimentResult(diagnosis=self._diagnosis, conclusion=conclusion, rounds=tuple(self._rounds))

    def _conclude(self) -> Conclusion:
        idle_rounds = confirming_rounds = 0
        while not self._is_over:
            remaining = self._remaining()
            if not self._answers:
                self._round(Purpose.BROAD, self._source.take(len(self._source.kinds)))
            elif not self._diagnosis.wrong:
                if chosen := self._search_wrong():
                    self._round(Purpose.SEARCH, chosen)
                elif self._asked < MIN_RIGHT_QUESTIONS:
                    self._round(Purpose.BROAD, self._source.take(len(self._source.kinds)))
                else:
                    return Conclusion.RIGHT
            elif not remaining:
                return Conclusion.UNEXPLAINED
            elif len(remaining) > 1 and idle_rounds < MAX_IDLE_ROUNDS:
                pool = self._pool(POOL_SIZE, remaining)
                chosen = choose_distinguishing(pool, remaining, QUESTIONS_PER_ROUND)
                idle_rounds = 0 if chosen else idle_rounds + 1
                self._round(Purpose.DISTINGUISH, chosen)
            elif confirming_rounds < MAX_CONFIRMING_ROUNDS and not self._is_confirmed(remaining):
                confirming_rounds += 1
                similar = self._similar(remaining)
                pool = self._pool(CONFIRMING_POOL_SIZE, [*remaining, *similar])
                chosen = choose_confirming(pool, remaining, QUESTIONS_PER_ROUND, similar=similar)
                while len(chosen) < QUESTIONS_PER_ROUND and not self._stop():
                    if not (rare := self._source.catching(remaining[0])):
                        break
                    chosen.append(rare)
                # Questions that similar mistakes get wrong and the remaining ones get right: their answers may
                # reveal an unlisted mistake.
                right = [one for one in pool if all(answer is None for answer in one.answers(remaining))]
                chosen += choose_confirming(right, similar, QUESTIONS_PER_ROUND)
                self._round(Purpose.CONFIRM, chosen)
            elif not self._has_broad_round:
                self._round(Purpose.BROAD, self._source.take(len(self._source.kinds)))
            elif len(remaining) > 1:
                return Conclusion.INDISTINGUISHABLE
            else:
                return Conclusion.CONFIRMED if self._is_explained else Conclusion.UNCONFIRMED
        return Conclusion.LIMIT

    @property
    def _is_over(self) -> bool:
        return self._asked >= self._max_questions or self._stop()

    @property
    def _is_explained(self) -> bool:
        return self._diagnosis.evidence.level is Level.EXPLAINS_ALL

    def _remaining(self) -> list[Mistake]:
        """Return the mistakes that no answer contradicts."""
        evidence = self._diagnosis.evidence
        is_complete = evidence.level in (Level.ONE_OF, Level.EXPLAINS_ALL)
        candidates = evidence.candidates if is_complete else evidence.possible
        return [mistake_of(one, self._mistakes) for one in candidates]

    def _search_wrong(self) -> list[GeneratedQuestion]:
        """Return questions for the mistakes that no answer has excluded yet; empty if none are found."""
        if self._untested is None:
            variants = {"game": self._game, "rule_variant": self._constraints.rule_variant}
            self._untested = [
                mistake
                for mistake in self._catalogue
                if mistake.applies_to(self._game) and not undetectable_reason(mistake, **variants)
            ]
        for answer in self._answers:
            evidence = answer.evidence(self._untested)
            self._untested = [one for one in self._untested if not evidence.contradicts(one.name)]
        chosen: list[GeneratedQuestion] = []
        while self._untested and len(chosen) < QUESTIONS_PER_SEARCH and not self._stop():
            self._on_progress("choosing questions", len(chosen) + 1, QUESTIONS_PER_SEARCH)
            mistake = self._untested.pop(0)
            if question := self._source.catching(mistake):
                chosen.append(question)
                self._untested = [one for one in self._untested if question.outputs.of(one) is None]
        return chosen

    def _pool(self, count: int, mistakes: Sequence[Mistake]) -> list[GeneratedQuestion]:
        """Return at most `count` new questions, with the answers of `mistakes` to them computed."""
        pool: list[GeneratedQuestion] = []
        while len(pool) < count and not self._stop() and (taken := self._source.take(1)):
            pool += taken
            self._on_progress("choosing questions", len(pool), count)
            taken[0].answers(mistakes)
        return pool

    def _similar(self, remaining: Sequence[Mistake]) -> list[Mistake]:
        """Return the mistakes of other families that lead to the most wrong answers of the program."""
        families = {mistake.family for mistake in remaining}
        matches: Counter[str] = Counter()
        for answer in self._diagnosis.wrong[:MAX_FULL_COMPARISONS]:
            matches.update(answer.evidence(self._catalogue).matching)
        names = [name for name, _ in matches.most_common() if family_of(name) not in families]
        return [self._mistakes[name] for name in names[:SIMILAR_MISTAKES]]

    def _is_confirmed(self, remaining: Sequence[Mistake]) -> bool:
        """Return whether the remaining mistakes predicted at least `MIN_CONFIRMATIONS` wrong answers."""
        predicted = sum(not answer.is_right for answer in self._answers[self._known :])
        return predicted >= MIN_CONFIRMATIONS and (len(remaining) > 1 or self._is_explained)

    @property
    def _has_broad_round(self) -> bool:
        return any(one.purpose is Purpose.BROAD for one in self._rounds)

    def _search_small(self) -> None:
        """Ask small questions to find a wrong answer that a person can check by hand."""
        constraints = CaseConstraints(
            rule_variant=self._constraints.rule_variant, sizes=SMALL_SIZES, depths=SMALL_DEPTHS
        )
        source = QuestionSource(self._game, self._seed, constraints)
        self._round(Purpose.SMALL, source.take(SMALL_QUESTIONS))

    def _round(self, purpose: Purpose, chosen: Sequence[GeneratedQuestion]) -> None:
        if not chosen or self._stop():
            return
        chosen = chosen[: self._max_questions - self._asked]
        named = {f"question-{self._asked + number:03}": one for number, one in enumerate(chosen, start=1)}
        self._asked += len(chosen)
        replies = self._ask([(name, one.question) for name, one in named.items()])
        answered = [AnsweredQuestion(reply, named[reply.name].outputs) for reply in replies]
        self._answers += answered
        self._diagnosis = diagnose_program(
            self._answers,
            catalogue=self._catalogue,
            stop=self._stop,
            on_progress=partial(self._on_progress, "comparing answers"),
        )
        finished = Round(
            number=len(self._rounds) + 1,
            purpose=purpose,
            questions=len(answered),
            wrong=sum(not one.is_right for one in answered),
            remaining=tuple(mistake.name for mistake in self._remaining()),
        )
        self._rounds.append(finished)
        self._on_round(finished)
