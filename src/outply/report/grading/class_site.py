"""Graded submissions as self-contained pages: one for the class, and one for each submission."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import outply
from outply.grading.result.rubric import Rubric
from outply.grading.result.verdict import GradedSubmission
from outply.grading.suite.case import Case
from outply.report.base.formatting import slug
from outply.report.base.jinja_env import environment
from outply.report.base.theme import BOARD_VARIABLES
from outply.report.grading.class_summary import ClassSummary
from outply.report.grading.submission_page import submission_context

INDEX = "index.html"
FOLDER = "submission"
BAR_WIDTH = 120.0
"""Width of the longest bar, in SVG units."""


def pages(
    cases: Sequence[Case],
    submissions: Sequence[GradedSubmission],
    rubric: Rubric,
    *,
    include_hidden: bool = False,
) -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of the class page and of each submission's page.

    Cases that the rubric hides are omitted from the pages of submissions unless `include_hidden` is set.
    """
    names = _page_names([graded.name for graded in submissions])
    yield INDEX, _class_page(ClassSummary(cases, submissions, rubric), names)
    for name, graded in zip(names, submissions, strict=True):
        yield name, page(cases, graded, rubric, include_hidden=include_hidden)


def _page_names(submissions: Sequence[str]) -> list[str]:
    """Return the file names of the submissions' pages.

    If the slugs of all submissions are unique, a submission has the same file name in every grading.
    """
    names: list[str] = []
    for submission in submissions:
        stem = slug(submission) or "submission"
        suffixes = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
        names.append(next(name for suffix in suffixes if (name := f"{FOLDER}/{stem}{suffix}.html") not in names))
    return names


def page(cases: Sequence[Case], graded: GradedSubmission, rubric: Rubric, *, include_hidden: bool = False) -> str:
    """Return the page of one submission.

    The page can be given to the student: it mentions no other submission. Cases that the rubric hides are omitted
    unless `include_hidden` is set.
    """
    return _render("submission", submission_context(cases, graded, rubric, include_hidden=include_hidden))


def _class_page(summary: ClassSummary, names: list[str]) -> str:
    page_of = {id(scored): name for scored, name in zip(summary.submissions, names, strict=True)}
    histogram = summary.score_histogram()
    max_count = max((count for *_, count in histogram), default=0) or 1
    statistics = sorted(summary.case_statistics(), key=lambda one: -one.wrong)
    submissions = len(summary.submissions) or 1
    return _render(
        "index",
        {
            "summary": summary,
            "rows": [(place, scored, page_of[id(scored)]) for place, scored in summary.ranking()],
            "histogram": [(*step, round(BAR_WIDTH * step[2] / max_count, 1)) for step in histogram],
            "statistics": [(one, round(BAR_WIDTH * one.wrong / submissions, 1)) for one in statistics],
            "width": BAR_WIDTH,
        },
    )


def _render(template: str, context: dict[str, Any]) -> str:
    page = environment().get_template(f"grading/{template}.html")
    return page.render(context, **BOARD_VARIABLES, version=outply.__version__)
