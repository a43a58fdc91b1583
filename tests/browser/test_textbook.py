"""Textbook mode: the answer to an input.txt, and minimax and alpha-beta instead of the engine."""

import re

from browser.conftest import NARROW, OpenGame
from conftest import ROOT
from playwright.sync_api import Locator, expect
from support.browser.accessibility import accessibility_violations
from support.browser.layout import resize
from support.browser.play_page import TINY, PlayPage, drop
from support.browser.screenshots import SIZE, take_picture


def output_of(play: PlayPage) -> Locator:
    return play.analysis.get_by_label("output.txt", exact=True)


def opinion_of(play: PlayPage) -> Locator:
    return play.analysis.locator("#textbook-opinion")


def test_textbook_panel_is_accessible_and_fits(open_game: OpenGame) -> None:
    play = open_game(TINY, viewport=SIZE, has_touch=True)
    drop(play.page, play.board, (ROOT / "examples/warfare-3.in").read_text())
    play.tool("values").click()
    expect(output_of(play)).to_be_visible()
    expect(opinion_of(play)).to_have_text(re.compile("^The engine"))
    take_picture(play.page, "play-textbook")
    for size in (SIZE, NARROW):
        resize(play.page, size)
        assert accessibility_violations(play.page, "#thoughts") == []
        assert play.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
