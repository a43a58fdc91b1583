"""The search trees of cases as self-contained pages, which the pages of submissions link."""

from __future__ import annotations

from collections.abc import Sequence

from outply.grading.suite.case import Case
from outply.report.grading.site_page import page_names
from outply.report.tree.html import page
from outply.search.native import Control, Stopped
from outply.search.textbook import ALGORITHMS
from outply.search.tree import record_tree

FOLDER = "tree"
FILE_PATTERNS = (f"{FOLDER}/*.html",)
"""Glob patterns of the files that this module may write."""

MAX_SEARCHED_VISITS = 20_000_000
"""Cases whose search visits more nodes have no page; this many take less than a second."""

MAX_RECORDED_VISITS = 20_000
"""Maximum number of visits on a page. Visits at deeper plies are only counted."""


def tree_pages(cases: Sequence[Case]) -> dict[str, str]:
    """Return the file names of the search trees of those cases that have a depth, by case."""
    searched = [case for case in cases if case.question.depth is not None and case.question.mode in ALGORITHMS]
    names = page_names(FOLDER, [case.name for case in searched])
    return {case.name: name for case, name in zip(searched, names, strict=True)}


def render_tree(case: Case, max_visits: int = MAX_SEARCHED_VISITS) -> str | None:
    """Return the page of a case's search tree; None if the search visits more than `max_visits` nodes."""
    control = Control()
    control.progress = lambda nodes, *_: control.stop() if nodes > max_visits else None
    question = case.question
    assert question.depth is not None
    try:
        tree = record_tree(
            question.position, question.depth, question.mode, max_visits=MAX_RECORDED_VISITS, control=control
        )
    except Stopped:
        return None
    return page([tree], note=f"Search tree of {case.name}")
