"""A game that offers no more than it has to, on the page."""

import pytest
from playwright.sync_api import expect
from support.nim import Nim

from outply.games import registry


@pytest.fixture
def table(monkeypatch, sit_down):
    game = Nim()
    monkeypatch.setattr(registry, "games", lambda taken: {"nim": game})
    return sit_down("nim/plain/five")


def test_no_editor_is_offered_for_boards_that_cannot_be_edited(table):
    table.tool("new").click()
    dialog = table.dialog("New game")
    expect(dialog.get_by_role("radio", name="Nim")).to_be_checked()
    expect(dialog.get_by_role("button", name="Edit board …")).to_have_count(0)
    dialog.get_by_role("radio", name="Warfare").check()
    expect(dialog.get_by_role("button", name="Edit board …")).to_be_visible()


def test_moves_that_are_not_made_on_the_board_have_buttons(table):
    expect(table.detail).to_have_text("The score is even. Choose a move; Help has the rules.")
    table.button("Two").click()
    table.button("Two").click()
    table.expect_moves("two", "two")
    expect(table.detail).to_have_text("There is no move but one.")
    table.button("One").click()
    expect(table.status).to_have_text("A wins by 1")
