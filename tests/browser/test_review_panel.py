"""The review of a finished game on the play page: progress, result, cancelling, other attempts."""

import re

import pytest
from browser.conftest import NARROW, OpenGame
from playwright.sync_api import Locator, expect
from support.assertions import not_none
from support.browser.accessibility import accessibility_violations
from support.browser.keyboard_walk import keyboard_problems
from support.browser.layout import OVERFLOWING
from support.browser.play_page import PlayPage, hold_requests

from outply.games import game_named
from outply.review.game_review import GameReview, review_game

BOARD = "random:3:7"
START = game_named("warfare").start("blitz", BOARD)


@pytest.fixture(scope="module")
def review() -> GameReview:
    """The review of a game in which both players always take the first empty cell."""
    position, moves = START, []
    while not position.is_over:
        moves.append(position.moves()[0])
        position = position.play(moves[-1])
    return review_game(START, moves)


@pytest.fixture
def play(review: GameReview, open_game: OpenGame, request: pytest.FixtureRequest) -> PlayPage:
    """The page at the end of that game, which blue played against a computer player."""
    moves = [str(each.move) for each in review.moves]
    options = getattr(request, "param", {})
    return open_game(f"warfare/blitz/{BOARD}", ("person", "level:2"), moves=moves, **options)


def panel(play: PlayPage) -> Locator:
    return play.page.get_by_role("region", name="Review", exact=True)


def start_review(play: PlayPage) -> None:
    play.button("Review game").click()
    expect(panel(play).get_by_role("table")).to_be_visible()


def test_review_shows_accuracy_marks_curve_and_best_moves(play: PlayPage, review: GameReview) -> None:
    start_review(play)
    accuracies = [f"{each.accuracy:.0f} %" for each in review.sides if each.accuracy is not None]
    expect(panel(play).locator("tbody td:nth-child(2)")).to_have_text(accuracies)
    symbols = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
    marks = [symbols[each.quality] for each in review.moves if each.quality in symbols]
    expect(play.page.locator(".moves-quality")).to_have_text(marks)
    points = not_none(play.chart.locator(".chart-evaluation").get_attribute("d")).split("L")
    assert len(points) == len(review.values)
    expect(play.chart).to_have_attribute("aria-valuetext", re.compile("; evaluation: "))

    move = not_none(review.turning_point)
    panel(play).get_by_role("button", name="Turning point").click()
    expect(play.here).to_have_text(re.compile(r"\?\?$"))
    expect(play.here.get_by_role("img")).to_have_accessible_name("blunder, turning point")
    expect(play.detail).to_contain_text(f"Turning point. Blunder: loses {move.loss} points; best was ")

    panel(play).get_by_role("button", name="Close the review").click()
    expect(panel(play)).to_be_hidden()
    play.page.keyboard.press(">")
    with hold_requests(play.page, "review"):  # the result is kept: no request is needed
        start_review(play)


def test_running_review_shows_its_progress_and_can_be_cancelled(play: PlayPage) -> None:
    with hold_requests(play.page, "review"):
        play.button("Review game").click()
        expect(panel(play)).to_contain_text("0 of 9 moves")
        play.page.keyboard.press("<")  # the game can be looked at meanwhile
        expect(panel(play).get_by_role("progressbar")).to_be_visible()
        panel(play).get_by_role("button", name="Cancel").click()
        expect(panel(play)).to_be_hidden()
        expect(play.announced).to_have_text("Review cancelled.")
    expect(play.page.locator(".moves-quality")).to_have_count(0)


def test_tried_move_is_compared_with_the_move_of_the_game(play: PlayPage, review: GameReview) -> None:
    start_review(play)
    costliest = review.sides[0].costliest
    number = costliest[0].number
    played, best = str(review.moves[number - 1].move), str(review.moves[number - 1].best_move)
    rows = panel(play).get_by_role("list", name=re.compile("^Your .*costliest moves?$")).get_by_role("listitem")
    expect(rows).to_have_count(len(costliest))
    rows.first.get_by_role("button", name="Try again").click()
    expect(play.status).to_have_text("Find a better move, blue")
    expect(panel(play)).to_be_hidden()

    play.click(played.split()[0])
    expect(play.status).to_have_text("The same move")
    play.button("Try another move").click()
    play.click(best.split()[0])
    expect(play.status).to_have_text("Best move")
    expect(play.detail).to_contain_text(" loses nothing; ")
    expect(play.announced).to_have_text(re.compile("^Best move"))
    expect(play.button("Show best move")).to_have_count(0)

    play.button("Back to review").click()
    expect(panel(play)).to_be_visible()
    expect(play.here).to_have_attribute("title", re.compile("^blue: "))
    expect(play.detail).to_contain_text(f"loses {review.moves[number - 1].loss} points")


@pytest.mark.parametrize(
    "play", [{}, {"viewport": NARROW, "has_touch": True}], indirect=True, ids=["wide", "phone"]
)
def test_review_panel_is_accessible_and_fits(play: PlayPage) -> None:
    start_review(play)
    play.page.get_by_text("How values are computed").click()
    assert accessibility_violations(play.page) == []
    assert keyboard_problems(play.page) == []
    assert play.page.evaluate(OVERFLOWING) == []
