"""A graded submission with its points: what all that is written about it is made of."""

from __future__ import annotations

from collections import Counter

from outply.games.struct import Struct
from outply.grading.result.likely_mistakes import likely_mistakes
from outply.grading.result.rubric import round_points
from outply.grading.suite.requirements import sentence_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outply.grading.result.likely_mistakes import LikelyMistake
    from outply.grading.result.rubric import Rubric
    from outply.grading.result.verdict import GradedSubmission, Judgement
    from outply.grading.suite.case import Case

NO_NAME = "(no name)"


class Mark(Struct):
    """A case, what came of it (None: it was not run), and what it earned of the most that it gives.

    `missing_label` is what stands for the verdict where there is none.
    """

    __slots__ = ("case", "judgement", "earned", "most", "missing_label")

    case: Case
    judgement: Judgement | None
    earned: float
    most: float
    missing_label: str

    def __init__(
        self, case: Case, judgement: Judgement | None, earned: float, most: float, missing_label: str
    ) -> None:
        self._set(case, judgement, earned, most, missing_label)

    @property
    def word(self) -> str:
        """The verdict."""
        return self.missing_label if self.judgement is None else self.judgement.verdict.value

    @property
    def is_right(self) -> bool:
        return self.judgement is not None and self.judgement.is_right

    @property
    def is_wrong(self) -> bool:
        """Whether it was reached, and is not right."""
        return self.judgement is not None and not self.judgement.is_right

    @property
    def rule(self) -> str:
        """What the case tests, as a sentence; empty where nobody said."""
        return rule_of(self.case)


class Marked(Struct):
    """A submission with a mark for each case, in their order, and the usual mistakes that explain it."""

    __slots__ = ("graded", "marks", "likely_mistakes")

    graded: GradedSubmission
    marks: tuple[Mark, ...]
    likely_mistakes: tuple[LikelyMistake, ...]

    def __init__(
        self, graded: GradedSubmission, marks: tuple[Mark, ...], likely_mistakes: tuple[LikelyMistake, ...]
    ) -> None:
        self._set(graded, marks, likely_mistakes)

    @property
    def who(self) -> str:
        """What it is called where people read it."""
        return self.graded.student.strip() or self.graded.name.strip() or NO_NAME

    @property
    def score(self) -> float:
        return round_points(sum(mark.earned for mark in self.marks))

    @property
    def total(self) -> float:
        """The points of everything right."""
        return round_points(sum(mark.most for mark in self.marks))

    @property
    def right(self) -> int:
        return sum(mark.is_right for mark in self.marks)

    @property
    def wrong(self) -> int:
        return sum(mark.is_wrong for mark in self.marks)

    @property
    def not_reached(self) -> int:
        return len(self.marks) - self.right - self.wrong

    @property
    def failures(self) -> list[tuple[str, int]]:
        """How often which verdict, right ones left out, the most frequent first."""
        return Counter(mark.word for mark in self.marks if not mark.is_right).most_common()


def marked(cases: Sequence[Case], graded: GradedSubmission, rubric: Rubric) -> Marked:
    """Return a submission with its points for these cases."""
    most, earned, judgements = rubric.points(cases), rubric.earned(cases, graded), dict(graded.judgements)
    marks = (
        Mark(case, judgements.get(case.name), earned[case.name], most[case.name], graded.missing_label)
        for case in cases
    )
    return Marked(graded, tuple(marks), likely_mistakes(cases, graded))


def rule_of(case: Case) -> str:
    """Return what a case tests, as a sentence; empty where nobody said."""
    return sentence_of(case.rule) if case.rule else ""
