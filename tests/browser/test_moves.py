"""The list of moves with its branches, and moves by typing."""

import re

import pytest
from playwright.sync_api import expect
from support.browser.play_page import TINY, example, holding

KEREN = "warfare/raid/Keren"
THREE = ["A1 Stake", "F6 Stake", "C3 Stake"]


def test_one_goes_back_tries_another_move_and_returns(sit_down):
    table = sit_down(KEREN, moves=THREE)
    table.moves.filter(has_text="A1 Stake").click()
    expect(table.status).to_have_text("O to move")
    expect(table.cell("F6")).to_have_attribute("data-owner", "")
    table.click("B1")
    expect(table.here).to_have_text("B1 Stake")
    expect(table.moves.filter(has_text="C3 Stake")).to_be_visible()
    expect(table.moves).to_have_count(5)
    table.moves.filter(has_text="C3 Stake").click()
    expect(table.cell("F6")).to_have_attribute("data-owner", "1")
    expect(table.cell("B1")).to_have_attribute("data-owner", "")
    table.moves.filter(has_text="B1 Stake").click()
    expect(table.cell("B1")).to_have_attribute("data-owner", "1")


def test_the_same_move_again_makes_no_branch(sit_down):
    table = sit_down(KEREN, moves=THREE)
    table.tool("previous").click()
    expect(table.here).to_have_text("F6 Stake")
    table.click("C3")
    expect(table.here).to_have_text("C3 Stake")
    table.expect_moves(*THREE)


def test_branches_of_branches_are_kept(sit_down):
    table = sit_down(KEREN, moves=["A1 Stake", "B1 Stake", "C1 Stake"])
    table.tool("first").click()
    table.click("A6")
    table.click("B6")
    table.tool("previous").click()
    table.click("C6")
    expect(table.moves).to_have_count(7)
    expect(table.here).to_have_text("C6 Stake")
    table.moves.filter(has_text="B6 Stake").click()
    table.expect_owners(["......"] * 5 + ["01...."])


def test_a_branch_becomes_the_main_line(sit_down):
    table = sit_down(KEREN, moves=["A1 Stake"])
    table.tool("undo").click()
    table.click("B1")
    table.expect_moves("A1 Stake", "B1 Stake")
    table.button("Make main line").click()
    table.expect_moves("B1 Stake", "A1 Stake")


def test_a_branch_is_deleted(sit_down):
    table = sit_down(KEREN, moves=["A1 Stake"])
    table.tool("undo").click()
    table.click("B1")
    table.expect_moves("A1 Stake", "B1 Stake")
    table.button("Delete from here").click()
    table.expect_moves("A1 Stake")
    expect(table.here).to_have_text("Start")


def test_other_line_goes_from_one_to_the_other(sit_down):
    table = sit_down(KEREN, moves=["A1 Stake"])
    table.tool("undo").click()
    table.click("B1")
    expect(table.here).to_have_text("B1 Stake")
    table.button("Other line").click()
    expect(table.here).to_have_text("A1 Stake")


def test_undo_and_redo(sit_down):
    table = sit_down(KEREN, moves=THREE)
    table.tool("undo").click()
    expect(table.here).to_have_text("F6 Stake")
    expect(table.cell("C3")).to_have_attribute("data-owner", "")
    table.expect_moves(*THREE)
    table.tool("redo").click()
    expect(table.here).to_have_text("C3 Stake")
    expect(table.cell("C3")).to_have_attribute("data-owner", "0")
    expect(table.tool("redo")).to_be_disabled()


def test_take_back_forgets_the_move(sit_down):
    table = sit_down(KEREN, moves=THREE)
    table.tool("take-back").click()
    table.expect_moves(*THREE[:2])
    expect(table.status).to_have_text("X to move")
    expect(table.tool("redo")).to_be_disabled()


def test_against_the_computer_undo_gives_the_move_back_to_the_person(sit_down):
    table = sit_down("warfare/raid/random:3:1", ("person", "alphabeta:1"))
    table.click("B2")
    expect(table.moves).to_have_count(3)
    expect(table.status).to_have_text("Your move, X")
    table.tool("undo").click()
    expect(table.here).to_have_text("Start")
    expect(table.status).to_have_text("Your move, X")
    table.tool("redo").click()
    expect(table.here).to_have_attribute("data-side", "1")
    table.tool("take-back").click()
    table.expect_moves()
    table.click("A1")
    expect(table.moves).to_have_count(3)


def test_the_computer_waits_while_one_looks_at_an_earlier_position(sit_down):
    table = sit_down("warfare/raid/random:3:1", ("person", "alphabeta:1"))
    table.click("B2")
    expect(table.moves).to_have_count(3)
    expect(table.status).to_have_text("Your move, X")
    table.tool("previous").click()
    expect(table.here).to_have_text("B2 Stake")
    expect(table.button("Let Alpha-beta 1 move")).to_be_visible()
    expect(table.moves).to_have_count(3)


def test_steps_lead_to_the_start_and_to_the_end(sit_down):
    table = sit_down(KEREN, moves=THREE)
    for step, here in [("first", "Start"), ("next", "A1 Stake"), ("last", "C3 Stake"), ("previous", "F6 Stake")]:
        table.tool(step).click()
        expect(table.here).to_have_text(here)


def test_a_click_before_the_earlier_position_is_there_makes_no_move_of_the_later_one(sit_down):
    table = sit_down(KEREN, moves=THREE)
    with holding(table.page, "position"):
        table.tool("first").click()
        expect(table.here).to_have_text("Start")
        table.cell("B2").click()  # the board still shows the later position
        table.expect_moves(*THREE)
    table.click("B2")
    table.expect_moves("A1 Stake", "F6 Stake", "B2 Stake", "C3 Stake")
    expect(table.moves.filter(has_text="B2 Stake")).to_have_attribute("data-side", "0")


def test_nothing_leads_back_from_the_start(sit_down):
    table = sit_down(TINY)
    for action in ("undo", "redo", "take-back", "first", "previous", "next", "last"):
        expect(table.tool(action)).to_be_disabled()


SPELLINGS = [
    (example("warfare-3")[1], "C3 Raid", ["C3 Raid", "c3 raid", "raid c3", "RAID C3", "c3", "  c3   r "]),
    (example("warfare-3")[1], "C3 Stake", ["C3 Stake", "stake c3", "c3 s"]),
    ("warfare/blitz/Keren", "paradrop C3", ["paradrop C3", "c3", "C3 paradrop", "para c3"]),
    ("starcircle/standard/initial", "C1-D2", ["C1-D2", "c1-d2", "c1 d2", "c1d2"]),
]


@pytest.mark.parametrize(("start", "move", "spellings"), SPELLINGS, ids=["raid", "stake", "paradrop", "step"])
def test_a_move_is_typed_in_many_spellings(sit_down, start, move, spellings):
    table = sit_down(start)
    for text in spellings:
        table.type(text)
        table.expect_moves(move)
        expect(table.page.get_by_label("Type a move")).to_have_value("")
        table.tool("take-back").click()
        expect(table.heard).to_have_text(re.compile("^Taken back"))
        table.expect_moves()


def test_what_is_no_move_is_refused_with_an_example(sit_down):
    table = sit_down(KEREN)
    for text in ("Z9", "raid A1", "hello"):
        table.type(text)
        expect(table.heard).to_have_text(re.compile(f"There is no move “{text}” here. One is [A-F][1-6] Stake"))
        expect(table.page.get_by_label("Type a move")).to_have_attribute("aria-invalid", "true")
    table.expect_moves()


def test_a_word_that_may_mean_several_moves_is_asked_about(sit_down):
    table = sit_down("starcircle/standard/initial")
    table.type("c3")
    expect(table.heard).to_have_text(re.compile("“c3” may be C3-D2, C3-D4"))


def test_moves_and_scores_are_read_out(sit_down):
    table = sit_down(TINY)
    table.click("A1")
    expect(table.heard).to_have_text("X: A1 Stake. X 9, O 0. O to move.")
    table.click("B2")
    expect(table.heard).to_have_text("O: B2 Stake. X 9, O 1. X to move.")
    table.click("B1")
    expect(table.heard).to_have_text("X: B1 Raid conquers B2. X 11, O 0. O to move.")
    table.click("A2")
    expect(table.heard).to_have_text("O: A2 Stake. X 11, O 1. X wins by 10.")


def test_the_move_of_the_computer_is_read_out(sit_down):
    table = sit_down("warfare/blitz/X/9_1/1_1/XX/..", ("person", "level:1"))
    table.click("A2")
    expect(table.heard).to_have_text("green: paradrop B2. blue 11, green 1. Blue wins by 10.")


def test_a_screen_reader_hears_what_a_move_would_do(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start)
    expect(table.cell("C3")).to_have_accessible_name(
        "C3, value 9, empty; Raid conquers D3 and C4, plus 31; with Shift Stake, plus 9"
    )
