"""The board editor."""

import re

import pytest
from browser.conftest import OpenGame
from playwright.sync_api import Locator, expect
from support.browser.new_game import Setup, texts
from support.browser.play_page import example

from outply.games.boards import random_board


class Editor:
    """The board editor, opened from the new-game dialog."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.page = setup, setup.page
        self.dialog = setup.table.dialog("Board editor")
        self.tiles = self.dialog.get_by_role("gridcell")
        setup.dialog.get_by_role("button", name="Edit board").click()
        expect(self.dialog).to_be_visible()

    def tool(self, name: str) -> None:
        self.dialog.get_by_role("group", name="Edit").get_by_role("radio", name=name, exact=True).check()

    def tile(self, name: str) -> Locator:
        return self.dialog.locator(f'[role=gridcell][aria-label^="{name},"]')

    def use(self) -> None:
        self.dialog.get_by_role("button", name="Use this board").click()
        expect(self.dialog).to_be_hidden()
        expect(self.setup.dialog).to_be_visible()


@pytest.fixture
def editor(open_game: OpenGame) -> Editor:
    setup = Setup(open_game("warfare/raid/Keren"))
    setup.choose("Board", "Random")
    setup.dialog.get_by_label("Size").fill("2")
    expect(setup.preview.locator("[data-owner]")).to_have_count(4)
    return Editor(setup)


def test_editor_changes_values_and_owners(editor: Editor) -> None:
    editor.tile("A1").click()
    editor.page.keyboard.type("42")
    editor.page.keyboard.press("ArrowRight")
    editor.page.keyboard.type("7")
    editor.tool("X")
    editor.tile("A1").hover()  # dragging paints
    editor.page.mouse.down()
    editor.tile("A2").hover()
    editor.page.mouse.up()
    editor.tool("Empty")
    editor.tile("A1").click()
    editor.tool("O")
    editor.tile("B2").click()
    expect(editor.tile("B2")).to_have_attribute("tabindex", "0")
    expect(editor.dialog.locator("[role=gridcell][tabindex='0']")).to_have_count(1)
    editor.dialog.get_by_label("To move").select_option(label="O")
    editor.use()
    play = editor.setup.start()
    expect(play.cell("A1")).to_have_text("42")
    expect(play.cell("B1")).to_have_text("7")
    play.expect_owners(["..", "01"])
    expect(play.status).to_have_text("O to move")


def test_editor_is_operated_by_keyboard_and_left_without_a_change(editor: Editor) -> None:
    editor.tile("A1").focus()
    for key in ("9", "9", "ArrowDown", "Space", "ArrowRight", "Space", "Space"):
        editor.page.keyboard.press(key)
    expect(editor.tile("A1")).to_have_attribute("aria-label", re.compile("value 99"))
    expect(editor.tile("A2")).to_have_attribute("data-owner", "0")
    expect(editor.tile("B2")).to_have_attribute("data-owner", "1")
    editor.dialog.get_by_role("button", name="Back").click()
    expect(editor.setup.dialog).to_be_visible()
    expect(editor.setup.preview.locator("[data-owner]")).to_have_text(texts(random_board(2, 1)))


def test_resizing_in_the_editor_keeps_the_content(editor: Editor) -> None:
    editor.tile("A1").click()
    for _ in range(3):
        editor.page.keyboard.press("Backspace")
    editor.dialog.get_by_role("button", name="Use this board").click()
    expect(editor.dialog.get_by_role("alert")).to_have_text("A1 must be a number from 1 to 1,000,000.")
    expect(editor.dialog).to_be_visible()
    editor.tile("A1").click()
    editor.page.keyboard.type("42")
    editor.tool("X")
    editor.tile("B2").click()
    editor.dialog.get_by_label("Size").fill("3")
    editor.dialog.get_by_label("Size").press("Tab")
    expect(editor.tiles).to_have_count(9)
    expect(editor.tile("A1")).to_have_text("42")
    expect(editor.tile("B2")).to_have_attribute("data-owner", "0")
    editor.dialog.get_by_role("button", name="Clear").click()
    expect(editor.tile("B2")).to_have_attribute("data-owner", "")
    values = editor.tiles.all_inner_texts()
    editor.dialog.get_by_role("button", name="Random values").click()
    expect(editor.tiles).not_to_have_text(values)
    editor.use()
    expect(editor.setup.preview.locator("[data-owner]")).to_have_count(9)


def test_editor_places_and_removes_pieces(open_game: OpenGame) -> None:
    _, start = example("starcircle-1")
    setup = Setup(open_game(start))
    setup.choose("Board", "Current")
    editor = Editor(setup)
    editor.tool("Empty")
    editor.tile("G3").click()
    editor.tool("Circle")
    editor.tile("E5").click()
    editor.tile("A1").focus()
    editor.page.keyboard.press("Enter")
    editor.page.keyboard.type("3")
    editor.use()
    play = setup.start()
    expect(play.cell("G3")).to_have_attribute("data-owner", "")
    expect(play.cell("E5")).to_have_attribute("data-owner", "1")
    expect(play.cell("A1")).to_have_text("3")


def test_editor_uses_the_terms_of_the_game(open_game: OpenGame) -> None:
    editor = Editor(Setup(open_game("starcircle/standard/initial")))
    expect(editor.dialog).to_contain_text("type how many are there")
    expect(editor.dialog.get_by_role("radio")).to_have_count(4)
    assert "alue" not in editor.dialog.inner_text()
