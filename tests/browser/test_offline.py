"""The web app without its server: the page, saved games and puzzles that were seen before."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser.accessibility import accessibility_violations
from support.browser.contexts import WIDE
from support.browser.play_page import TIMEOUT_MS, TINY, TINY_GAME, PlayPage, link
from support.web.serving import serving

from outply.puzzles.puzzle import read_puzzles


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=WIDE, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    yield page
    context.close()


def test_without_the_server_page_and_games_and_puzzles_that_were_seen_can_be_opened(page: Page) -> None:
    puzzle = read_puzzles()[0]
    with serving() as server:
        page.goto(server.url)
        page.evaluate("navigator.serviceWorker.ready")
        page.goto(f"{server.url}/puzzles#{puzzle.name}")
        expect(page.locator("#task")).to_have_text(puzzle.title)
        play = PlayPage(page, server.url + link(TINY))
        for move in TINY_GAME:
            play.type(move)
            expect(play.here).to_have_text(move)
        expect(play.status).to_contain_text("wins by")

    page.goto(server.url)
    unreachable = play.button("Server not reachable. Retry")
    expect(unreachable).to_be_visible()
    expect(play.cells).to_have_count(4)  # the last game
    assert accessibility_violations(page) == []
    play.tool("games").click()
    play.dialog("My games").get_by_role("button", name="Rename").click()
    page.get_by_role("textbox", name=re.compile("^New name")).fill("The first one")
    page.keyboard.press("Enter")
    expect(play.dialog("My games")).to_contain_text("The first one")
    page.keyboard.press("Escape")
    play.tool("previous").click()
    expect(play.here).to_have_text(TINY_GAME[-2])
    expect(play.cell("A2")).to_have_attribute("data-owner", "")

    page.goto(f"{server.url}/puzzles#{puzzle.name}")
    expect(unreachable).to_be_visible()
    expect(page.locator("#task")).to_have_text(puzzle.title)
    page.locator("#solution").click()
    expect(page.locator("#status")).to_have_text(f"The move is {puzzle.solution}.")
