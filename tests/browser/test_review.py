"""The page of a game review: evaluation, qualities, best lines and links to moves."""

from pathlib import Path

import pytest
from browser.conftest import OpenPage
from playwright.sync_api import Page, expect
from support.assertions import not_none
from support.browser.accessibility import accessibility_violations
from support.browser.keyboard_walk import keyboard_problems
from support.browser.layout import OVERFLOWING, resize

from outply.games import game_named
from outply.games.record import GameRecord, Turn
from outply.report.review.page import page as review_page
from outply.review.game_review import GameReview, review_game

START = game_named("warfare").start("blitz", "random:3:7")


@pytest.fixture
def review() -> GameReview:
    """The review of a game in which both players always take the first empty cell."""
    position, moves = START, []
    while not position.is_over:
        moves.append(position.moves()[0])
        position = position.play(moves[-1])
    return review_game(START, moves)


@pytest.fixture
def page(review: GameReview, open_page: OpenPage, tmp_path: Path) -> Page:
    names = ("person", "greedy")
    turns = tuple(Turn(names[each.number % 2 - 1], each.move, 0.0, 0.0) for each in review.moves)
    file = tmp_path / "review.html"
    file.write_text(review_page(GameRecord(START, names, turns, review.final), review))
    page = open_page().context.new_page()
    page.goto(file.as_uri())
    return page


def test_summary_leads_to_the_turning_point(page: Page, review: GameReview) -> None:
    move = not_none(review.turning_point)
    page.get_by_role("link", name="Turning point").click()
    expect(page.locator(".readout-detail")).to_contain_text(f"Move {move.number} of 9")
    expect(page.locator(".review-note")).to_contain_text(
        f"Turning point. Blunder: loses {move.loss} points; best was "
    )
    badge = page.locator(".moves-move[aria-current] .moves-quality")
    expect(badge).to_have_text("??")
    expect(badge).to_have_accessible_name("blunder, turning point")


def test_evaluation_is_drawn_over_the_score(page: Page, review: GameReview) -> None:
    path = not_none(page.locator(".chart-evaluation").get_attribute("d"))
    heights = [float(point.split(" ")[1]) for point in path.removeprefix("M").split("L")]
    assert len(heights) == len(review.values) == 10
    pairs = sorted(zip(review.values, heights, strict=True))
    assert [height for _, height in pairs] == sorted(heights, reverse=True)  # a greater value is drawn higher


def test_review_page_is_accessible_and_fits_a_phone(page: Page) -> None:
    page.get_by_text("How values, qualities and accuracy are computed").click()
    assert accessibility_violations(page) == []
    assert keyboard_problems(page) == []
    resize(page, {"width": 360, "height": 740})
    assert page.evaluate(OVERFLOWING) == []
