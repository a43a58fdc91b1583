"""Graded submissions as tables for spreadsheets and gradebooks."""

from __future__ import annotations

import csv
import io

from outply.grading.result.rubric import round_points
from outply.grading.submissions.roster import make_unique
from outply.report.base.csv_writer import safe_cell as cell
from outply.report.grading.scored import marked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from outply.grading.result.rubric import Rubric
    from outply.grading.result.verdict import GradedSubmission
    from outply.grading.suite.case import Case
    from outply.report.grading.scored import Mark, Marked

WHOSE = ("submission", "who")
SUBMISSIONS = (
    *WHOSE,
    "score",
    "total",
    "right",
    "wrong",
    "not_reached",
    "given_up_after",
    "problem",
    "likely_mistake",
)
CASES = (
    "submission",
    "who",
    "case",
    "rule",
    "verdict",
    "points",
    "most",
    "cpu_seconds",
    "wall_seconds",
    "memory_mib",
    "mistakes",
    "sentence",
)


def submissions_csv(cases: Sequence[Case], many: Iterable[GradedSubmission], rubric: Rubric) -> str:
    """Return a line for each submission, with the points of each case; empty for one that was not reached.

    Whatever a roster says of people stands after their names, under its own headers; one that we have, too, is
    called `roster ...`.
    """
    many = list(many)
    names = [case.name for case in cases]
    titles = list(dict.fromkeys(title for graded in many for title, _ in graded.columns))
    ours = [*SUBMISSIONS, *names]
    known = {title.casefold() for title in ours}
    theirs = make_unique((f"roster {title}" if title.casefold() in known else title for title in titles), ours)
    rows = (_submission(marked(cases, graded, rubric), titles) for graded in many)
    return _csv([*WHOSE, *theirs, *SUBMISSIONS[len(WHOSE) :], *names], rows)


def cases_csv(cases: Sequence[Case], many: Iterable[GradedSubmission], rubric: Rubric) -> str:
    """Return a line for each submission and case, with the verdict and what the program took."""
    submissions = (marked(cases, graded, rubric) for graded in many)
    return _csv(CASES, (_case(one, mark) for one in submissions for mark in one.marks))


def _submission(one: Marked, titles: Sequence[str]) -> list[object]:
    likely = one.likely_mistakes[0].mistake if one.likely_mistakes else ""
    columns = dict(one.graded.columns)
    whose = (one.graded.name, one.graded.student, *(columns.get(title, "") for title in titles))
    about = (one.score, one.total, one.right, one.wrong, one.not_reached, one.graded.given_up_after or "")
    points = ("" if mark.judgement is None else round_points(mark.earned) for mark in one.marks)
    return [*whose, *about, one.graded.problem, likely, *points]


def _case(one: Marked, mark: Mark) -> list[object]:
    judgement = mark.judgement
    about = (one.graded.name, one.graded.student, mark.case.name, mark.case.rule, mark.word)
    points = round_points(mark.earned), round_points(mark.most)
    if judgement is None:
        return [*about, *points, "", "", "", "", f"It was {mark.word}: {one.graded.missing_reason}."]
    took = round(judgement.cpu_seconds, 6), round(judgement.wall_seconds, 6), round(judgement.memory_mib, 1)
    return [*about, *points, *took, ", ".join(judgement.mistakes), " ".join(judgement.sentences[:1])]


def _csv(columns: Sequence[str], rows: Iterable[list[object]]) -> str:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    for row in (columns, *rows):
        filled = [*row, *[""] * (len(columns) - len(row))]
        table.writerow([cell(value) if isinstance(value, str) else value for value in filled])
    return text.getvalue()
