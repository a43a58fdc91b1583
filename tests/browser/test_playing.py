"""A game of Warfare with the mouse."""

import re
from typing import Any

from browser.conftest import OpenGame
from playwright.sync_api import expect
from support.browser.play_page import (
    TINY,
    PlayPage,
    bounding_box,
    example,
    hold_requests,
    wait_for_layout,
)

from outply.games.protocol import Position as GamePosition
from outply.games.warfare import Position


def test_whole_game_is_played_by_mouse_and_announced(open_game: OpenGame) -> None:
    play = open_game(TINY)
    expect(play.status).to_have_text("X to move")
    play.click("A1")
    expect(play.announced).to_have_text("X: A1 Stake. X 9, O 0. O to move.")
    expect(play.status).to_have_text("O to move")
    play.cell("A1").click()  # has an owner
    expect(play.status).to_have_text("O to move")
    play.expect_moves("A1 Stake")
    play.click("B2")
    expect(play.announced).to_have_text("O: B2 Stake. X 9, O 1. X to move.")
    play.click("B1")
    expect(play.announced).to_have_text("X: B1 Raid conquers B2. X 11, O 0. O to move.")
    play.expect_owners(["00", ".0"])
    of_x = [play.cell(name) for name in ("A1", "B2")]  # their colours show their values
    assert len({cell.evaluate("cell => getComputedStyle(cell).backgroundColor") for cell in of_x}) == 2
    play.click("A2")
    expect(play.announced).to_have_text("O: A2 Stake. X 11, O 1. X wins by 10.")
    expect(play.status).to_have_text("X wins by 10")
    expect(play.detail).to_have_text("X 11 to O 1")
    play.expect_moves("A1 Stake", "B2 Stake", "B1 Raid", "A2 Stake")
    play.tool("rematch").click()  # with the same board
    expect(play.status).to_have_text("X to move")
    play.expect_moves()
    play.expect_owners(["..", ".."])


def expect_cells_with_their_values_and_owners(play: PlayPage, position: GamePosition) -> None:
    assert isinstance(position, Position)
    expect(play.cells).to_have_text([str(value) for value in position.values])

    def marks(name: str) -> Any:
        return (
            play.cell(name)
            .locator(".board-mark path")
            .evaluate_all("all => all.map(path => path.getAttribute('d'))")
        )

    assert marks("A1") == []
    assert len(marks("C1")) == len(marks("D2")) == 1
    assert marks("C1") != marks("D2")
    assert marks("C1") == marks("D1")
    expect(play.cell("C1")).to_have_attribute("aria-label", re.compile("^C1, value 1, X"))
    expect(play.cell("D2")).to_have_attribute("aria-label", re.compile("^D2, value 11, O"))
    expect(play.cell("A1")).to_have_attribute("aria-label", re.compile("^A1, value 20, empty"))
    expect(play.cell("C3")).to_have_accessible_name(
        "C3, value 9, empty; Raid conquers D3 and C4, plus 31; with Shift Stake, plus 9"
    )


def test_cells_show_values_and_owners_and_by_hover_and_focus_the_effects_of_a_move(open_game: OpenGame) -> None:
    position, start = example("warfare-3")
    play = open_game(start)
    expect_cells_with_their_values_and_owners(play, position)
    gain = play.page.locator("#gain")
    before = {name: play.style(name) for name in ("C3", "D3", "C4", "A1")}
    play.cell("C3").hover()
    expect(play.detail).to_contain_text("C3 Raid conquers D3 and C4: +31")
    expect(gain).to_have_text("+31")
    for name in ("C3", "D3", "C4"):
        play.expect_style_change(name, before[name])
    assert play.style("A1") == before["A1"]
    wait_for_layout(play.page)
    cell, label = bounding_box(play.cell("C3")), bounding_box(gain)
    # The label covers no other cell, up to a fraction of a pixel.
    assert cell["y"] <= label["y"] + 1
    assert label["y"] + label["height"] <= cell["y"] + cell["height"] + 1
    assert cell["x"] <= label["x"] + 1
    assert label["x"] + label["width"] <= cell["x"] + cell["width"] + 1
    play.page.mouse.move(2, 2)
    expect(gain).to_be_hidden()
    play.expect_moves()

    before = {"D3": play.style("D3")}
    play.page.keyboard.press("b")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        play.page.keyboard.press(key)
    expect(play.cell("C3")).to_be_focused()
    expect(play.detail).to_contain_text("C3 Raid conquers D3 and C4: +31")
    expect(gain).to_have_text("+31")
    play.expect_style_change("D3", before["D3"])

    totals = [position.total("X"), position.total("O")]
    expect(play.players.nth(0)).to_contain_text(str(totals[0]))
    play.click("C3")
    play.expect_moves("C3 Raid")
    expect(play.cell("D3")).to_have_attribute("data-owner", "0")
    expect(play.players.nth(0)).to_contain_text(str(totals[0] + 9 + 11))
    expect(play.players.nth(1)).to_contain_text(str(totals[1] - 11))


def test_cells_are_shaded_by_value_and_the_last_move_is_highlighted(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/Sevastopol")
    assert len({play.style(f"A{row}") for row in range(1, 7)}) == 6
    play.click("C3")
    expect(play.status).to_have_text("O to move")
    before = play.style("C3")
    play.click("F6")
    play.expect_style_change("C3", before)


def test_switch_between_raid_and_stake_stays_while_the_computer_thinks(open_game: OpenGame) -> None:
    play = open_game("warfare/raid/random:3:1", ("person", "alphabeta:1"), moves=["A1 Stake", "C3 Stake"])
    switch = play.page.get_by_role("group", name="Kind of move")
    before = bounding_box(switch)
    with hold_requests(play.page, "choose"):
        play.click("B1")
        expect(play.status).to_have_text("O is thinking")
        assert bounding_box(switch) == before


def test_dragging_in_the_editor_paints_owners_and_moves_the_tab_stop(open_game: OpenGame) -> None:
    play = open_game(TINY)
    play.tool("new").click()
    play.dialog("New game").get_by_role("radio", name="Current").check()
    play.button("Edit board …").click()
    editor = play.dialog("Board editor")
    editor.get_by_role("radio", name="X", exact=True).check()
    tiles = editor.get_by_role("gridcell")
    tiles.nth(1).hover()
    play.page.mouse.down()
    tiles.nth(0).hover()
    play.page.mouse.up()
    tiles.nth(2).hover()
    for tile, owner, tab_index in zip(tiles.all(), ("0", "0", "", ""), ("-1", "0", "-1", "-1"), strict=True):
        expect(tile).to_have_attribute("data-owner", owner)
        expect(tile).to_have_attribute("tabindex", tab_index)
