"""Saved games and results on the play page: opened, renamed, deleted, imported and exported."""

import json
import re
from pathlib import Path

import pytest
from browser.conftest import NARROW, OpenGame
from playwright.sync_api import Locator, expect
from support.assertions import not_none
from support.browser.accessibility import accessibility_violations
from support.browser.keyboard_walk import keyboard_problems
from support.browser.layout import CUT, LOW, OVERFLOWING
from support.browser.play_page import TINY, TINY_GAME, PlayPage, wait_for_layout
from support.browser.screenshots import SIZE, take_picture

from outply.arena import match
from outply.formats import game_record
from outply.games import all_games
from outply.players.registry import player


def open_library(play: PlayPage) -> Locator:
    play.page.keyboard.press("o")
    dialog = play.dialog("My games")
    expect(dialog).to_be_visible()
    return dialog


@pytest.fixture
def records(tmp_path: Path) -> list[Path]:
    """The records of two games, and a file that is none."""
    paths = []
    for name, seed in (("one", 1), ("two", 2)):
        start = all_games()["warfare"].start("raid", f"random:3:{seed}")
        paths.append(tmp_path / f"{name}.txt")
        paths[-1].write_text(game_record.write(match.play(start, player("greedy"), player("level:2"))))
    paths.append(tmp_path / "three.txt")
    paths[-1].write_text("no record")
    return paths


def test_saved_games_are_imported_renamed_deleted_opened_and_exported(
    open_game: OpenGame, records: list[Path]
) -> None:
    play = open_game(TINY, moves=TINY_GAME)
    dialog = open_library(play)
    games = dialog.locator(".library-games li")
    expect(games).to_have_text([re.compile(r"custom 2 . 2.*4 moves, X wins by \d+.*On the board")])
    with play.page.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Import …").click()
    chooser.value.set_files(records)
    expect(dialog.locator(".library-message")).to_contain_text("Imported 2 games.")
    expect(dialog.locator(".problem")).to_have_text(re.compile("^three.txt: "))
    expect(games).to_have_count(3)
    assert accessibility_violations(play.page, "dialog[open]") == []
    assert keyboard_problems(play.page) == []

    games.first.get_by_role("button", name="Rename").click()
    play.page.keyboard.type("Second game")
    play.page.keyboard.press("Enter")
    expect(games.first.locator("b")).to_have_text("Second game")
    games.nth(1).get_by_role("button", name="Delete").click()
    expect(games).to_have_count(2)
    play.page.keyboard.press("Enter")  # Undo has the focus
    expect(games).to_have_count(3)

    with play.page.expect_download() as download:
        dialog.get_by_role("button", name="Export all").click()
    exported = json.loads(not_none(download.value.path()).read_text())
    assert [game["entry"]["name"] for game in exported["games"]] == ["Second game", "", ""]

    dialog.get_by_role("button", name="Open Second game").click()
    expect(play.cells).to_have_count(9)
    expect(play.moves).to_have_count(10)
    play.page.reload()
    expect(play.moves).to_have_count(10)
    expect(open_library(play).locator(".library-games li").first).to_contain_text("Second game")


RESULTS = """results => localStorage.setItem("outply.results", JSON.stringify(results))"""


def result(number: int, outcome: str) -> dict[str, object]:
    return {
        "id": str(number),
        "date": f"2026-01-{number:02}T12:00:00Z",
        "game": "warfare",
        "rules": "raid",
        "size": [6, 6],
        "opponent": f"level:{2 + number % 2}",
        "outcome": outcome,
        "assisted": False,
    }


def test_won_game_offers_the_next_level_and_counts(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/X/9/.", ("person", "level:1"), viewport=SIZE)
    play.page.evaluate(RESULTS, [result(number, "won" if number < 5 else "lost") for number in range(1, 9)])
    play.page.reload()
    play.click("A1")
    expect(play.status).to_have_text("You win by 9")
    expect(play.announced).to_have_text(re.compile(r"Next level: Novice\.$"))
    dialog = open_library(play)
    expect(dialog.locator("tbody tr")).to_have_count(9)
    expect(dialog.locator("tbody tr").first).to_contain_text("Beginner (560)")
    expect(dialog.locator(".results")).to_contain_text(re.compile(r"Your rating: About 1,\d+ \(95 %: "))
    take_picture(play.page, "play-games")
    play.page.emulate_media(color_scheme="dark")
    assert accessibility_violations(play.page, "dialog[open]") == []
    dialog.get_by_role("button", name="Reset results").click()
    expect(dialog.locator(".results")).to_contain_text("Not enough rated games yet: 0 of 5.")
    play.page.keyboard.press("Enter")  # Undo has the focus
    expect(dialog.locator("tbody tr")).to_have_count(9)
    play.page.keyboard.press("Escape")
    play.button("Play Novice").click()
    expect(play.players.nth(1)).to_contain_text("Novice")
    play.expect_moves()


def test_saved_games_fit_a_phone(open_game: OpenGame) -> None:
    play = open_game(TINY, moves=TINY_GAME, viewport=NARROW, has_touch=True, is_mobile=True, color_scheme="dark")
    play.tool("games").tap()
    expect(play.dialog("My games")).to_be_visible()
    wait_for_layout(play.page)
    assert play.page.evaluate(OVERFLOWING) == []
    assert play.page.evaluate(CUT) == []
    assert play.page.evaluate(LOW) == []
