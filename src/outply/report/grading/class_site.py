"""Graded submissions as self-contained pages: one for the class, one for each submission, and search trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from outply.grading.result.rubric import Rubric
from outply.grading.result.verdict import GradedSubmission
from outply.grading.similarity.submissions import ClassSimilarity
from outply.grading.suite.case import Case
from outply.report.grading import case_trees, similarity_pages
from outply.report.grading.class_summary import ClassSummary
from outply.report.grading.scored import ScoredSubmission
from outply.report.grading.site_page import Heading, page_names, render_page
from outply.report.grading.submission_page import shown_cases, submission_context

INDEX = "index.html"
FOLDER = "submission"
FILE_PATTERNS = (f"{FOLDER}/*.html", *similarity_pages.FILE_PATTERNS, *case_trees.FILE_PATTERNS)
"""Glob patterns of the files that a grading site may contain besides the class page."""

BAR_WIDTH = 120.0
"""Width of the longest bar, in SVG units."""


def pages(
    cases: Sequence[Case],
    submissions: Sequence[GradedSubmission],
    rubric: Rubric,
    *,
    heading: Heading | None = None,
    include_hidden: bool = False,
    similarity: ClassSimilarity | None = None,
) -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of each page: the class, each submission, similar submissions, and trees.

    Cases that the rubric hides are omitted from the pages of submissions unless `include_hidden` is set.
    """
    heading = heading or Heading()
    names = page_names(FOLDER, [graded.name for graded in submissions])
    similar_pairs = None if similarity is None else len(similarity.pairs)
    yield INDEX, _class_page(ClassSummary(cases, submissions, rubric), heading, names, similar_pairs)
    if similarity is not None:
        yield from similarity_pages.pages(similarity, heading)
    links = {}
    for case, name, text in _trees(cases, submissions, rubric, include_hidden=include_hidden):
        links[case] = f"../{name}"
        yield name, text
    for name, graded in zip(names, submissions, strict=True):
        yield name, page(cases, graded, rubric, heading=heading, include_hidden=include_hidden, trees=links)


def program_pages(
    cases: Sequence[Case], graded: GradedSubmission, rubric: Rubric, *, heading: Heading
) -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of the page of one program, of all cases, and of their search trees."""
    links = {}
    for case, name, text in _trees(cases, [graded], rubric, include_hidden=True):
        links[case] = name
        yield name, text
    yield INDEX, page(cases, graded, rubric, heading=heading, include_hidden=True, trees=links)


def page(
    cases: Sequence[Case],
    graded: GradedSubmission,
    rubric: Rubric,
    *,
    heading: Heading | None = None,
    include_hidden: bool = False,
    trees: Mapping[str, str] | None = None,
) -> str:
    """Return the page of one submission.

    The page can be given to the student: it mentions no other submission. Cases that the rubric hides are omitted
    unless `include_hidden` is set. `trees` are links to search trees by case.
    """
    context = submission_context(cases, graded, rubric, include_hidden=include_hidden, trees=trees or {})
    return render_page("submission", context, heading or Heading())


def _trees(
    cases: Sequence[Case], submissions: Sequence[GradedSubmission], rubric: Rubric, *, include_hidden: bool
) -> Iterator[tuple[str, str, str]]:
    """Yield the case, the file name and the search tree of each shown case that a submission failed."""
    failed = {
        name
        for graded in submissions
        for name, judgement in graded.judgements
        if judgement and not judgement.is_right
    }
    shown = [case for case in shown_cases(cases, rubric, include_hidden=include_hidden) if case.name in failed]
    names = case_trees.tree_pages(shown)
    for case in shown:
        text = case_trees.render_tree(case) if case.name in names else None
        if text is not None:
            yield case.name, names[case.name], text


def _class_page(summary: ClassSummary, heading: Heading, names: list[str], similar_pairs: int | None) -> str:
    page_of = {id(scored): name for scored, name in zip(summary.submissions, names, strict=True)}
    histogram = summary.score_histogram()
    max_count = max((count for *_, count in histogram), default=0) or 1
    statistics = sorted(summary.case_statistics(), key=lambda one: -one.wrong)
    submissions = len(summary.submissions) or 1
    return render_page(
        "index",
        {
            "summary": summary,
            "rows": [
                (place, scored, page_of[id(scored)], _group(summary, scored))
                for place, scored in summary.ranking()
            ],
            "groups": _groups(summary),
            "has_several_tools": len({scored.graded.tools for scored in summary.submitted}) > 1,
            "has_not_run": any(scored.not_run for scored in summary.submissions),
            "histogram": [(*step, round(BAR_WIDTH * step[2] / max_count, 1)) for step in histogram],
            "statistics": [(one, round(BAR_WIDTH * one.wrong / submissions, 1)) for one in statistics],
            "width": BAR_WIDTH,
            "similar_pairs": similar_pairs,
            "similar_page": similarity_pages.INDEX,
        },
        heading,
    )


def _group(summary: ClassSummary, scored: ScoredSubmission) -> str:
    """Return the group of a submission in the list of students, such as `all right`."""
    graded = scored.graded
    if scored in summary.not_submitted:
        return "no submission"
    if graded.is_tool_missing:
        return "not graded"
    if graded.problem:
        return "could not be run"
    if not graded.is_finished:
        return "unfinished"
    return "all right" if scored.right == len(summary.cases) else "some wrong"


def _groups(summary: ClassSummary) -> dict[str, int]:
    """Return the number of students in each group that is not empty, in a fixed order."""
    order = ("all right", "some wrong", "could not be run", "no submission", "not graded", "unfinished")
    groups = [_group(summary, scored) for scored in summary.submissions]
    return {name: groups.count(name) for name in order if name in groups}
