"""Every view opens; with OUTPLY_PICTURES in the environment, docs/images gets a picture of each."""

import os
import re

import pytest
from browser.conftest import NARROW
from pictures import save
from playwright.sync_api import expect
from support.browser.play_page import Table, example, settle

from outply.arena.match import play
from outply.games import all_games
from outply.games.view import options
from outply.players.registry import player

SIZE = {"width": 1280, "height": 860}
BLITZ = "warfare/blitz/Smolensk"
OPENING = ["C3-D4", "F6-E5", "D4-F6", "G7-E5", "C5-D4", "E5-C3", "B4-D2", "F4-E5"]


@pytest.fixture(scope="module")
def middle():
    """The moves of half a game, and the cell where the next one, by the first player, conquers most."""
    record = play(all_games()["warfare"].start("blitz"), player("alphabeta:3"), player("alphabeta:2"))
    choices = [(ply, option) for ply in range(12, 24, 2) for option in options(record.positions()[ply])]
    ply, best = max(choices, key=lambda choice: (len(choice[1].changes), choice[1].gain))
    return [str(turn.move) for turn in record.turns[:ply]], best.move.split()[0]


def take(page, name):
    """Keep a picture of what is seen, where pictures are wanted."""
    settle(page)
    if os.environ.get("OUTPLY_PICTURES"):
        save(name, page.screenshot())


def test_start(open_page):
    table = Table(open_page(viewport=SIZE))
    expect(table.cells).to_have_count(36)
    take(table.page, "play-start")


@pytest.mark.parametrize(("name", "scheme"), [("play-preview", "light"), ("play-dark", "dark")])
def test_a_move_before_it_is_made(sit_down, middle, name, scheme):
    moves, best = middle
    table = sit_down(BLITZ, ("person", "level:4"), moves=moves, viewport=SIZE, color_scheme=scheme)
    table.cell(best).hover()
    expect(table.detail).to_contain_text("conquers")
    take(table.page, name)


def test_thinking(sit_down, middle):
    moves, _ = middle
    table = sit_down(BLITZ, ("person", "level:4"), moves=moves[:10], viewport=SIZE, reduced_motion="reduce")
    table.tool("analyse").click()
    table.tool("values").click()
    expect(table.board.locator('[aria-label*="worth"]')).not_to_have_count(0)
    expect(table.fact("Depth")).to_have_text(re.compile(r"\d|solved"))
    take(table.page, "play-thinking")


def test_star_circle(sit_down):
    table = sit_down("starcircle/standard/initial", ("person", "level:4"), moves=OPENING, viewport=SIZE)
    table.click("C7")
    expect(table.cell("C7")).to_have_attribute("aria-label", re.compile("selected"))
    take(table.page, "play-starcircle")


def test_setup(sit_down):
    table = sit_down(BLITZ, ("person", "alphabeta:4"), viewport=SIZE)
    table.tool("new").click()
    expect(table.dialog("New game").get_by_role("img", name="The board").locator("[data-owner]")).to_have_count(36)
    take(table.page, "play-setup")


def test_editor(sit_down, middle):
    table = sit_down(BLITZ, moves=middle[0], viewport=SIZE)
    table.tool("new").click()
    dialog = table.dialog("New game")
    dialog.get_by_role("radio", name="Current").check()
    expect(dialog.get_by_role("img", name="The board").locator('[data-owner="0"]')).not_to_have_count(0)
    table.button("Edit board …").click()
    expect(table.dialog("Board editor")).to_be_visible()
    take(table.page, "play-editor")


@pytest.mark.parametrize(("name", "action"), [("play-help", "help"), ("play-share", "take")])
def test_dialogs(sit_down, middle, name, action):
    table = sit_down(BLITZ, moves=middle[0], viewport=SIZE)
    table.tool(action).click()
    expect(table.page.get_by_role("dialog")).to_be_visible()
    take(table.page, name)


def test_phone(sit_down, middle):
    moves, best = middle
    phone = {"viewport": NARROW, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    table = sit_down(BLITZ, ("person", "level:4"), moves=moves, **phone)
    table.cell(best).tap()
    expect(table.detail).to_contain_text("conquers")
    take(table.page, "play-phone")


@pytest.mark.parametrize(("name", "algorithm"), [("tree", "alphabeta"), ("tree-compare", "both")])
def test_the_search_tree(open_page, name, algorithm):
    page = open_page(f"/tree#start={example('warfare-3')[1]}&algorithm={algorithm}&depth=3", SIZE)
    root = page.get_by_role("treeitem").first
    expect(root).to_be_visible()
    root.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    page.evaluate("scrollTo(0, 0)")
    take(page, name)
