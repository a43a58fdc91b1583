"""Nothing goes without a way back: games, and moves that were taken back."""

import re

from playwright.sync_api import expect
from support.browser.play_page import TINY, Table, link

KEREN = "warfare/raid/Keren"
MADE = ["A1 Stake", "F6 Stake"]


def with_a_branch(sit_down):
    table = sit_down(KEREN, moves=MADE)
    table.tool("undo").click()
    table.click("B1")
    table.expect_moves(*MADE, "B1 Stake")
    expect(table.here).to_have_text("B1 Stake")
    return table


def expect_it_back(table):
    table.expect_moves(*MADE, "B1 Stake")
    expect(table.here).to_have_text("B1 Stake")
    expect(table.cell("B1")).to_have_attribute("data-owner", "1")


def test_back_leads_to_the_game_before_a_rematch_with_its_branches(sit_down):
    table = with_a_branch(sit_down)
    table.page.keyboard.press("g")
    table.expect_moves()
    expect(table.heard).to_have_text(re.compile("Z goes back to the game before"))
    table.click("C3")
    table.expect_moves("C3 Stake")
    table.page.go_back()
    expect_it_back(table)
    table.page.go_forward()
    table.expect_moves("C3 Stake")


def test_back_works_after_a_reload(sit_down):
    table = with_a_branch(sit_down)
    table.page.keyboard.press("g")
    table.expect_moves()
    table.page.reload()
    table.expect_moves()
    table.page.go_back()
    expect_it_back(table)


def test_back_and_forward_go_through_several_games_and_a_reload_stays_where_it_is(sit_down):
    table = with_a_branch(sit_down)
    for cell in ("C3", "D4"):
        table.page.keyboard.press("g")
        table.expect_moves()
        table.click(cell)
        table.expect_moves(f"{cell} Stake")
    table.page.go_back()
    table.expect_moves("C3 Stake")
    table.page.reload()
    table.expect_moves("C3 Stake")
    table.click("E5")
    table.expect_moves("C3 Stake", "E5 Stake")
    table.page.go_back()
    expect_it_back(table)
    table.page.go_forward()
    table.expect_moves("C3 Stake", "E5 Stake")
    table.page.go_forward()
    table.expect_moves("D4 Stake")


def test_two_tabs_do_not_disturb_one_another(sit_down):
    one = sit_down(KEREN, moves=MADE)
    one.expect_moves(*MADE)
    two = Table(one.page.context.new_page(), one.page.url)
    two.click("B2")
    two.expect_moves(*MADE, "B2 Stake")
    one.click("C3")
    one.expect_moves(*MADE, "C3 Stake")
    two.page.reload()
    two.expect_moves(*MADE, "B2 Stake")
    one.page.reload()
    one.expect_moves(*MADE, "C3 Stake")


def test_a_note_offers_the_game_before_a_new_one(sit_down):
    table = with_a_branch(sit_down)
    table.tool("new").click()
    table.button("Start game").click()
    table.expect_moves()
    notice = table.page.get_by_role("complementary", name="Notice")
    expect(notice).to_contain_text("New game.")
    notice.get_by_role("button", name="Back to the one before").click()
    expect_it_back(table)
    expect(notice).to_be_hidden()


def test_the_note_is_dismissed_and_goes_by_itself(sit_down):
    table = sit_down(TINY)
    notice = table.page.get_by_role("complementary", name="Notice")
    table.tool("rematch").click()
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_be_hidden()
    table.page.clock.install()
    table.tool("rematch").click()
    expect(notice).to_be_visible()
    table.page.clock.run_for(11_000)
    expect(notice).to_be_hidden()


def test_back_leads_to_the_game_before_a_link_that_was_pasted(sit_down):
    table = with_a_branch(sit_down)
    table.page.evaluate("hash => location.hash = hash", link(TINY, moves=["A1 Stake"])[1:])
    table.expect_moves("A1 Stake")
    expect(table.button("Back to the one before")).to_be_visible()
    table.page.keyboard.press("z")
    expect_it_back(table)


def test_back_leads_to_a_move_that_the_server_had_not_answered(sit_down):
    table = sit_down(KEREN, moves=MADE)
    table.tool("undo").click()
    expect(table.here).to_have_text("A1 Stake")
    table.page.route("**/api/position", lambda route: None)
    table.click("B1")
    expect(table.here).to_have_text("B1 Stake")
    table.page.unroute_all(behavior="ignoreErrors")
    table.page.evaluate("hash => location.hash = hash", link(TINY, moves=["A1 Stake"])[1:])
    table.expect_moves("A1 Stake")
    table.page.go_back()
    expect_it_back(table)


def test_what_was_taken_back_is_brought_back(sit_down):
    table = with_a_branch(sit_down)
    table.tool("previous").click()
    table.tool("take-back").click()
    table.expect_moves()
    table.button("Bring it back").click()
    table.expect_moves(*MADE, "B1 Stake")
    expect(table.here).to_have_text("A1 Stake")


def test_a_line_that_was_deleted_and_played_again_is_there_once(sit_down):
    table = Table(sit_down(KEREN, moves=MADE).page)
    table.page.keyboard.press("t")
    table.expect_moves("A1 Stake")
    table.click("F6")
    table.expect_moves(*MADE)
    table.page.keyboard.press("z")
    expect(table.heard).to_have_text(re.compile("Brought back|O: F6 Stake"))
    table.expect_moves(*MADE)
