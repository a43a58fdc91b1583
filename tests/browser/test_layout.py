"""Layout on wide and narrow screens, themes, motion and touch."""

import re
from typing import Any

import pytest
from browser.conftest import NARROW, OpenGame, OpenPage
from playwright.sync_api import Locator, expect
from support.browser.accessibility import accessibility_violations
from support.browser.layout import CUT, LOW, OVERFLOWING, VAST, expect_to_fit, resize
from support.browser.play_page import (
    TINY,
    TINY_GAME,
    PlayPage,
    bounding_box,
    example,
    link,
    wait_for_layout,
    wait_until,
)

LARGEST = "warfare/raid/random:26:1"
STARTS = ["warfare/blitz/Smolensk", "starcircle/standard/initial", LARGEST, TINY]
PHONE: dict[str, Any] = {"viewport": NARROW, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("start", STARTS)
def test_game_and_board_editor_fit_the_screen(open_game: OpenGame, start: str) -> None:
    play = open_game(start)
    if start != LARGEST:
        wait_for_layout(play.page)
        assert play.page.evaluate("[document.documentElement.scrollHeight, innerHeight]") == [900, 900]
    expect_to_fit(play.page)
    play.tool("new").click()
    dialog = play.dialog("New game")
    if start == STARTS[0]:
        expect_new_game_dialog_to_fit(play, dialog)
    dialog.get_by_role("radio", name="Current").check()
    expect(dialog.get_by_role("img", name="The board").locator("[data-owner]").first).to_be_visible()
    play.button("Edit board …").click()
    expect(play.dialog("Board editor")).to_be_visible()
    expect_to_fit(play.page)


def expect_new_game_dialog_to_fit(play: PlayPage, dialog: Locator) -> None:
    for side, name in zip(("Blue", "Green"), ("Engine", "Alpha-beta"), strict=True):
        dialog.get_by_label(side, exact=True).select_option(label=name)
    for source in ("Named", "Random", "Paste", "Current"):
        dialog.get_by_role("radio", name=source).check()
        expect_to_fit(play.page)


def test_finished_game_and_dialogs_fit_the_screen_and_are_accessible(open_game: OpenGame) -> None:
    play = open_game(TINY, moves=TINY_GAME)
    play.finish_in_a_branch()
    expect_to_fit(play.page)
    assert accessibility_violations(play.page) == []
    for action, name in [("take", "Share and download"), ("help", "How to play")]:
        play.tool(action).click()
        expect(play.dialog(name)).to_be_visible()
        expect_to_fit(play.page)
        play.page.keyboard.press("Escape")
        expect(play.dialog(name)).to_be_hidden()


def test_touch_targets_are_high_enough(open_game: OpenGame) -> None:
    play = open_game(TINY, moves=TINY_GAME, **PHONE)
    wait_for_layout(play.page)
    assert play.page.evaluate(LOW) == []
    for action in ("new", "help", "take"):
        play.tool(action).tap()
        expect(play.page.get_by_role("dialog")).to_be_visible()
        wait_for_layout(play.page)
        assert play.page.evaluate(LOW) == []
        play.page.keyboard.press("Escape")
        expect(play.page.get_by_role("dialog")).to_have_count(0)


def test_screen_shows_the_board_and_text_at_200_percent_is_not_clipped(open_game: OpenGame) -> None:
    play = open_game(STARTS[0], ("person", "level:8"), viewport=VAST)
    expect_the_board_and_what_belongs_to_it_in_sight(play)
    play.page.evaluate("document.documentElement.style.fontSize = '187.5%'")

    def expect_readable() -> None:
        for size in (NARROW, VAST):
            resize(play.page, size)
            assert play.page.evaluate(OVERFLOWING) == []
            assert play.page.evaluate(CUT) == []

    expect_readable()
    for action in ("new", "help"):
        play.tool(action).click()
        expect(play.page.get_by_role("dialog")).to_be_visible()
        expect_readable()
        play.page.keyboard.press("Escape")
        expect(play.page.get_by_role("dialog")).to_have_count(0)


def test_largest_board_is_playable_and_zooms(open_game: OpenGame) -> None:
    play = open_game(LARGEST, viewport=VAST)
    expect(play.cells).to_have_count(676)
    play.click("Z26")
    play.expect_moves("Z26 Stake")
    resize(play.page, NARROW)
    play.click("A1")
    play.click("Y26")
    play.expect_moves("Z26 Stake", "A1 Stake", "Y26 Raid")
    before = bounding_box(play.cell("A1"))["width"]
    play.button("Larger board").click()
    wait_until(play.page, f"() => document.querySelector('[role=gridcell]').clientWidth > {before}")
    play.button("Smaller board").click()
    play.button("Smaller board").click()
    wait_until(play.page, f"() => document.querySelector('[role=gridcell]').clientWidth < {before}")


def expect_the_board_and_what_belongs_to_it_in_sight(play: PlayPage) -> None:
    for part in (play.board, play.analysis, play.chart, play.moves.first, play.tool("undo")):
        expect(part).to_be_in_viewport(ratio=1)
    wait_for_layout(play.page)
    assert bounding_box(play.board)["height"] > 0.6 * VAST["height"]
    resize(play.page, NARROW)
    for part in (play.status, play.board, play.players.first, play.tool("undo")):
        expect(part).to_be_in_viewport(ratio=0.99)
    assert bounding_box(play.board)["width"] > 0.85 * NARROW["width"]


# Positions of the board and of the elements below the notice.
POSITIONS_ON_SCREEN = """() => ["#board", ".toolbar", ".moves-panel"].map(name => {
  const { x, y, width } = document.querySelector(name).getBoundingClientRect();
  return [name, x, y, width];
})"""


# Both boxes at once: the page may be scrolling.
IS_BESIDE_OR_BELOW_THE_BOARD = """notice => {
  const [note, board] = [notice, document.querySelector("#stage")].map(each => each.getBoundingClientRect());
  return board.right <= note.left || board.bottom <= note.top;
}"""


@pytest.mark.parametrize("options", [{}, PHONE], ids=["wide", "phone"])
def test_notice_neither_covers_a_cell_nor_moves_the_board(open_game: OpenGame, options: dict[str, Any]) -> None:
    players = ("person", "level:2")
    play = open_game(TINY, players, **options)
    notice = play.page.get_by_role("complementary", name="Notice")
    for start in STARTS[:3]:
        play.page.evaluate("hash => location.hash = hash", link(start, players)[1:])
        notice.get_by_role("button", name="Dismiss").click()
        expect(notice).to_be_hidden()
        expect(play.status).to_have_text(re.compile("^Your move"))
        wait_for_layout(play.page)
        before = play.page.evaluate(POSITIONS_ON_SCREEN)
        play.tool("rematch").click()
        expect(notice).to_be_in_viewport(ratio=1)
        wait_for_layout(play.page)
        assert notice.evaluate(IS_BESIDE_OR_BELOW_THE_BOARD)
        if start != LARGEST:  # the largest board is taller than a phone
            assert play.page.evaluate(POSITIONS_ON_SCREEN) == before
        notice.get_by_role("button", name="Dismiss").click()  # otherwise the next game begins with this notice
        expect(notice).to_be_hidden()


BACKGROUND = """() => {
  const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number);
  return (red + green + blue) / 3;
}"""


def test_theme_follows_the_system_until_one_is_chosen(open_page: OpenPage) -> None:
    play = PlayPage(open_page(color_scheme="dark"))
    assert play.page.evaluate(BACKGROUND) < 80
    play.page.emulate_media(color_scheme="light")
    assert play.page.evaluate(BACKGROUND) > 80
    theme = play.page.get_by_role("button", name=re.compile("^Theme"))
    theme.click()
    expect(theme).to_have_accessible_name("Theme: light")
    theme.click()
    expect(theme).to_have_accessible_name("Theme: dark")
    assert play.page.evaluate(BACKGROUND) < 80
    play.page.reload()
    expect(theme).to_have_accessible_name("Theme: dark")
    assert play.page.evaluate(BACKGROUND) < 80


# Counts animations from now on.
WATCH_MOTION = """() => {
  window.moving = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...all) {
    window.moving.push(this.getAttribute("aria-label") ?? this.tagName);
    return animate.apply(this, all);
  };
  for (const kind of ["transitionrun", "animationstart"])
    document.addEventListener(kind, event => {
      const style = getComputedStyle(event.target);
      const lasts = kind === "animationstart" ? style.animationDuration : style.transitionDuration;
      if (Math.max(...lasts.split(",").map(parseFloat)) > 0.01) window.moving.push(event.target.tagName);
    }, true);
}"""


def expect_no_motion_if_reduced(play: PlayPage, *squares: str) -> None:
    """Undo a move and make it again."""
    play.page.emulate_media(reduced_motion="reduce")
    play.page.evaluate("window.moving = []")
    play.tool("undo").click()
    expect(play.here).to_have_text("Start")
    play.click(*squares)
    expect(play.here).not_to_have_text("Start")
    expect(play.playable).not_to_have_count(0)  # the server has answered
    play.tool("help").click()
    expect(play.dialog("How to play")).to_be_visible()
    assert play.page.evaluate("window.moving") == []


def test_conquered_cells_are_animated_unless_motion_is_reduced(open_game: OpenGame) -> None:
    _, start = example("warfare-3")
    play = open_game(start, reduced_motion="no-preference")
    play.page.evaluate(WATCH_MOTION)
    play.click("C3")
    play.expect_moves("C3 Raid")
    moving = play.page.evaluate("window.moving")
    assert {label[:2] for label in moving} >= {"C3", "D3", "C4"}
    assert not any(label.startswith(("A1,", "C1,", "D2,")) for label in moving)
    expect_no_motion_if_reduced(play, "C3")


def test_moved_piece_is_animated_unless_motion_is_reduced(open_game: OpenGame) -> None:
    play = open_game("starcircle/standard/initial", reduced_motion="no-preference")
    play.page.evaluate(WATCH_MOTION)
    play.click("C3", "D4")
    play.expect_moves("C3-D4")
    assert "svg" in play.page.evaluate("window.moving")
    expect_no_motion_if_reduced(play, "C3", "D4")


def test_taps_preview_and_play_and_choose_the_kind_of_move_and_a_long_touch_a_stake(open_game: OpenGame) -> None:
    _, start = example("warfare-3")
    play = open_game(start, **PHONE)

    def expect_and_take_back(move: str) -> None:
        play.expect_moves(move)
        play.page.keyboard.press("t")
        play.expect_moves()
        expect(play.playable).not_to_have_count(0)

    play.cell("C3").tap()
    expect(play.detail).to_contain_text("C3 Raid conquers D3 and C4: +31")
    expect(play.button("C3 Raid +31")).to_be_visible()
    assert accessibility_violations(play.page, ".readout") == []
    play.expect_moves()
    play.cell("C3").tap()  # plays what the first tap shows
    expect_and_take_back("C3 Raid")

    play.cell("C3").tap()
    play.button("C3 Stake +9").tap()
    expect_and_take_back("C3 Stake")

    play.cell("C3").tap()
    expect(play.detail).to_contain_text("C3 Raid")
    play.button("Stake").tap()
    expect(play.button("Stake")).to_have_attribute("aria-pressed", "true")
    play.cell("C3").tap()
    expect_and_take_back("C3 Stake")

    play.button("Raid").tap()
    play.tool("help").tap()
    play.dialog("How to play").get_by_role("checkbox", name="On touch screens").uncheck()  # play with a single tap
    play.page.keyboard.press("Escape")
    play.cell("C3").tap()
    expect_and_take_back("C3 Raid")
    expect_a_stake_by_a_long_touch(play)


def expect_a_stake_by_a_long_touch(play: PlayPage) -> None:
    wait_for_layout(play.page)
    play.cell("C3").scroll_into_view_if_needed()
    box = bounding_box(play.cell("C3"))
    finger = play.page.context.new_cdp_session(play.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    play.expect_moves("C3 Stake")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    play.expect_moves("C3 Stake")
