"""User input while a request is pending is neither lost nor reverted."""

import re
from collections.abc import Sequence

from browser.conftest import OpenGame
from playwright.sync_api import Page, expect
from support.browser.play_page import TINY, PlayPage, hold_requests, link

KEREN = "warfare/raid/Keren"
SMALL = "warfare/raid/random:3:1"
COMPUTERS = ("level:1", "level:1")
INPUT_TXT = "2\nALPHABETA\nO\n3\n5 1\n1 1\n..\n..\n"  # an input.txt


def follow(page: Page, start: str, moves: Sequence[str] = ()) -> None:
    """Paste a link into the address bar."""
    page.evaluate("hash => location.hash = hash", link(start, moves=moves)[1:])


def test_game_opened_last_is_shown_even_if_an_earlier_response_arrives_late(open_game: OpenGame) -> None:
    play = open_game(TINY)
    with hold_requests(play.page, "position", times=1):
        with play.page.expect_request("**/api/position"):
            follow(play.page, KEREN, moves=["A1 Stake"])
        follow(play.page, SMALL, moves=["B2 Stake"])
        play.expect_moves("B2 Stake")
    play.click("C3")
    expect(play.status).to_have_text("X to move")
    play.expect_moves("B2 Stake", "C3 Stake")
    expect(play.page).to_have_url(re.compile("random:3:1&moves="))


def test_browser_back_works_while_the_page_loads(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=["A1 Stake"])
    play.page.keyboard.press("g")
    play.expect_moves()
    with hold_requests(play.page, "position"):
        with play.page.expect_request("**/api/position"):
            play.page.reload()
        play.page.go_back()
    play.expect_moves("A1 Stake")


def test_move_made_while_back_is_loading_belongs_to_the_shown_game(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=["A1 Stake"])
    play.page.keyboard.press("g")
    play.expect_moves()
    with hold_requests(play.page, "position"):
        play.page.go_back()
        play.click("C3")
        play.expect_moves("C3 Stake")
        play.page.reload()
    play.expect_moves("A1 Stake")
    play.page.go_forward()
    play.expect_moves("C3 Stake")


def test_computers_paused_during_a_request_can_resume(open_game: OpenGame) -> None:
    play = open_game(TINY, COMPUTERS, moves=["A1 Stake"])  # paused at first
    with hold_requests(play.page, "position"):
        play.button("Continue").click()
        expect(play.moves).to_have_count(3)
        play.tool("pause").click()
        expect(play.status).to_have_text("Paused")
    play.button("Continue").click()
    expect(play.moves).to_have_count(5)
    expect(play.status).to_have_text(re.compile("wins by"))


def test_computers_resume_from_a_position_that_is_still_loading(open_game: OpenGame) -> None:
    play = open_game(TINY, COMPUTERS, moves=["A1 Stake", "A2 Stake", "B2 Stake"])
    with hold_requests(play.page, "position"):
        play.tool("previous").click()
        expect(play.here).to_have_text("A2 Stake")
        play.button("Continue").click()
    expect(play.status).to_have_text(re.compile("wins by"))


def test_hint_requested_before_the_position_is_loaded_is_shown_later(open_game: OpenGame) -> None:
    play = open_game(TINY, moves=["A1 Stake"])
    with hold_requests(play.page, "position"):
        play.page.keyboard.press("u")
        play.page.keyboard.press("h")
        expect(play.here).to_have_text("Start")
    expect(play.announced).to_have_text("Hint: A1 Stake, value plus 8.")


def test_move_typed_before_the_position_is_loaded_is_made_later(open_game: OpenGame) -> None:
    play = open_game(TINY)
    with hold_requests(play.page, "position"):
        play.type("a1")
        play.expect_moves("A1 Stake")
        play.type("b2")
    play.expect_moves("A1 Stake", "B2 Stake")
    expect(play.page.get_by_label("Type a move")).to_have_value("")


def test_focus_moved_during_a_request_stays(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=["A1 Stake", "F6 Stake"])
    play.here.focus()
    with hold_requests(play.page, "position"):
        play.page.keyboard.press("ArrowUp")
        expect(play.here).to_have_text("A1 Stake")
        play.page.keyboard.press("b")
        expect(play.cell("A1")).to_be_focused()
    expect(play.status).to_have_text("O to move")
    expect(play.playable).not_to_have_count(0)
    expect(play.cell("A1")).to_be_focused()


def test_only_the_help_works_before_the_game_is_loaded(open_game: OpenGame) -> None:
    play = open_game(TINY, moves=["A1 Stake"])
    with hold_requests(play.page, "position"):
        play.page.reload()
        for key in "nutzgsphea,.vxdq":
            play.page.keyboard.press(key)
        for action in ("new", "undo", "hint", "analyse"):
            play.tool(action).click()
        play.page.keyboard.press("?")
        expect(play.dialog("How to play")).to_be_visible()
        play.page.keyboard.press("Escape")
    play.expect_moves("A1 Stake")
    expect(play.status).to_have_text("O to move")


def test_editor_requested_before_the_board_is_loaded_opens_later(open_game: OpenGame) -> None:
    play = open_game(KEREN)
    play.tool("new").click()
    with hold_requests(play.page, "position"):
        play.dialog("New game").get_by_role("radio", name="Current").check()
        play.button("Edit board …").dblclick()
    expect(play.dialog("Board editor").get_by_role("gridcell")).to_have_count(36)
    expect(play.dialog("New game")).to_be_hidden()


def test_late_resize_does_not_affect_the_next_editor(open_game: OpenGame) -> None:
    play = open_game(TINY)
    play.tool("new").click()
    setup, editor = play.dialog("New game"), play.dialog("Board editor")
    setup.get_by_role("radio", name="Current").check()
    play.button("Edit board …").click()
    with hold_requests(play.page, "start"):
        editor.get_by_label("Size").fill("3")
        editor.get_by_label("Size").press("Tab")
        editor.get_by_role("button", name="Back").click()
        play.button("Edit board …").click()
        expect(editor).to_be_visible()
    editor.get_by_role("button", name="Use this board").click()
    expect(setup).to_be_visible()
    expect(setup.get_by_role("img", name="The board").locator("[data-owner]")).to_have_count(4)


def test_game_started_before_its_text_is_parsed_opens_later(open_game: OpenGame) -> None:
    play = open_game(TINY)
    play.tool("new").click()
    dialog = play.dialog("New game")
    dialog.get_by_role("radio", name="Paste").check()
    with hold_requests(play.page, "start"):
        dialog.get_by_label("An input.txt").fill(INPUT_TXT)
        dialog.get_by_role("button", name="Start game").click()
    expect(play.players.nth(1)).to_contain_text("Alpha-beta 3")
    expect(dialog).to_be_hidden()


def test_abandoned_game_does_not_start(open_game: OpenGame) -> None:
    play = open_game(TINY)
    play.tool("new").click()
    with play.page.expect_response("**/api/position"), hold_requests(play.page, "position"):
        play.dialog("New game").get_by_role("radio", name="Random").check()
        play.button("Start game").click()
        play.page.keyboard.press("Escape")
        expect(play.dialog("New game")).to_be_hidden()
    play.click("A1")
    expect(play.status).to_have_text("O to move")
    play.expect_moves("A1 Stake")


def test_hover_preview_is_cleared_when_another_board_is_opened(open_game: OpenGame) -> None:
    play = open_game(KEREN)
    play.cell("F6").hover()
    expect(play.detail).to_contain_text("F6 Stake")
    follow(play.page, TINY)
    expect(play.cells).to_have_count(4)
    expect(play.detail).to_have_text("Take a cell. Highest total wins. How to play")
    play.click("A1")
    expect(play.status).to_have_text("O to move")


def test_analysis_time_survives_a_reload(open_game: OpenGame) -> None:
    play = open_game(TINY)
    seconds = play.page.get_by_label("Seconds to think")
    seconds.select_option("60")
    play.page.reload()
    play = PlayPage(play.page)
    expect(seconds).to_have_value("60")
    play.tool("analyse").click()
    expect(play.fact("Depth")).to_have_text("solved")
