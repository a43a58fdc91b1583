"""A game with only the mandatory protocol on the page."""

from collections.abc import Iterator

import pytest
from browser.conftest import OpenGame
from playwright.sync_api import expect
from support.browser.play_page import PlayPage
from support.games.nim import Nim
from support.web.serving import Server, serving

from outply.games import registry


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server with the game, for `open_page`."""
    game = Nim()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "plugin_games", lambda reserved: {"nim": game})
        with serving() as running:
            yield running


@pytest.fixture
def play(open_game: OpenGame) -> PlayPage:
    return open_game("nim/plain/five")


def test_editor_is_not_offered_for_a_game_that_cannot_be_edited(play: PlayPage) -> None:
    play.tool("new").click()
    dialog = play.dialog("New game")
    expect(dialog.get_by_role("radio", name="Nim")).to_be_checked()
    expect(dialog.get_by_role("button", name="Edit board …")).to_have_count(0)
    dialog.get_by_role("radio", name="Warfare").check()
    expect(dialog.get_by_role("button", name="Edit board …")).to_be_visible()


def test_moves_without_squares_have_buttons(play: PlayPage) -> None:
    expect(play.detail).to_have_text("Choose a move. Highest total wins. How to play")
    play.button("Two").click()
    play.button("Two").click()
    play.expect_moves("two", "two")
    expect(play.detail).to_have_text("There is no move but one.")
    play.button("One").click()
    expect(play.status).to_have_text("A wins by 1")
