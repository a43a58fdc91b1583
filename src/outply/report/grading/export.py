"""Graded submissions as CSV and JSON, defined by the same list of columns.

To export another figure, add a column here. templates/grading/index.html selects the columns of the class page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from outply.grading.result.rubric import Rubric, round_points
from outply.grading.result.verdict import GradedSubmission
from outply.grading.similarity.compare import Passage, SimilarPair
from outply.grading.similarity.submissions import ClassSimilarity
from outply.grading.submissions.roster import make_unique
from outply.grading.suite.case import Case
from outply.report.base.csv_writer import Column, write_csv
from outply.report.grading.class_summary import CaseStatistics, ClassSummary
from outply.report.grading.scored import ScoredCase, ScoredSubmission, score_submission

IDENTITY: tuple[Column[ScoredSubmission], ...] = (
    Column("submission", lambda scored: scored.graded.name),
    Column("student", lambda scored: scored.graded.student),
)

SUBMISSION: tuple[Column[ScoredSubmission], ...] = (
    Column("score", lambda scored: scored.score if scored.graded.has_score else None),
    Column("total", lambda scored: scored.total),
    Column("right", lambda scored: scored.right),
    Column("wrong", lambda scored: scored.wrong),
    Column("not_run", lambda scored: scored.not_run),
    Column("late", lambda scored: scored.graded.late or None),
    Column("attempt", lambda scored: scored.graded.attempt),
    Column("given_up_after", lambda scored: scored.graded.given_up_after or None),
    Column("problem", lambda scored: scored.graded.problem or None),
    Column("tools", lambda scored: "; ".join(map(str, scored.graded.tools)) or None),
    Column("notes", lambda scored: " ".join(scored.graded.notes) or None),
    Column("likely_mistake", lambda scored: scored.likely_mistakes[0].mistake if scored.likely_mistakes else None),
    Column("mistake_level", lambda scored: scored.likely_mistakes[0].level if scored.likely_mistakes else None),
    Column(
        "common_feature", lambda scored: scored.common_features[0].sentence if scored.common_features else None
    ),
)

CASE: tuple[Column[ScoredCase], ...] = (
    Column("case", lambda scored: scored.case.name),
    Column("requirement", lambda scored: scored.case.requirement or None),
    Column("verdict", lambda scored: scored.label),
    Column("points", lambda scored: round_points(scored.points) if scored.has_points else None),
    Column("max_points", lambda scored: round_points(scored.max_points)),
)

RUN: tuple[Column[ScoredCase], ...] = (
    Column("cpu_seconds", lambda scored: scored.judgement and round(scored.judgement.cpu_seconds, 6)),
    Column("wall_seconds", lambda scored: scored.judgement and round(scored.judgement.wall_seconds, 6)),
    Column("memory_mib", lambda scored: scored.judgement and round(scored.judgement.memory_mib, 1)),
)
"""Columns that are empty for a case that was not run."""


def submissions_csv(cases: Sequence[Case], submissions: Iterable[GradedSubmission], rubric: Rubric) -> str:
    """Return CSV text with one line per submission and a points column for each case.

    The points are empty if the case was not run. The columns of the roster follow the student's name and keep
    their headers. If a header is already used, the column becomes `roster HEADER`.
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
    """Return CSV text with one line per submission and case: the verdict and the resources of the run."""
    rows = (
        (scored, case)
        for graded in submissions
        for scored in [score_submission(cases, graded, rubric)]
        for case in scored.cases
    )
    return write_csv(CASES_CSV, rows)


def similar_csv(similarity: ClassSimilarity) -> str:
    """Return CSV text with one line per pair of similar submissions, the most similar first."""
    return write_csv(SIMILAR_CSV, ((similarity, pair) for pair in similarity.pairs))


PairRow = tuple[ClassSimilarity, SimilarPair]

PAIR: tuple[Column[PairRow], ...] = (
    Column("first_submission", lambda row: row[0].submissions[row[1].first].name),
    Column("first_student", lambda row: row[0].submissions[row[1].first].student),
    Column("second_submission", lambda row: row[0].submissions[row[1].second].name),
    Column("second_student", lambda row: row[0].submissions[row[1].second].student),
    Column("first_share", lambda row: round(row[1].first_share, 4)),
    Column("second_share", lambda row: round(row[1].second_share, 4)),
    Column("tokens", lambda row: row[1].tokens),
)

SIMILAR_CSV: tuple[Column[PairRow], ...] = (
    *PAIR,
    Column("passages", lambda row: len(row[1].passages)),
    Column("longest_passage", lambda row: row[1].passages[0].tokens),
    Column("longest_in_first", lambda row: row[0].place(row[1].first, row[1].passages[0].first)),
    Column("longest_in_second", lambda row: row[0].place(row[1].second, row[1].passages[0].second)),
)


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


T = TypeVar("T")


def submission_to_dict(cases: Sequence[Case], graded: GradedSubmission, rubric: Rubric) -> dict[str, Any]:
    """Return the result of one submission as data for JSON."""
    return _submission(score_submission(cases, graded, rubric))


def class_to_dict(
    cases: Sequence[Case],
    submissions: Iterable[GradedSubmission],
    rubric: Rubric,
    similarity: ClassSimilarity | None = None,
) -> dict[str, Any]:
    """Return the results of all submissions and the statistics of the class as data for JSON.

    `similarity` adds the pairs of similar submissions.
    """
    summary = ClassSummary(cases, submissions, rubric)
    return {
        "total": round_points(summary.total),
        "fully_right": summary.fully_right,
        "not_runnable": len(summary.not_runnable),
        "not_submitted": len(summary.not_submitted),
        "ungraded": len(summary.ungraded),
        "unfinished": len(summary.unfinished),
        "tools": [{**asdict(tool), "submissions": count} for tool, count in summary.tools()],
        "cases": [_case_statistics(statistics) for statistics in summary.case_statistics()],
        "likely_mistakes": [
            {
                "mistake": frequent.mistake.name,
                "title": frequent.mistake.title,
                "submissions": frequent.submissions,
                "explains_all": frequent.explains_all,
            }
            for frequent in summary.likely_mistakes()
        ],
        "submissions": [_submission(scored) for scored in summary.submissions],
        **({} if similarity is None else {"similar": [_similar(similarity, pair) for pair in similarity.pairs]}),
    }


def _similar(similarity: ClassSimilarity, pair: SimilarPair) -> dict[str, Any]:
    return {
        **_values(PAIR, (similarity, pair)),
        "passages": [
            {
                "tokens": passage.tokens,
                "first": _passage(similarity, pair.first, passage.first),
                "second": _passage(similarity, pair.second, passage.second),
            }
            for passage in pair.passages
        ],
    }


def _passage(similarity: ClassSimilarity, submission: int, passage: Passage) -> dict[str, Any]:
    return {
        "file": similarity.files[submission][passage.file].path,
        "first_line": passage.first_line,
        "last_line": passage.last_line,
    }


def _submission(scored: ScoredSubmission) -> dict[str, Any]:
    return {
        **_values(IDENTITY, scored),
        "roster": dict(scored.graded.columns),
        **_values(SUBMISSION, scored),
        "tools": [asdict(tool) for tool in scored.graded.tools],
        "notes": list(scored.graded.notes),
        "is_tool_missing": scored.graded.is_tool_missing,
        "build_output": scored.graded.build_output,
        "likely_mistakes": [asdict(mistake) for mistake in scored.likely_mistakes],
        "common_features": [
            {**asdict(finding), "sentence": finding.sentence} for finding in scored.common_features
        ],
        "cases": [_case(case) for case in scored.cases],
    }


def _case(scored: ScoredCase) -> dict[str, Any]:
    judgement = scored.judgement
    if judgement is None:
        return _values(CASE, scored)
    return {
        **_values(CASE, scored),
        **_values(RUN, scored),
        "explanation": list(judgement.sentences),
        "right_parts": list(judgement.right_parts),
        "mistakes": list(judgement.mistakes),
        "output": judgement.output,
        "stderr": judgement.errors,
    }


def _case_statistics(statistics: CaseStatistics) -> dict[str, Any]:
    return {
        "case": statistics.case.name,
        "requirement": statistics.case.requirement or None,
        "requirement_text": statistics.requirement or None,
        "right": statistics.right,
        "wrong": statistics.wrong,
        "not_run": statistics.not_run,
        "verdicts": dict(statistics.failures),
    }


def _values(columns: Sequence[Column[T]], row: T) -> dict[str, Any]:
    return {column.name: column.value(row) for column in columns}
