"""Browser history, earlier games and moves that were taken back."""

import re

from browser.conftest import OpenGame
from playwright.sync_api import expect
from support.browser.play_page import TINY, PlayPage, hold_requests, link

KEREN = "warfare/raid/Keren"
MADE = ["A1 Stake", "F6 Stake"]


def with_a_branch(open_game: OpenGame) -> PlayPage:
    play = open_game(KEREN, moves=MADE)
    play.tool("undo").click()
    play.click("B1")
    play.expect_moves(*MADE, "B1 Stake")
    expect(play.here).to_have_text("B1 Stake")
    return play


def expect_it_back(play: PlayPage) -> None:
    play.expect_moves(*MADE, "B1 Stake")
    expect(play.here).to_have_text("B1 Stake")
    expect(play.cell("B1")).to_have_attribute("data-owner", "1")


def test_wheel_steps_through_moves_and_browser_history_through_games(
    open_game: OpenGame,
) -> None:
    play = with_a_branch(open_game)
    play.cell("C3").hover()
    play.page.mouse.wheel(0, -120)
    expect(play.here).to_have_text("A1 Stake")
    play.page.mouse.wheel(0, 120)
    expect(play.here).to_have_text("B1 Stake")
    for cell in ("C3", "D4"):
        play.page.keyboard.press("g")
        play.expect_moves()
        expect(play.announced).to_have_text(re.compile("Press Z to return to the previous game"))
        play.click(cell)
        play.expect_moves(f"{cell} Stake")
    play.page.go_back()
    play.expect_moves("C3 Stake")
    play.page.reload()
    play.expect_moves("C3 Stake")
    play.click("E5")
    play.expect_moves("C3 Stake", "E5 Stake")
    play.page.go_back()
    expect_it_back(play)
    play.page.go_forward()
    play.expect_moves("C3 Stake", "E5 Stake")
    play.page.go_forward()
    play.expect_moves("D4 Stake")


def test_back_restores_games_while_requests_are_pending(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=["A1 Stake"])
    play.page.keyboard.press("g")
    play.expect_moves()
    with hold_requests(play.page, "position"):
        with play.page.expect_request("**/api/position"):
            play.page.reload()
        play.page.go_back()
    play.expect_moves("A1 Stake")

    play.page.keyboard.press("g")
    play.expect_moves()
    with hold_requests(play.page, "position"):
        play.page.go_back()
        play.click("C3")  # in the game that is still shown
        play.expect_moves("C3 Stake")
        play.page.reload()
    play.expect_moves("A1 Stake")
    play.page.go_forward()
    play.expect_moves("C3 Stake")
    expect(play.here).to_have_text("C3 Stake")
    expect(play.cell("C3")).to_have_attribute("data-owner", "0")

    play.tool("undo").click()
    with hold_requests(play.page, "position", times=1):
        play.click("D4")  # a branch
        play.expect_moves("C3 Stake", "D4 Stake")
        play.page.evaluate("hash => location.hash = hash", link(TINY, moves=["A1 Stake"])[1:])
        play.expect_moves("A1 Stake")
        play.page.go_back()
        play.expect_moves("C3 Stake", "D4 Stake")
        expect(play.here).to_have_text("D4 Stake")


def test_games_in_two_tabs_do_not_affect_each_other(open_game: OpenGame) -> None:
    one = open_game(KEREN, moves=MADE)
    one.expect_moves(*MADE)
    two = PlayPage(one.page.context.new_page(), one.page.url)
    two.click("B2")
    two.expect_moves(*MADE, "B2 Stake")
    one.click("C3")
    one.expect_moves(*MADE, "C3 Stake")
    two.page.reload()
    two.expect_moves(*MADE, "B2 Stake")
    one.page.reload()
    one.expect_moves(*MADE, "C3 Stake")
