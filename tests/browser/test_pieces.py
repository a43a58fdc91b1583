"""A game of Star/Circle: moving pieces."""

import re

from browser.conftest import OpenGame
from playwright.sync_api import expect
from support.browser.play_page import PlayPage, example

INITIAL = "starcircle/standard/initial"


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


def test_piece_that_a_jump_captures_is_highlighted(open_game: OpenGame) -> None:
    _, start = example("starcircle-1")
    play = open_game(start)
    play.click("F4")
    before = play.style("G3")
    play.cell("H2").hover()
    play.expect_style_change("G3", before)
