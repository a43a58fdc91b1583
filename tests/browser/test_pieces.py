"""A game of Star/Circle: moving pieces."""

import re

from browser.conftest import OpenGame
from playwright.sync_api import expect
from support.browser.play_page import PlayPage, example

from outply.formats import notation
from outply.games.starcircle import ROWS, Position

INITIAL = "starcircle/standard/initial"


def placed(to_move: str, **pieces: int) -> str:
    """Return the notation of a board: positive numbers are Stars, negative ones Circles."""
    squares = [0] * 64
    for name, number in pieces.items():
        squares[ROWS.index(name[0]) * 8 + int(name[1]) - 1] = number
    return notation.to_line(Position(squares, to_move))


# Star has no move, and Circle has one step.
STUCK = placed("Star", H2=1, B2=-1)


def expect_row_values_and_different_pieces_and_an_explanation(play: PlayPage) -> None:
    worths = play.board.get_by_title("worth 30 to Star, 60 to Circle").and_(play.page.locator("[aria-hidden]"))
    expect(worths).to_have_text("3060")
    expect(worths).to_be_in_viewport(ratio=1)
    expect(play.board.get_by_role("rowheader").nth(5)).to_have_text("C, worth 30 to Star, 60 to Circle")
    shapes = [play.cell(name).locator(".board-piece path").get_attribute("d") for name in ("A1", "C3", "H8", "F6")]
    assert shapes[0] == shapes[1] != shapes[2] == shapes[3]
    play.page.keyboard.press("?")
    help_text = play.dialog("How to play").get_by_role("listitem").filter(has_text="Jumps are optional.")
    expect(help_text).to_be_visible()
    play.page.keyboard.press("Escape")
    expect(help_text).to_be_hidden()


def test_board_explains_itself_and_a_selected_piece_shows_its_targets_and_moves(open_game: OpenGame) -> None:
    play = open_game(INITIAL)
    expect_row_values_and_different_pieces_and_an_explanation(play)
    before = {name: play.style(name) for name in ("C3", "D2", "D4", "D6")}
    play.click("C3")
    expect(play.cell("C3")).to_have_attribute("aria-label", re.compile("selected"))
    for name in ("C3", "D2", "D4"):
        play.expect_style_change(name, before[name])
    assert play.style("D6") == before["D6"]
    expect(play.cell("D2")).to_have_attribute("aria-label", re.compile("C3-D2"))
    expect(play.cell("D6")).not_to_have_attribute("aria-label", re.compile("D6$|C3-D6"))
    play.expect_moves()
    play.page.keyboard.press("Escape")
    expect(play.cell("C3")).not_to_have_attribute("aria-label", re.compile("selected"))
    play.cell("D2").click()
    play.expect_moves()
    play.click("C3", "C5", "D6")  # changes the selection
    play.expect_moves("C5-D6")
    expect(play.cell("D6")).to_have_attribute("data-owner", "0")
    expect(play.cell("C5")).to_have_attribute("data-owner", "")
    expect(play.status).to_have_text("Circle to move")


def test_piece_can_be_dragged_to_a_target_and_returns_from_elsewhere(open_game: OpenGame) -> None:
    play = open_game(INITIAL)
    play.cell("C3").drag_to(play.cell("E5"))
    play.expect_moves()
    expect(play.cell("C3")).to_have_attribute("data-owner", "0")
    play.cell("C3").drag_to(play.cell("D2"))
    play.expect_moves("C3-D2")
    expect(play.cell("D2")).to_have_attribute("data-owner", "0")


def test_jump_shows_its_capture_and_stack_its_height(open_game: OpenGame) -> None:
    _, start = example("starcircle-1")
    play = open_game(start)
    play.click("F4")
    before = play.style("G3")
    play.cell("H2").hover()
    expect(play.detail).to_contain_text("F4-H2 takes G3: +40")
    play.expect_style_change("G3", before)
    play.click("H2")
    expect(play.cell("H2")).to_have_text("2")
    expect(play.cell("H2")).to_have_attribute("aria-label", re.compile("^H2, Star, 2 pieces"))
    expect(play.cell("G3")).to_have_attribute("data-owner", "")
    expect(play.status).to_have_text("Star wins by 160")


def test_player_without_moves_is_offered_a_pass(open_game: OpenGame) -> None:
    play = open_game(STUCK)
    expect(play.detail).to_have_text("There is no move but to pass.")
    play.button("Pass").click()
    expect(play.announced).to_have_text(re.compile("^Star: pass"))
    play.expect_moves("pass")
    play.click("B2", "A1")
    expect(play.announced).to_have_text(re.compile("There is no move but to pass"))
    play.button("Pass").click()
    play.button("Pass").click()
    expect(play.status).to_have_text("A draw")


def test_computer_pass_is_announced(open_game: OpenGame) -> None:
    play = open_game(STUCK, ("level:1", "person"))
    expect(play.announced).to_have_text(re.compile("^Star: pass"))
    expect(play.status).to_have_text("Your move, Circle")


def test_computer_answers_a_move_of_a_piece(open_game: OpenGame) -> None:
    play = open_game(INITIAL, ("person", "alphabeta:4"))
    play.click("C3", "D4")
    expect(play.moves).to_have_count(3)
    expect(play.status).to_have_text("Your move, Star")
