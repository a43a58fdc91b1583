"""Template variables for the results of a suite, public or hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from outply.classroom.checks.check import CheckResult
from outply.grading.result.rubric import Rubric
from outply.grading.result.verdict import GradedSubmission
from outply.grading.run.settings import Settings
from outply.grading.suite.case import Case
from outply.report.grading.submission_page import submission_context

INLINE_STYLE = ' style="max-width:100%;height:auto"'
"""Style of pictures, which the style sheet of the page replaces: the security policy forbids inline styles."""


def case_context(
    result: CheckResult, cases: Sequence[Case], settings: Settings, rubric: Rubric, *, with_output: bool
) -> dict[str, Any]:
    """Return the template variables for the cases of a result; empty if they were not run.

    Unless `with_output` is set, what the program wrote is left out.
    """
    graded = result.graded(cases, "", settings)
    if graded is None:
        return {}
    if not with_output:
        graded = _without_output(graded)
    context = submission_context(cases, graded, rubric, include_hidden=True, trees={})
    context["wrong_cases"] = [
        replace(
            wrong,
            pictures=[replace(one, svg=one.svg.replace(INLINE_STYLE, "")) for one in wrong.pictures],
        )
        for wrong in context["wrong_cases"]
    ]
    missing = {name for name, _ in result.judgements} ^ {case.name for case in cases}
    return context | {
        "has_cases": True,
        "has_suite_changed": bool(missing) and not graded.given_up_after,
        "is_output_hidden": not with_output,
    }


def _without_output(graded: GradedSubmission) -> GradedSubmission:
    judgements = tuple(
        (case, judgement if judgement is None else replace(judgement, output="", errors=""))
        for case, judgement in graded.judgements
    )
    return replace(graded, judgements=judgements, build_output="")
