"""Graded submissions as CSV, for spreadsheets and gradebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from outply.grading.result.rubric import Rubric, round_points
from outply.grading.result.verdict import GradedSubmission
from outply.grading.submissions.roster import make_unique
from outply.grading.suite.case import Case
from outply.report.base.csv_writer import Column, write_csv
from outply.report.grading.columns import CASE, IDENTITY, RUN, SUBMISSION
from outply.report.grading.scored import ScoredCase, ScoredSubmission, score_submission


def submissions_csv(cases: Sequence[Case], submissions: Iterable[GradedSubmission], rubric: Rubric) -> str:
    """Return one line per submission, with the points of each case; empty for a case that was not run.

    Roster columns follow the student's name under their own headers; a header that is already used becomes
    `roster ...`.
    """
    scored = [score_submission(cases, graded, rubric) for graded in submissions]
    points = [_points_column(index, case.name) for index, case in enumerate(cases)]
    headers = list(dict.fromkeys(header for one in scored for header, _ in one.graded.columns))
    used = [column.name for column in (*IDENTITY, *SUBMISSION, *points)]
    folded = {name.casefold() for name in used}
    names = make_unique((f"roster {name}" if name.casefold() in folded else name for name in headers), used)
    roster = [_roster_column(name, header) for name, header in zip(names, headers, strict=True)]
    return write_csv([*IDENTITY, *roster, *SUBMISSION, *points], scored)


def cases_csv(cases: Sequence[Case], submissions: Iterable[GradedSubmission], rubric: Rubric) -> str:
    """Return one line per submission and case, with the verdict and the resources of the run."""
    rows = (
        (scored, case)
        for graded in submissions
        for scored in [score_submission(cases, graded, rubric)]
        for case in scored.cases
    )
    return write_csv(CASES_CSV, rows)


Row = tuple[ScoredSubmission, ScoredCase]


def _of_submission(column: Column[ScoredSubmission]) -> Column[Row]:
    return Column(column.name, lambda row: column.value(row[0]))


def _of_case(column: Column[ScoredCase]) -> Column[Row]:
    return Column(column.name, lambda row: column.value(row[1]))


def _mistakes(row: Row) -> str:
    judgement = row[1].judgement
    return ", ".join(judgement.mistakes) if judgement else ""


def _explanation(row: Row) -> str:
    submission, case = row
    if case.judgement is None:
        return f"The case was {case.label}: {submission.graded.missing_reason}."
    return " ".join(case.judgement.sentences[:1])


CASES_CSV: tuple[Column[Row], ...] = (
    *map(_of_submission, IDENTITY),
    *map(_of_case, (*CASE, *RUN)),
    Column("mistakes", _mistakes),
    Column("explanation", _explanation),
)


def _points_column(index: int, name: str) -> Column[ScoredSubmission]:
    def points(scored: ScoredSubmission) -> float | None:
        case = scored.cases[index]
        return None if case.judgement is None else round_points(case.points)

    return Column(name, points)


def _roster_column(name: str, header: str) -> Column[ScoredSubmission]:
    return Column(name, lambda scored: dict(scored.graded.columns).get(header, ""))
