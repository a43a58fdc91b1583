"""The move list with its branches, and typed moves."""

import re

from browser.conftest import OpenGame
from playwright.sync_api import expect
from support.browser.play_page import PlayPage, example, hold_requests

KEREN = "warfare/raid/Keren"
THREE = ["A1 Stake", "F6 Stake", "C3 Stake"]
STEPS = ("undo", "first", "previous", "next", "last")


def test_another_move_from_an_earlier_position_makes_a_branch(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=THREE)
    play.moves.filter(has_text="A1 Stake").click()
    expect(play.status).to_have_text("O to move")
    expect(play.cell("F6")).to_have_attribute("data-owner", "")
    play.click("B1")
    expect(play.here).to_have_text("B1 Stake")
    expect(play.moves.filter(has_text="C3 Stake")).to_be_visible()
    expect(play.moves).to_have_count(5)
    play.click("C1")  # a branch in the branch
    play.tool("previous").click()
    play.click("D1")
    expect(play.here).to_have_text("D1 Stake")
    expect(play.moves).to_have_count(7)
    play.moves.filter(has_text="C3 Stake").click()
    expect(play.cell("F6")).to_have_attribute("data-owner", "1")
    expect(play.cell("B1")).to_have_attribute("data-owner", "")
    play.moves.filter(has_text="C1 Stake").click()
    play.expect_owners(["010..."] + ["......"] * 5)


def expect_no_branch_for_the_same_move(play: PlayPage) -> None:
    play.tool("previous").click()
    expect(play.here).to_have_text("F6 Stake")
    play.click("C3")
    expect(play.here).to_have_text("C3 Stake")
    play.expect_moves(*THREE)


def test_buttons_switch_and_promote_and_delete_a_branch(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=["A1 Stake"])
    play.tool("undo").click()
    play.click("B1")
    play.expect_moves("A1 Stake", "B1 Stake")
    play.button("Other line").click()
    expect(play.here).to_have_text("A1 Stake")
    play.button("Other line").click()
    expect(play.here).to_have_text("B1 Stake")
    play.button("Make main line").click()
    play.expect_moves("B1 Stake", "A1 Stake")
    play.button("Delete from here").click()
    play.expect_moves("A1 Stake")
    expect(play.here).to_have_text("Start")


def test_buttons_step_through_the_moves_and_are_disabled_at_the_ends(open_game: OpenGame) -> None:
    play = open_game(KEREN, moves=THREE)
    expect_no_branch_for_the_same_move(play)
    play.tool("undo").click()
    expect(play.here).to_have_text("F6 Stake")
    expect(play.cell("C3")).to_have_attribute("data-owner", "")
    play.expect_moves(*THREE)
    play.tool("next").click()
    expect(play.here).to_have_text("C3 Stake")
    expect(play.cell("C3")).to_have_attribute("data-owner", "0")
    expect(play.tool("next")).to_be_disabled()
    for step, here in [("first", "Start"), ("next", "A1 Stake"), ("last", "C3 Stake"), ("previous", "F6 Stake")]:
        play.tool(step).click()
        expect(play.here).to_have_text(here)
    play.tool("first").click()
    play.tool("next").click()
    play.page.keyboard.press("t")
    play.expect_moves()
    expect(play.status).to_have_text("X to move")
    for action in STEPS:
        expect(play.tool(action)).to_be_disabled()


def test_undo_against_the_computer_returns_to_the_persons_turn(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/random:3:1", ("person", "alphabeta:1"))
    play.click("B2")
    expect(play.moves).to_have_count(3)
    expect(play.status).to_have_text("Your move, X")
    play.tool("previous").click()
    expect(play.here).to_have_text("B2 Stake")
    expect(play.button("Let Alpha-beta 1 move")).to_be_visible()  # the computer waits at an earlier position
    expect(play.moves).to_have_count(3)
    play.tool("next").click()
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
    expect(play.status).to_have_text("Your move, O")
    play.tool("undo").click()
    expect(play.here).to_have_text("Start")
    expect(play.tool("undo")).to_be_disabled()
    expect(play.button("Let Alpha-beta 1 move")).to_be_visible()
    play.tool("next").click()
    play.page.keyboard.press("t")
    play.expect_moves()
    play.button("Let Alpha-beta 1 move").click()
    expect(play.moves).to_have_count(2)


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


def test_typed_move_is_made_or_refused_with_an_example(open_game: OpenGame) -> None:
    play = open_game(example("warfare-3")[1])
    field = play.page.get_by_label("Type a move")
    play.type("hello")
    expect(play.announced).to_have_text(re.compile("“hello” is not a legal move. Try [A-E][1-5] (Stake|Raid)"))
    expect(field).to_have_attribute("aria-invalid", "true")
    play.expect_moves()
    play.type("  stake c3 ")
    play.expect_moves("C3 Stake")
    expect(field).to_have_value("")
