"""Page object of the play page: cells by name, buttons by label."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

from conftest import ROOT
from playwright.sync_api import FloatRect, Locator, Page, Route, expect

from outply.formats import notation, question
from outply.games.protocol import Position

TIMEOUT_MS = 120_000  # generous: guards against hanging only

TWO_PEOPLE = ("person", "person")

# A1 is worth more than the rest together: its owner wins.
TINY = "warfare/raid/X/9_1/1_1/../.."
TINY_GAME = ("A1 Stake", "B2 Stake", "B1 Raid", "A2 Stake")
"""The moves of a finished game on that board."""

CELL_STYLE = """cell => [null, "::before", "::after"].map(part => {
  const style = getComputedStyle(cell, part);
  return ["content", "backgroundColor", "backgroundImage", "boxShadow", "outline", "opacity", "border", "display"]
    .map(name => style[name]).join();
}).join("|")"""


def example(name: str) -> tuple[Position, str]:
    """Return the position of an example and its notation."""
    position = question.read((ROOT / "examples" / f"{name}.in").read_bytes()).position
    return position, notation.to_line(position)


def link(start: str, players: Sequence[str] = TWO_PEOPLE, moves: Sequence[str] = ()) -> str:
    """Return the path that opens this position."""
    fields = {"start": quote(start, safe="/:,"), "players": ",".join(players)}
    if moves:
        fields["moves"] = ",".join(quote(move) for move in moves)
    return "/#" + "&".join(f"{key}={value}" for key, value in fields.items())


def wait_until(page: Page, condition: str, argument: Any = None) -> None:
    """Wait until a JavaScript function returns true.

    Playwright's wait_for_function evaluates a string, which the content security policy forbids.
    """
    page.evaluate(
        f"""async argument => {{
          const deadline = performance.now() + {TIMEOUT_MS};
          while (!({condition})(argument)) {{
            if (performance.now() > deadline) throw new Error("the condition did not become true");
            await new Promise(requestAnimationFrame);
          }}
        }}""",
        argument,
    )


@contextmanager
def hold_requests(page: Page, path: str, **options: Any) -> Iterator[None]:
    """Hold requests to an API path, such as "position", and release them at the end.

    With times=1 only the first request is held.
    """
    held: list[Route] = []
    is_over = False
    page.route(f"**/api/{path}", lambda route: route.continue_() if is_over else held.append(route), **options)
    yield
    is_over = True  # for requests whose event arrives only now
    for route in held:
        route.continue_()
    page.unroute(f"**/api/{path}")


def wait_for_layout(page: Page) -> None:
    """Wait until resize observers have run, which takes until the next frame."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    wait_for_animations(page)


def wait_for_animations(page: Page) -> None:
    """Wait for the end of all finite animations."""
    page.evaluate(
        """() => Promise.allSettled(document.getAnimations()
          .filter(animation => animation.effect.getComputedTiming().endTime < Infinity)
          .map(animation => animation.finished))"""
    )


def bounding_box(locator: Locator) -> FloatRect:
    """Return the box of a visible element."""
    box = locator.bounding_box()
    assert box is not None
    return box


def drop(page: Page, target: Locator, text: str) -> None:
    """Drop a file with this text on an element."""
    data = page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text], 'input.txt')); return data; }",
        text,
    )
    target.dispatch_event("drop", {"dataTransfer": data})


class PlayPage:
    """The play page with a game; opens `url` first if given."""

    def __init__(self, page: Page, url: str | None = None) -> None:
        self.page = page
        page.set_default_timeout(TIMEOUT_MS)
        if url is not None:
            page.goto(url)
        self.board = page.get_by_role("grid", name=re.compile("board$"))
        self.cells = self.board.get_by_role("gridcell")
        self.playable = self.board.locator(".playable")
        self.status = page.locator("#status")
        self.detail = page.locator("#detail")
        self.moves = page.get_by_role("region", name="Moves").locator("[data-node]")
        self.here = page.locator("[data-node][aria-current=step]")
        self.players = page.get_by_role("region", name="Players").locator("[data-side]")
        self.analysis = page.get_by_role("region", name="Analysis")
        self.bar = page.get_by_role("meter", name="Evaluation")
        self.chart = page.get_by_role("slider", name="Score over the game")
        # The last announcement; two live regions alternate, and one is empty.
        self.announced = page.locator("[aria-live=polite]").filter(has_text=re.compile("."))
        expect(self.status).not_to_have_text(re.compile("Loading"))

    def cell(self, name: str) -> Locator:
        return self.board.locator(f'[role=gridcell][aria-label^="{name},"]')

    def click(self, *names: str) -> None:
        """Click cells in turn, each as soon as it is playable."""
        for name in names:
            self.cell(name).and_(self.playable).click()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def tool(self, action: str) -> Locator:
        """Return the visible button of an action."""
        return self.page.locator(f"[data-action={action}]:visible").first

    def dialog(self, name: str) -> Locator:
        return self.page.get_by_role("dialog", name=name)

    def fact(self, name: str) -> Locator:
        """Return the analysis field Value, Depth, Nodes or Speed."""
        return self.analysis.locator("dl > div").filter(has=self.page.get_by_text(name, exact=True)).locator("dd")

    def style(self, name: str) -> str:
        return str(self.cell(name).evaluate(CELL_STYLE))

    def expect_style_change(self, name: str, than: str) -> None:
        """Wait until the style of the cell differs from `than`."""
        wait_until(
            self.page, f"([cell, than]) => ({CELL_STYLE})(cell) !== than", [self.cell(name).element_handle(), than]
        )

    def expect_same_style(self, name: str, other: str) -> None:
        """Wait until two cells have the same style."""
        cells = [self.cell(each).element_handle() for each in (name, other)]
        wait_until(self.page, f"([one, other]) => ({CELL_STYLE})(one) === ({CELL_STYLE})(other)", cells)

    def finish_in_a_branch(self) -> None:
        """Undo the last two moves of `TINY_GAME`, and play to the end with others."""
        self.tool("undo").click()
        self.tool("undo").click()
        self.click("A2", "B1")
        expect(self.status).to_contain_text("wins by")
        expect(self.button("Make main line")).to_be_visible()

    def expect_moves(self, *words: str) -> None:
        expect(self.moves).to_have_text(["Start", *words])

    def expect_owners(self, rows: Sequence[str]) -> None:
        """Wait until the owners are as given, row by row: 0, 1 or none (.)."""
        owners = "".join(rows)
        expect(self.cells).to_have_count(len(owners))
        for number, owner in enumerate(owners):
            expect(self.cells.nth(number)).to_have_attribute("data-owner", owner.strip("."))

    def type(self, text: str) -> None:
        self.page.get_by_label("Type a move").fill(text)
        self.page.get_by_label("Type a move").press("Enter")
