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
    freeze_clock,
    link,
    posted_json,
    wait_for_layout,
    wait_until,
)
from support.serving import Server, serving

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


def test_analysis_shows_its_figures_and_deepens_over_time(open_game: OpenGame) -> None:
    play = open_game(SMOLENSK)
    play.analysis.locator("dl").evaluate(RECORD)
    play.button("Analyse").click()  # the name is unique
    expect(play.fact("Depth")).to_have_text(re.compile(r"\d"))
    expect(play.fact("Value")).to_have_text(re.compile(r"^≈ ([XO] \+\d+|Even)$"))
    expect(play.fact("Nodes")).to_have_text(re.compile(r"\d"))
    expect(play.fact("Speed")).to_have_text(re.compile(r"\d.*/s"))
    line = play.analysis.get_by_role("list", name="Best line").get_by_role("listitem")
    expect(line.first).to_have_text(re.compile(r"^[A-F][1-6] Stake$"))
    expect(line.nth(1)).to_have_text(re.compile(r"^[A-F][1-6] (Stake|Raid)$"))
    wait_until(play.page, f"() => new Set({DEPTHS}).size > 2")
    depths = play.page.evaluate(DEPTHS)
    assert depths == sorted(depths)


def test_bar_shows_the_score_and_during_an_analysis_the_evaluation(open_game: OpenGame) -> None:
    play = open_game(TINY)
    expect(play.bar).to_have_attribute("aria-valuenow", "50")
    expect(play.bar).to_have_attribute("aria-valuetext", "Score: even")
    play.click("A1")
    expect(play.bar).to_have_attribute("aria-valuetext", "Score: X +9")
    assert int(play.bar.get_attribute("aria-valuenow") or 0) > 80
    play.tool("analyse").click()
    expect(play.bar).to_have_attribute("aria-valuetext", "Evaluation: X +8, solved")


def test_analysis_restarts_after_a_move_and_is_restored_at_a_visited_position(open_game: OpenGame) -> None:
    play = open_game(TINY)
    play.tool("analyse").click()
    expect(play.fact("Depth")).to_have_text("solved")
    expect(play.fact("Value")).to_have_text("X +8")
    with play.page.expect_request(re.compile("/api/analyse$")) as request:
        play.click("A1")
    assert posted_json(request.value)["moves"] == ["A1 Stake"]
    expect(play.fact("Value")).to_have_text("X +8")
    play.tool("analyse").click()
    play.click("B2")
    expect(play.fact("Depth")).to_have_text(UNKNOWN)
    play.tool("previous").click()
    expect(play.fact("Depth")).to_have_text("solved")


def test_click_on_a_move_of_the_principal_variation_plays_the_moves_up_to_it(open_game: OpenGame) -> None:
    play = open_game(SMOLENSK, moves=["F6 Stake"])
    play.tool("previous").click()
    play.tool("analyse").click()
    steps = play.analysis.get_by_role("list", name="Best line").get_by_role("button")
    expect(steps.nth(1)).to_be_visible()
    play.tool("analyse").click()
    line = steps.all_inner_texts()
    steps.nth(1).click()
    play.expect_moves("F6 Stake", *line[:2])
    expect(play.here).to_have_text(line[1])


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


def test_stop_ends_the_servers_search(busy_page: PlayPage, narrow_server: Server) -> None:
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


def test_move_ends_the_search_and_the_computer_can_be_stopped(busy_page: PlayPage, narrow_server: Server) -> None:
    busy_page.tool("analyse").click()
    busy_page.click("A1")
    expect(busy_page.status).to_have_text("O is thinking")
    expect(busy_page.fact("Depth")).to_have_text(UNKNOWN)
    busy_page.button("Stop").click()
    expect(busy_page.status).to_have_text("Paused")
    expect_free(narrow_server)
    expect(busy_page.button("Let Engine 60 s move")).to_be_visible()


def test_leaving_the_page_ends_the_search(busy_page: PlayPage, narrow_server: Server) -> None:
    busy_page.page.close()
    expect_free(narrow_server)


def test_computer_shows_its_thinking_time_and_plays_at_once_on_request(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/random:8:1", ("person", "engine:60s"), own_context=True)
    expect(play.status).to_have_text("Your move, X")
    freeze_clock(play.page)
    play.click("A1")
    expect(play.status).to_have_text("O is thinking")
    expect(play.button("Move now")).to_have_count(0)  # not before the first second
    play.page.clock.run_for(3_000)
    expect(play.players.nth(1)).to_contain_text("O3 sEngine 60 s")
    with play.page.expect_request(re.compile("/api/choose$")) as request:
        play.button("Move now").click()
    assert posted_json(request.value)["player"] == "engine:0.1s"
    expect(play.button("Move now")).to_have_count(0)
    play.page.clock.resume()
    expect(play.moves).to_have_count(3)


def test_fast_computer_has_no_move_now_button(busy_page: PlayPage) -> None:
    """Another search holds the only slot for a minute, so that the fast computer player has to wait."""
    setting = "#start=warfare/raid/random:8:1&players=person,level:3"
    page = busy_page.page.context.new_page()
    quick = PlayPage(page, busy_page.page.url.partition("#")[0] + setting)
    quick.click("A1")
    expect(quick.status).to_have_text("O is thinking")
    expect(quick.button("Move now")).to_have_count(0)


def test_refused_search_can_be_retried(browser: Browser) -> None:
    with serving(SearchSlots(slots=1, max_queued=0)) as server:
        contexts = [browser.new_context(), browser.new_context()]
        first, second = (PlayPage(context.new_page(), server.url + link(LARGE)) for context in contexts)
        first.page.get_by_label("Seconds to think").select_option("60")
        first.tool("analyse").click()
        expect(first.fact("Depth")).to_have_text(re.compile(r"\d"))
        second.tool("analyse").click()
        expect(second.detail).to_contain_text("All search slots are in use")
        contexts[0].close()
        expect_free(server)
        second.button("Try again").click()
        expect(second.fact("Depth")).to_have_text(re.compile(r"\d"))
        contexts[1].close()


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


def test_move_values_appear_on_pieces_and_targets(open_game: OpenGame) -> None:
    _, start = example("starcircle-1")
    play = open_game(start)
    play.tool("values").click()
    expect(play.cell("F4")).to_have_text(re.compile(r"\+\d+"))
    play.click("F4")
    expect(play.cell("H2")).to_have_text(re.compile(r"\+160"))
    expect(play.cell("G5")).to_have_text(re.compile(r"\d"), use_inner_text=True)


def test_best_cell_and_hint_and_line_agree_in_every_frame(open_game: OpenGame) -> None:
    play = open_game(SMOLENSK, moves=["A5 Stake", "B3 Stake"])
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
