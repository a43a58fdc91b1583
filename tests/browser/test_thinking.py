"""What the computer thinks, shown while it thinks."""

import re

import pytest
from playwright.sync_api import expect
from support.browser.play_page import TINY, Table, example, lay_out, link, stop_clock, until
from support.serving import serving

from outply.web.search_slots import SearchSlots

SMOLENSK = "warfare/raid/Smolensk"
LARGE = "warfare/raid/random:8:1"

# Keeps every text that the element ever shows.
RECORD = """element => {
  window.shown = [];
  new MutationObserver(() => window.shown.push(element.textContent)).observe(
    element, {childList: true, subtree: true, characterData: true});
}"""
DEPTHS = "window.shown.map(text => Number(/Depth(\\d+)/.exec(text)?.[1])).filter(Boolean)"
UNKNOWN = "\N{EN DASH}"


def test_an_analysis_shows_depth_value_line_nodes_and_speed(sit_down):
    table = sit_down(SMOLENSK)
    table.button("Analyse").click()  # there is one button of that name
    expect(table.fact("Depth")).to_have_text(re.compile(r"\d"))
    expect(table.fact("Value")).to_have_text(re.compile(r"^([XO] \+\d+|Even)$"))
    expect(table.fact("Nodes")).to_have_text(re.compile(r"\d"))
    expect(table.fact("Speed")).to_have_text(re.compile(r"\d.*/s"))
    line = table.analysis.get_by_role("list", name="Best line").get_by_role("listitem")
    expect(line.first).to_have_text(re.compile(r"^[A-F][1-6] Stake$"))
    expect(line.nth(1)).to_have_text(re.compile(r"^[A-F][1-6] (Stake|Raid)$"))


def test_an_analysis_deepens_while_one_looks_on(sit_down):
    table = sit_down(SMOLENSK)
    table.analysis.locator("dl").evaluate(RECORD)
    table.tool("analyse").click()
    until(table.page, f"() => new Set({DEPTHS}).size > 2")
    depths = table.page.evaluate(DEPTHS)
    assert depths == sorted(depths)


def test_a_solved_position_is_said_to_be_solved(sit_down):
    table = sit_down(TINY)
    table.tool("analyse").click()
    expect(table.fact("Depth")).to_have_text("solved")
    expect(table.fact("Value")).to_have_text("X +8")


def test_a_move_of_the_best_line_is_a_click_away(sit_down):
    table = sit_down(SMOLENSK, moves=["F6 Stake"])
    table.tool("previous").click()
    table.tool("analyse").click()
    steps = table.analysis.get_by_role("list", name="Best line").get_by_role("button")
    expect(steps.nth(1)).to_be_visible()
    table.tool("analyse").click()
    line = steps.all_inner_texts()
    steps.nth(1).click()
    table.expect_moves("F6 Stake", *line[:2])
    expect(table.here).to_have_text(line[1])


def test_an_analysis_follows_the_game(sit_down):
    table = sit_down(TINY)
    table.tool("analyse").click()
    expect(table.fact("Depth")).to_have_text("solved")
    with table.page.expect_request(re.compile("/api/analyse$")) as request:
        table.click("A1")
    assert request.value.post_data_json["moves"] == ["A1 Stake"]
    expect(table.fact("Value")).to_have_text("X +8")


def test_what_was_thought_is_there_again_when_one_comes_back(sit_down):
    table = sit_down(TINY)
    table.tool("analyse").click()
    expect(table.fact("Depth")).to_have_text("solved")
    table.tool("analyse").click()
    table.click("A1")
    expect(table.fact("Depth")).to_have_text(UNKNOWN)
    table.tool("previous").click()
    expect(table.fact("Depth")).to_have_text("solved")


@pytest.fixture
def narrow_server():
    """A server for one search at a time: who comes second is served when the first one is done."""
    with serving(SearchSlots(slots=1, max_queued=1)) as running:
        yield running


@pytest.fixture
def busy_table(browser, narrow_server):
    """A page that has the only search of the server for a minute."""
    context = browser.new_context()
    table = Table(context.new_page(), narrow_server.url + link(LARGE, ("person", "engine:60s")))
    table.page.get_by_label("Seconds to think").select_option("60")
    table.tool("analyse").click()
    expect(table.fact("Depth")).to_have_text(re.compile(r"\d"))
    yield table
    context.close()


def expect_free(server):
    """The server's search has ended: another one gets its turn, well before the minute is over."""
    asked = {"start": TINY, "player": "minimax:1"}
    while (status := server.ask("/api/choose", asked)[0]) == 429:
        pass  # a server where nobody may wait has not noticed it yet
    assert status == 200


def test_stop_ends_the_search_of_the_server(busy_table, narrow_server):
    stop = busy_table.analysis.get_by_role("button", name="Stop")
    stop.focus()
    busy_table.page.keyboard.press("Enter")
    expect(stop).to_be_hidden()
    expect(busy_table.button("Analyse")).to_be_focused()
    expect(busy_table.button("Analyse")).to_have_attribute("aria-pressed", "false")
    expect(busy_table.fact("Depth")).to_have_text(re.compile(r"\d"))
    expect_free(narrow_server)


def test_who_leaves_ends_the_search(busy_table, narrow_server):
    busy_table.page.close()
    expect_free(narrow_server)


def test_a_move_ends_the_search_about_the_position_before(busy_table):
    busy_table.tool("analyse").click()
    busy_table.click("A1")
    expect(busy_table.status).to_have_text("O is thinking")
    expect(busy_table.fact("Depth")).to_have_text(UNKNOWN)


def test_a_computer_player_can_be_stopped(busy_table, narrow_server):
    busy_table.tool("analyse").click()
    busy_table.click("A1")
    expect(busy_table.status).to_have_text("O is thinking")
    busy_table.button("Stop").click()
    expect(busy_table.status).to_have_text("Paused")
    expect_free(narrow_server)
    expect(busy_table.button("Let Engine 60 s move")).to_be_visible()


def test_a_thinking_computer_shows_for_how_long_and_moves_at_once_when_asked(sit_down):
    table = sit_down("warfare/raid/random:8:1", ("person", "engine:60s"))
    expect(table.status).to_have_text("Your move, X")
    stop_clock(table.page)
    table.click("A1")
    expect(table.status).to_have_text("O is thinking")
    expect(table.players.nth(1)).to_contain_text("thinking")
    table.page.clock.run_for(3_000)
    expect(table.players.nth(1)).to_contain_text("3 s")
    with table.page.expect_request(re.compile("/api/choose$")) as request:
        table.button("Move now").click()
    assert request.value.post_data_json["player"] == "engine:0.1s"
    expect(table.button("Move now")).to_have_count(0)
    table.page.clock.resume()
    expect(table.moves).to_have_count(3)


def test_a_quick_computer_cannot_be_hurried(busy_table):
    """The minute of the other search makes a level wait for its turn."""
    setting = "#start=warfare/raid/random:8:1&players=person,level:3"
    page = busy_table.page.context.new_page()
    quick = Table(page, busy_table.page.url.partition("#")[0] + setting)
    quick.click("A1")
    expect(quick.status).to_have_text("O is thinking")
    expect(quick.button("Move now")).to_have_count(0)


def test_a_refused_search_is_said_in_words_and_can_be_tried_again(browser):
    with serving(SearchSlots(slots=1, max_queued=0)) as server:
        contexts = [browser.new_context(), browser.new_context()]
        first, second = (Table(context.new_page(), server.url + link(LARGE)) for context in contexts)
        first.page.get_by_label("Seconds to think").select_option("60")
        first.tool("analyse").click()
        expect(first.fact("Depth")).to_have_text(re.compile(r"\d"))
        second.tool("analyse").click()
        expect(second.detail).to_contain_text("all search slots are in use")
        contexts[0].close()
        expect_free(server)
        second.button("Try again").click()
        expect(second.fact("Depth")).to_have_text(re.compile(r"\d"))
        contexts[1].close()


def test_the_bar_shows_who_leads(sit_down):
    table = sit_down(TINY)
    expect(table.bar).to_have_attribute("aria-valuenow", "50")
    expect(table.bar).to_have_attribute("aria-valuetext", "Score: even")
    table.click("A1")
    expect(table.bar).to_have_attribute("aria-valuetext", "Score: X +9")
    assert int(table.bar.get_attribute("aria-valuenow")) > 80


def test_the_bar_shows_what_the_search_expects(sit_down):
    table = sit_down("warfare/raid/X/9_1/1_1/O./..")
    expect(table.bar).to_have_attribute("aria-valuetext", "Score: O +9")
    table.tool("analyse").click()
    expect(table.bar).to_have_attribute("aria-valuetext", re.compile(r"Evaluation: [XO] \+\d+"))


def test_every_legal_move_has_its_value_on_its_cell(sit_down):
    position, start = example("warfare-3")
    table = sit_down(start)
    plain = table.look("A1")
    table.tool("values").click()
    expect(table.tool("values")).to_have_attribute("aria-pressed", "true")
    valued = table.board.locator('[role=gridcell][aria-label*="worth"]')
    expect(valued).to_have_count(position.owners.count("."))
    for cell in valued.all():
        expect(cell).to_have_text(re.compile(r"^\d+\s*\D?\d+$"), use_inner_text=True)
    expect(table.cell("C1")).to_have_text("1", use_inner_text=True)
    table.expect_other_look("A1", plain)
    table.tool("values").click()
    expect(valued).to_have_count(0)
    expect(table.cell("A1")).to_have_text("20", use_inner_text=True)


def test_the_best_move_stands_out_among_the_values(sit_down):
    table = sit_down(TINY)
    table.tool("values").click()
    expect(table.cell("A1")).to_have_attribute("aria-label", re.compile(r"worth plus 8"))
    expect(table.cell("B1")).to_have_attribute("aria-label", re.compile(r"worth minus \d"))
    table.expect_same_look("A2", "B1")
    table.expect_other_look("A1", table.look("B1"))


def test_pieces_and_their_targets_have_values(sit_down):
    _, start = example("starcircle-1")
    table = sit_down(start)
    table.tool("values").click()
    expect(table.cell("F4")).to_have_text(re.compile(r"\+\d+"))
    table.click("F4")
    expect(table.cell("H2")).to_have_text(re.compile(r"\+160"))
    expect(table.cell("G5")).to_have_text(re.compile(r"\d"), use_inner_text=True)


def test_a_hint_points_out_a_move_and_makes_none(sit_down):
    table = sit_down(TINY)
    before = table.look("A1")
    table.tool("hint").click()
    expect(table.heard).to_have_text("Hint: A1 Stake, value plus 8.")
    expect(table.detail).to_have_text("Hint: A1 Stake, +8")
    table.expect_other_look("A1", before)
    table.expect_moves()


def test_a_click_into_the_chart_goes_there(sit_down):
    table = sit_down(TINY, moves=["A1 Stake", "B2 Stake", "B1 Raid", "A2 Stake"])
    expect(table.chart).to_have_attribute("aria-valuetext", "after 4 of 4 moves: X +10")
    lay_out(table.page)
    box = table.chart.bounding_box()
    for share, here, text in [
        (0.5, "B2 Stake", "after 2 of 4 moves: X +8"),
        (0.02, "Start", "after 0 of 4 moves: even"),
        (0.98, "A2 Stake", "after 4 of 4 moves: X +10"),
    ]:
        table.chart.click(position={"x": box["width"] * share, "y": box["height"] / 2})
        expect(table.here).to_have_text(here)
        expect(table.chart).to_have_attribute("aria-valuetext", text)
    assert table.chart.locator("path").count() > 1
    expect(table.chart.locator("text")).to_have_text(["+11", "0", "\N{MINUS SIGN}11"])


def test_arrow_keys_go_along_the_chart(sit_down):
    table = sit_down(TINY, moves=["A1 Stake", "B2 Stake"])
    table.chart.focus()
    for key, now in [("ArrowLeft", "1"), ("Home", "0"), ("ArrowRight", "1"), ("End", "2")]:
        table.page.keyboard.press(key)
        expect(table.chart).to_have_attribute("aria-valuenow", now)
