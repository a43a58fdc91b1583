"""Every view is accessible and usable by keyboard; with OUTPLY_PICTURES set, pictures go to docs/images."""

import re

import pytest
from browser.conftest import NARROW, OpenGame, OpenPage
from playwright.sync_api import expect
from support.browser.accessibility import accessibility_violations
from support.browser.keyboard_walk import keyboard_problems
from support.browser.play_page import TINY, PlayPage, example
from support.browser.screenshots import SIZE, take_picture

from outply.arena import match
from outply.games import all_games
from outply.games.view import options
from outply.players.registry import player

BLITZ = "warfare/blitz/Smolensk"
OPENING = ["C3-D4", "F6-E5", "D4-F6", "G7-E5", "C5-D4", "E5-C3", "B4-D2", "F4-E5"]
DIALOG = "dialog[open]"


@pytest.fixture(scope="module")
def middle() -> tuple[list[str], str]:
    """Return the moves of half a game, and the cell where the next move conquers most."""
    record = match.play(all_games()["warfare"].start("blitz"), player("alphabeta:3"), player("alphabeta:2"))
    choices = [(ply, option) for ply in range(12, 24, 2) for option in options(record.positions()[ply])]
    ply, best = max(choices, key=lambda choice: (len(choice[1].changes), choice[1].gain))
    return [str(turn.move) for turn in record.turns[:ply]], best.move.split()[0]


def test_first_visit_starts_a_game(open_page: OpenPage) -> None:
    play = PlayPage(open_page(viewport=SIZE))
    expect(play.cells).to_have_count(36)
    expect(play.status).to_have_text(re.compile("^Your move"))
    take_picture(play.page, "play-start")
    assert accessibility_violations(play.page) == []
    assert keyboard_problems(play.page) == []


def test_move_preview(open_game: OpenGame, middle: tuple[list[str], str]) -> None:
    moves, best = middle
    play = open_game(BLITZ, ("person", "level:4"), moves=moves, viewport=SIZE)
    play.cell(best).hover()
    expect(play.detail).to_contain_text("conquers")
    take_picture(play.page, "play-preview")
    assert accessibility_violations(play.page, "#stage") == []
    play.page.emulate_media(color_scheme="dark")
    take_picture(play.page, "play-dark")


def test_analysis_with_move_values(open_game: OpenGame, middle: tuple[list[str], str]) -> None:
    moves, _ = middle
    play = open_game(BLITZ, ("person", "level:4"), moves=moves[:10], viewport=SIZE)
    play.tool("analyse").click()
    play.tool("values").click()
    expect(play.board.locator('[aria-label*="worth"]')).not_to_have_count(0)
    expect(play.fact("Depth")).to_have_text(re.compile(r"\d|solved"))
    take_picture(play.page, "play-thinking")
    play.tool("analyse").click()
    assert accessibility_violations(play.page) == []


def test_selected_piece(open_game: OpenGame) -> None:
    play = open_game("starcircle/standard/initial", ("person", "level:4"), moves=OPENING, viewport=SIZE)
    play.click("C7")
    expect(play.cell("C7")).to_have_attribute("aria-label", re.compile("selected"))
    take_picture(play.page, "play-starcircle")
    assert accessibility_violations(play.page, "main") == []


def test_dialogs(open_game: OpenGame, middle: tuple[list[str], str]) -> None:
    play = open_game(BLITZ, ("person", "alphabeta:4"), moves=middle[0], viewport=SIZE)
    for action, title, picture in [
        ("help", "How to play", "play-help"),
        ("take", "Share and download", "play-share"),
        ("new", "New game", "play-setup"),
    ]:
        play.tool(action).click()
        expect(play.dialog(title)).to_be_visible()
        if action == "new":
            expect(play.dialog(title).locator(".small-board [data-owner]")).not_to_have_count(0)
        take_picture(play.page, picture)
        assert accessibility_violations(play.page, DIALOG) == []
        assert keyboard_problems(play.page) == []
        play.page.keyboard.press("Escape")
        expect(play.dialog(title)).to_be_hidden()
        expect(play.tool(action)).to_be_focused()

    play.tool("new").click()
    dialog = play.dialog("New game")
    dialog.get_by_role("radio", name="Current").check()
    expect(dialog.get_by_role("img", name="The board").locator('[data-owner="0"]')).not_to_have_count(0)
    play.button("Edit board …").click()
    expect(play.dialog("Board editor")).to_be_visible()
    take_picture(play.page, "play-editor")
    assert accessibility_violations(play.page, DIALOG) == []


def test_game_review(open_game: OpenGame) -> None:
    board = all_games()["warfare"].start("raid", "random:5:1")
    turns = match.play(board, player("greedy"), player("alphabeta:3")).turns
    moves = [str(turn.move) for turn in turns]
    play = open_game("warfare/raid/random:5:1", ("person", "level:4"), moves=moves, viewport=SIZE)
    play.button("Review game").click()
    turning_point = play.page.get_by_role("button", name=re.compile("^Turning point: move 19, X: B1 Stake turned"))
    turning_point.click()
    expect(play.detail).to_contain_text("Turning point.")
    play.page.locator("#review").evaluate("panel => panel.scrollTo(0, 0)")
    play.page.mouse.move(0, 0)
    take_picture(play.page, "play-review")
    assert accessibility_violations(play.page) == []


def test_error_message(open_page: OpenPage) -> None:
    play = PlayPage(open_page("/#start=chess"))
    expect(play.detail).to_contain_text("This link is broken")
    expect(play.cells).to_have_count(36)  # a new game
    assert accessibility_violations(play.page, ".readout") == []


def test_phone_layout(open_game: OpenGame, middle: tuple[list[str], str]) -> None:
    moves, best = middle
    phone = {"viewport": NARROW, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    play = open_game(BLITZ, ("person", "level:4"), moves=moves, **phone)
    play.cell(best).tap()
    expect(play.detail).to_contain_text("conquers")
    take_picture(play.page, "play-phone")
    assert accessibility_violations(play.page) == []


def test_forced_colours_show_cells_and_bar_and_hint_and_pressed_buttons(open_game: OpenGame) -> None:
    play = open_game(TINY, forced_colors="active", color_scheme="dark")
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


@pytest.mark.parametrize(("picture", "algorithm"), [("tree", "alphabeta"), ("tree-compare", "both")])
def test_search_tree(open_page: OpenPage, picture: str, algorithm: str) -> None:
    start = example("warfare-3")[1]
    page = open_page(f"/tree#start={start}&algorithm={algorithm}&depth=3", viewport=SIZE)
    root = page.get_by_role("treeitem").first
    expect(root).to_be_visible()
    root.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    page.evaluate("scrollTo(0, 0)")
    take_picture(page, picture)
    assert accessibility_violations(page) == []
    for _ in range(6):
        page.keyboard.press("n")
    expect(page.get_by_role("table", name="Being searched")).to_be_visible()
    assert accessibility_violations(page, "main") == []
