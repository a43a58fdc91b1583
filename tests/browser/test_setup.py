"""The new-game dialog."""

import re

import pytest
from browser.conftest import OpenGame
from conftest import ROOT
from playwright.sync_api import expect
from support.browser.new_game import Setup, texts
from support.browser.play_page import TINY, drop, freeze_clock, posted_json

from outply.games.boards import NAMES, named, random_board


@pytest.fixture
def setup(open_game: OpenGame) -> Setup:
    return Setup(open_game(TINY))


@pytest.mark.parametrize(("rules", "words"), [("Raid", "A1 Stake"), ("Blitz", "paradrop A1")])
def test_both_rule_variants_of_warfare_can_be_chosen(setup: Setup, rules: str, words: str) -> None:
    setup.choose("Game", "Warfare")
    setup.choose("Rules", rules)
    play = setup.start()
    play.click("A1")
    play.expect_moves(words)


def test_star_circle_can_be_chosen_and_played(setup: Setup) -> None:
    setup.choose("Game", "Star/Circle")
    expect(setup.preview.locator(".board-piece")).to_have_count(24)
    play = setup.start()
    expect(play.board).to_have_accessible_name("Star/Circle board")
    expect(play.cells).to_have_count(64)
    expect(play.status).to_have_text("Star to move")


def test_named_board_is_previewed_and_played(setup: Setup) -> None:
    setup.choose("Board", "Named")
    for name in NAMES:
        setup.choose("Name", name)
        expect(setup.preview.locator("[data-owner]")).to_have_text(texts(named(name)))
    play = setup.start()
    expect(play.cells).to_have_text(texts(named(NAMES[-1])))


def test_random_board_is_chosen_by_size_and_seed(setup: Setup) -> None:
    setup.choose("Board", "Random")
    setup.dialog.get_by_label("Size").fill("4")
    setup.dialog.get_by_label("Seed").fill("7")
    expect(setup.preview.locator("[data-owner]")).to_have_text(texts(random_board(4, 7)))
    play = setup.start()
    expect(play.cells).to_have_text(texts(random_board(4, 7)))


def test_button_draws_another_random_board(setup: Setup) -> None:
    setup.choose("Board", "Random")
    setup.dialog.get_by_label("Seed").fill("7")
    expect(setup.preview.locator("[data-owner]")).to_have_text(texts(random_board(8, 7)))
    setup.dialog.get_by_role("button", name="New seed").click()
    expect(setup.preview.locator("[data-owner]")).not_to_have_text(texts(random_board(8, 7)))


def test_input_txt_can_be_pasted(setup: Setup) -> None:
    setup.choose("Board", "Paste")
    setup.dialog.get_by_label("Paste or drop").fill((ROOT / "examples/warfare-3.in").read_text())
    expect(setup.preview.locator("[data-owner]")).to_have_count(25)
    expect(setup.dialog).to_contain_text("The file asks for alpha-beta, depth 4, as X. You can change this.")
    expect(setup.dialog.get_by_label("X: depth")).to_have_value("4")
    setup.seat("X", "Person")
    play = setup.start()
    play.expect_owners(["..00.", "..010", "...1.", "..11.", "....."])
    expect(play.status).to_have_text("X to move")


def test_pasted_input_txt_selects_game_and_players(setup: Setup) -> None:
    setup.choose("Board", "Paste")
    setup.dialog.get_by_label("Paste or drop").fill((ROOT / "examples/starcircle-1.in").read_text())
    expect(setup.dialog.get_by_role("radio", name="Star/Circle")).to_be_checked()
    expect(setup.dialog.get_by_label("Paste or drop")).to_be_focused()
    play = setup.start()
    expect(play.players.nth(0)).to_contain_text("Minimax 2")
    expect(play.status).to_have_text("You lose: Star wins by 160")


def test_invalid_board_text_is_refused_with_a_message(setup: Setup) -> None:
    setup.choose("Board", "Paste")
    setup.dialog.get_by_label("Paste or drop").fill("5\nALPHABETA\nX\n4\n1 2 3\n")
    expect(setup.problem).to_contain_text("line 5")


def test_typed_board_is_requested_once(setup: Setup) -> None:
    requests: list[str] = []
    setup.choose("Board", "Paste")
    setup.page.on("request", lambda request: requests.append(request.url.rpartition("/api/")[2]))
    freeze_clock(setup.page)
    setup.dialog.get_by_label("Paste or drop").press_sequentially("12 34\n56 78")
    setup.page.clock.run_for(1_000)
    expect(setup.preview.locator("[data-owner]")).to_have_text(["12", "34", "56", "78"])
    assert requests == ["start", "position"]


def test_file_can_be_opened(setup: Setup) -> None:
    setup.choose("Board", "Paste")
    setup.dialog.locator("[type=file]").set_input_files(ROOT / "examples/warfare-3.in")
    expect(setup.preview.locator("[data-owner]")).to_have_count(25)
    expect(setup.dialog).to_contain_text("The file asks for")
    setup.seat("X", "Person")
    play = setup.start()
    play.expect_owners(["..00.", "..010", "...1.", "..11.", "....."])


def test_file_can_be_dropped_on_the_page(open_game: OpenGame) -> None:
    play = open_game(TINY)
    drop(play.page, play.board, (ROOT / "examples/warfare-3.in").read_text())
    play.expect_owners(["..00.", "..010", "...1.", "..11.", "....."])
    play.page.go_back()
    play.expect_owners(["..", ".."])


def test_file_can_be_dropped_on_the_dialog(setup: Setup) -> None:
    setup.choose("Board", "Paste")
    drop(setup.page, setup.dialog.get_by_label("Paste or drop"), (ROOT / "examples/warfare-3.in").read_text())
    expect(setup.preview.locator("[data-owner]")).to_have_count(25)


def test_game_continues_from_the_current_position_with_other_players(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/random:3:1", moves=["A1 Stake", "C3 Stake"])
    setup = Setup(play)
    setup.choose("Board", "Current")
    setup.seat("O", "Casual")
    setup.start()
    play.click("B2")
    expect(play.moves).to_have_count(5)


def test_players_can_be_changed_during_the_game(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/random:3:1", moves=["A1 Stake", "C3 Stake"])
    setup = Setup(play)
    setup.seat("O", "Beginner")
    setup.dialog.get_by_role("button", name="Change players").click()
    expect(play.players.nth(1)).to_contain_text("Beginner")
    play.expect_moves("A1 Stake", "C3 Stake")


def test_chosen_board_survives_a_change_of_players(setup: Setup) -> None:
    setup.choose("Game", "Star/Circle")
    expect(setup.preview.locator(".board-piece")).to_have_count(24)
    setup.dialog.get_by_role("button", name="Change players").click()
    expect(setup.dialog).to_be_hidden()
    setup.table.tool("new").click()
    expect(setup.dialog.get_by_role("radio", name="Star/Circle")).to_be_checked()


@pytest.mark.parametrize(
    ("player", "amount", "shown", "asked"),
    [
        ("Beginner", None, "Beginner", "level:1"),
        ("Full strength", None, "Full strength", "level:8"),
        ("Minimax", 2, "Minimax 2", "minimax:2"),
        ("Alpha-beta", 3, "Alpha-beta 3", "alphabeta:3"),
        ("Engine", 0.2, "Engine 0.2 s", "engine:0.2s"),
    ],
)
def test_computer_player_can_be_chosen(
    setup: Setup, player: str, amount: float | None, shown: str, asked: str
) -> None:
    setup.seat("O", player, amount)
    play = setup.start()
    expect(play.players.nth(1)).to_contain_text(shown)
    with play.page.expect_request(re.compile("/api/choose$")) as request:
        play.click("A1")
    assert posted_json(request.value)["player"] == asked
    expect(play.moves).to_have_count(3)


def test_levels_range_from_beginner_to_full_strength(setup: Setup) -> None:
    levels = setup.dialog.get_by_label("O", exact=True).locator("optgroup[label=Levels] option")
    expect(levels).to_have_count(8)
    expect(levels.first).to_have_text("Beginner")
    expect(levels.last).to_have_text("Full strength")


def test_sides_can_be_swapped_before_the_game(setup: Setup) -> None:
    setup.seat("O", "Casual")
    setup.dialog.get_by_role("button", name="Swap sides").click()
    play = setup.start()
    expect(play.players.nth(0)).to_contain_text("Casual")
    expect(play.status).to_have_text("Your move, O")


def test_computer_against_computer_plays_to_the_end(setup: Setup) -> None:
    setup.choose("Board", "Random")
    setup.dialog.get_by_label("Size").fill("3")
    setup.seat("X", "Novice")
    setup.seat("O", "Alpha-beta", 2)
    play = setup.start()
    play.page.get_by_label("Speed").press("End")
    expect(play.moves).to_have_count(10)
    expect(play.status).to_have_text(re.compile("wins by|Draw"))


def test_computer_against_computer_can_be_paused(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/random:5:1", ("level:1", "level:1"))  # takes a while at the default speed
    expect(play.moves.nth(2)).to_be_visible()  # more moves may follow at once
    play.tool("pause").click()
    expect(play.status).to_have_text("Paused")
    made = play.moves.count()
    play.button("Undo").hover()
    expect(play.moves).to_have_count(made)
    play.button("Continue").click()
    play.page.get_by_label("Speed").press("End")
    expect(play.moves).to_have_count(26)


def test_speed_sets_the_delay_between_moves(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/random:8:1", ("level:1", "level:1"))
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


def test_levels_and_rules_are_described(setup: Setup) -> None:
    expect(setup.dialog).to_contain_text("a Raid conquers the enemy cells around it")
    setup.seat("O", "Club player")
    expect(setup.dialog).to_contain_text("Looks 2 moves ahead, plays 1 move in 10 at random")
