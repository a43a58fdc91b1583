"""All of it without a mouse."""

import re

import pytest
from playwright.sync_api import expect
from support.browser.play_page import TINY, Table, example

from outply.games import all_games

KEREN = "warfare/raid/Keren"


def tab_to(page, target):
    """Press Tab until the focus is there."""
    for _ in range(80):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail("Tab does not lead there")


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def play(table, key, name):
    """Press a key on the cell that has the focus, as soon as a move can be made there."""
    expect(table.cell(name).and_(table.playable)).to_be_focused()
    press(table.page, key)


def test_a_whole_game_from_its_set_up_to_its_end(open_page):
    table = Table(open_page())
    page, dialog = table.page, table.dialog("New game")
    press(page, "n")
    expect(dialog).to_be_visible()
    tab_to(page, dialog.get_by_role("radio", name="Warfare"))
    press(page, "Tab", "ArrowUp")  # from blitz, or from raid, to the other and back if need be
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
    expect(table.cells).to_have_count(4)

    press(page, "b")
    play(table, "Enter", "A1")
    table.expect_moves("A1 Stake")
    press(page, "ArrowRight", "ArrowDown")
    play(table, "Enter", "B2")
    table.expect_moves("A1 Stake", "B2 Stake")
    press(page, "ArrowLeft")
    play(table, "Shift+Enter", "A2")
    table.expect_moves("A1 Stake", "B2 Stake", "A2 Stake")
    press(page, "ArrowUp", "ArrowRight")
    play(table, "Space", "B1")
    table.expect_moves("A1 Stake", "B2 Stake", "A2 Stake", "B1 Raid")

    position = all_games()["warfare"].start("raid", "random:2:1")
    for move in ("A1 Stake", "B2 Stake", "A2 Stake", "B1 Raid"):
        position = position.play(all_games()["warfare"].parse_move(move))
    margin = position.score("X")
    assert margin
    expect(table.status).to_have_text(f"{'X' if margin > 0 else 'O'} wins by {abs(margin)}")


def test_arrows_home_and_end_go_from_cell_to_cell(sit_down):
    table = sit_down(KEREN)
    press(table.page, "b")
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
        press(table.page, key)
        expect(table.cell(name)).to_be_focused()


def test_the_board_is_one_stop_of_the_tab_key(sit_down):
    table = sit_down(KEREN)
    press(table.page, "b", "ArrowRight", "Tab")
    assert table.page.evaluate("document.activeElement.closest('[role=grid]')") is None
    press(table.page, "Shift+Tab")
    expect(table.cell("B1")).to_be_focused()


def test_a_piece_is_moved_with_enter(sit_down):
    table = sit_down("starcircle/standard/initial")
    press(table.page, "b", *["ArrowDown"] * 5, "Enter")
    expect(table.cell("C1")).to_have_attribute("aria-label", re.compile("selected"))
    press(table.page, "ArrowUp", "ArrowRight", "Enter")
    table.expect_moves("C1-D2")


def test_undo_redo_take_back_and_steps(sit_down):
    table = sit_down(KEREN, moves=["A1 Stake", "F6 Stake", "C3 Stake"])
    for key, here in [
        ("u", "F6 Stake"),
        ("r", "C3 Stake"),
        (",", "F6 Stake"),
        (".", "C3 Stake"),
        ("Shift+<", "Start"),
        ("Shift+>", "C3 Stake"),
        ("t", "F6 Stake"),
    ]:
        press(table.page, key)
        expect(table.here).to_have_text(here)
    table.expect_moves("A1 Stake", "F6 Stake")


def test_other_lines_are_reached(sit_down):
    table = sit_down(KEREN, moves=["A1 Stake"])
    press(table.page, "u")
    expect(table.status).to_have_text("X to move")
    press(table.page, "b", "ArrowRight")
    play(table, "Enter", "B1")
    table.expect_moves("A1 Stake", "B1 Stake")
    press(table.page, "v")
    expect(table.here).to_have_text("A1 Stake")
    press(table.page, "v")
    expect(table.here).to_have_text("B1 Stake")


def test_hint_values_and_analysis(sit_down):
    table = sit_down(TINY)
    press(table.page, "h")
    expect(table.heard).to_have_text("Hint: A1 Stake, value plus 8.")
    press(table.page, "e")
    expect(table.cell("A1")).to_have_attribute("aria-label", re.compile("worth plus 8"))
    press(table.page, "e")
    expect(table.cell("A1")).not_to_have_attribute("aria-label", re.compile("worth"))
    press(table.page, "a")
    expect(table.tool("analyse")).to_have_attribute("aria-pressed", "true")
    press(table.page, "a")
    expect(table.tool("analyse")).to_have_attribute("aria-pressed", "false")


def test_the_kind_of_move_is_switched(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start)
    press(table.page, "q", "b", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "Enter")
    table.expect_moves("C3 Stake")


def test_the_move_list_is_walked_with_arrows(sit_down):
    table = sit_down(KEREN, moves=["A1 Stake", "F6 Stake", "C3 Stake"])
    table.here.focus()
    press(table.page, "ArrowUp")
    expect(table.here).to_have_text("F6 Stake")
    expect(table.here).to_be_focused()
    press(table.page, "ArrowDown")
    expect(table.here).to_have_text("C3 Stake")


def test_a_question_mark_opens_the_help_sheet(sit_down):
    table = sit_down(TINY)
    press(table.page, "Shift+?")
    sheet = table.dialog("How to play here")
    expect(sheet).to_be_visible()
    for key, meaning in [("u", "Undo"), ("h", "Hint"), ("e", "Evaluate"), ("Enter", "Play"), ("?", "This help")]:
        row = sheet.locator("dl > div").filter(has=table.page.get_by_text(key, exact=True))
        expect(row).to_contain_text(meaning)
    press(table.page, "Escape")
    expect(sheet).to_be_hidden()


@pytest.mark.parametrize(("key", "dialog"), [("n", "New game"), ("d", "Share and download")])
def test_a_dialog_opens_by_its_key_and_gives_the_focus_back(sit_down, key, dialog):
    table = sit_down(TINY)
    press(table.page, "b", key)
    expect(table.dialog(dialog)).to_be_visible()
    press(table.page, "Escape")
    expect(table.dialog(dialog)).to_be_hidden()
    expect(table.cell("A1")).to_be_focused()


def test_letters_in_a_field_are_no_commands(sit_down):
    table = sit_down(TINY, moves=["A1 Stake"])
    press(table.page, "m")
    expect(table.page.get_by_label("Type a move")).to_be_focused()
    table.page.keyboard.type("unh")
    expect(table.page.get_by_label("Type a move")).to_have_value("unh")
    expect(table.here).to_have_text("A1 Stake")
    expect(table.dialog("New game")).to_be_hidden()


def test_the_focus_is_seen(sit_down):
    table = sit_down(KEREN)
    before = table.look("B2")
    press(table.page, "b", "ArrowRight", "ArrowDown")
    table.expect_other_look("B2", before)


def test_sides_and_rematch(sit_down):
    table = sit_down(TINY, ("person", "level:3"))
    press(table.page, "s")
    expect(table.players.nth(1)).to_contain_text("You")
    expect(table.moves).to_have_count(2)
    press(table.page, "s", "g")
    expect(table.players.nth(0)).to_contain_text("You")
    table.expect_moves()
