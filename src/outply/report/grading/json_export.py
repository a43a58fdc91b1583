"""Graded submissions as plain data, for programs to read."""

from __future__ import annotations

from outply.grading.result.rubric import round_points
from outply.report.grading.class_summary import Classroom
from outply.report.grading.scored import marked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from outply.grading.result.likely_mistakes import LikelyMistake
    from outply.grading.result.rubric import Rubric
    from outply.grading.result.verdict import GradedSubmission
    from outply.grading.suite.case import Case
    from outply.report.grading.class_summary import Tally
    from outply.report.grading.scored import Mark, Marked


def submission(cases: Sequence[Case], graded: GradedSubmission, rubric: Rubric) -> dict[str, Any]:
    """Return what came of one submission."""
    return _submission(marked(cases, graded, rubric))


def classroom(cases: Sequence[Case], many: Iterable[GradedSubmission], rubric: Rubric) -> dict[str, Any]:
    """Return what came of all submissions, and of each."""
    seen = Classroom(cases, many, rubric)
    return {
        "total": round_points(seen.total),
        "all_right": seen.perfect,
        "could_not_run": len(seen.broken),
        "cases": [_tally(tally) for tally in seen.tallies()],
        "mistakes": [
            {"mistake": suspect.mistake, "title": suspect.title, "submissions": count}
            for suspect, count in seen.mistakes()
        ],
        "submissions": [_submission(one) for one in seen.submissions],
    }


def _submission(one: Marked) -> dict[str, Any]:
    return {
        "submission": one.graded.name,
        "who": one.graded.student,
        "roster": dict(one.graded.columns),
        "score": one.score,
        "total": one.total,
        "right": one.right,
        "wrong": one.wrong,
        "not_reached": one.not_reached,
        "given_up_after": one.graded.given_up_after or None,
        "problem": one.graded.problem or None,
        "build_output": one.graded.build_output,
        "likely_mistakes": [_suspect(suspect) for suspect in one.likely_mistakes],
        "cases": [_mark(mark) for mark in one.marks],
    }


def _mark(mark: Mark) -> dict[str, Any]:
    about = {
        "case": mark.case.name,
        "rule": mark.case.rule or None,
        "verdict": mark.word,
        "points": round_points(mark.earned),
        "most": round_points(mark.most),
    }
    judgement = mark.judgement
    if judgement is None:
        return about
    return about | {
        "sentences": list(judgement.sentences),
        "right_parts": list(judgement.right_parts),
        "mistakes": list(judgement.mistakes),
        "cpu_seconds": round(judgement.cpu_seconds, 6),
        "wall_seconds": round(judgement.wall_seconds, 6),
        "memory_mib": round(judgement.memory_mib, 1),
        "output": judgement.output,
        "errors": judgement.errors,
    }


def _suspect(suspect: LikelyMistake) -> dict[str, Any]:
    return {name: getattr(suspect, name) for name in suspect.__slots__}


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "case": tally.case.name,
        "rule": tally.case.rule or None,
        "tests": tally.rule or None,
        "right": tally.right,
        "wrong": tally.wrong,
        "not_reached": tally.not_reached,
        "verdicts": dict(tally.failures),
    }
