"""Hands that are faster than the server: what one does before it has answered is neither lost nor undone."""

import re

from playwright.sync_api import expect
from support.browser.play_page import TINY, Table, holding, link

KEREN = "warfare/raid/Keren"
SMALL = "warfare/raid/random:3:1"
COMPUTERS = ("level:1", "level:1")
ASKED = "2\nALPHABETA\nO\n3\n5 1\n1 1\n..\n..\n"  # an input.txt


def follow(page, *args, **options):
    """Follow a link that is pasted into the address."""
    page.evaluate("hash => location.hash = hash", link(*args, **options)[1:])


def test_of_two_games_the_one_opened_later_stays_though_the_other_is_answered_later(sit_down):
    table = sit_down(TINY)
    with holding(table.page, "position", times=1):
        with table.page.expect_request("**/api/position"):
            follow(table.page, KEREN, moves=["A1 Stake"])
        follow(table.page, SMALL, moves=["B2 Stake"])
        table.expect_moves("B2 Stake")
    table.click("C3")
    expect(table.status).to_have_text("X to move")
    table.expect_moves("B2 Stake", "C3 Stake")
    expect(table.page).to_have_url(re.compile("random:3:1&moves="))


def test_back_is_heard_while_the_page_loads(sit_down):
    table = sit_down(KEREN, moves=["A1 Stake"])
    table.page.keyboard.press("g")
    table.expect_moves()
    with holding(table.page, "position"):
        with table.page.expect_request("**/api/position"):
            table.page.reload()
        table.page.go_back()
    table.expect_moves("A1 Stake")


def test_a_move_in_the_game_before_leaves_the_address_of_the_one_to_come(sit_down):
    table = sit_down(KEREN, moves=["A1 Stake"])
    table.page.keyboard.press("g")
    table.expect_moves()
    with holding(table.page, "position"):
        table.page.go_back()
        table.click("C3")
        table.expect_moves("C3 Stake")
        table.page.reload()
    table.expect_moves("A1 Stake")
    table.page.go_forward()
    table.expect_moves("C3 Stake")


def test_computers_that_are_paused_before_their_move_is_answered_go_on(sit_down):
    table = sit_down(SMALL, COMPUTERS, moves=["A1 Stake"])  # who are paused at first
    with holding(table.page, "position"):
        table.button("Continue").click()
        expect(table.moves).to_have_count(3)
        table.tool("pause").click()
        expect(table.status).to_have_text("Paused")
    table.button("Continue").click()
    expect(table.moves).to_have_count(10)
    expect(table.status).to_have_text(re.compile("wins by"))


def test_computers_go_on_from_a_place_that_is_not_answered_yet(sit_down):
    table = sit_down(SMALL, COMPUTERS, moves=["A1 Stake", "C3 Stake", "B2 Stake"])
    with holding(table.page, "position"):
        table.tool("previous").click()
        expect(table.here).to_have_text("C3 Stake")
        table.button("Continue").click()
    expect(table.status).to_have_text(re.compile("wins by"))


def test_a_hint_that_is_asked_for_early_is_given(sit_down):
    table = sit_down(TINY, moves=["A1 Stake"])
    with holding(table.page, "position"):
        table.page.keyboard.press("u")
        table.page.keyboard.press("h")
        expect(table.here).to_have_text("Start")
    expect(table.heard).to_have_text("Hint: A1 Stake, value plus 8.")


def test_a_move_that_is_typed_early_is_made(sit_down):
    table = sit_down(TINY)
    with holding(table.page, "position"):
        table.type("a1")
        table.expect_moves("A1 Stake")
        table.type("b2")
    table.expect_moves("A1 Stake", "B2 Stake")
    expect(table.page.get_by_label("Type a move")).to_have_value("")


def test_the_focus_stays_where_one_went_meanwhile(sit_down):
    table = sit_down(KEREN, moves=["A1 Stake", "F6 Stake"])
    table.here.focus()
    with holding(table.page, "position"):
        table.page.keyboard.press("ArrowUp")
        expect(table.here).to_have_text("A1 Stake")
        table.page.keyboard.press("b")
        expect(table.cell("A1")).to_be_focused()
    expect(table.status).to_have_text("O to move")
    expect(table.playable).not_to_have_count(0)
    expect(table.cell("A1")).to_be_focused()


def test_keys_and_buttons_before_the_game_do_nothing_but_open_the_help(sit_down):
    table = sit_down(TINY, moves=["A1 Stake"])
    with holding(table.page, "games"):
        table.page.reload()
        for key in "nutzgsphea,.vxdq":
            table.page.keyboard.press(key)
        for action in ("new", "undo", "hint", "analyse"):
            table.tool(action).click()
        table.page.keyboard.press("?")
        expect(table.dialog("How to play here")).to_be_visible()
        table.page.keyboard.press("Escape")
    table.expect_moves("A1 Stake")
    expect(table.status).to_have_text("O to move")


def test_the_board_is_edited_as_soon_as_it_is_there(sit_down):
    table = sit_down(KEREN)
    table.tool("new").click()
    with holding(table.page, "position"):
        table.dialog("New game").get_by_role("radio", name="Current").check()
        table.button("Edit board …").dblclick()
    expect(table.dialog("Board editor").get_by_role("gridcell")).to_have_count(36)
    expect(table.dialog("New game")).to_be_hidden()


def test_another_size_of_a_board_comes_too_late_for_the_editor_of_the_next(sit_down):
    table = sit_down(TINY)
    table.tool("new").click()
    setup, editor = table.dialog("New game"), table.dialog("Board editor")
    setup.get_by_role("radio", name="Current").check()
    table.button("Edit board …").click()
    with holding(table.page, "start"):
        editor.get_by_label("Size").fill("3")
        editor.get_by_label("Size").press("Tab")
        editor.get_by_role("button", name="Back").click()
        table.button("Edit board …").click()
        expect(editor).to_be_visible()
    editor.get_by_role("button", name="Use this board").click()
    expect(setup).to_be_visible()
    expect(setup.get_by_role("img", name="The board").locator("[data-owner]")).to_have_count(4)


def test_a_game_starts_as_soon_as_its_text_is_read(sit_down):
    table = sit_down(TINY)
    table.tool("new").click()
    dialog = table.dialog("New game")
    dialog.get_by_role("radio", name="Paste").check()
    with holding(table.page, "start"):
        dialog.get_by_label("An input.txt").fill(ASKED)
        dialog.get_by_role("button", name="Start game").click()
    expect(table.players.nth(1)).to_contain_text("Alpha-beta 3")
    expect(dialog).to_be_hidden()


def test_a_game_that_one_turned_away_from_does_not_start(sit_down):
    table = sit_down(TINY)
    table.tool("new").click()
    with table.page.expect_response("**/api/position"), holding(table.page, "position"):
        table.dialog("New game").get_by_role("radio", name="Random").check()
        table.button("Start game").click()
        table.page.keyboard.press("Escape")
        expect(table.dialog("New game")).to_be_hidden()
    table.click("A1")
    expect(table.status).to_have_text("O to move")
    table.expect_moves("A1 Stake")


def test_what_was_pointed_at_is_forgotten_with_its_board(sit_down):
    table = sit_down(KEREN)
    table.cell("F6").hover()
    expect(table.detail).to_contain_text("F6 Stake")
    follow(table.page, TINY)
    expect(table.cells).to_have_count(4)
    expect(table.detail).to_have_text("The score is even. Choose a move; Help has the rules.")
    table.click("A1")
    expect(table.status).to_have_text("O to move")


def test_how_long_one_likes_it_to_think_outlives_a_reload(sit_down):
    table = sit_down(TINY)
    seconds = table.page.get_by_label("Seconds to think")
    seconds.select_option("60")
    table.page.reload()
    table = Table(table.page)
    expect(seconds).to_have_value("60")
    table.tool("analyse").click()
    expect(table.fact("Depth")).to_have_text("solved")
