"""The search tree as a self-contained file."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Request, expect
from support.browser.accessibility import accessibility_violations
from support.browser.contexts import SharedContexts
from support.browser.play_page import bounding_box
from support.browser.tree_page import POSITION, TRACE, TreePage
from support.search.search_results import node_count_of, principal_variation_of

from outply.games import all_games
from outply.report.tree.html import page as file_of
from outply.search import literal, textbook
from outply.search.tree import record_tree


class OpenFile(Protocol):
    def __call__(self, text: str, **options: Any) -> TreePage: ...


@pytest.fixture
def open_file(contexts: SharedContexts, tmp_path: Path) -> Iterator[OpenFile]:
    """Return a function that opens a tree file; errors and requests fail the test."""
    problems: list[str] = []

    def open_one(text: str, **options: Any) -> TreePage:
        path = tmp_path / "tree.html"
        path.write_text(text, encoding="utf-8")

        def expect_only_the_file(request: Request) -> None:
            if request.url != path.as_uri():
                problems.append(request.url)

        page = contexts.new_page("file:///", **options)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text))
        page.on("request", expect_only_the_file)
        page.goto(path.as_uri())
        return TreePage(page)

    yield open_one
    contexts.close_pages()
    assert problems == []


def test_file_shows_the_tree_at_the_given_node(open_file: OpenFile) -> None:
    line = principal_variation_of(literal.search(POSITION, 2, "ALPHABETA"))
    tree = open_file(file_of([record_tree(POSITION, 2, "ALPHABETA")], focus=line, note="Here it differs."))
    expect(tree.page.get_by_text("Here it differs.")).to_be_visible()
    expect(tree.panel.locator(".node-trail li")).to_have_text(["Root", *map(str, line)])
    tree.press("n", "n")
    expect(tree.stack).to_be_visible()
    assert accessibility_violations(tree.page) == []


def test_file_of_a_subtree_names_its_place_in_the_tree(open_file: OpenFile) -> None:
    move = POSITION.moves()[0]
    tree = open_file(file_of([record_tree(POSITION, 4, "MINIMAX", path=[move], max_visits=30)]))
    expect(tree.focused).to_have_attribute("aria-label", re.compile(f"^{move}, MIN, #0"))
    tree.focused.focus()
    tree.press("ArrowRight", "Enter")
    reply = POSITION.play(move).moves()[0]
    expect(tree.panel).to_contain_text(f'Run outply tree with --below "{move}" --below "{reply}".')


def test_comparison_of_two_search_trees_is_one_file(open_file: OpenFile) -> None:
    one = open_file(file_of([record_tree(POSITION, 2, algorithm) for algorithm in textbook.ALGORITHMS]))
    two = TreePage(one.page, 1)
    one.focused.focus()
    one.press("ArrowRight")
    expect(one.focused).to_be_focused()
    expect(two.focused).to_have_attribute("aria-label", re.compile(f"^{TRACE[1].move}, MIN"))
    expect(one.page.get_by_role("table", name="Visits by ply")).to_be_visible()


def test_tree_of_a_million_visits_opens(open_file: OpenFile) -> None:
    position = all_games()["warfare"].start("raid", "Smolensk")
    for number in range(7):
        position = position.play(position.moves()[number * 5 % len(position.moves())])
    tree = open_file(file_of([record_tree(position, 4, "MINIMAX")]))
    count = node_count_of(literal.search(position, 4, "MINIMAX"))
    assert count > 1_000_000
    expect(tree.region.locator("header .note")).to_have_text(f"{count:,} visits")
    opened = tree.page.evaluate("performance.getEntriesByName('shown')[0].startTime")
    print(f"{count:,} visits shown {opened:.0f} ms after the page was asked for")
    assert tree.items.count() < 200  # only visible nodes have elements
    tree.focused.focus()
    tree.press("ArrowRight")
    expect(tree.focused).to_have_attribute("aria-label", re.compile(f"^{position.moves()[0]}, MIN, #1,"))
    tree.press("/")
    tree.page.keyboard.type("#1,000,000")
    tree.press("Enter")
    expect(tree.fact("Visit")).to_have_text(f"#1,000,000 of {count:,}")
    tree.press("Escape", "n")
    expect(tree.focused).to_be_focused()
    viewport = tree.page.viewport_size
    assert viewport is not None
    assert bounding_box(tree.region)["height"] < viewport["height"]
    expect(tree.said).to_have_text(re.compile("^Visits "))
    tree.press("n", "n")
    expect(tree.region.locator(".debugger-where")).to_have_text(re.compile("^#1,000,00[01] of"))
