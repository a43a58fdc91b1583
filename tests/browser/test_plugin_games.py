"""A game from outside is played on the page; with OUTPLY_PICTURES in the environment, the guide gets a picture."""

import re
from types import SimpleNamespace

import pytest
from browser.test_pictures import SIZE, take
from playwright.sync_api import expect
from support.installs import PACKAGES, install, playing

CONNECT_FOUR = [package for package in PACKAGES if package.name == "connectfour"]
OPENING = ["D1", "D2", "E1", "C1", "F1", "G1", "D3", "D4"]


@pytest.fixture(params=CONNECT_FOUR, ids=["connectfour"] * len(CONNECT_FOUR), scope="module")
def server(request, tmp_path_factory):
    target = tmp_path_factory.mktemp("installed")
    install(request.param, target)
    with playing(target) as url:
        yield SimpleNamespace(url=url)


def test_pieces_without_numbers_are_edited_without_a_word_about_them(sit_down):
    table = sit_down("connectfour/standard/empty", ("person", "person"))
    table.tool("new").click()
    table.button("Edit board …").click()
    editor = table.dialog("Board editor")
    expect(editor.get_by_role("radio")).to_have_count(3)
    expect(editor.get_by_role("radio", name="Blue")).to_be_checked()
    assert not re.search("alue|number|how many", editor.inner_text())
    editor.locator('[aria-label^="D1,"]').click()
    table.page.keyboard.press("7")
    table.button("Use this board").click()
    table.button("Start game").click()
    expect(table.cell("D1")).to_have_attribute("data-owner", "0")
    expect(table.cell("D1")).to_have_text("")


def test_connect_four_by_clicks_with_the_value_of_every_move(sit_down):
    table = sit_down("connectfour/standard/empty", ("person", "person"), moves=OPENING[:-1], viewport=SIZE)
    table.click(OPENING[-1])
    expect(table.status).to_have_text("Blue to move")
    table.tool("values").click()
    expect(table.board.locator('[aria-label*="worth"]')).to_have_count(7)
    take(table.page, "add-a-game")
