"""axe-core finds no serious or critical violation in any view, and Tab reaches every control."""

import pytest
from browser.conftest import OpenGame, OpenPage
from playwright.sync_api import expect
from support.browser.accessibility import accessibility_violations
from support.browser.keyboard_walk import keyboard_problems
from support.browser.play_page import TINY, PlayPage, example

WON = ["A1 Stake", "B2 Stake", "B1 Raid", "A2 Stake"]


def test_start_page_is_accessible(open_page: OpenPage) -> None:
    play = PlayPage(open_page())
    expect(play.cells).to_have_count(36)
    assert accessibility_violations(play.page) == []
    assert keyboard_problems(play.page) == []


def test_middle_game_with_move_values_and_a_preview_is_accessible(open_game: OpenGame) -> None:
    _, start = example("warfare-3")
    play = open_game(start, reduced_motion="reduce")
    play.tool("values").click()
    expect(play.board.locator('[aria-label*="worth"]')).not_to_have_count(0)
    play.cell("C3").hover()
    expect(play.detail).to_contain_text("conquers")
    assert accessibility_violations(play.page) == []


def test_forced_colours_show_cells_and_bar_and_hint_and_pressed_buttons(open_game: OpenGame) -> None:
    play = open_game(TINY, forced_colors="active", color_scheme="dark", reduced_motion="reduce")
    play.tool("values").click()
    play.tool("hint").click()
    best = play.board.locator(".board-cell.best.hint")
    expect(best).to_have_count(1)
    white, black = "rgb(255, 255, 255)", "rgb(0, 0, 0)"
    for cell in play.cells.all():
        expect(cell).to_have_css("border-top-color", white)
    expect(best).to_have_css("outline-style", "double")
    expect(play.bar).to_have_css("border-top-color", white)
    for highlighted in (best.locator(".board-value"), play.tool("values")):
        expect(highlighted).not_to_have_css("background-color", black)


def test_finished_game_with_a_branch_is_accessible(open_game: OpenGame) -> None:
    play = open_game(TINY, moves=WON)
    play.tool("undo").click()
    play.tool("undo").click()
    play.click("A2", "B1")
    expect(play.status).to_contain_text("wins by")
    expect(play.button("Make main line")).to_be_visible()
    assert accessibility_violations(play.page) == []


def test_selected_piece_is_accessible(open_game: OpenGame) -> None:
    play = open_game("starcircle/standard/initial")
    play.click("C3")
    assert accessibility_violations(play.page) == []


@pytest.mark.parametrize(
    ("action", "name"), [("new", "New game"), ("take", "Share and download"), ("help", "How to play")]
)
def test_dialog_is_accessible(open_game: OpenGame, action: str, name: str) -> None:
    play = open_game(TINY)
    play.tool(action).click()
    expect(play.dialog(name)).to_be_visible()
    assert accessibility_violations(play.page) == []
    assert keyboard_problems(play.page) == []
    play.page.keyboard.press("Escape")
    expect(play.dialog(name)).to_be_hidden()
    expect(play.tool(action)).to_be_focused()


def test_board_editor_is_accessible(open_game: OpenGame) -> None:
    _, start = example("warfare-3")
    play = open_game(start)
    play.tool("new").click()
    play.dialog("New game").get_by_role("radio", name="Current").check()
    play.button("Edit board …").click()
    expect(play.dialog("Board editor")).to_be_visible()
    assert accessibility_violations(play.page) == []


def test_error_message_is_accessible(open_page: OpenPage) -> None:
    play = PlayPage(open_page("/#start=chess"))
    expect(play.detail).to_contain_text("This link is broken")
    assert accessibility_violations(play.page) == []


def test_phone_layout_is_accessible(open_game: OpenGame) -> None:
    _, start = example("warfare-3")
    play = open_game(start, viewport={"width": 360, "height": 740}, has_touch=True)
    play.cell("C3").tap()
    expect(play.button("C3 Raid +31")).to_be_visible()
    assert accessibility_violations(play.page) == []
