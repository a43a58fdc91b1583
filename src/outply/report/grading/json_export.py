"""Graded submissions as data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from outply.grading.result.rubric import Rubric, round_points
from outply.grading.result.verdict import GradedSubmission
from outply.grading.suite.case import Case
from outply.report.base.csv_writer import Column
from outply.report.grading.class_summary import CaseStatistics, ClassSummary
from outply.report.grading.columns import CASE, IDENTITY, RUN, SUBMISSION
from outply.report.grading.scored import ScoredCase, ScoredSubmission, score_submission

T = TypeVar("T")


def submission_to_dict(cases: Sequence[Case], graded: GradedSubmission, rubric: Rubric) -> dict[str, Any]:
    """Return the result of one submission."""
    return _submission(score_submission(cases, graded, rubric))


def class_to_dict(
    cases: Sequence[Case], submissions: Iterable[GradedSubmission], rubric: Rubric
) -> dict[str, Any]:
    """Return the results of all submissions, and the statistics of the class."""
    summary = ClassSummary(cases, submissions, rubric)
    return {
        "total": round_points(summary.total),
        "fully_right": summary.fully_right,
        "not_runnable": len(summary.not_runnable),
        "cases": [_case_statistics(statistics) for statistics in summary.case_statistics()],
        "likely_mistakes": [
            {"mistake": mistake.mistake, "title": mistake.title, "submissions": count}
            for mistake, count in summary.likely_mistakes()
        ],
        "submissions": [_submission(scored) for scored in summary.submissions],
    }


def _submission(scored: ScoredSubmission) -> dict[str, Any]:
    return {
        **_values(IDENTITY, scored),
        "roster": dict(scored.graded.columns),
        **_values(SUBMISSION, scored),
        "build_output": scored.graded.build_output,
        "likely_mistakes": [asdict(mistake) for mistake in scored.likely_mistakes],
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
