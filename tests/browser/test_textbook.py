"""Textbook mode: the answer to an input.txt, and minimax and alpha-beta instead of the engine."""

import re
from typing import Any

import pytest
from browser.conftest import NARROW, OpenGame
from conftest import ROOT
from playwright.sync_api import Locator, expect
from support.browser.accessibility import accessibility_violations
from support.browser.play_page import TINY, PlayPage, drop
from support.browser.screenshots import SIZE, take_picture


def output_of(play: PlayPage) -> Locator:
    return play.analysis.get_by_label("output.txt", exact=True)


def opinion_of(play: PlayPage) -> Locator:
    return play.analysis.locator("#textbook-opinion")


@pytest.mark.parametrize(
    ("options", "picture"),
    [({"viewport": SIZE}, "play-textbook"), ({"viewport": NARROW, "has_touch": True}, None)],
    ids=["wide", "phone"],
)
def test_textbook_panel_is_accessible_and_fits(
    open_game: OpenGame, options: dict[str, Any], picture: str | None
) -> None:
    play = open_game(TINY, **options)
    drop(play.page, play.board, (ROOT / "examples/warfare-3.in").read_text())
    play.tool("values").click()
    expect(output_of(play)).to_be_visible()
    expect(opinion_of(play)).to_have_text(re.compile("^The engine"))
    if picture:
        take_picture(play.page, picture)
    assert accessibility_violations(play.page, "#thoughts") == []
    assert play.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
