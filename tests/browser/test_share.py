"""What one takes along: a link, and files."""

import re
from xml.etree import ElementTree

import pytest
from conftest import ROOT
from playwright.sync_api import expect
from support.browser.play_page import TINY, Table, drop, example

from outply.arena.match import play
from outply.formats import game_record, question
from outply.games import all_games, svg
from outply.players.registry import player

WON = ["A1 Stake", "B2 Stake", "B1 Raid", "A2 Stake"]


def after(start, *moves):
    warfare = all_games()["warfare"]
    for move in moves:
        start = start.play(warfare.parse_move(move))
    return start


class Taking:
    """The dialog to share and download."""

    def __init__(self, table):
        self.page = table.page
        self.dialog = table.dialog("Share and download")
        table.tool("take").click()
        expect(self.dialog).to_be_visible()

    def button(self, name):
        return self.dialog.get_by_role("button", name=f"Download {name}")

    def download(self, name):
        """Return what the file is called, and what is in it."""
        with self.page.expect_download() as download:
            self.button(name).click()
        return download.value.suggested_filename, download.value.path().read_bytes()


def test_a_link_opens_the_same_position_elsewhere(sit_down, open_page):
    _, start = example("warfare-3")
    table = sit_down(start, permissions=["clipboard-read", "clipboard-write"])
    table.click("C3")
    expect(table.status).to_have_text("O to move")
    taking = Taking(table)
    taking.dialog.get_by_role("button", name="Copy").click()
    expect(taking.dialog).to_contain_text("The link is copied")
    link = table.page.evaluate("navigator.clipboard.readText()")
    assert link == taking.dialog.get_by_label("Link to this position").input_value()

    there = Table(open_page(link.partition("/#")[1] + link.partition("/#")[2]))
    there.expect_moves("C3 Raid")
    there.expect_owners(["..00.", "..010", "..00.", "..01.", "....."])
    expect(there.status).to_have_text("O to move")


def test_the_address_follows_the_game(sit_down):
    table = sit_down("warfare/raid/Smolensk", ("person", "level:2"))
    expect(table.page).to_have_url(re.compile("#start=warfare/raid/Smolensk&players=person,level:2$"))
    table.click("A5")
    expect(table.page).to_have_url(re.compile(r"&moves=A5\+Stake,[A-F][1-6]\+(Stake|Raid)&"))


def test_a_link_that_is_pasted_into_the_open_page_is_followed(sit_down):
    table = sit_down(TINY)
    table.page.evaluate("location.hash = '#start=warfare/raid/Keren&moves=C3+Stake&players=person,person'")
    table.expect_moves("C3 Stake")
    expect(table.cells).to_have_count(36)


@pytest.mark.parametrize(
    "broken", ["start=warfare/raid/Nowhere", "start=chess", "start=%E0%A4%A", "start=warfare/raid/Keren&moves=Z9"]
)
def test_a_broken_link_is_said_to_be_broken_and_there_is_a_game_all_the_same(open_page, broken):
    table = Table(open_page(f"/#{broken}"))
    expect(table.cells).to_have_count(36)
    if "%" not in broken:
        expect(table.detail).to_contain_text("The link does not lead to a game")


def test_a_link_with_an_unknown_player_says_so_and_offers_a_fresh_game(sit_down):
    table = sit_down("warfare/raid/Keren", ("alphabeta:99", "level:3"))
    expect(table.detail).to_contain_text("a player that there is not here: alphabeta:99")
    expect(table.button("Try again")).to_have_count(0)
    table.button("Start a fresh game").click()
    expect(table.status).to_have_text(re.compile("^Your move"))
    expect(table.page).to_have_url(re.compile("players=person,level:2$"))


def test_a_broken_link_that_is_pasted_does_not_stay_in_the_address(sit_down):
    table = sit_down(TINY)
    table.page.evaluate("location.hash = '#start=nowhere'")
    expect(table.detail).to_contain_text("The link does not lead to a game")
    expect(table.button("Start a fresh game")).to_be_visible()
    expect(table.page).to_have_url(re.compile("#start=warfare/raid/X/9_1"))
    table.button("All right").click()
    expect(table.status).to_have_text("X to move")


def test_input_txt_asks_about_the_position(sit_down):
    position, start = example("warfare-3")
    taking = Taking(sit_down(start, moves=["C3 Raid"]))
    taking.dialog.get_by_label("Algorithm").select_option("MINIMAX")
    taking.dialog.get_by_label("Depth").fill("2")
    name, data = taking.download("input.txt")
    assert name == "input.txt"
    asked = question.read(data)
    assert (asked.mode, asked.depth, asked.position) == ("MINIMAX", 2, after(position, "C3 Raid"))


def test_output_txt_is_the_answer_to_the_byte(sit_down):
    _, start = example("warfare-3")
    taking = Taking(sit_down(start))
    taking.dialog.get_by_label("Algorithm").select_option("ALPHABETA")
    taking.dialog.get_by_label("Depth").fill("4")
    name, data = taking.download("output.txt")
    assert name == "output.txt"
    assert data == (ROOT / "examples/warfare-3.out").read_bytes()


def test_output_txt_of_star_circle_is_the_answer_to_the_byte(sit_down):
    _, start = example("starcircle-1")
    taking = Taking(sit_down(start))
    taking.dialog.get_by_label("Algorithm").select_option("MINIMAX")
    taking.dialog.get_by_label("Depth").fill("2")
    assert taking.download("output.txt")[1] == (ROOT / "examples/starcircle-1.out").read_bytes()


def test_a_finished_game_has_a_record(sit_down):
    taking = Taking(sit_down(TINY, ("person", "level:1"), moves=WON))
    name, data = taking.download("Game record")
    assert name == "game.record"
    found = game_record.read(data, name)
    assert [str(turn.move) for turn in found.turns] == WON
    assert found.players == ("person", "level:1")
    assert found.result == "X wins by 10"


def test_a_record_opens_as_the_game_that_it_was(sit_down):
    table = sit_down(TINY, moves=WON)
    text = Taking(table).download("Game record")[1].decode()
    table.page.keyboard.press("Escape")
    table.tool("new").click()
    dialog = table.dialog("New game")
    dialog.get_by_role("radio", name="Paste").check()
    dialog.get_by_label("An input.txt").fill(text)
    dialog.get_by_role("button", name="Start game").click()
    table.expect_moves(*WON)


def test_a_record_is_of_those_who_played_it(sit_down):
    played = play(all_games()["warfare"].start("raid", "Smolensk"), player("greedy"), player("alphabeta:2"))
    table = sit_down(TINY, ("person", "level:1"))
    table.tool("new").click()
    dialog = table.dialog("New game")
    dialog.get_by_role("radio", name="Paste").check()
    dialog.get_by_label("An input.txt").fill(game_record.write(played))
    expect(dialog).to_contain_text("The record is of a game between greedy and Alpha-beta 2.")
    dialog.get_by_role("button", name="Start game").click()

    expect(table.status).to_have_text(played.result)
    expect_players(table, "greedy", "Alpha-beta 2")
    table.page.reload()
    expect(table.status).to_have_text(played.result)
    expect_players(table, "greedy", "Alpha-beta 2")
    data = Taking(table).download("Game record")[1]
    assert game_record.read(data, "the file").players == played.players
    table.page.keyboard.press("Escape")

    # Whoever plays on from there is not one of them.
    table.tool("first").click()
    expect_players(table, "greedy", "Alpha-beta 2")
    expect(table.status).to_have_text("X to move")
    first = played.turns[0].move
    other = next(move for move in played.start.moves() if move != first)
    table.type(str(other))
    expect_players(table, "You", "Alpha-beta 2")


def test_a_record_that_is_dropped_is_of_those_who_played_it(sit_down):
    played = play(all_games()["warfare"].start("raid", "Keren"), player("minimax:1"), player("random:1"))
    table = sit_down(TINY, ("person", "level:1"))
    drop(table.page, table.board, game_record.write(played))
    expect(table.moves).to_have_count(37)
    expect_players(table, "Minimax 1", "random:1")
    expect(table.status).to_have_text(re.compile("^(X|O) wins|^A draw"))


def expect_players(table, *names):
    expect(table.players.locator(".who span")).to_have_text(names)


def test_a_game_that_goes_on_has_no_record_yet(sit_down):
    taking = Taking(sit_down(TINY))
    expect(taking.button("Game record")).to_be_disabled()
    expect(taking.button("output.txt")).to_be_enabled()


def test_after_the_game_there_is_nothing_to_ask(sit_down):
    taking = Taking(sit_down(TINY, moves=WON))
    expect(taking.button("input.txt")).to_be_disabled()
    expect(taking.button("output.txt")).to_be_disabled()
    expect(taking.button("Replay")).to_be_enabled()


def test_a_picture_is_an_svg_of_the_board(sit_down):
    position, start = example("warfare-3")
    name, data = Taking(sit_down(start, moves=["C3 Raid"])).download("Picture")
    assert name == "board.svg"
    move = all_games()["warfare"].parse_move("C3 Raid")
    assert data.decode() == svg.render_position(after(position, "C3 Raid"), move)
    assert ElementTree.fromstring(data).tag == "{http://www.w3.org/2000/svg}svg"


def test_a_replay_is_one_file_that_steps_through_the_game(sit_down, tmp_path):
    table = sit_down(TINY, ("person", "level:1"), moves=WON)
    name, data = Taking(table).download("Replay")
    assert name == "game.html"
    (tmp_path / name).write_bytes(data)
    requests = []
    page = table.page.context.new_page()
    page.on("request", lambda request: requests.append(request.url))
    page.goto((tmp_path / name).as_uri())
    said = page.locator("#move")
    expect(said).to_have_text("4 moves")
    for number, words in enumerate(["X: A1 Stake", "O: B2 Stake", "X: B1 Raid", "O: A2 Stake"], start=1):
        page.get_by_role("button", name="Next").click()
        expect(said).to_have_text(f"{number} of 4: {words}")
    expect(page.get_by_text("X wins by 10")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(said).to_have_text("3 of 4: X: B1 Raid")
    page.get_by_role("button", name="First").click()
    expect(said).to_have_text("4 moves")
    assert requests == [page.url]
