"""The play page by keyboard alone."""

import re

import pytest
from browser.conftest import OpenGame, OpenPage
from playwright.sync_api import Locator, Page, expect
from support.browser.play_page import TINY, PlayPage

from outply.games import all_games

KEREN = "warfare/raid/Keren"


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the element has the focus."""
    for _ in range(80):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail("Tab does not lead there")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def press_on_cell(play: PlayPage, key: str, name: str) -> None:
    """Press a key on the focused cell as soon as it is playable."""
    expect(play.cell(name).and_(play.playable)).to_be_focused()
    press(play.page, key)


def test_whole_game_is_played_by_keyboard(open_page: OpenPage) -> None:
    play = PlayPage(open_page())
    page, dialog = play.page, play.dialog("New game")
    press(page, "n")
    expect(dialog).to_be_visible()
    tab_to(page, dialog.get_by_role("radio", name="Warfare"))
    press(page, "Tab", "ArrowUp")  # toggles between blitz and raid
    if not dialog.get_by_role("radio", name="Raid").is_checked():
        press(page, "ArrowDown")
    expect(dialog.get_by_role("radio", name="Raid")).to_be_checked()
    press(page, "Tab", "ArrowRight")
    expect(dialog.get_by_role("radio", name="Random")).to_be_checked()
    tab_to(page, dialog.get_by_label("Size"))
    press(page, "Control+a", "2")
    for name in ("X", "O"):
        tab_to(page, dialog.get_by_label(name, exact=True))
        press(page, "P")
        expect(dialog.get_by_label(name, exact=True)).to_have_value("person")
    tab_to(page, dialog.get_by_role("button", name="Start game"))
    press(page, "Enter")
    expect(dialog).to_be_hidden()
    expect(play.cells).to_have_count(4)

    press(page, "b")
    press_on_cell(play, "Enter", "A1")
    play.expect_moves("A1 Stake")
    press(page, "ArrowRight", "ArrowDown")
    press_on_cell(play, "Enter", "B2")
    play.expect_moves("A1 Stake", "B2 Stake")
    press(page, "ArrowLeft")
    press_on_cell(play, "Shift+Enter", "A2")
    play.expect_moves("A1 Stake", "B2 Stake", "A2 Stake")
    press(page, "ArrowUp", "ArrowRight")
    press_on_cell(play, "Space", "B1")
    play.expect_moves("A1 Stake", "B2 Stake", "A2 Stake", "B1 Raid")

    position = all_games()["warfare"].start("raid", "random:2:1")
    for move in ("A1 Stake", "B2 Stake", "A2 Stake", "B1 Raid"):
        position = position.play(all_games()["warfare"].parse_move(move))
    margin = position.score("X")
    assert margin
    expect(play.status).to_have_text(f"{'X' if margin > 0 else 'O'} wins by {abs(margin)}")


def expect_keys_for_a_hint_and_the_move_values_and_the_analysis(play: PlayPage) -> None:
    press(play.page, "h")
    expect(play.announced).to_have_text("Hint: A1 Stake, value plus 8.")
    press(play.page, "e")
    expect(play.cell("A1")).to_have_attribute("aria-label", re.compile("worth plus 8"))
    press(play.page, "e")
    expect(play.cell("A1")).not_to_have_attribute("aria-label", re.compile("worth"))
    press(play.page, "a")
    expect(play.tool("analyse")).to_have_attribute("aria-pressed", "true")
    press(play.page, "a")
    expect(play.tool("analyse")).to_have_attribute("aria-pressed", "false")


def test_keys_move_between_cells_and_the_board_is_a_single_tab_stop(open_game: OpenGame) -> None:
    play = open_game(KEREN)
    without_focus = play.style("B2")
    press(play.page, "b")
    for key, name in [
        ("ArrowRight", "B1"),
        ("ArrowDown", "B2"),
        ("End", "F2"),
        ("ArrowRight", "F2"),
        ("Home", "A2"),
        ("ArrowUp", "A1"),
        ("Control+End", "F6"),
        ("Control+Home", "A1"),
    ]:
        press(play.page, key)
        expect(play.cell(name)).to_be_focused()
        if name == "B2":
            play.expect_style_change("B2", without_focus)
    press(play.page, "ArrowRight", "Tab")
    assert play.page.evaluate("document.activeElement.closest('[role=grid]')") is None
    press(play.page, "Shift+Tab")
    expect(play.cell("B1")).to_be_focused()


def test_keys_open_dialogs_and_show_a_hint_and_the_move_values_and_the_analysis(open_game: OpenGame) -> None:
    play = open_game(TINY)
    press(play.page, "b")
    for key, name in [("n", "New game"), ("d", "Share and download"), ("Shift+?", "How to play")]:
        press(play.page, key)
        expect(play.dialog(name)).to_be_visible()
        if key == "n":
            expect(play.dialog(name).get_by_role("radio", name="Warfare")).to_be_focused()
        press(play.page, "Escape")
        expect(play.dialog(name)).to_be_hidden()
        expect(play.cell("A1")).to_be_focused()
    expect_keys_for_a_hint_and_the_move_values_and_the_analysis(play)
