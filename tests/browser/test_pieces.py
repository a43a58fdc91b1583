"""A game of Star/Circle: pieces that go from square to square."""

import re

from playwright.sync_api import expect
from support.browser.play_page import example

from outply.formats import address
from outply.games.starcircle import ROWS, Position

INITIAL = "starcircle/standard/initial"


def placed(to_move, **pieces):
    """Return the address of a board with these pieces: positive numbers of Stars, negative ones of Circles."""
    squares = [0] * 64
    for name, number in pieces.items():
        squares[ROWS.index(name[0]) * 8 + int(name[1]) - 1] = number
    return address.write(Position(squares, to_move))


# Star has nothing left to move, and Circle has one step.
STUCK = placed("Star", H2=1, B2=-1)


def test_rows_show_what_a_piece_there_is_worth(sit_down):
    table = sit_down(INITIAL)
    worths = table.board.get_by_title("worth 30 to Star, 60 to Circle").and_(table.page.locator("[aria-hidden]"))
    expect(worths).to_have_text("3060")
    expect(worths).to_be_in_viewport(ratio=1)
    expect(table.board.get_by_role("rowheader").nth(5)).to_have_text("C, worth 30 to Star, 60 to Circle")


def test_the_help_explains_the_game_at_hand(sit_down):
    for start, words in [
        ("starcircle/standard/initial", "Nobody has to jump."),
        ("warfare/blitz/Keren", "paradrop"),
    ]:
        table = sit_down(start)
        table.page.keyboard.press("?")
        expect(table.dialog("How to play here").get_by_role("listitem").filter(has_text=words)).to_be_visible()


def test_selecting_a_piece_shows_where_it_can_go(sit_down):
    table = sit_down(INITIAL)
    before = {name: table.look(name) for name in ("C3", "D2", "D4", "D6")}
    table.click("C3")
    expect(table.cell("C3")).to_have_attribute("aria-label", re.compile("selected"))
    for name in ("C3", "D2", "D4"):
        table.expect_other_look(name, before[name])
    assert table.look("D6") == before["D6"]
    expect(table.cell("D2")).to_have_attribute("aria-label", re.compile("C3-D2"))
    expect(table.cell("D6")).not_to_have_attribute("aria-label", re.compile("D6$|C3-D6"))
    table.expect_moves()


def test_a_selected_piece_goes_where_one_clicks(sit_down):
    table = sit_down(INITIAL)
    table.click("C3", "D4")
    table.expect_moves("C3-D4")
    expect(table.cell("D4")).to_have_attribute("data-owner", "0")
    expect(table.cell("C3")).to_have_attribute("data-owner", "")
    expect(table.status).to_have_text("Circle to move")


def test_another_piece_can_be_selected_instead(sit_down):
    table = sit_down(INITIAL)
    table.click("C3", "C5", "D6")
    table.expect_moves("C5-D6")


def test_escape_lets_go_of_a_piece(sit_down):
    table = sit_down(INITIAL)
    before = table.look("D2")
    table.click("C3")
    table.expect_other_look("D2", before)
    table.page.keyboard.press("Escape")
    expect(table.cell("C3")).not_to_have_attribute("aria-label", re.compile("selected"))
    table.cell("D2").click()
    table.expect_moves()


def test_a_piece_can_be_dragged(sit_down):
    table = sit_down(INITIAL)
    table.cell("C3").drag_to(table.cell("D2"))
    table.expect_moves("C3-D2")
    expect(table.cell("D2")).to_have_attribute("data-owner", "0")


def test_a_piece_that_is_dropped_elsewhere_stays(sit_down):
    table = sit_down(INITIAL)
    table.cell("C3").drag_to(table.cell("E5"))
    table.expect_moves()
    expect(table.cell("C3")).to_have_attribute("data-owner", "0")


def test_pointing_at_a_jump_shows_what_it_takes(sit_down):
    _, start = example("starcircle-1")
    table = sit_down(start)
    table.click("F4")
    before = table.look("G3")
    table.cell("H2").hover()
    expect(table.detail).to_contain_text("F4-H2 takes G3: +40")
    table.expect_other_look("G3", before)


def test_a_jump_takes_and_a_stack_shows_its_count(sit_down):
    _, start = example("starcircle-1")
    table = sit_down(start)
    table.click("F4", "H2")
    expect(table.cell("H2")).to_have_text("2")
    expect(table.cell("H2")).to_have_attribute("aria-label", re.compile("^H2, Star, 2 pieces"))
    expect(table.cell("G3")).to_have_attribute("data-owner", "")
    expect(table.status).to_have_text("Star wins by 160")


def test_the_two_kinds_of_piece_have_other_shapes(sit_down):
    table = sit_down(INITIAL)
    shapes = [table.cell(name).locator("use").first.get_attribute("href") for name in ("A1", "C3", "H8", "F6")]
    assert shapes[0] == shapes[1] != shapes[2] == shapes[3]


def test_who_cannot_move_is_told_so_and_passes(sit_down):
    table = sit_down(STUCK)
    expect(table.detail).to_have_text("There is no move but to pass.")
    table.button("Pass").click()
    expect(table.heard).to_have_text(re.compile("^Star: pass"))
    table.expect_moves("pass")
    table.click("B2", "A1")
    expect(table.heard).to_have_text(re.compile("There is no move but to pass"))
    table.button("Pass").click()
    table.button("Pass").click()
    expect(table.status).to_have_text("A draw")


def test_a_pass_of_the_computer_is_announced(sit_down):
    table = sit_down(STUCK, ("level:1", "person"))
    expect(table.heard).to_have_text(re.compile("^Star: pass"))
    expect(table.status).to_have_text("Your move, Circle")


def test_the_computer_answers(sit_down):
    table = sit_down(INITIAL, ("person", "alphabeta:4"))
    table.click("C3", "D4")
    expect(table.moves).to_have_count(3)
    expect(table.status).to_have_text("Your move, Star")
