"""Wide and narrow, light and dark, with and without motion, mouse and finger."""

import re

import pytest
from browser.conftest import NARROW
from playwright.sync_api import expect
from support.browser.play_page import TINY, Table, example, lay_out, settle, until

VAST = {"width": 1600, "height": 1000}
SIZES = pytest.mark.parametrize("size", [NARROW, VAST], ids=["narrow", "wide"])
WON = ["A1 Stake", "B2 Stake", "B1 Raid", "A2 Stake"]
STARTS = ["warfare/blitz/Smolensk", "starcircle/standard/initial", "warfare/raid/random:26:1", TINY]

# What sticks out at the side, by its tag, and how far. What scrolls by itself may be as wide as it likes.
STICKING_OUT = """() => [...document.querySelectorAll("body *")].filter(element => {
  const box = element.getBoundingClientRect();
  if (!box.width || (box.left >= -0.5 && box.right <= innerWidth + 0.5)) return false;
  for (let at = element; at !== document.body; at = at.parentElement)
    if (getComputedStyle(at).overflowX !== "visible" || at.tagName === "svg") return false;
  return true;
}).map(element => `${element.tagName}#${element.id} ${element.getBoundingClientRect().right}`)"""

# Cells have a gap between them, and what counts is how far it is from one to the next.
TOO_SMALL = """() => [...document.querySelectorAll("button, select, input, textarea, [role=gridcell]")]
  .filter(element => element.checkVisibility({opacityProperty: true, visibilityProperty: true}))
  .map(element => {
    const box = (element.closest("label") ?? element).getBoundingClientRect();
    const gap = element.role ? parseFloat(getComputedStyle(element.parentElement).columnGap) || 0 : 0;
    return [element, box.width + gap, box.height + gap];
  })
  .filter(([, width, height]) => width > 1 && (width < 24 || height < 24))
  .map(([element, width, height]) => `${element.outerHTML.slice(0, 80)} ${width} x ${height}`)"""


def expect_to_fit(page):
    """Nothing sticks out, and all that one hits is large enough, on a narrow screen and on a wide one."""
    # A cell that turns is narrow for a moment.
    settle(page)
    for size in (NARROW, VAST):
        page.set_viewport_size(size)
        until(page, "width => innerWidth === width", size["width"])
        lay_out(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(STICKING_OUT) == []
        assert page.evaluate(TOO_SMALL) == []


@pytest.mark.parametrize("start", STARTS)
def test_a_game_fits_the_screen(sit_down, start):
    expect_to_fit(sit_down(start).page)


def test_a_game_that_is_over_fits(sit_down):
    table = sit_down(TINY, moves=WON)
    table.tool("undo").click()
    table.tool("undo").click()
    table.click("A2", "B1")
    expect(table.status).to_contain_text("wins by")
    expect(table.button("Make main line")).to_be_visible()
    expect_to_fit(table.page)


def test_the_set_up_fits(sit_down):
    table = sit_down("warfare/blitz/Smolensk")
    table.tool("new").click()
    dialog = table.dialog("New game")
    expect(dialog).to_be_visible()
    for side, name in zip(("Blue", "Green"), ("Engine", "Alpha-beta"), strict=True):
        dialog.get_by_label(side, exact=True).select_option(label=name)
    for source in ("Named", "Random", "Paste", "Current"):
        dialog.get_by_role("radio", name=source).check()
        expect_to_fit(table.page)


@pytest.mark.parametrize("start", STARTS)
def test_the_editor_fits(sit_down, start):
    table = sit_down(start)
    table.tool("new").click()
    dialog = table.dialog("New game")
    dialog.get_by_role("radio", name="Current").check()
    expect(dialog.get_by_role("img", name="The board").locator("[data-owner]").first).to_be_visible()
    table.button("Edit board …").click()
    expect(table.dialog("Board editor")).to_be_visible()
    expect_to_fit(table.page)


@pytest.mark.parametrize(("action", "name"), [("take", "Share and download"), ("help", "How to play here")])
def test_the_other_dialogs_fit(sit_down, action, name):
    table = sit_down(TINY)
    table.tool(action).click()
    expect(table.dialog(name)).to_be_visible()
    expect_to_fit(table.page)


@pytest.mark.parametrize("start", [STARTS[0], STARTS[1]])
def test_a_game_needs_no_scrolling_on_a_usual_screen(sit_down, start):
    page = sit_down(start).page
    lay_out(page)
    assert page.evaluate("[document.documentElement.scrollHeight, innerHeight]") == [900, 900]


# Buttons and fields by how high they are for a finger: a field counts with the label around it.
LOW = """() => [...document.querySelectorAll("button, select, input:not([type=range])")]
  .filter(element => element.checkVisibility({opacityProperty: true, visibilityProperty: true}))
  .map(element => [element, (element.closest("label") ?? element).getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && box.height < 44)
  .map(([element, box]) => `${element.outerHTML.slice(0, 80)} ${box.height}`)"""


@pytest.mark.parametrize("action", [None, "new", "help", "take"])
def test_fingers_find_buttons_that_are_high_enough(sit_down, action):
    table = sit_down(TINY, moves=WON, viewport=NARROW, has_touch=True, is_mobile=True)
    if action:
        table.tool(action).tap()
        expect(table.page.get_by_role("dialog")).to_be_visible()
    lay_out(table.page)
    assert table.page.evaluate(LOW) == []


# Buttons whose words are larger than they are, and words that lie over the edge of the head of the page.
CUT = """() => [...document.querySelectorAll("button, .top, .fact, .player, dt, dd, legend + .segments")]
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
def test_letters_twice_as_large_are_not_cut(sit_down, size, action):
    table = sit_down(STARTS[0], ("person", "level:8"), viewport=size)
    table.page.evaluate("document.documentElement.style.fontSize = '187.5%'")
    if action:
        table.tool(action).click()
        expect(table.page.get_by_role("dialog")).to_be_visible()
    lay_out(table.page)
    assert table.page.evaluate(STICKING_OUT) == []
    assert table.page.evaluate(CUT) == []


@SIZES
def test_the_largest_board_is_played_on(sit_down, size):
    table = sit_down("warfare/raid/random:26:1", viewport=size)
    expect(table.cells).to_have_count(676)
    table.click("Z26")
    table.click("A1")
    table.click("Y26")
    table.expect_moves("Z26 Stake", "A1 Stake", "Y26 Raid")


def test_the_largest_board_grows_and_shrinks(sit_down):
    table = sit_down("warfare/raid/random:26:1", viewport=NARROW)
    lay_out(table.page)
    before = table.cell("A1").bounding_box()["width"]
    table.button("Larger board").click()
    until(table.page, f"() => document.querySelector('[role=gridcell]').clientWidth > {before}")
    table.button("Smaller board").click()
    table.button("Smaller board").click()
    until(table.page, f"() => document.querySelector('[role=gridcell]').clientWidth < {before}")


def test_on_a_wide_screen_board_moves_and_analysis_are_seen_at_once(sit_down):
    table = sit_down("warfare/blitz/Smolensk", viewport=VAST)
    for part in (table.board, table.analysis, table.chart, table.moves.first, table.tool("undo")):
        expect(part).to_be_in_viewport(ratio=1)
    lay_out(table.page)
    assert table.board.bounding_box()["height"] > 0.6 * VAST["height"]


def test_on_a_phone_board_score_and_buttons_are_seen_at_once(sit_down):
    table = sit_down("warfare/blitz/Smolensk", viewport=NARROW)
    for part in (table.status, table.board, table.players.first, table.tool("undo")):
        expect(part).to_be_in_viewport(ratio=0.99)
    lay_out(table.page)
    assert table.board.bounding_box()["width"] > 0.85 * NARROW["width"]


# Where the board is, and what is below the note.
PLACES = """() => ["#board", ".tools", ".record"].map(name => {
  const { x, y, width } = document.querySelector(name).getBoundingClientRect();
  return [name, x, y, width];
})"""


@pytest.mark.parametrize("options", [{}, {"viewport": NARROW, "has_touch": True, "is_mobile": True}])
@pytest.mark.parametrize("start", STARTS[:3])
def test_a_note_covers_no_cell_and_moves_nothing(sit_down, start, options):
    table = sit_down(start, ("person", "level:2"), **options)
    expect(table.status).to_have_text(re.compile("^Your move"))
    lay_out(table.page)
    before = table.page.evaluate(PLACES)
    table.tool("rematch").click()
    notice = table.page.get_by_role("complementary", name="Notice")
    expect(notice).to_be_in_viewport(ratio=1)
    lay_out(table.page)
    note, board = (part.bounding_box() for part in (notice, table.page.locator("#stage")))
    assert board["x"] + board["width"] <= note["x"] or board["y"] + board["height"] <= note["y"]
    if start != STARTS[2]:  # the largest board is higher than a phone
        assert table.page.evaluate(PLACES) == before


BACKGROUND = """() => {
  const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number);
  return (red + green + blue) / 3;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_light_or_dark_as_the_system_is(open_page, scheme):
    page = open_page(color_scheme=scheme)
    assert (page.evaluate(BACKGROUND) < 80) == (scheme == "dark")
    page.emulate_media(color_scheme="light" if scheme == "dark" else "dark")
    assert (page.evaluate(BACKGROUND) < 80) == (scheme == "light")


def test_who_wants_it_otherwise_chooses_the_theme_and_keeps_it(open_page):
    table = Table(open_page(color_scheme="light"))
    theme = table.page.get_by_role("button", name=re.compile("^Theme"))
    theme.click()
    expect(theme).to_have_accessible_name("Theme: light")
    theme.click()
    expect(theme).to_have_accessible_name("Theme: dark")
    assert table.page.evaluate(BACKGROUND) < 80
    table.page.reload()
    expect(theme).to_have_accessible_name("Theme: dark")
    assert table.page.evaluate(BACKGROUND) < 80


# Counts what moves from now on.
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


def test_conquered_cells_turn_visibly(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start)
    table.page.evaluate(WATCH_MOTION)
    table.click("C3")
    table.expect_moves("C3 Raid")
    moving = table.page.evaluate("window.moving")
    assert {label[:2] for label in moving} >= {"C3", "D3", "C4"}
    assert not any(label.startswith(("A1,", "C1,", "D2,")) for label in moving)


def test_a_piece_slides(sit_down):
    table = sit_down("starcircle/standard/initial")
    table.page.evaluate(WATCH_MOTION)
    table.click("C3", "D4")
    table.expect_moves("C3-D4")
    assert "svg" in table.page.evaluate("window.moving")


@pytest.mark.parametrize(("start", "squares"), [(example("warfare-3")[1], ["C3"]), (STARTS[1], ["C3", "D4"])])
def test_nothing_moves_for_those_who_want_no_motion(sit_down, start, squares):
    table = sit_down(start, reduced_motion="reduce")
    table.page.evaluate(WATCH_MOTION)
    table.click(*squares)
    expect(table.moves).to_have_count(2)
    expect(table.playable).not_to_have_count(0)  # the server has answered
    table.tool("help").click()
    expect(table.dialog("How to play here")).to_be_visible()
    assert table.page.evaluate("window.moving") == []


def test_a_first_tap_shows_and_a_second_plays(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start, viewport=NARROW, has_touch=True, is_mobile=True)
    table.cell("C3").tap()
    expect(table.detail).to_contain_text("C3 Raid conquers D3 and C4: +31")
    table.expect_moves()
    table.cell("C3").tap()
    table.expect_moves("C3 Raid")


def test_after_a_tap_both_kinds_of_move_are_offered(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start, viewport=NARROW, has_touch=True, is_mobile=True)
    table.cell("C3").tap()
    expect(table.button("C3 Raid +31")).to_be_visible()
    table.button("C3 Stake +9").tap()
    table.expect_moves("C3 Stake")


def test_the_switch_is_tapped_between_two_taps_on_a_cell(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start, viewport=NARROW, has_touch=True, is_mobile=True)
    table.cell("C3").tap()
    expect(table.detail).to_contain_text("C3 Raid")
    table.button("Stake").tap()
    expect(table.button("Stake")).to_have_attribute("aria-pressed", "true")
    table.cell("C3").tap()
    table.expect_moves("C3 Stake")


def test_a_finger_that_stays_stakes(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start, viewport=NARROW, has_touch=True, is_mobile=True)
    lay_out(table.page)
    table.cell("C3").scroll_into_view_if_needed()
    box = table.cell("C3").bounding_box()
    finger = table.page.context.new_cdp_session(table.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    table.expect_moves("C3 Stake")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    table.expect_moves("C3 Stake")


def test_one_tap_is_enough_for_those_who_say_so(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start, viewport=NARROW, has_touch=True, is_mobile=True)
    table.tool("help").tap()
    table.dialog("How to play here").get_by_role("checkbox").uncheck()
    table.page.keyboard.press("Escape")
    table.cell("C3").tap()
    table.expect_moves("C3 Raid")
