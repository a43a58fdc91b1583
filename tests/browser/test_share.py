"""Sharing: links and downloaded files."""

import re
from pathlib import Path
from xml.etree import ElementTree

from browser.conftest import OpenGame, OpenPage
from conftest import ROOT
from playwright.sync_api import Locator, expect
from support.assertions import not_none
from support.browser.accessibility import accessibility_violations
from support.browser.keyboard_walk import keyboard_problems
from support.browser.play_page import TINY, TINY_GAME, PlayPage, drop, example, link

from outply.arena import match
from outply.formats import game_record, question
from outply.games import all_games, svg
from outply.players.registry import player


class Taking:
    """The share dialog."""

    def __init__(self, play: PlayPage) -> None:
        self.page = play.page
        self.dialog = play.dialog("Share and download")
        play.tool("take").click()
        expect(self.dialog).to_be_visible()

    def button(self, name: str) -> Locator:
        return self.dialog.get_by_role("button", name=f"Download {name}")

    def download(self, name: str) -> tuple[str, bytes]:
        """Download the file of the button `name`; return its file name and its content."""
        with self.page.expect_download() as download:
            self.button(name).click()
        return download.value.suggested_filename, download.value.path().read_bytes()


def test_link_opens_the_same_position(open_game: OpenGame, open_page: OpenPage) -> None:
    _, start = example("warfare-3")
    play = open_game(start, permissions=["clipboard-read", "clipboard-write"])
    play.click("C3")
    expect(play.status).to_have_text("O to move")
    taking = Taking(play)
    taking.dialog.get_by_role("button", name="Copy", exact=True).click()
    expect(taking.dialog).to_contain_text("Link copied")
    expect(taking.dialog).to_contain_text("Works on this computer only.")
    link = play.page.evaluate("navigator.clipboard.readText()")
    assert link == taking.dialog.get_by_label("Link to this position").input_value()

    there = PlayPage(open_page(link.partition("/#")[1] + link.partition("/#")[2]))
    there.expect_moves("C3 Raid")
    there.expect_owners(["..00.", "..010", "..00.", "..01.", "....."])
    expect(there.status).to_have_text("O to move")


def test_position_can_be_exported(open_game: OpenGame) -> None:
    position, start = example("warfare-3")
    play = open_game(start, permissions=["clipboard-read", "clipboard-write"])
    taking = Taking(play)
    expect(taking.button("Game record")).to_be_disabled()  # the game is not finished
    algorithm, depth = taking.dialog.get_by_label("Algorithm"), taking.dialog.get_by_label("Depth")
    algorithm.select_option("ALPHABETA")
    depth.fill("4")
    assert taking.download("output.txt") == ("output.txt", (ROOT / "examples/warfare-3.out").read_bytes())
    taking.dialog.get_by_role("button", name="Copy position").click()
    expect(taking.dialog).to_contain_text("Position copied.")
    assert play.page.evaluate("navigator.clipboard.readText()").split()[:5] == list("ABCDE")
    play.page.keyboard.press("Escape")

    play.click("C3")
    expect(play.status).to_have_text("O to move")
    taking = Taking(play)
    algorithm.select_option("MINIMAX")
    depth.fill("2")
    name, data = taking.download("input.txt")
    assert name == "input.txt"
    asked = question.read(data)
    now = position.play(all_games()["warfare"].parse_move("C3 Raid"))
    assert (asked.mode, asked.depth, asked.position) == ("MINIMAX", 2, now)
    name, data = taking.download("Picture (SVG)")
    assert name == "board.svg"
    assert data.decode() == svg.render_position(now, all_games()["warfare"].parse_move("C3 Raid"))
    assert ElementTree.fromstring(data).tag == "{http://www.w3.org/2000/svg}svg"
    name, data = taking.download("Picture (PNG)")
    assert (name, data[:8]) == ("board.png", b"\x89PNG\r\n\x1a\n")
    play.page.keyboard.press("Escape")

    _, start = example("starcircle-1")
    play.page.evaluate("hash => location.hash = hash", link(start)[1:])
    expect(play.cells).to_have_count(64)
    taking = Taking(play)
    algorithm.select_option("MINIMAX")
    depth.fill("2")
    assert taking.download("output.txt")[1] == (ROOT / "examples/starcircle-1.out").read_bytes()


def test_opened_and_dropped_records_show_the_recorded_players(open_game: OpenGame) -> None:
    played = match.play(all_games()["warfare"].start("raid", "Smolensk"), player("greedy"), player("alphabeta:2"))
    play = open_game(TINY, ("person", "level:1"))
    play.tool("new").click()
    dialog = play.dialog("New game")
    dialog.get_by_role("radio", name="Paste").check()
    dialog.get_by_label("An input.txt").fill(game_record.write(played))
    expect(dialog).to_contain_text("The record is of a game between greedy and Alpha-beta 2.")
    dialog.get_by_role("button", name="Start game").click()

    expect(play.status).to_have_text(played.result)
    play.expect_moves(*(str(turn.move) for turn in played.turns))
    expect_players(play, "greedy", "Alpha-beta 2")
    play.page.reload()
    expect(play.status).to_have_text(played.result)
    expect_players(play, "greedy", "Alpha-beta 2")
    data = Taking(play).download("Game record")[1]
    assert game_record.read(data, "the file").players == played.players
    play.page.keyboard.press("Escape")

    # A person who continues the game is not one of the recorded players.
    play.tool("first").click()
    expect_players(play, "greedy", "Alpha-beta 2")
    expect(play.status).to_have_text("X to move")
    first = played.turns[0].move
    other = next(move for move in played.start.moves() if move != first)
    play.type(str(other))
    expect_players(play, "You", "Alpha-beta 2")

    played = match.play(all_games()["warfare"].start("raid", "Keren"), player("minimax:1"), player("random:1"))
    drop(play.page, play.board, game_record.write(played))
    expect(play.moves).to_have_count(37)
    expect_players(play, "Minimax 1", "random:1")
    expect(play.status).to_have_text(re.compile("^(X|O) wins|^A draw"))


def expect_players(play: PlayPage, *names: str) -> None:
    expect(play.players.locator(".player-who span")).to_have_text(names)


def test_finished_game_can_be_exported_as_a_record_and_a_replay(open_game: OpenGame, tmp_path: Path) -> None:
    play = open_game(TINY, ("person", "level:1"), moves=TINY_GAME)
    taking = Taking(play)
    expect(taking.button("input.txt")).to_be_disabled()  # there is no move to ask for
    expect(taking.button("output.txt")).to_be_disabled()
    name, data = taking.download("Game record")
    assert name == "game.record"
    found = game_record.read(data, name)
    assert [str(turn.move) for turn in found.turns] == [*TINY_GAME]
    assert found.players == ("person", "level:1")
    assert found.result == "X wins by 10"
    name, data = taking.download("Replay")
    assert name == "game.html"
    (tmp_path / name).write_bytes(data)
    requests = []
    page = play.page.context.new_page()
    page.on("request", lambda request: requests.append(request.url))
    page.goto((tmp_path / name).as_uri())
    expect(page.get_by_role("heading", level=1)).to_have_text("Person v Beginner")
    expect(page.get_by_text("Person (X) wins by 10")).to_be_visible()
    detail = page.locator(".readout-detail")
    expect(detail).to_have_text("Start position, 4 moves")
    for number, words in enumerate(["X: A1 Stake", "O: B2 Stake", "X: B1 Raid", "O: A2 Stake"], start=1):
        page.get_by_role("button", name="One move forward").click()
        expect(detail).to_have_text(f"Move {number} of 4: {words}")
    page.get_by_role("button", name="One move back").click()
    expect(detail).to_have_text("Move 3 of 4: X: B1 Raid")
    page.get_by_text("Analyse here").click()
    address = page.get_by_role("link", name="open this position").get_attribute("href")
    assert accessibility_violations(page) == []
    assert keyboard_problems(page) == []
    assert requests == [page.url]
    page.goto(not_none(address))
    expect(page.locator("#moves [aria-current]")).to_have_text("B1 Raid")
