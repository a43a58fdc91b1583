"""The new-game dialog, for browser tests."""

import re
from collections.abc import Iterable

from playwright.sync_api import expect

from support.assertions import not_none
from support.browser.play_page import PlayPage


class Setup:
    """The new-game dialog."""

    def __init__(self, play: PlayPage) -> None:
        self.table, self.page = play, play.page
        self.dialog = play.dialog("New game")
        self.preview = self.dialog.locator(".preview-box .small-board:visible, input:checked + * .small-board")
        self.problem = self.dialog.get_by_role("alert")
        play.tool("new").click()
        expect(self.dialog).to_be_visible()

    def choose(self, group: str, name: str) -> None:
        self.dialog.get_by_role("group", name=group).get_by_role("radio", name=name, exact=True).check()

    def seat(self, side: str, player: str, amount: float | None = None) -> None:
        field = self.dialog.get_by_label(side, exact=True)
        option = field.locator("option", has_text=re.compile(f"^{player}(, |$)"))  # with or without a rating
        field.select_option(not_none(option.get_attribute("value")))
        if amount is not None:
            self.dialog.get_by_label(re.compile(f"^{side}: (depth|seconds)")).fill(str(amount))

    def start(self) -> PlayPage:
        before = self.page.url
        self.dialog.get_by_role("button", name="Start game").click()
        expect(self.dialog).to_be_hidden()
        expect(self.page).not_to_have_url(before)  # the new game is loaded
        return self.table


def texts(values: Iterable[Iterable[int]]) -> list[str]:
    """Return the numbers of a board as the texts of its cells, row by row."""
    return [str(value) for row in values for value in row]
