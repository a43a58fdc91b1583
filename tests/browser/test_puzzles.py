"""The puzzle page: solve, fail, take hints, go on."""

import re

import pytest
from browser.conftest import NARROW, OpenPage
from playwright.sync_api import Page, expect
from support.browser.accessibility import accessibility_violations
from support.browser.keyboard_walk import keyboard_problems
from support.serving import Server

from outply.puzzles.puzzle import Puzzle, read_puzzles


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """A Warfare puzzle whose solution is a Raid on a cell that can also be staked."""
    return next(
        each for each in read_puzzles() if each.position.startswith("warfare/raid") and "Raid" in each.solution
    )


def cell(page: Page, name: str) -> None:
    page.locator(f'#board [aria-label^="{name},"]').click()


def test_solution_is_recognised_and_counted(open_page: OpenPage, puzzle: Puzzle) -> None:
    page = open_page(f"/puzzles#{puzzle.name}")
    expect(page.locator("#task")).to_have_text(puzzle.title)
    cell(page, puzzle.solution.split()[0])
    expect(page.locator("#status")).to_have_text(re.compile(f"^{puzzle.solution} is right"))
    expect(page.locator("#progress")).to_have_text(re.compile("^Solved 1 of "))
    expect(page.locator("#streak")).to_have_text("Streak without help: 1. Longest: 1.")
    assert accessibility_violations(page) == []
    page.reload()
    expect(page.locator("#progress")).to_have_text(re.compile("^Solved 1 of "))
    page.locator("#next").click()
    expect(page).not_to_have_url(re.compile(f"#{puzzle.name}$"))


def test_wrong_move_is_refuted_and_ends_the_streak(open_page: OpenPage, puzzle: Puzzle) -> None:
    page = open_page(f"/puzzles#{puzzle.name}")
    page.get_by_role("radio", name="Stake").check()
    cell(page, puzzle.solution.split()[0])  # the Stake on the cell of the Raid
    expect(page.locator("#status")).to_have_text(re.compile(r" (loses by \d+|only draws) after "))
    expect(page.locator("#line")).to_have_text(re.compile("^Refutation: "))
    page.locator("#again").click()
    expect(page.locator("#status")).to_have_text("Your move.")
    page.locator("#hint").click()
    expect(page.locator("#status")).to_have_text(re.compile("^Look at row "))
    page.locator("#hint").click()
    expect(page.locator("#board .hint")).to_have_count(1)
    page.locator("#solution").click()
    expect(page.locator("#status")).to_have_text(f"The move is {puzzle.solution}.")
    expect(page.locator("#progress")).to_have_text(re.compile("^Solved 0 of "))


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


def test_filters_choose_among_the_puzzles(open_page: OpenPage, server: Server) -> None:
    page = open_page("/puzzles")
    puzzles = server.get_json("/api/puzzles")["puzzles"]
    hardest = puzzles[-1]["difficulty"]
    page.locator("#difficulty").select_option(str(hardest))
    count = sum(each["difficulty"] == hardest for each in puzzles)
    expect(page.locator("#progress")).to_have_text(re.compile(f" of {count} puzzle"))
    expect(page.locator("#rating")).to_have_text(re.compile(f"^Difficulty {hardest} of "))
    page.locator("text=Daily puzzle").click()
    expect(page).to_have_url(re.compile("#today$"))
    assert "random:6:" in str(page.locator("#board-of-the-day").get_attribute("href"))
