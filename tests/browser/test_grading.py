"""Class pages opened as files: sorting, small screens, accessibility, hostile text."""

import re
from types import SimpleNamespace

import pytest
from browser.conftest import NARROW, WIDE, OpenPage
from playwright.sync_api import expect
from support.arena.tournaments import HOSTILE
from support.browser.accessibility import accessibility_violations
from support.browser.keyboard_walk import keyboard_problems
from support.browser.play_page import wait_for_layout
from support.grading import graded_class, similar_submissions

from outply.report.grading.class_site import pages

PAGES = [
    "index.html",
    "submission/script-img-src-x-onerror-alert-1.html",
    "submission/will-not-build.html",
    "submission/late.html",
    "submission/wrong-move.html",
    "submission/crash.html",
    "similar.html",
    "similar/ada-script-img-src-x-onerror-alert-1.html",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """The folder of pages, in place of a server, for `open_page`."""
    folder = tmp_path_factory.mktemp("marks")
    for name in ("submission", "similar", "tree"):
        (folder / name).mkdir()
    suite = graded_class.cases()
    for name, text in pages(
        suite, graded_class.classroom(suite), graded_class.RUBRIC, similarity=similar_submissions.sample()
    ):
        (folder / name).write_text(text, encoding="utf-8")
    return SimpleNamespace(url=folder.as_uri())


def test_pages_are_accessible_and_fit_a_phone(open_page: OpenPage, server: SimpleNamespace) -> None:
    page = open_page(f"/{PAGES[0]}")
    for path in PAGES:
        page.set_viewport_size(WIDE)
        page.goto(f"{server.url}/{path}")
        page.evaluate("document.querySelectorAll('.difference ~ .difference').forEach(alike => alike.remove())")
        assert accessibility_violations(page) == [], path
        if path in ("index.html", "submission/wrong-move.html"):
            assert keyboard_problems(page) == [], path
        page.set_viewport_size(NARROW)
        wait_for_layout(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], path


def test_submissions_are_sorted_by_a_column_and_filtered_by_name_and_result(open_page: OpenPage) -> None:
    page = open_page("/index.html", viewport={"width": 1280, "height": 800})
    # A laptop shows the table without scrolling.
    assert page.evaluate("[...document.querySelectorAll('.scroll')].every(e => e.scrollWidth <= e.clientWidth)")
    names = page.locator(".submissions tbody th")
    expect(names.first).to_have_text("right")
    page.get_by_role("button", name="Wrong").click()
    expect(page.locator(".submissions tbody tr").first.locator("td").nth(3)).to_have_text("16")
    page.get_by_role("button", name="Student").click()
    expect(names.nth(1)).not_to_have_text("right")
    page.get_by_role("button", name="Score").click()
    expect(names.first).to_have_text("right")

    rows = page.locator(".submissions tbody tr:visible")
    page.get_by_label("Result").select_option("could not be run")
    expect(rows).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text(re.compile("^1 of .* shown$"))
    page.get_by_label("Result").select_option("")
    page.get_by_label("Name").fill("number 1")
    expect(rows).to_have_count(6)
    page.get_by_role("button", name="Place").click()  # sorting keeps the filter
    expect(rows).to_have_count(6)


def test_links_lead_from_class_to_submission_to_case_to_search_tree(open_page: OpenPage) -> None:
    page = open_page("/index.html")
    page.get_by_role("link", name="wrong move").click()
    expect(page.locator("h1")).to_have_text("wrong move")
    page.get_by_role("link", name="case-11").click()
    expect(page.locator(".difference:target h3")).to_have_text("case-11: wrong move")
    expect(page.locator(".difference:target mark")).to_have_count(2)
    page.get_by_role("link", name="Search tree of this case").first.click()
    expect(page.get_by_text("Search tree of case-01")).to_be_visible()


def test_hostile_names_and_outputs_are_shown_as_text(open_page: OpenPage) -> None:
    page = open_page("/index.html")
    page.on("dialog", lambda _: pytest.fail("an untrusted script ran"))
    page.get_by_role("link", name=HOSTILE).click()
    expect(page.locator("h1")).to_contain_text(HOSTILE)
    expect(page.locator("pre").nth(1)).to_contain_text("</pre><script>alert(2)</script>\\x00\\x1b[2J")


def test_click_on_a_passage_number_leads_to_the_passage_in_the_other_program(open_page: OpenPage) -> None:
    page = open_page("/similar.html")
    page.get_by_role("link", name="side by side").click()
    page.locator("#first-1").click()
    expect(page.locator("#second-1:target")).to_be_visible()
