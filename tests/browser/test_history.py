"""Browser history, earlier games and moves that were taken back."""

import re

from browser.conftest import OpenGame
from playwright.sync_api import expect
from support.browser.play_page import TINY, PlayPage, freeze_clock, link

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


def test_back_and_forward_step_through_games_and_survive_a_reload(open_game: OpenGame) -> None:
    play = with_a_branch(open_game)
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


def test_notice_offers_the_previous_game(open_game: OpenGame) -> None:
    play = with_a_branch(open_game)
    play.tool("new").click()
    play.button("Start game").click()
    play.expect_moves()
    notice = play.page.get_by_role("complementary", name="Notice")
    expect(notice).to_contain_text("New game started.")
    notice.get_by_role("button", name="Return to previous game").click()
    expect_it_back(play)
    expect(notice).to_be_hidden()


def test_notice_is_dismissed_or_disappears(open_game: OpenGame) -> None:
    play = open_game(TINY, own_context=True)
    notice = play.page.get_by_role("complementary", name="Notice")
    play.tool("rematch").click()
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_be_hidden()
    freeze_clock(play.page)
    play.tool("rematch").click()
    expect(notice).to_be_visible()
    play.page.clock.run_for(11_000)
    expect(notice).to_be_hidden()


def test_back_restores_the_game_before_a_pasted_link(open_game: OpenGame) -> None:
    play = with_a_branch(open_game)
    play.page.evaluate("hash => location.hash = hash", link(TINY, moves=["A1 Stake"])[1:])
    play.expect_moves("A1 Stake")
    expect(play.button("Return to previous game")).to_be_visible()
    play.page.keyboard.press("z")
    expect_it_back(play)


def test_back_restores_a_move_that_the_server_had_not_yet_answered(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=MADE)
    play.tool("undo").click()
    expect(play.here).to_have_text("A1 Stake")
    play.page.route("**/api/position", lambda route: None)
    play.click("B1")
    expect(play.here).to_have_text("B1 Stake")
    play.page.unroute_all(behavior="ignoreErrors")
    play.page.evaluate("hash => location.hash = hash", link(TINY, moves=["A1 Stake"])[1:])
    play.expect_moves("A1 Stake")
    play.page.go_back()
    expect_it_back(play)


def test_deleted_move_can_be_restored_also_if_it_was_played_again(open_game: OpenGame) -> None:
    play = with_a_branch(open_game)
    play.tool("previous").click()
    play.page.keyboard.press("t")
    play.expect_moves()
    play.button("Restore").click()
    play.expect_moves(*MADE, "B1 Stake")
    expect(play.here).to_have_text("A1 Stake")
    play.tool("next").click()
    expect(play.here).to_have_text("B1 Stake")
    play.page.keyboard.press("t")
    play.expect_moves(*MADE)
    play.click("B1")
    play.expect_moves(*MADE, "B1 Stake")
    play.page.keyboard.press("z")
    expect(play.announced).to_have_text(re.compile("Restored|O: B1 Stake"))
    play.expect_moves(*MADE, "B1 Stake")
