"""axe-core finds no serious or critical fault in any view."""

import pytest
from playwright.sync_api import expect
from support.browser.page_errors import faults
from support.browser.play_page import TINY, Table, example

WON = ["A1 Stake", "B2 Stake", "B1 Raid", "A2 Stake"]


def test_the_start(open_page):
    table = Table(open_page())
    expect(table.cells).to_have_count(36)
    assert faults(table.page) == []


def test_the_middle_of_a_game_with_values_and_a_preview(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start, reduced_motion="reduce")
    table.tool("values").click()
    expect(table.board.locator('[aria-label*="worth"]')).not_to_have_count(0)
    table.cell("C3").hover()
    expect(table.detail).to_contain_text("conquers")
    assert faults(table.page) == []


def test_the_end_of_a_game_with_a_branch(sit_down):
    table = sit_down(TINY, moves=WON)
    table.tool("undo").click()
    table.tool("undo").click()
    table.click("A2", "B1")
    expect(table.status).to_contain_text("wins by")
    expect(table.button("Make main line")).to_be_visible()
    assert faults(table.page) == []


def test_star_circle_with_a_selected_piece(sit_down):
    table = sit_down("starcircle/standard/initial")
    table.click("C3")
    assert faults(table.page) == []


@pytest.mark.parametrize(
    ("action", "name"), [("new", "New game"), ("take", "Share and download"), ("help", "How to play here")]
)
def test_a_dialog(sit_down, action, name):
    table = sit_down(TINY)
    table.tool(action).click()
    expect(table.dialog(name)).to_be_visible()
    assert faults(table.page) == []


def test_the_board_editor(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start)
    table.tool("new").click()
    table.dialog("New game").get_by_role("radio", name="Current").check()
    table.button("Edit board …").click()
    expect(table.dialog("Board editor")).to_be_visible()
    assert faults(table.page) == []


def test_a_problem(open_page):
    table = Table(open_page("/#start=chess"))
    expect(table.detail).to_contain_text("The link does not lead to a game")
    assert faults(table.page) == []


def test_a_phone(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start, viewport={"width": 360, "height": 740}, has_touch=True)
    table.cell("C3").tap()
    expect(table.button("C3 Raid +31")).to_be_visible()
    assert faults(table.page) == []
