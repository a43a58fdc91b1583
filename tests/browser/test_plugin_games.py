"""Plug-in games on the page; with OUTPLY_PICTURES set, write the picture of the guide."""

import re
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from browser.conftest import OpenGame
from playwright.sync_api import expect
from support.browser.screenshots import SIZE, take_picture
from support.processes.installs import PACKAGES, install, playing

CONNECT_FOUR = [package for package in PACKAGES if package.name == "connectfour"]
OPENING = ["D1", "D2", "E1", "C1", "F1", "G1", "D3", "D4"]


@pytest.fixture(params=CONNECT_FOUR, ids=["connectfour"] * len(CONNECT_FOUR), scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    target = tmp_path_factory.mktemp("installed")
    install(request.param, target)
    with playing(target) as url:
        yield SimpleNamespace(url=url)


def test_editor_without_numbers_does_not_mention_them(open_game: OpenGame) -> None:
    play = open_game("connectfour/standard/empty", ("person", "person"))
    play.tool("new").click()
    play.button("Edit board …").click()
    editor = play.dialog("Board editor")
    expect(editor.get_by_role("radio")).to_have_count(3)
    expect(editor.get_by_role("radio", name="Blue")).to_be_checked()
    assert not re.search("alue|number|how many", editor.inner_text())
    editor.locator('[aria-label^="D1,"]').click()
    play.page.keyboard.press("7")
    play.button("Use this board").click()
    play.button("Start game").click()
    expect(play.cell("D1")).to_have_attribute("data-owner", "0")
    expect(play.cell("D1")).to_have_text("")


def test_connect_four_is_playable_with_move_values(open_game: OpenGame) -> None:
    play = open_game("connectfour/standard/empty", ("person", "person"), moves=OPENING[:-1], viewport=SIZE)
    play.click(OPENING[-1])
    expect(play.status).to_have_text("Blue to move")
    play.tool("values").click()
    expect(play.board.locator('[aria-label*="worth"]')).to_have_count(7)
    take_picture(play.page, "add-a-game")
