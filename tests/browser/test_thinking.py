"""Analysis, move values, hints and the evaluation chart."""

import json
import re
from collections.abc import Iterator

import pytest
from browser.conftest import OpenGame
from playwright.sync_api import Browser, expect
from support import waiting
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
from support.web.serving import Server, serving

from outply.games.warfare import Position
from outply.web.search_slots import SearchSlots

SMOLENSK = "warfare/raid/Smolensk"
LARGE = "warfare/raid/random:8:1"

# Records every text the element shows.
RECORD = """element => {
  window.shown = [];
  new MutationObserver(() => window.shown.push(element.textContent)).observe(
    element, {childList: true, subtree: true, characterData: true});
}"""
DEPTHS = "window.shown.map(text => Number(/Depth(\\d+)/.exec(text)?.[1])).filter(Boolean)"
UNKNOWN = "\N{EN DASH}"

HINT_IS_FIRST_OF_LINE = """() => document.querySelector("#detail").textContent.includes(
  document.querySelector("#line-of-play .analysis-step").textContent)"""

# Records at every frame the cells that are marked as best and by the hint, and the first move of the line.
SAMPLE = """() => {
  window.samples = new Set();
  const cells = (name) => [...document.querySelectorAll(`#board .board-cell.${name}`)].map(
    (cell) => cell.getAttribute("aria-label").split(",")[0]);
  const sample = () => {
    const line = document.querySelector("#line-of-play .analysis-step")?.textContent ?? "";
    window.samples.add(JSON.stringify([cells("best"), cells("hint"), line]));
    requestAnimationFrame(sample);
  };
  sample();
}"""


@pytest.fixture
def narrow_server() -> Iterator[Server]:
    """A server with one search slot and one place in the queue."""
    with serving(SearchSlots(slots=1, max_queued=1)) as running:
        yield running


@pytest.fixture
def busy_page(browser: Browser, narrow_server: Server) -> Iterator[PlayPage]:
    """A page whose analysis holds the only search slot for a minute."""
    context = browser.new_context()
    play = PlayPage(context.new_page(), narrow_server.url + link(LARGE, ("person", "engine:60s")))
    play.page.get_by_label("Seconds to think").select_option("60")
    play.tool("analyse").click()
    expect(play.fact("Depth")).to_have_text(re.compile(r"\d"))
    yield play
    context.close()


def expect_free(server: Server) -> None:
    """Expect the search slot to be free well before the minute is over."""
    asked = {"start": TINY, "player": "minimax:1"}
    waiting.wait_until(lambda: server.ask("/api/choose", asked)[0] == 200, "the server notices the disconnect")


def test_stop_and_move_and_leaving_end_the_servers_search(busy_page: PlayPage, narrow_server: Server) -> None:
    bar = busy_page.analysis.locator(".analysis-time-bar")
    expect(bar).to_be_visible()
    expect(bar).to_have_css("animation-duration", "60s")
    busy_page.tool("hint").click()
    expect(busy_page.board.locator(".board-cell.hint")).to_have_count(1)
    stop = busy_page.analysis.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()  # the search goes on
    wait_until(busy_page.page, HINT_IS_FIRST_OF_LINE)
    stop.focus()
    busy_page.page.keyboard.press("Enter")
    expect(stop).to_be_hidden()
    expect(bar).to_be_hidden()
    expect(busy_page.button("Analyse")).to_be_focused()
    expect(busy_page.button("Analyse")).to_have_attribute("aria-pressed", "false")
    expect(busy_page.fact("Depth")).to_have_text(re.compile(r"\d"))
    expect_free(narrow_server)

    busy_page.click("A1")
    expect(busy_page.status).to_have_text("O is thinking")
    expect(busy_page.fact("Depth")).to_have_text(UNKNOWN)
    busy_page.button("Stop").click()
    expect(busy_page.status).to_have_text("Paused")
    expect_free(narrow_server)
    busy_page.button("Let Engine 60 s move").click()
    expect(busy_page.status).to_have_text("O is thinking")
    narrow_server.wait_until_busy()
    busy_page.page.close()
    expect_free(narrow_server)


def test_move_values_appear_on_the_cells(open_game: OpenGame) -> None:
    position, start = example("warfare-3")
    assert isinstance(position, Position)
    play = open_game(start)
    plain = play.style("A1")
    play.tool("values").click()
    expect(play.tool("values")).to_have_attribute("aria-pressed", "true")
    valued = play.board.locator('[role=gridcell][aria-label*="worth"]')
    # A loaded machine may not solve the position within the time limit: the values remain estimates.
    empty = [re.compile(r"^\d+\s*≈?\D?\d+$")] * position.owners.count(".")
    expect(valued).to_have_text(empty, use_inner_text=True)
    expect(play.cell("C1")).to_have_text("1", use_inner_text=True)
    play.expect_style_change("A1", plain)
    play.tool("values").click()
    expect(valued).to_have_count(0)
    expect(play.cell("A1")).to_have_text("20", use_inner_text=True)


def test_best_move_value_and_hint_are_highlighted(open_game: OpenGame) -> None:
    play = open_game(TINY)
    before = play.style("A1")
    play.tool("hint").click()
    expect(play.announced).to_have_text("Hint: A1 Stake, value plus 8.")
    expect(play.detail).to_have_text("Hint: A1 Stake, +8")
    play.expect_style_change("A1", before)
    play.expect_moves()
    play.tool("values").click()
    expect(play.cell("A1")).to_have_attribute("aria-label", re.compile(r"worth plus 8"))
    expect(play.cell("B1")).to_have_attribute("aria-label", re.compile(r"worth minus \d"))
    expect(play.board.locator('[aria-label*="best, worth plus 8"]')).to_have_count(1)
    play.expect_same_style("A2", "B1")
    play.expect_style_change("A1", play.style("B1"))
    play.click("A1")
    expect(play.analysis).to_contain_text("Values on the board: for O, at the end of the game, solved.")


@pytest.mark.parametrize(
    ("start", "moves"),
    [(SMOLENSK, ["A5 Stake", "B3 Stake"]), ("starcircle/standard/initial", ["C3-D4", "F2-E1"])],
)
def test_best_cell_and_hint_and_line_agree_in_every_frame(
    open_game: OpenGame, start: str, moves: list[str]
) -> None:
    play = open_game(start, moves=moves)
    play.page.evaluate(SAMPLE)
    play.analysis.locator("dl").evaluate(RECORD)
    play.tool("analyse").click()
    play.tool("hint").click()
    expect(play.fact("Depth")).to_have_text(re.compile(r"\d"))
    play.tool("values").click()
    expect(play.board.locator(".board-cell.best")).to_have_count(1)
    wait_until(play.page, f"() => new Set({DEPTHS}).size > 3")
    samples = [json.loads(sample) for sample in play.page.evaluate("[...window.samples]")]
    assert any(best and hint and line for best, hint, line in samples)
    for best, hint, line in samples:
        assert all(cell in line for cell in [*best, *hint]), (best, hint, line)
        assert len(best) <= 1


def test_analysis_is_in_sight_on_a_phone(open_game: OpenGame) -> None:
    play = open_game(SMOLENSK, viewport={"width": 390, "height": 844}, has_touch=True)
    play.tool("analyse").click()
    summary = play.page.locator("#analysis-summary")
    expect(summary).to_have_text(re.compile(r"^≈ .*, depth \d+: [A-F][1-6] Stake, "))
    expect(summary).to_be_in_viewport(ratio=1)


def test_clicks_and_keys_in_the_chart_go_to_that_move(open_game: OpenGame) -> None:
    play = open_game(TINY, moves=TINY_GAME)
    expect(play.chart).to_have_attribute("aria-valuetext", "after 4 of 4 moves: X +10")
    wait_for_layout(play.page)
    box = bounding_box(play.chart)
    for share, here, text in [
        (0.5, "B2 Stake", "after 2 of 4 moves: X +8"),
        (0.02, "Start", "after 0 of 4 moves: even"),
        (0.98, "A2 Stake", "after 4 of 4 moves: X +10"),
    ]:
        play.chart.click(position={"x": box["width"] * share, "y": box["height"] / 2})
        expect(play.here).to_have_text(here)
        expect(play.chart).to_have_attribute("aria-valuetext", text)
    assert play.chart.locator("path").count() > 1
    expect(play.chart.locator("text")).to_have_text(["+11", "0", "\N{MINUS SIGN}11"])
    play.chart.focus()
    for key, now in [("ArrowLeft", "3"), ("Home", "0"), ("ArrowRight", "1"), ("End", "4")]:
        play.page.keyboard.press(key)
        expect(play.chart).to_have_attribute("aria-valuenow", now)
