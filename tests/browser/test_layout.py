"""Layout on wide and narrow screens, themes, motion and touch."""

import re
from typing import Any

import pytest
from browser.conftest import NARROW, OpenGame, OpenPage
from playwright.sync_api import Page, ViewportSize, expect
from support.browser.play_page import (
    TINY,
    PlayPage,
    bounding_box,
    example,
    wait_for_animations,
    wait_for_layout,
    wait_until,
)

VAST: ViewportSize = {"width": 1600, "height": 1000}
SIZES = pytest.mark.parametrize("size", [NARROW, VAST], ids=["narrow", "wide"])
WON = ["A1 Stake", "B2 Stake", "B1 Raid", "A2 Stake"]
STARTS = ["warfare/blitz/Smolensk", "starcircle/standard/initial", "warfare/raid/random:26:1", TINY]

# Elements that overflow the page horizontally; scrolling containers may be wider.
OVERFLOWING = """() => [...document.querySelectorAll("body *")].filter(element => {
  const box = element.getBoundingClientRect();
  if (!box.width || (box.left >= -0.5 && box.right <= innerWidth + 0.5)) return false;
  for (let at = element; at !== document.body; at = at.parentElement)
    if (getComputedStyle(at).overflowX !== "visible" || at.tagName === "svg") return false;
  return true;
}).map(element => `${element.tagName}#${element.id} ${element.getBoundingClientRect().right}`)"""

# For cells the distance between neighbours counts, including the gap.
TOO_SMALL = """() => [...document.querySelectorAll("button, select, input, textarea, [role=gridcell]")]
  .filter(element => element.checkVisibility({opacityProperty: true, visibilityProperty: true}))
  .map(element => {
    const box = (element.closest("label") ?? element).getBoundingClientRect();
    const gap = element.role ? parseFloat(getComputedStyle(element.parentElement).columnGap) || 0 : 0;
    return [element, box.width + gap, box.height + gap];
  })
  .filter(([, width, height]) => width > 1 && (width < 24 || height < 24))
  .map(([element, width, height]) => `${element.outerHTML.slice(0, 80)} ${width} x ${height}`)"""


def expect_to_fit(page: Page) -> None:
    """Expect no overflow, and targets that are large enough."""
    # A flipping cell is narrow during its animation.
    wait_for_animations(page)
    for size in (NARROW, VAST):
        page.set_viewport_size(size)
        wait_until(page, "width => innerWidth === width", size["width"])
        wait_for_layout(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(OVERFLOWING) == []
        assert page.evaluate(TOO_SMALL) == []


@pytest.mark.parametrize("start", STARTS)
def test_game_fits_the_screen(open_game: OpenGame, start: str) -> None:
    expect_to_fit(open_game(start).page)


def test_finished_game_fits_the_screen(open_game: OpenGame) -> None:
    play = open_game(TINY, moves=WON)
    play.tool("undo").click()
    play.tool("undo").click()
    play.click("A2", "B1")
    expect(play.status).to_contain_text("wins by")
    expect(play.button("Make main line")).to_be_visible()
    expect_to_fit(play.page)


def test_setup_dialog_fits_the_screen(open_game: OpenGame) -> None:
    play = open_game("warfare/blitz/Smolensk")
    play.tool("new").click()
    dialog = play.dialog("New game")
    expect(dialog).to_be_visible()
    for side, name in zip(("Blue", "Green"), ("Engine", "Alpha-beta"), strict=True):
        dialog.get_by_label(side, exact=True).select_option(label=name)
    for source in ("Named", "Random", "Paste", "Current"):
        dialog.get_by_role("radio", name=source).check()
        expect_to_fit(play.page)


@pytest.mark.parametrize("start", STARTS)
def test_editor_fits_the_screen(open_game: OpenGame, start: str) -> None:
    play = open_game(start)
    play.tool("new").click()
    dialog = play.dialog("New game")
    dialog.get_by_role("radio", name="Current").check()
    expect(dialog.get_by_role("img", name="The board").locator("[data-owner]").first).to_be_visible()
    play.button("Edit board …").click()
    expect(play.dialog("Board editor")).to_be_visible()
    expect_to_fit(play.page)


@pytest.mark.parametrize(("action", "name"), [("take", "Share and download"), ("help", "How to play")])
def test_other_dialogs_fit_the_screen(open_game: OpenGame, action: str, name: str) -> None:
    play = open_game(TINY)
    play.tool(action).click()
    expect(play.dialog(name)).to_be_visible()
    expect_to_fit(play.page)


@pytest.mark.parametrize("start", [STARTS[0], STARTS[1]])
def test_game_needs_no_scrolling_on_common_screens(open_game: OpenGame, start: str) -> None:
    page = open_game(start).page
    wait_for_layout(page)
    assert page.evaluate("[document.documentElement.scrollHeight, innerHeight]") == [900, 900]


# Touch targets by height; a field counts with its surrounding label.
LOW = """() => [...document.querySelectorAll("button, select, input:not([type=range])")]
  .filter(element => element.checkVisibility({opacityProperty: true, visibilityProperty: true}))
  .map(element => [element, (element.closest("label") ?? element).getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && box.height < 44)
  .map(([element, box]) => `${element.outerHTML.slice(0, 80)} ${box.height}`)"""


@pytest.mark.parametrize("action", [None, "new", "help", "take"])
def test_touch_targets_are_high_enough(open_game: OpenGame, action: str | None) -> None:
    play = open_game(TINY, moves=WON, viewport=NARROW, has_touch=True, is_mobile=True)
    if action:
        play.tool(action).tap()
        expect(play.page.get_by_role("dialog")).to_be_visible()
    wait_for_layout(play.page)
    assert play.page.evaluate(LOW) == []


# Elements whose text is clipped or overflows.
CUT = """() => [...document.querySelectorAll(
  "button, .page-header, .analysis-fact, .player-card, dt, dd, legend + .segments")]
  .filter(element => element.checkVisibility({opacityProperty: true, visibilityProperty: true}))
  .filter(element => {
    const box = element.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(element);
    const words = range.getBoundingClientRect();
    return words.width && (words.left < box.left - 1 || words.right > box.right + 1 ||
      words.top < box.top - 1 || words.bottom > box.bottom + 1);
  })
  .map(element => element.outerHTML.slice(0, 100))"""


@SIZES
@pytest.mark.parametrize("action", [None, "new", "help"])
def test_text_at_200_percent_is_not_clipped(open_game: OpenGame, size: ViewportSize, action: str | None) -> None:
    play = open_game(STARTS[0], ("person", "level:8"), viewport=size)
    play.page.evaluate("document.documentElement.style.fontSize = '187.5%'")
    if action:
        play.tool(action).click()
        expect(play.page.get_by_role("dialog")).to_be_visible()
    wait_for_layout(play.page)
    assert play.page.evaluate(OVERFLOWING) == []
    assert play.page.evaluate(CUT) == []


@SIZES
def test_largest_board_is_playable(open_game: OpenGame, size: ViewportSize) -> None:
    play = open_game("warfare/raid/random:26:1", viewport=size)
    expect(play.cells).to_have_count(676)
    play.click("Z26")
    play.click("A1")
    play.click("Y26")
    play.expect_moves("Z26 Stake", "A1 Stake", "Y26 Raid")


def test_largest_board_zooms(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/random:26:1", viewport=NARROW)
    wait_for_layout(play.page)
    before = bounding_box(play.cell("A1"))["width"]
    play.button("Larger board").click()
    wait_until(play.page, f"() => document.querySelector('[role=gridcell]').clientWidth > {before}")
    play.button("Smaller board").click()
    play.button("Smaller board").click()
    wait_until(play.page, f"() => document.querySelector('[role=gridcell]').clientWidth < {before}")


def test_wide_screen_shows_the_board_and_the_moves_and_the_analysis(open_game: OpenGame) -> None:
    play = open_game("warfare/blitz/Smolensk", viewport=VAST)
    for part in (play.board, play.analysis, play.chart, play.moves.first, play.tool("undo")):
        expect(part).to_be_in_viewport(ratio=1)
    wait_for_layout(play.page)
    assert bounding_box(play.board)["height"] > 0.6 * VAST["height"]


def test_phone_shows_the_board_and_the_score_and_the_buttons(open_game: OpenGame) -> None:
    play = open_game("warfare/blitz/Smolensk", viewport=NARROW)
    for part in (play.status, play.board, play.players.first, play.tool("undo")):
        expect(part).to_be_in_viewport(ratio=0.99)
    wait_for_layout(play.page)
    assert bounding_box(play.board)["width"] > 0.85 * NARROW["width"]


# Positions of the board and of the elements below the notice.
POSITIONS_ON_SCREEN = """() => ["#board", ".toolbar", ".moves-panel"].map(name => {
  const { x, y, width } = document.querySelector(name).getBoundingClientRect();
  return [name, x, y, width];
})"""


@pytest.mark.parametrize("options", [{}, {"viewport": NARROW, "has_touch": True, "is_mobile": True}])
@pytest.mark.parametrize("start", STARTS[:3])
def test_notice_neither_covers_a_cell_nor_moves_the_board(
    open_game: OpenGame, start: str, options: dict[str, Any]
) -> None:
    play = open_game(start, ("person", "level:2"), **options)
    expect(play.status).to_have_text(re.compile("^Your move"))
    wait_for_layout(play.page)
    before = play.page.evaluate(POSITIONS_ON_SCREEN)
    play.tool("rematch").click()
    notice = play.page.get_by_role("complementary", name="Notice")
    expect(notice).to_be_in_viewport(ratio=1)
    wait_for_layout(play.page)
    note, board = (bounding_box(part) for part in (notice, play.page.locator("#stage")))
    assert board["x"] + board["width"] <= note["x"] or board["y"] + board["height"] <= note["y"]
    if start != STARTS[2]:  # the largest board is taller than a phone
        assert play.page.evaluate(POSITIONS_ON_SCREEN) == before


BACKGROUND = """() => {
  const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number);
  return (red + green + blue) / 3;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_theme_follows_the_system(open_page: OpenPage, scheme: str) -> None:
    page = open_page(color_scheme=scheme)
    assert (page.evaluate(BACKGROUND) < 80) == (scheme == "dark")
    page.emulate_media(color_scheme="light" if scheme == "dark" else "dark")
    assert (page.evaluate(BACKGROUND) < 80) == (scheme == "light")


def test_chosen_theme_is_kept(open_page: OpenPage) -> None:
    play = PlayPage(open_page(color_scheme="light"))
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


def test_conquered_cells_are_animated(open_game: OpenGame) -> None:
    _, start = example("warfare-3")
    play = open_game(start)
    play.page.evaluate(WATCH_MOTION)
    play.click("C3")
    play.expect_moves("C3 Raid")
    moving = play.page.evaluate("window.moving")
    assert {label[:2] for label in moving} >= {"C3", "D3", "C4"}
    assert not any(label.startswith(("A1,", "C1,", "D2,")) for label in moving)


def test_moved_piece_is_animated(open_game: OpenGame) -> None:
    play = open_game("starcircle/standard/initial")
    play.page.evaluate(WATCH_MOTION)
    play.click("C3", "D4")
    play.expect_moves("C3-D4")
    assert "svg" in play.page.evaluate("window.moving")


@pytest.mark.parametrize(("start", "squares"), [(example("warfare-3")[1], ["C3"]), (STARTS[1], ["C3", "D4"])])
def test_reduced_motion_disables_animations(open_game: OpenGame, start: str, squares: list[str]) -> None:
    play = open_game(start, reduced_motion="reduce")
    play.page.evaluate(WATCH_MOTION)
    play.click(*squares)
    expect(play.moves).to_have_count(2)
    expect(play.playable).not_to_have_count(0)  # the server has answered
    play.tool("help").click()
    expect(play.dialog("How to play")).to_be_visible()
    assert play.page.evaluate("window.moving") == []


def test_first_tap_previews_and_second_tap_plays(open_game: OpenGame) -> None:
    _, start = example("warfare-3")
    play = open_game(start, viewport=NARROW, has_touch=True, is_mobile=True)
    play.cell("C3").tap()
    expect(play.detail).to_contain_text("C3 Raid conquers D3 and C4: +31")
    play.expect_moves()
    play.cell("C3").tap()
    play.expect_moves("C3 Raid")


def test_tap_offers_both_move_types(open_game: OpenGame) -> None:
    _, start = example("warfare-3")
    play = open_game(start, viewport=NARROW, has_touch=True, is_mobile=True)
    play.cell("C3").tap()
    expect(play.button("C3 Raid +31")).to_be_visible()
    play.button("C3 Stake +9").tap()
    play.expect_moves("C3 Stake")


def test_move_type_can_be_switched_between_two_taps(open_game: OpenGame) -> None:
    _, start = example("warfare-3")
    play = open_game(start, viewport=NARROW, has_touch=True, is_mobile=True)
    play.cell("C3").tap()
    expect(play.detail).to_contain_text("C3 Raid")
    play.button("Stake").tap()
    expect(play.button("Stake")).to_have_attribute("aria-pressed", "true")
    play.cell("C3").tap()
    play.expect_moves("C3 Stake")


def test_long_touch_plays_a_stake(open_game: OpenGame) -> None:
    _, start = example("warfare-3")
    play = open_game(start, viewport=NARROW, has_touch=True, is_mobile=True)
    wait_for_layout(play.page)
    play.cell("C3").scroll_into_view_if_needed()
    box = bounding_box(play.cell("C3"))
    finger = play.page.context.new_cdp_session(play.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    play.expect_moves("C3 Stake")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    play.expect_moves("C3 Stake")


def test_single_tap_plays_if_that_setting_is_chosen(open_game: OpenGame) -> None:
    _, start = example("warfare-3")
    play = open_game(start, viewport=NARROW, has_touch=True, is_mobile=True)
    play.tool("help").tap()
    play.dialog("How to play").get_by_role("checkbox").uncheck()
    play.page.keyboard.press("Escape")
    play.cell("C3").tap()
    play.expect_moves("C3 Raid")
