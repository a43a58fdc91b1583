"""Generate test cases that distinguish right programs from programs with known mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import ceil
from random import Random

from outply.diagnosis.catalogue import MISTAKES, MISTAKES_BY_NAME, Mistake
from outply.diagnosis.wrong_outputs import WrongOutputs, undetectable_reason
from outply.formats import question as questions
from outply.formats.question import Question
from outply.games import game_named
from outply.grading.suite.admissible import inadmissible_reason
from outply.grading.suite.case import Case
from outply.grading.suite.kinds import CaseConstraints, CaseKind
from outply.grading.suite.select import Candidate, requirements_of, select_candidates

CANDIDATES_PER_CASE = 2

ATTEMPTS_PER_CANDIDATE = 40
"""Number of questions to try for each wanted candidate before a case kind counts as exhausted."""

REFILL_ROUNDS = 3
"""Maximum number of rounds in which some case kinds provide more candidates because others provide too few."""

RARE_MISTAKE_FACTOR = 5
"""Factor by which ATTEMPTS_PER_CANDIDATE is multiplied in the search for candidates that test a rare mistake.

The factor is smaller for small suites, which cannot catch all mistakes.
"""

RARE_CANDIDATES_PER_CASE = 4
RARE_QUESTIONS_PER_CASE = 40
"""Maximum numbers of candidates that test a rare mistake, and of questions tried for them, per case of the suite.

Suites of 40 cases need fewer. A small suite cannot catch all mistakes, so that a longer search gains nothing.
"""

MIN_CANDIDATES_PER_MISTAKE = 3
"""Number of candidates per mistake to aim for, so that a suite can catch each mistake more than once."""

OnProgress = Callable[[int, int], None]
"""Called as `on_progress(done, total)`, with numbers of case kinds, after each case kind."""


def generate(
    game: str,
    kinds: Sequence[CaseKind],
    *,
    count: int,
    seed: int,
    constraints: CaseConstraints | None = None,
    on_progress: OnProgress = lambda done, total: None,
) -> tuple[Case, ...]:
    """Return at most `count` generated cases; equal arguments give equal cases.

    Every case except a COMPETITION case catches a mistake that violates the requirement that the case tests. Every
    case keeps to the assignment (see `admissible`), unless its kind or the constraints go beyond the assignment.
    Fewer than `count` cases are returned if no more are found under the constraints.
    """
    constraints = constraints or CaseConstraints()
    pool = _CandidatePool([_CandidateSource(kind, constraints, seed) for kind in kinds])
    pool.fill(count, on_progress)
    pool.add_rare_candidates(game, constraints, count)
    candidates = sorted(pool.candidates, key=lambda candidate: kinds.index(candidate.kind))
    return tuple(
        Case(
            name=f"{number:03}-{candidate.kind.name}",
            question=candidate.question,
            expected=candidate.expected,
            requirement=requirement.name,
            wrong_outputs=candidate.wrong_outputs,
        )
        for number, (candidate, requirement) in enumerate(select_candidates(candidates, count), start=1)
    )


class _CandidateSource:
    """Generates candidates of one case kind; the sequence depends only on the arguments.

    `tried` is the number of questions on which mistakes were simulated.
    """

    def __init__(self, kind: CaseKind, constraints: CaseConstraints, seed: int) -> None:
        self.kind = kind
        self._constraints = constraints
        self._seed = seed
        self._number = 0
        self.tried = 0

    def candidates(self, limit: int, mistakes: Sequence[Mistake] = ()) -> Iterator[Candidate]:
        """Yield candidates that catch at least one of `mistakes` (default: all that this case kind tests for).

        If the case kind tests for no mistakes, every question becomes a candidate. At most `limit` times
        ATTEMPTS_PER_CANDIDATE questions are tried.
        """
        tested = [MISTAKES_BY_NAME[name] for needed in requirements_of(self.kind) for name in needed.mistakes]
        for _ in range(ATTEMPTS_PER_CANDIDATE * limit):
            self._number += 1
            rng = Random(f"{self._seed} {self.kind.name} {self._number}")
            question = self.kind.make_question(rng, self._constraints)
            if question is None or self._is_refused(question):
                continue
            self.tried += 1
            outputs = WrongOutputs(question)
            # Most questions are discarded, so the few outputs that decide this are computed first.
            if any(outputs.of(mistake) is not None for mistake in mistakes or tested) or not tested:
                yield Candidate(
                    kind=self.kind,
                    question=question,
                    expected=outputs.correct,
                    wrong_outputs=outputs.all(),
                )

    def _is_refused(self, question: Question) -> bool:
        """Return whether `question` goes beyond the assignment although its case kind and constraints do not."""
        may_go_beyond = self.kind.is_beyond or not self._constraints.keeps_to_assignment
        return not may_go_beyond and inadmissible_reason(question) != ""


class _CandidatePool:
    """The candidates found so far, without duplicate questions."""

    def __init__(self, sources: list[_CandidateSource]) -> None:
        self.sources = sources
        self._by_question: dict[str, Candidate] = {}

    @property
    def candidates(self) -> list[Candidate]:
        return list(self._by_question.values())

    @property
    def _tried(self) -> int:
        return sum(source.tried for source in self.sources)

    def fill(self, count: int, on_progress: OnProgress) -> None:
        """Collect candidates from all sources for a selection of `count` cases; a source may provide none."""
        per_kind = ceil(CANDIDATES_PER_CASE * count / len(self.sources))
        for done, source in enumerate(self.sources, start=1):
            self.add(islice(source.candidates(per_kind), per_kind))
            on_progress(done, len(self.sources))
        for _ in range(REFILL_ROUNDS):
            kinds = [candidate.kind for candidate in self.candidates]
            productive = [source for source in self.sources if source.kind in kinds]
            if len(self._by_question) >= count or not productive:
                return
            more = ceil((CANDIDATES_PER_CASE * count - len(self._by_question)) / len(productive))
            for source in productive:
                self.add(islice(source.candidates(more), more))

    def add(self, candidates: Iterable[Candidate]) -> None:
        for candidate in candidates:
            self._by_question.setdefault(questions.write(candidate.question), candidate)

    def add_rare_candidates(self, game: str, constraints: CaseConstraints, count: int) -> None:
        """Search for more candidates for mistakes that fewer than MIN_CANDIDATES_PER_MISTAKE candidates test.

        `count` is the number of cases of the suite, which limits the search.
        """
        variants = game_named(game).variants
        rule_variant = constraints.rule_variant if constraints.rule_variant in variants else variants[0]
        detectable = {
            mistake.name: mistake
            for mistake in MISTAKES
            if mistake.applies_to(game) and not undetectable_reason(mistake, game=game, rule_variant=rule_variant)
        }
        limit = max(1, min(RARE_MISTAKE_FACTOR, count // 8))
        max_tried = self._tried + RARE_QUESTIONS_PER_CASE * count
        max_candidates = len(self._by_question) + RARE_CANDIDATES_PER_CASE * count
        tested = Counter(name for candidate in self.candidates for name in candidate.tested_mistakes())
        for source in self.sources:
            names = [name for requirement in requirements_of(source.kind) for name in requirement.mistakes]
            while rare := [
                detectable[name]
                for name in names
                if name in detectable and tested[name] < MIN_CANDIDATES_PER_MISTAKE
            ]:
                if self._tried >= max_tried or len(self._by_question) >= max_candidates:
                    return
                candidate = next(source.candidates(limit, rare), None)
                if candidate is None:
                    break
                tested.update(candidate.tested_mistakes())
                self.add([candidate])
