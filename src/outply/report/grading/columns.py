"""Columns of graded submissions and cases, shared by CSV and JSON.

To add a figure, add a column here. The class page shows a selection: templates/grading/index.html.
"""

from __future__ import annotations

from outply.grading.result.rubric import round_points
from outply.report.base.csv_writer import Column
from outply.report.grading.scored import ScoredCase, ScoredSubmission

IDENTITY: tuple[Column[ScoredSubmission], ...] = (
    Column("submission", lambda scored: scored.graded.name),
    Column("student", lambda scored: scored.graded.student),
)

SUBMISSION: tuple[Column[ScoredSubmission], ...] = (
    Column("score", lambda scored: scored.score),
    Column("total", lambda scored: scored.total),
    Column("right", lambda scored: scored.right),
    Column("wrong", lambda scored: scored.wrong),
    Column("not_run", lambda scored: scored.not_run),
    Column("given_up_after", lambda scored: scored.graded.given_up_after or None),
    Column("problem", lambda scored: scored.graded.problem or None),
    Column("likely_mistake", lambda scored: scored.likely_mistakes[0].mistake if scored.likely_mistakes else None),
)

CASE: tuple[Column[ScoredCase], ...] = (
    Column("case", lambda scored: scored.case.name),
    Column("requirement", lambda scored: scored.case.requirement or None),
    Column("verdict", lambda scored: scored.label),
    Column("points", lambda scored: round_points(scored.points)),
    Column("max_points", lambda scored: round_points(scored.max_points)),
)

RUN: tuple[Column[ScoredCase], ...] = (
    Column("cpu_seconds", lambda scored: scored.judgement and round(scored.judgement.cpu_seconds, 6)),
    Column("wall_seconds", lambda scored: scored.judgement and round(scored.judgement.wall_seconds, 6)),
    Column("memory_mib", lambda scored: scored.judgement and round(scored.judgement.memory_mib, 1)),
)
"""Empty for a case that was not run."""
