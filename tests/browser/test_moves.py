"""The move list with its branches, and typed moves."""

import re

import pytest
from browser.conftest import OpenGame
from playwright.sync_api import expect
from support.browser.play_page import TINY, example, hold_requests

KEREN = "warfare/raid/Keren"
THREE = ["A1 Stake", "F6 Stake", "C3 Stake"]


def test_another_move_from_an_earlier_position_makes_a_branch(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=THREE)
    play.moves.filter(has_text="A1 Stake").click()
    expect(play.status).to_have_text("O to move")
    expect(play.cell("F6")).to_have_attribute("data-owner", "")
    play.click("B1")
    expect(play.here).to_have_text("B1 Stake")
    expect(play.moves.filter(has_text="C3 Stake")).to_be_visible()
    expect(play.moves).to_have_count(5)
    play.moves.filter(has_text="C3 Stake").click()
    expect(play.cell("F6")).to_have_attribute("data-owner", "1")
    expect(play.cell("B1")).to_have_attribute("data-owner", "")
    play.moves.filter(has_text="B1 Stake").click()
    expect(play.cell("B1")).to_have_attribute("data-owner", "1")


def test_same_move_again_makes_no_branch(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=THREE)
    play.tool("previous").click()
    expect(play.here).to_have_text("F6 Stake")
    play.click("C3")
    expect(play.here).to_have_text("C3 Stake")
    play.expect_moves(*THREE)


def test_nested_branches_are_kept(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=["A1 Stake", "B1 Stake", "C1 Stake"])
    play.tool("first").click()
    play.click("A6")
    play.click("B6")
    play.tool("previous").click()
    play.click("C6")
    expect(play.moves).to_have_count(7)
    expect(play.here).to_have_text("C6 Stake")
    play.moves.filter(has_text="B6 Stake").click()
    play.expect_owners(["......"] * 5 + ["01...."])


def test_branch_becomes_the_main_line(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=["A1 Stake"])
    play.tool("undo").click()
    play.click("B1")
    play.expect_moves("A1 Stake", "B1 Stake")
    play.button("Make main line").click()
    play.expect_moves("B1 Stake", "A1 Stake")


def test_branch_is_deleted(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=["A1 Stake"])
    play.tool("undo").click()
    play.click("B1")
    play.expect_moves("A1 Stake", "B1 Stake")
    play.button("Delete from here").click()
    play.expect_moves("A1 Stake")
    expect(play.here).to_have_text("Start")


def test_button_other_line_switches_between_branches(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=["A1 Stake"])
    play.tool("undo").click()
    play.click("B1")
    expect(play.here).to_have_text("B1 Stake")
    play.button("Other line").click()
    expect(play.here).to_have_text("A1 Stake")


def test_undo_and_next_step_through_the_moves(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=THREE)
    play.tool("undo").click()
    expect(play.here).to_have_text("F6 Stake")
    expect(play.cell("C3")).to_have_attribute("data-owner", "")
    play.expect_moves(*THREE)
    play.tool("next").click()
    expect(play.here).to_have_text("C3 Stake")
    expect(play.cell("C3")).to_have_attribute("data-owner", "0")
    expect(play.tool("next")).to_be_disabled()


def test_undo_and_delete_removes_the_move(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=THREE)
    play.page.keyboard.press("t")
    play.expect_moves(*THREE[:2])
    expect(play.status).to_have_text("X to move")
    expect(play.tool("next")).to_be_disabled()


def test_undo_against_the_computer_returns_to_the_persons_turn(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/random:3:1", ("person", "alphabeta:1"))
    play.click("B2")
    expect(play.moves).to_have_count(3)
    expect(play.status).to_have_text("Your move, X")
    play.tool("undo").click()
    expect(play.here).to_have_text("Start")
    expect(play.status).to_have_text("Your move, X")
    play.page.keyboard.press("r")
    expect(play.here).to_have_attribute("data-side", "1")
    play.page.keyboard.press("t")
    play.expect_moves()
    play.click("A1")
    expect(play.moves).to_have_count(3)


def test_undo_returns_to_the_start_if_the_computer_moved_first(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/random:3:1", ("alphabeta:1", "person"))
    expect(play.moves).to_have_count(2)
    play.tool("undo").click()
    expect(play.here).to_have_text("Start")
    expect(play.tool("undo")).to_be_disabled()
    expect(play.button("Let Alpha-beta 1 move")).to_be_visible()
    play.tool("next").click()
    play.page.keyboard.press("t")
    play.expect_moves()
    play.button("Let Alpha-beta 1 move").click()
    expect(play.moves).to_have_count(2)


def test_computer_waits_at_an_earlier_position(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/random:3:1", ("person", "alphabeta:1"))
    play.click("B2")
    expect(play.moves).to_have_count(3)
    expect(play.status).to_have_text("Your move, X")
    play.tool("previous").click()
    expect(play.here).to_have_text("B2 Stake")
    expect(play.button("Let Alpha-beta 1 move")).to_be_visible()
    expect(play.moves).to_have_count(3)


def test_navigation_buttons_show_the_position_of_their_move(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=THREE)
    for step, here in [("first", "Start"), ("next", "A1 Stake"), ("last", "C3 Stake"), ("previous", "F6 Stake")]:
        play.tool(step).click()
        expect(play.here).to_have_text(here)


def test_click_while_a_position_is_loading_makes_no_move(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=THREE)
    with hold_requests(play.page, "position"):
        play.tool("first").click()
        expect(play.here).to_have_text("Start")
        play.cell("B2").click()  # the board still shows the later position
        play.expect_moves(*THREE)
    play.click("B2")
    play.expect_moves("A1 Stake", "F6 Stake", "B2 Stake", "C3 Stake")
    expect(play.moves.filter(has_text="B2 Stake")).to_have_attribute("data-side", "0")


def test_navigation_buttons_are_disabled_in_a_game_without_moves(open_game: OpenGame) -> None:
    play = open_game(TINY)
    for action in ("undo", "first", "previous", "next", "last"):
        expect(play.tool(action)).to_be_disabled()


SPELLINGS = [
    (example("warfare-3")[1], "C3 Raid", ["C3 Raid", "c3 raid", "raid c3", "RAID C3", "c3", "  c3   r "]),
    (example("warfare-3")[1], "C3 Stake", ["C3 Stake", "stake c3", "c3 s"]),
    ("warfare/blitz/Keren", "paradrop C3", ["paradrop C3", "c3", "C3 paradrop", "para c3"]),
    ("starcircle/standard/initial", "C1-D2", ["C1-D2", "c1-d2", "c1 d2", "c1d2"]),
]


@pytest.mark.parametrize(("start", "move", "spellings"), SPELLINGS, ids=["raid", "stake", "paradrop", "step"])
def test_typed_move_is_accepted_in_many_spellings(
    open_game: OpenGame, start: str, move: str, spellings: list[str]
) -> None:
    play = open_game(start)
    for text in spellings:
        play.type(text)
        play.expect_moves(move)
        expect(play.page.get_by_label("Type a move")).to_have_value("")
        play.tool("undo").focus()
        play.page.keyboard.press("t")
        expect(play.announced).to_have_text(re.compile("^Undone and deleted"))
        play.expect_moves()


def test_unknown_typed_move_is_refused_with_an_example(open_game: OpenGame) -> None:
    play = open_game(KEREN)
    for text in ("Z9", "raid A1", "hello"):
        play.type(text)
        expect(play.announced).to_have_text(re.compile(f"“{text}” is not a legal move. Try [A-F][1-6] Stake"))
        expect(play.page.get_by_label("Type a move")).to_have_attribute("aria-invalid", "true")
    play.expect_moves()


def test_ambiguous_typed_move_lists_the_candidates(open_game: OpenGame) -> None:
    play = open_game("starcircle/standard/initial")
    play.type("c3")
    expect(play.announced).to_have_text(re.compile("“c3” could be C3-D2, C3-D4"))


def test_moves_and_scores_are_announced(open_game: OpenGame) -> None:
    play = open_game(TINY)
    play.click("A1")
    expect(play.announced).to_have_text("X: A1 Stake. X 9, O 0. O to move.")
    play.click("B2")
    expect(play.announced).to_have_text("O: B2 Stake. X 9, O 1. X to move.")
    play.click("B1")
    expect(play.announced).to_have_text("X: B1 Raid conquers B2. X 11, O 0. O to move.")
    play.click("A2")
    expect(play.announced).to_have_text("O: A2 Stake. X 11, O 1. X wins by 10.")


def test_computer_move_is_announced(open_game: OpenGame) -> None:
    play = open_game("warfare/blitz/X/9_1/1_1/XX/..", ("person", "level:1"))
    play.click("A2")
    expect(play.announced).to_have_text("green: paradrop B2. blue 11, green 1. Blue wins by 10.")


def test_cell_label_describes_the_effect_of_a_move(open_game: OpenGame) -> None:
    _, start = example("warfare-3")
    play = open_game(start)
    expect(play.cell("C3")).to_have_accessible_name(
        "C3, value 9, empty; Raid conquers D3 and C4, plus 31; with Shift Stake, plus 9"
    )
