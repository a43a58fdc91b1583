"""Open every view; with OUTPLY_PICTURES set, write a screenshot of each to docs/images."""

import os
import re

import pytest
from browser.conftest import NARROW, OpenGame, OpenPage
from pictures import save
from playwright.sync_api import Page, ViewportSize, expect
from support.browser.play_page import PlayPage, example, wait_for_animations

from outply.arena import match
from outply.games import all_games
from outply.games.view import options
from outply.players.registry import player

SIZE: ViewportSize = {"width": 1280, "height": 860}
BLITZ = "warfare/blitz/Smolensk"
OPENING = ["C3-D4", "F6-E5", "D4-F6", "G7-E5", "C5-D4", "E5-C3", "B4-D2", "F4-E5"]


@pytest.fixture(scope="module")
def middle() -> tuple[list[str], str]:
    """Return the moves of half a game, and the cell where the next move conquers most."""
    record = match.play(all_games()["warfare"].start("blitz"), player("alphabeta:3"), player("alphabeta:2"))
    choices = [(ply, option) for ply in range(12, 24, 2) for option in options(record.positions()[ply])]
    ply, best = max(choices, key=lambda choice: (len(choice[1].changes), choice[1].gain))
    return [str(turn.move) for turn in record.turns[:ply]], best.move.split()[0]


def take(page: Page, name: str) -> None:
    """Write a screenshot if OUTPLY_PICTURES is set."""
    wait_for_animations(page)
    if os.environ.get("OUTPLY_PICTURES"):
        save(name, page.screenshot())


def test_picture_of_the_start_page(open_page: OpenPage) -> None:
    play = PlayPage(open_page(viewport=SIZE))
    expect(play.cells).to_have_count(36)
    take(play.page, "play-start")


@pytest.mark.parametrize(("name", "scheme"), [("play-preview", "light"), ("play-dark", "dark")])
def test_picture_of_a_move_preview(
    open_game: OpenGame, middle: tuple[list[str], str], name: str, scheme: str
) -> None:
    moves, best = middle
    play = open_game(BLITZ, ("person", "level:4"), moves=moves, viewport=SIZE, color_scheme=scheme)
    play.cell(best).hover()
    expect(play.detail).to_contain_text("conquers")
    take(play.page, name)


def test_picture_of_an_analysis(open_game: OpenGame, middle: tuple[list[str], str]) -> None:
    moves, _ = middle
    play = open_game(BLITZ, ("person", "level:4"), moves=moves[:10], viewport=SIZE, reduced_motion="reduce")
    play.tool("analyse").click()
    play.tool("values").click()
    expect(play.board.locator('[aria-label*="worth"]')).not_to_have_count(0)
    expect(play.fact("Depth")).to_have_text(re.compile(r"\d|solved"))
    take(play.page, "play-thinking")


def test_picture_of_a_star_circle_game(open_game: OpenGame) -> None:
    play = open_game("starcircle/standard/initial", ("person", "level:4"), moves=OPENING, viewport=SIZE)
    play.click("C7")
    expect(play.cell("C7")).to_have_attribute("aria-label", re.compile("selected"))
    take(play.page, "play-starcircle")


def test_picture_of_the_setup_dialog(open_game: OpenGame) -> None:
    play = open_game(BLITZ, ("person", "alphabeta:4"), viewport=SIZE)
    play.tool("new").click()
    expect(play.dialog("New game").locator(".small-board [data-owner]")).not_to_have_count(0)
    take(play.page, "play-setup")


def test_picture_of_the_board_editor(open_game: OpenGame, middle: tuple[list[str], str]) -> None:
    play = open_game(BLITZ, moves=middle[0], viewport=SIZE)
    play.tool("new").click()
    dialog = play.dialog("New game")
    dialog.get_by_role("radio", name="Current").check()
    expect(dialog.get_by_role("img", name="The board").locator('[data-owner="0"]')).not_to_have_count(0)
    play.button("Edit board …").click()
    expect(play.dialog("Board editor")).to_be_visible()
    take(play.page, "play-editor")


@pytest.mark.parametrize(("name", "action"), [("play-help", "help"), ("play-share", "take")])
def test_pictures_of_the_dialogs(
    open_game: OpenGame, middle: tuple[list[str], str], name: str, action: str
) -> None:
    play = open_game(BLITZ, moves=middle[0], viewport=SIZE)
    play.tool(action).click()
    expect(play.page.get_by_role("dialog")).to_be_visible()
    take(play.page, name)


def test_picture_of_the_phone_layout(open_game: OpenGame, middle: tuple[list[str], str]) -> None:
    moves, best = middle
    phone = {"viewport": NARROW, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    play = open_game(BLITZ, ("person", "level:4"), moves=moves, **phone)
    play.cell(best).tap()
    expect(play.detail).to_contain_text("conquers")
    take(play.page, "play-phone")


@pytest.mark.parametrize(("name", "algorithm"), [("tree", "alphabeta"), ("tree-compare", "both")])
def test_picture_of_the_search_tree_page(open_page: OpenPage, name: str, algorithm: str) -> None:
    page = open_page(f"/tree#start={example('warfare-3')[1]}&algorithm={algorithm}&depth=3", SIZE)
    root = page.get_by_role("treeitem").first
    expect(root).to_be_visible()
    root.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    page.evaluate("scrollTo(0, 0)")
    take(page, name)
