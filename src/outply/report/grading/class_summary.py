"""A class: all submissions, which cases failed how often, and which usual mistakes are the most usual in it."""

from __future__ import annotations

from collections import Counter

from outply.games.struct import Struct
from outply.report.grading.scored import marked, rule_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from outply.grading.result.likely_mistakes import LikelyMistake
    from outply.grading.result.rubric import Rubric
    from outply.grading.result.verdict import GradedSubmission
    from outply.grading.suite.case import Case
    from outply.report.grading.scored import Marked

STEPS = 10
"""Parts of equal width that scores are counted in; those with everything are counted apart."""


class Tally(Struct):
    """A case in the class: how many have it right, wrong and not reached, and which verdicts on it how often."""

    __slots__ = ("case", "right", "wrong", "not_reached", "failures")

    case: Case
    right: int
    wrong: int
    not_reached: int
    failures: tuple[tuple[str, int], ...]

    def __init__(
        self, case: Case, right: int, wrong: int, not_reached: int, failures: tuple[tuple[str, int], ...]
    ) -> None:
        self._set(case, right, wrong, not_reached, failures)

    @property
    def rule(self) -> str:
        """What the case tests, as a sentence; empty where nobody said."""
        return rule_of(self.case)


class Classroom:
    """All submissions in the order in which they came."""

    def __init__(self, cases: Sequence[Case], many: Iterable[GradedSubmission], rubric: Rubric) -> None:
        self.cases = tuple(cases)
        self.submissions = [marked(self.cases, graded, rubric) for graded in many]
        self.total = rubric.total(self.cases)

    @property
    def perfect(self) -> int:
        """How many have everything right."""
        return sum(one.right == len(self.cases) for one in self.submissions)

    @property
    def broken(self) -> list[Marked]:
        """Those that could not be run at all."""
        return [one for one in self.submissions if one.graded.problem]

    def tallies(self) -> list[Tally]:
        """Return how each case went, in the order of the cases."""
        return [self._tally(index, case) for index, case in enumerate(self.cases)]

    def _tally(self, index: int, case: Case) -> Tally:
        marks = [one.marks[index] for one in self.submissions]
        right, wrong = sum(mark.is_right for mark in marks), sum(mark.is_wrong for mark in marks)
        failures = Counter(mark.word for mark in marks if mark.is_wrong).most_common()
        return Tally(case, right, wrong, len(marks) - right - wrong, tuple(failures))

    def mistakes(self) -> list[tuple[LikelyMistake, int]]:
        """Return the usual mistakes that are the likeliest of a submission, and of how many they are."""
        likeliest = [one.likely_mistakes[0] for one in self.submissions if one.likely_mistakes]
        known = {suspect.mistake: suspect for suspect in reversed(likeliest)}
        return [(known[name], count) for name, count in Counter(one.mistake for one in likeliest).most_common()]

    def places(self) -> list[tuple[int, Marked]]:
        """Return the submissions by score, each with its place, which equals share."""
        ranked = sorted(self.submissions, key=lambda one: -one.score)
        places: list[tuple[int, Marked]] = []
        for index, one in enumerate(ranked):
            shares = bool(places) and places[-1][1].score == one.score
            places.append((places[-1][0] if shares else index + 1, one))
        return places

    def histogram(self) -> list[tuple[float, float, int]]:
        """Return from which score to below which, and how many have such; the last one is all points."""
        counts = [0] * (STEPS + 1)
        for one in self.submissions:
            share = one.score / self.total if self.total else 1.0
            counts[min(int(share * STEPS + 1e-9), STEPS)] += 1
        width = self.total / STEPS
        return [(width * step, width * min(step + 1, STEPS), count) for step, count in enumerate(counts)]
