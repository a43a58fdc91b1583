"""The new-game dialog."""

import re

import pytest
from browser.conftest import OpenGame
from conftest import ROOT
from playwright.sync_api import expect
from support.browser.new_game import Setup, texts
from support.browser.play_page import TINY, drop, freeze_clock, hold_requests, posted_json

from outply.games.boards import NAMES, named, random_board


@pytest.fixture
def setup(open_game: OpenGame) -> Setup:
    return Setup(open_game(TINY))


def test_named_board_is_previewed_and_played(setup: Setup) -> None:
    setup.choose("Board", "Named")
    for name in NAMES:
        setup.choose("Name", name)
        expect(setup.preview.locator("[data-owner]")).to_have_text(texts(named(name)))
    play = setup.start()
    expect(play.cells).to_have_text(texts(named(NAMES[-1])))


def test_pasted_input_txt_selects_game_and_players(setup: Setup) -> None:
    setup.choose("Board", "Paste")
    setup.dialog.get_by_label("Paste or drop").fill((ROOT / "examples/starcircle-1.in").read_text())
    expect(setup.dialog.get_by_role("radio", name="Star/Circle")).to_be_checked()
    expect(setup.dialog.get_by_label("Paste or drop")).to_be_focused()
    play = setup.start()
    expect(play.players.nth(0)).to_contain_text("Minimax 2")
    play.button("Let Minimax 2 move").click()
    expect(play.status).to_have_text("You lose: Star wins by 160")


def test_file_can_be_dropped_on_the_page(open_game: OpenGame) -> None:
    play = open_game(TINY)
    drop(play.page, play.board, (ROOT / "examples/warfare-3.in").read_text())
    play.expect_owners(["..00.", "..010", "...1.", "..11.", "....."])
    play.page.go_back()
    play.expect_owners(["..", ".."])


def test_speed_sets_the_delay_between_moves(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/random:8:1", ("level:1", "level:1"), own_context=True)
    page = play.page
    page.get_by_label("Speed").press("Home")  # three seconds
    play.tool("pause").click()
    expect(play.status).to_have_text("Paused")
    freeze_clock(page)
    made = play.moves.count()
    with page.expect_response(re.compile("/api/choose$")):
        play.tool("pause").click()
    page.clock.run_for(2_500)
    expect(play.moves).to_have_count(made)
    page.clock.run_for(1_000)
    expect(play.moves).to_have_count(made + 1)


def test_games_and_rule_variants_can_be_chosen(setup: Setup) -> None:
    expect(setup.dialog).to_contain_text("a Raid conquers the enemy cells around it")
    setup.choose("Game", "Star/Circle")
    expect(setup.preview.locator(".board-piece")).to_have_count(24)
    setup.dialog.get_by_role("button", name="Change players").click()
    expect(setup.dialog).to_be_hidden()
    setup.table.tool("new").click()
    expect(setup.dialog.get_by_role("radio", name="Star/Circle")).to_be_checked()  # survives a change of players
    play = setup.start()
    expect(play.board).to_have_accessible_name("Star/Circle board")
    expect(play.cells).to_have_count(64)
    expect(play.status).to_have_text("Star to move")
    for rules, words in [("Raid", "A1 Stake"), ("Blitz", "paradrop A1")]:
        setup = Setup(play)
        setup.choose("Game", "Warfare")
        setup.choose("Rules", rules)
        setup.start()
        play.click("A1")
        play.expect_moves(words)


def test_random_board_is_chosen_by_size_and_seed(setup: Setup) -> None:
    setup.choose("Board", "Random")
    setup.dialog.get_by_label("Seed").fill("7")
    expect(setup.preview.locator("[data-owner]")).to_have_text(texts(random_board(8, 7)))
    setup.dialog.get_by_role("button", name="New seed").click()
    expect(setup.preview.locator("[data-owner]")).not_to_have_text(texts(random_board(8, 7)))
    setup.dialog.get_by_label("Size").fill("27")
    expect(setup.problem).to_contain_text("1 to 26")
    setup.dialog.get_by_role("button", name="Start game").click()
    expect(setup.dialog).to_be_visible()
    setup.dialog.get_by_label("Size").fill("4")
    setup.dialog.get_by_label("Seed").fill("7")
    expect(setup.preview.locator("[data-owner]")).to_have_text(texts(random_board(4, 7)))
    play = setup.start()
    expect(play.cells).to_have_text(texts(random_board(4, 7)))
    expect(play.page.locator("#what")).to_have_text(re.compile("random 4 . 4, seed 7$"))


def test_input_txt_can_be_pasted_or_dropped_or_opened(setup: Setup) -> None:
    setup.choose("Board", "Paste")
    field, cells = setup.dialog.get_by_label("Paste or drop"), setup.preview.locator("[data-owner]")
    asked = (ROOT / "examples/warfare-3.in").read_text()
    field.fill(asked)
    expect(cells).to_have_count(25)
    field.fill("5\nALPHABETA\nX\n4\n1 2 3\n")
    expect(setup.problem).to_contain_text("line 5")
    drop(setup.page, field, asked)
    expect(cells).to_have_count(25)
    field.fill("1 2\n3 4\n")
    expect(cells).to_have_count(4)
    setup.dialog.locator("[type=file]").set_input_files(ROOT / "examples/warfare-3.in")
    expect(cells).to_have_count(25)
    expect(setup.dialog).to_contain_text("The file asks for alpha-beta, depth 4, as X. You can change this.")
    expect(setup.dialog.get_by_label("X: depth")).to_have_value("4")
    setup.seat("X", "Person")
    play = setup.start()
    play.expect_owners(["..00.", "..010", "...1.", "..11.", "....."])
    expect(play.status).to_have_text("X to move")


def test_players_can_be_changed_during_the_game(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/random:3:1", moves=["A1 Stake", "C3 Stake"])
    setup = Setup(play)
    setup.seat("O", "Beginner")
    setup.dialog.get_by_role("button", name="Change players").click()
    expect(play.players.nth(1)).to_contain_text("Beginner")
    play.expect_moves("A1 Stake", "C3 Stake")
    setup = Setup(play)
    setup.choose("Board", "Current")
    setup.seat("O", "Casual")
    setup.start()
    expect(play.players.nth(1)).to_contain_text("Casual")
    play.click("B2")
    expect(play.moves).to_have_count(5)


def test_computer_players_can_be_chosen(setup: Setup) -> None:
    levels = setup.dialog.get_by_label("O", exact=True).locator("optgroup[label=Levels] option")
    expect(levels).to_have_count(8)
    expect(levels.first).to_have_text("Beginner, 560")
    expect(levels.last).to_have_text("Full strength, 2347 or more")
    setup.seat("O", "Alpha-beta", 4)
    expect(setup.dialog).to_contain_text("Textbook alpha-beta to a fixed depth. Rating 1385")
    setup.seat("O", "Club player")
    expect(setup.dialog).to_contain_text("Looks 2 moves ahead, plays 1 move in 8 at random. Rating 1380")
    page = setup.page
    page.keyboard.press("Escape")
    page.route("**/api/choose", lambda route: None)  # what is asked matters, not the answer
    for player, amount, shown, asked in [
        ("Beginner", None, "Beginner", "level:1"),
        ("Full strength", None, "Full strength", "level:8"),
        ("Minimax", 2, "Minimax 2", "minimax:2"),
        ("Alpha-beta", 3, "Alpha-beta 3", "alphabeta:3"),
        ("Engine", 0.2, "Engine 0.2 s", "engine:0.2s"),
    ]:
        setup = Setup(setup.table)
        setup.choose("Board", "Named")
        setup.seat("O", player, amount)
        play = setup.start()
        expect(play.players.nth(1)).to_contain_text(shown)
        with page.expect_request(re.compile("/api/choose$")) as request:
            play.click("A1")
        assert posted_json(request.value)["player"] == asked


def test_computers_play_to_the_end_with_swapped_sides_and_a_pause(setup: Setup) -> None:
    setup.choose("Board", "Random")
    setup.dialog.get_by_label("Size").fill("3")
    setup.seat("X", "Alpha-beta", 2)
    setup.seat("O", "Novice")
    setup.dialog.get_by_role("button", name="Swap sides").click()
    speed = setup.page.get_by_label("Speed")
    with hold_requests(setup.page, "choose"):
        play = setup.start()
        speed.press("Home")  # three seconds, so that the pause comes before the end
    expect(play.players.nth(0)).to_contain_text("Novice")
    expect(play.players.nth(1)).to_contain_text("Alpha-beta 2")
    expect(play.moves.nth(1)).to_be_visible()
    play.tool("pause").click()
    expect(play.status).to_have_text("Paused")
    made = play.moves.count()
    play.button("Undo").hover()
    expect(play.moves).to_have_count(made)
    play.button("Continue").click()
    speed.press("End")
    expect(play.moves).to_have_count(10)
    expect(play.status).to_have_text(re.compile("wins by|Draw"))


def test_typed_board_is_requested_once(open_game: OpenGame) -> None:
    setup = Setup(open_game(TINY, own_context=True))
    requests: list[str] = []
    setup.choose("Board", "Paste")
    setup.page.on("request", lambda request: requests.append(request.url.rpartition("/api/")[2]))
    freeze_clock(setup.page)
    setup.dialog.get_by_label("Paste or drop").press_sequentially("12 34\n56 78")
    setup.page.clock.run_for(1_000)
    expect(setup.preview.locator("[data-owner]")).to_have_text(["12", "34", "56", "78"])
    assert requests == ["start", "position"]
