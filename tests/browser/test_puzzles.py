"""The puzzle page on a phone and by keyboard; frontend/page-tests holds what it does."""

import re

import pytest
from browser.conftest import NARROW, OpenPage
from playwright.sync_api import expect
from support.browser.accessibility import accessibility_violations
from support.browser.keyboard_walk import keyboard_problems

from outply.puzzles.puzzle import Puzzle, read_puzzles


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """A Warfare puzzle whose solution is a Raid on a cell that can also be staked."""
    return next(
        each for each in read_puzzles() if each.position.startswith("warfare/raid") and "Raid" in each.solution
    )


def test_puzzle_is_solved_by_keyboard_on_a_phone(open_page: OpenPage, puzzle: Puzzle) -> None:
    page = open_page(f"/puzzles#{puzzle.name}", viewport=NARROW, color_scheme="dark")
    expect(page.locator("#board .board-cell")).not_to_have_count(0)
    assert keyboard_problems(page) == []
    assert accessibility_violations(page) == []
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= NARROW["width"]
    square = puzzle.solution.split()[0]
    page.locator("#board .board-cell").first.focus()
    for _ in range("ABCDEFGH".index(square[0])):
        page.keyboard.press("ArrowRight")
    for _ in range(int(square[1:]) - 1):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text(re.compile("is right"))
    expect(page.locator("#next")).to_be_focused()
    assert accessibility_violations(page) == []
