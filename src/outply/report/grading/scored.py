"""A graded submission with its points: the input of every grading report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from outply.grading.result.common_features import CommonFeature, common_features
from outply.grading.result.likely_mistakes import LikelyMistake, likely_mistakes
from outply.grading.result.rubric import Rubric, round_points
from outply.grading.result.verdict import GradedSubmission, Judgement
from outply.grading.suite.case import Case
from outply.grading.suite.requirements import requirement_sentence

NO_NAME = "(no name)"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredCase:
    """A case with its judgement, its points and its maximum points.

    `judgement` is None if the case was not run; `missing_label` is then shown instead of the verdict. `has_points`
    is not set if the case can still be run, so that its points are unknown.
    """

    case: Case
    judgement: Judgement | None
    points: float
    max_points: float
    missing_label: str
    has_points: bool

    @property
    def label(self) -> str:
        """The verdict as text; `missing_label` if the case was not run."""
        return self.missing_label if self.judgement is None else self.judgement.verdict.value

    @property
    def is_right(self) -> bool:
        return self.judgement is not None and self.judgement.is_right

    @property
    def is_wrong(self) -> bool:
        """Whether the case was run and the verdict is not right."""
        return self.judgement is not None and not self.judgement.is_right

    @property
    def requirement(self) -> str:
        """The requirement that the case tests, as a sentence; empty if unknown."""
        return requirement_text(self.case)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredSubmission:
    """A submission with its scored cases in the order of the suite, its likely mistakes and common features.

    `common_features` are the common features of the wrong cases; empty if a likely mistake explains every wrong
    case.
    """

    graded: GradedSubmission
    cases: tuple[ScoredCase, ...]
    likely_mistakes: tuple[LikelyMistake, ...]
    common_features: tuple[CommonFeature, ...] = ()

    @property
    def display_name(self) -> str:
        """The student's name; if it is unknown, the submission's name; if that is empty, `NO_NAME`."""
        return self.graded.student.strip() or self.graded.name.strip() or NO_NAME

    @property
    def score(self) -> float:
        """The total points that the submission earned."""
        return round_points(sum(case.points for case in self.cases))

    @property
    def total(self) -> float:
        """The maximum points: the score of a submission with every case right."""
        return round_points(sum(case.max_points for case in self.cases))

    @property
    def right(self) -> int:
        return sum(case.is_right for case in self.cases)

    @property
    def wrong(self) -> int:
        return sum(case.is_wrong for case in self.cases)

    @property
    def not_run(self) -> int:
        return len(self.cases) - self.right - self.wrong

    @property
    def failures(self) -> list[tuple[str, int]]:
        """The labels of the cases that are not right, each with its number of cases, the most frequent first."""
        return Counter(case.label for case in self.cases if not case.is_right).most_common()


def score_submission(cases: Sequence[Case], graded: GradedSubmission, rubric: Rubric) -> ScoredSubmission:
    """Return a submission with the points that `rubric` gives for `cases`."""
    max_points, points = rubric.points(cases), rubric.earned(cases, graded)
    judgements = dict(graded.judgements)
    scored = (
        ScoredCase(
            case=case,
            judgement=judgements.get(case.name),
            points=points[case.name],
            max_points=max_points[case.name],
            missing_label=graded.missing_label,
            has_points=graded.has_score or judgements.get(case.name) is not None,
        )
        for case in cases
    )
    return describe_submission(cases, graded, scored)


def describe_submission(
    cases: Sequence[Case], graded: GradedSubmission, scored: Iterable[ScoredCase]
) -> ScoredSubmission:
    """Return a scored submission with the likely mistakes and common features that follow from `cases`."""
    likely = likely_mistakes(cases, graded)
    return ScoredSubmission(
        graded=graded,
        cases=tuple(scored),
        likely_mistakes=likely,
        common_features=common_features(cases, graded, likely),
    )


def requirement_text(case: Case) -> str:
    """Return the requirement that a case tests, as a sentence; empty if unknown."""
    return requirement_sentence(case.requirement) if case.requirement else ""
