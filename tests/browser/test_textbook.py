"""Textbook mode: the answer to an input.txt, and minimax and alpha-beta instead of the engine."""

import re
from typing import Any

import pytest
from browser.conftest import NARROW, OpenGame
from conftest import ROOT
from playwright.sync_api import Locator, expect
from support.browser.accessibility import accessibility_violations
from support.browser.new_game import Setup
from support.browser.play_page import TINY, PlayPage, drop, hold_requests
from support.browser.screenshots import SIZE, take_picture

from outply.formats import question
from outply.search import literal

EXAMPLES = sorted((ROOT / "examples").glob("*.in"))


def choose_source(play: PlayPage, name: str) -> None:
    play.analysis.get_by_role("radio", name=name).check()


def output_of(play: PlayPage) -> Locator:
    return play.analysis.get_by_label("output.txt", exact=True)


def opinion_of(play: PlayPage) -> Locator:
    return play.analysis.locator("#textbook-opinion")


def test_pasted_examples_show_the_bytes_of_their_output(open_game: OpenGame) -> None:
    play = open_game(TINY)
    assert len(EXAMPLES) == 4
    for path in EXAMPLES:
        setup = Setup(play)
        setup.choose("Board", "Paste")
        setup.dialog.get_by_label("Paste or drop").fill(path.read_text())
        setup.start()
        asked = question.read(path.read_bytes())
        assert asked.depth is not None
        expect(output_of(play)).to_have_js_property("textContent", path.with_suffix(".out").read_bytes().decode())
        mode = {"MINIMAX": "Minimax", "ALPHABETA": "Alpha-beta"}[asked.mode]
        expect(play.analysis.get_by_role("radio", name=mode)).to_be_checked()
        expect(play.analysis.get_by_label("depth")).to_have_value(str(asked.depth))
        visits = literal.search(asked.position, asked.depth, asked.mode).reported_nodes
        expect(play.fact("Visits")).to_have_text(f"{visits:,}")
        expect(play.moves).to_have_count(1)  # no move is made before the answer is read
        expect(opinion_of(play)).to_have_text(re.compile("^The engine (agrees|would play)"))


def test_copy_puts_the_output_into_the_clipboard(open_game: OpenGame) -> None:
    play = open_game(TINY, own_context=True, permissions=["clipboard-read", "clipboard-write"])
    drop(play.page, play.board, (ROOT / "examples/warfare-3.in").read_text())
    expect(output_of(play)).to_be_visible()
    play.analysis.get_by_role("button", name="Copy output.txt").press("Enter")
    expect(play.announced).to_have_text("output.txt copied.")
    expected = (ROOT / "examples/warfare-3.out").read_text()
    assert play.page.evaluate("navigator.clipboard.readText()") == expected


def test_values_and_line_are_those_of_the_chosen_search(open_game: OpenGame) -> None:
    play = open_game(TINY)
    play.tool("values").click()
    choose_source(play, "Minimax")
    depth = play.analysis.get_by_label("depth")
    depth.fill("1")
    depth.press("Enter")
    expect(play.cell("A1").locator(".board-value")).to_have_text("+9")
    expect(play.cell("B2").locator(".board-value")).to_have_text("+1")
    expect(play.fact("Visits")).to_have_text("5")
    expect(play.analysis.get_by_role("list", name="Best line").get_by_role("listitem")).to_have_text(["A1 Stake"])
    expect(play.analysis).to_contain_text("Values on the board: for X, minimax, depth 1.")
    choose_source(play, "Alpha-beta")
    expect(play.cell("B2").locator(".board-value")).to_have_text("+1")  # a leaf is evaluated, not bounded
    depth.fill("2")
    depth.press("Enter")
    expect(play.cell("B2").locator(".board-value")).to_have_text(re.compile("^≤"))
    expect(play.cell("B2")).to_have_attribute("aria-label", re.compile("worth at most "))
    play.analysis.get_by_label("evaluation").select_option("own")
    expect(play.analysis).to_contain_text("alpha-beta, depth 2, evaluation own")
    choose_source(play, "Engine")
    expect(play.fact("Depth")).to_have_text("solved")


def test_output_is_hidden_after_the_first_move(open_game: OpenGame) -> None:
    play = open_game(TINY)
    choose_source(play, "Minimax")
    expect(output_of(play)).to_be_visible()
    play.click("A1")
    expect(output_of(play)).to_be_hidden()
    expect(play.fact("Value")).to_have_text(re.compile(r"\d"))


def test_search_that_is_too_large_waits_for_a_decision(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/Smolensk")
    choose_source(play, "Minimax")
    depth = play.analysis.get_by_label("depth")
    depth.fill("12")
    depth.press("Enter")
    expect(play.analysis).to_contain_text(re.compile("About .* visits, about .*A search may take 1 minute here"))
    with hold_requests(play.page, "solve/stream"):  # of a smaller depth, the answer does not matter here
        play.analysis.get_by_role("button", name=re.compile(r"Search depth \d$")).click()
        expect(depth).not_to_have_value("12")


def test_running_search_shows_its_progress_and_can_be_stopped(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/Smolensk")
    choose_source(play, "Minimax")
    depth = play.analysis.get_by_label("depth")
    depth.fill("12")
    depth.press("Enter")
    play.analysis.get_by_role("button", name="Search depth 12 anyway").click()
    expect(play.analysis).to_contain_text(re.compile(r"Searching … \d+ of 36 root moves, .* visits"))
    expect(play.analysis.get_by_role("progressbar", name="Progress")).to_be_visible()
    play.analysis.get_by_role("button", name="Stop").press("Enter")
    expect(play.analysis.get_by_role("progressbar", name="Progress")).to_be_hidden()
    expect(play.button("Analyse")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize(
    ("options", "picture"),
    [({"viewport": SIZE}, "play-textbook"), ({"viewport": NARROW, "has_touch": True}, None)],
    ids=["wide", "phone"],
)
def test_textbook_panel_is_accessible_and_fits(
    open_game: OpenGame, options: dict[str, Any], picture: str | None
) -> None:
    play = open_game(TINY, **options)
    drop(play.page, play.board, (ROOT / "examples/warfare-3.in").read_text())
    play.tool("values").click()
    expect(output_of(play)).to_be_visible()
    expect(opinion_of(play)).to_have_text(re.compile("^The engine"))
    if picture:
        take_picture(play.page, picture)
    assert accessibility_violations(play.page, "#thoughts") == []
    assert play.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
