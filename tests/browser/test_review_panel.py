"""The review of a finished game on the play page: progress, result, cancelling, other attempts."""

import pytest
from browser.conftest import NARROW, WIDE, OpenGame
from playwright.sync_api import Locator, expect
from support.browser.accessibility import accessibility_violations
from support.browser.keyboard_walk import keyboard_problems
from support.browser.layout import OVERFLOWING, resize
from support.browser.play_page import PlayPage

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
def play(review: GameReview, open_game: OpenGame) -> PlayPage:
    """The page at the end of that game, which blue played against a computer player."""
    moves = [str(each.move) for each in review.moves]
    return open_game(f"warfare/blitz/{BOARD}", ("person", "level:2"), moves=moves)


def panel(play: PlayPage) -> Locator:
    return play.page.get_by_role("region", name="Review", exact=True)


def start_review(play: PlayPage) -> None:
    play.button("Review game").click()
    expect(panel(play).get_by_role("table")).to_be_visible()


def test_review_panel_is_accessible_and_fits(play: PlayPage) -> None:
    start_review(play)
    play.page.get_by_text("How values are computed").click()
    for size in (WIDE, NARROW):
        resize(play.page, size)
        assert accessibility_violations(play.page) == []
        assert keyboard_problems(play.page) == []
        assert play.page.evaluate(OVERFLOWING) == []
