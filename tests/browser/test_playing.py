"""A game of Warfare with the mouse."""

import re

from playwright.sync_api import expect
from support.browser.play_page import TINY, Table, example, lay_out

KEREN = "warfare/raid/Keren"


def test_two_people_play_a_whole_game_by_clicking(sit_down):
    table = sit_down(TINY)
    expect(table.status).to_have_text("X to move")
    table.click("A1")
    expect(table.status).to_have_text("O to move")
    table.click("B2")
    table.click("B1")
    table.expect_owners(["00", ".0"])
    table.click("A2")
    expect(table.status).to_have_text("X wins by 10")
    expect(table.detail).to_have_text("X 11 to O 1")
    table.expect_moves("A1 Stake", "B2 Stake", "B1 Raid", "A2 Stake")


def test_a_person_wins_against_the_computer_by_clicking(sit_down):
    # Whatever the computer does here, it gets one cell.
    table = sit_down("warfare/blitz/X/9_1/1_1/XX/..", ("person", "level:1"))
    expect(table.status).to_have_text("Your move, blue")
    table.click("A2")
    expect(table.status).to_have_text("You win by 10")


def test_a_computer_player_begins_where_it_has_the_first_side(sit_down):
    table = sit_down("warfare/raid/random:3:1", ("alphabeta:2", "person"))
    expect(table.moves).to_have_count(2)
    expect(table.status).to_have_text("Your move, O")


def test_every_cell_shows_its_value(sit_down):
    position, start = example("warfare-3")
    table = sit_down(start)
    expect(table.cells).to_have_text([str(value) for value in position.values])


def test_cells_worth_more_look_otherwise(sit_down):
    table = sit_down("warfare/raid/Sevastopol")
    assert len({table.look(f"A{row}") for row in range(1, 7)}) == 6


def test_owners_are_told_apart_by_a_mark_and_a_word(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start)

    def marks(name):
        return table.cell(name).locator("use").evaluate_all("uses => uses.map(use => use.getAttribute('href'))")

    assert marks("A1") == []
    assert len(marks("C1")) == len(marks("D2")) == 1
    assert marks("C1") != marks("D2")
    assert marks("C1") == marks("D1")
    expect(table.cell("C1")).to_have_attribute("aria-label", re.compile("^C1, value 1, X"))
    expect(table.cell("D2")).to_have_attribute("aria-label", re.compile("^D2, value 11, O"))
    expect(table.cell("A1")).to_have_attribute("aria-label", re.compile("^A1, value 20, empty"))


def test_pointing_at_a_cell_shows_what_a_move_there_conquers_and_the_change_of_score(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start)
    before = {name: table.look(name) for name in ("C3", "D3", "C4", "A1")}
    table.cell("C3").hover()
    expect(table.detail).to_contain_text("C3 Raid conquers D3 and C4: +31")
    expect(table.page.locator("#gain")).to_have_text("+31")
    for name in ("C3", "D3", "C4"):
        table.expect_other_look(name, before[name])
    assert table.look("A1") == before["A1"]
    table.page.mouse.move(2, 2)
    expect(table.page.locator("#gain")).to_be_hidden()
    table.expect_moves()


def test_what_a_move_gains_covers_no_other_cell(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start)
    table.cell("C3").hover()
    expect(table.page.locator("#gain")).to_be_visible()
    lay_out(table.page)
    cell, gain = table.cell("C3").bounding_box(), table.page.locator("#gain").bounding_box()
    # Parts of a pixel aside.
    for start, length in (("y", "height"), ("x", "width")):
        assert cell[start] <= gain[start] + 1
        assert gain[start] + gain[length] <= cell[start] + cell[length] + 1


def test_cells_that_are_owned_still_show_what_they_are_worth(sit_down):
    table = sit_down(TINY, moves=["A1 Stake", "A2 Stake", "B2 Stake", "B1 Stake"])
    of_x = [table.cell(name) for name in ("A1", "B2")]
    assert len({cell.evaluate("cell => getComputedStyle(cell).backgroundColor") for cell in of_x}) == 2


def test_focusing_a_cell_shows_the_same(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start)
    before = table.look("D3")
    table.page.keyboard.press("b")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        table.page.keyboard.press(key)
    expect(table.cell("C3")).to_be_focused()
    expect(table.detail).to_contain_text("C3 Raid conquers D3 and C4: +31")
    expect(table.page.locator("#gain")).to_have_text("+31")
    table.expect_other_look("D3", before)


def test_the_shown_change_is_what_the_score_then_is(sit_down):
    position, start = example("warfare-3")
    table = sit_down(start)
    totals = [position.total("X"), position.total("O")]
    expect(table.players.nth(0)).to_contain_text(str(totals[0]))
    table.click("C3")
    expect(table.players.nth(0)).to_contain_text(str(totals[0] + 9 + 11))
    expect(table.players.nth(1)).to_contain_text(str(totals[1] - 11))


def test_a_click_raids_where_that_is_legal(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start)
    table.click("C3")
    table.expect_moves("C3 Raid")
    expect(table.cell("D3")).to_have_attribute("data-owner", "0")


def test_a_click_with_shift_stakes(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start)
    table.cell("C3").click(modifiers=["Shift"])
    table.expect_moves("C3 Stake")
    expect(table.cell("D3")).to_have_attribute("data-owner", "1")


def test_a_switch_makes_clicks_stake(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start)
    expect(table.button("Raid")).to_have_attribute("aria-pressed", "true")
    table.button("Stake").click()
    table.cell("C3").hover()
    expect(table.detail).to_contain_text("C3 Stake: +9")
    table.click("C3")
    table.expect_moves("C3 Stake")


def test_a_long_press_stakes(sit_down):
    _, start = example("warfare-3")
    table = sit_down(start)
    table.cell("C3").hover()
    table.page.mouse.down()
    table.expect_moves("C3 Stake")
    table.page.mouse.up()
    table.expect_moves("C3 Stake")  # letting go is no click


def test_under_blitz_rules_a_cell_has_one_move_and_no_switch(sit_down):
    table = sit_down("warfare/blitz/X/9_1/1_1/XO/..")
    expect(table.cell("A2")).to_have_attribute("aria-label", re.compile("blitz"))
    expect(table.page.get_by_role("group", name="Kind of move")).to_be_hidden()
    table.cell("A2").click(modifiers=["Shift"])
    table.expect_moves("blitz A2")


def test_the_last_move_is_marked(sit_down):
    table = sit_down(KEREN, moves=["A1 Stake", "F6 Stake", "C3 Stake"])
    assert table.look("C3") != table.look("A1")
    before = table.look("C3")
    table.click("D1")
    table.expect_other_look("C3", before)


def test_a_cell_that_is_taken_cannot_be_clicked(sit_down):
    table = sit_down(TINY, moves=["A1 Stake"])
    table.cell("A1").click()
    expect(table.status).to_have_text("O to move")
    table.expect_moves("A1 Stake")


def test_a_rematch_begins_again_with_the_same_board_and_players(sit_down):
    table = sit_down(TINY, moves=["A1 Stake", "B2 Stake", "B1 Raid", "A2 Stake"])
    table.tool("rematch").click()
    expect(table.status).to_have_text("X to move")
    table.expect_moves()
    table.expect_owners(["..", ".."])


def test_after_the_game_both_may_swap_sides(sit_down):
    moves = ["A1 Stake", "B2 Stake", "B1 Raid", "A2 Stake"]
    table = sit_down(TINY, ("person", "level:3"), moves=moves)
    table.tool("swap").click()
    expect(table.status).to_have_text("Your move, O")
    expect(table.players.nth(0)).to_contain_text("Casual")
    expect(table.players.nth(1)).to_contain_text("You")


def test_sides_can_be_swapped_in_the_middle_of_a_game(sit_down):
    table = sit_down("warfare/raid/random:3:1", ("person", "level:3"))
    table.tool("swap").click()
    expect(table.moves).to_have_count(2)
    expect(table.status).to_have_text("Your move, O")


def test_a_reload_keeps_the_game_with_its_branches(sit_down):
    table = sit_down(KEREN, moves=["A1 Stake", "F6 Stake"])
    table.tool("undo").click()
    table.click("B1")
    table.expect_moves("A1 Stake", "F6 Stake", "B1 Stake")
    expect(table.here).to_have_text("B1 Stake")
    expect(table.status).to_have_text("X to move")  # the address has the move
    table.page.reload()
    table.expect_moves("A1 Stake", "F6 Stake", "B1 Stake")
    expect(table.here).to_have_text("B1 Stake")
    expect(table.cell("B1")).to_have_attribute("data-owner", "1")


def test_who_comes_back_without_the_address_finds_the_game(sit_down, server):
    table = sit_down(TINY)
    table.click("A1")
    expect(table.status).to_have_text("O to move")
    table.page.goto("about:blank")
    table.page.goto(server.url)
    table.expect_moves("A1 Stake")
    expect(table.status).to_have_text("O to move")


def test_a_first_visit_offers_a_game_at_once(open_page):
    table = Table(open_page())
    expect(table.status).to_have_text(re.compile("^Your move"))
    expect(table.cells).to_have_count(36)
