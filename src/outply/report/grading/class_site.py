"""Graded submissions as self-contained pages: one for the class, and one for each submission."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from outply.grading.result.rubric import Rubric
from outply.grading.result.verdict import GradedSubmission
from outply.grading.similarity.submissions import ClassSimilarity
from outply.grading.suite.case import Case
from outply.report.grading import similarity_pages
from outply.report.grading.class_summary import ClassSummary
from outply.report.grading.site_page import page_names, render_page
from outply.report.grading.submission_page import submission_context

INDEX = "index.html"
FOLDER = "submission"
FILE_PATTERNS = (f"{FOLDER}/*.html", *similarity_pages.FILE_PATTERNS)
"""Glob patterns of the files that a grading site may contain besides the class page."""

BAR_WIDTH = 120.0
"""Width of the longest bar, in SVG units."""


def pages(
    cases: Sequence[Case],
    submissions: Sequence[GradedSubmission],
    rubric: Rubric,
    *,
    include_hidden: bool = False,
    similarity: ClassSimilarity | None = None,
) -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of each page: the class, each submission, and similar submissions.

    Cases that the rubric hides are omitted from the pages of submissions unless `include_hidden` is set.
    """
    names = page_names(FOLDER, [graded.name for graded in submissions])
    similar_pairs = None if similarity is None else len(similarity.pairs)
    yield INDEX, _class_page(ClassSummary(cases, submissions, rubric), names, similar_pairs)
    if similarity is not None:
        yield from similarity_pages.pages(similarity)
    for name, graded in zip(names, submissions, strict=True):
        yield name, page(cases, graded, rubric, include_hidden=include_hidden)


def page(cases: Sequence[Case], graded: GradedSubmission, rubric: Rubric, *, include_hidden: bool = False) -> str:
    """Return the page of one submission.

    The page can be given to the student: it mentions no other submission. Cases that the rubric hides are omitted
    unless `include_hidden` is set.
    """
    return render_page("submission", submission_context(cases, graded, rubric, include_hidden=include_hidden))


def _class_page(summary: ClassSummary, names: list[str], similar_pairs: int | None) -> str:
    page_of = {id(scored): name for scored, name in zip(summary.submissions, names, strict=True)}
    histogram = summary.score_histogram()
    max_count = max((count for *_, count in histogram), default=0) or 1
    statistics = sorted(summary.case_statistics(), key=lambda one: -one.wrong)
    submissions = len(summary.submissions) or 1
    return render_page(
        "index",
        {
            "summary": summary,
            "rows": [(place, scored, page_of[id(scored)]) for place, scored in summary.ranking()],
            "histogram": [(*step, round(BAR_WIDTH * step[2] / max_count, 1)) for step in histogram],
            "statistics": [(one, round(BAR_WIDTH * one.wrong / submissions, 1)) for one in statistics],
            "width": BAR_WIDTH,
            "similar_pairs": similar_pairs,
            "similar_page": similarity_pages.INDEX,
        },
    )
