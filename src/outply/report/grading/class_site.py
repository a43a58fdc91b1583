"""Graded submissions as pages: one for the class, and one for each submission. Every file needs nothing else."""

from __future__ import annotations

import itertools

import outply
from outply.report.base.jinja_env import environment
from outply.report.base.slug import slug
from outply.report.base.theme import BOARD_VARIABLES
from outply.report.grading.class_summary import Classroom
from outply.report.grading.submission_page import student

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from outply.grading.result.rubric import Rubric
    from outply.grading.result.verdict import GradedSubmission
    from outply.grading.suite.case import Case

INDEX = "index.html"
FOLDER = "submission"
WIDTH = 120.0
"""Of the longest bar, in its own units."""


def pages(
    cases: Sequence[Case], many: Sequence[GradedSubmission], rubric: Rubric, *, whole: bool = False
) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file; see `page` for `whole`."""
    names = _names([graded.name for graded in many])
    yield INDEX, _overview(Classroom(cases, many, rubric), names)
    for name, graded in zip(names, many, strict=True):
        yield name, page(cases, graded, rubric, whole=whole)


def _names(submissions: Sequence[str]) -> list[str]:
    """Return what the page of each is called, in every grading the same, unless two names are too much alike."""
    names: list[str] = []
    for submission in submissions:
        words = slug(submission) or "submission"
        alike = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
        names.append(next(name for more in alike if (name := f"{FOLDER}/{words}{more}.html") not in names))
    return names


def page(cases: Sequence[Case], graded: GradedSubmission, rubric: Rubric, *, whole: bool = False) -> str:
    """Return the page of one submission.

    It can be given to whoever handed it in: it tells of nobody else, and cases that the rubric does not let
    everybody see are not in it, unless it is to be the `whole`.
    """
    return _render("submission", student(cases, graded, rubric, whole=whole))


def _overview(seen: Classroom, names: list[str]) -> str:
    page_of = {id(one): name for one, name in zip(seen.submissions, names, strict=True)}
    histogram = seen.histogram()
    most = max((count for *_, count in histogram), default=0) or 1
    tallies = sorted(seen.tallies(), key=lambda tally: -tally.wrong)
    submissions = len(seen.submissions) or 1
    return _render(
        "index",
        {
            "seen": seen,
            "rows": [(place, one, page_of[id(one)]) for place, one in seen.places()],
            "histogram": [(*step, round(WIDTH * step[2] / most, 1)) for step in histogram],
            "tallies": [(tally, round(WIDTH * tally.wrong / submissions, 1)) for tally in tallies],
            "width": WIDTH,
        },
    )


def _render(template: str, contents: dict[str, Any]) -> str:
    return (
        environment()
        .get_template(f"grading/{template}.html")
        .render(contents, **BOARD_VARIABLES, version=outply.__version__)
    )
