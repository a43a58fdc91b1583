"""The page as those who play see it: cells by their names, buttons by what is on them."""

import re
from contextlib import contextmanager
from urllib.parse import quote

from conftest import ROOT
from playwright.sync_api import expect

from outply.formats import address, question

PATIENCE = 60_000  # milliseconds for what should be there at once: the machine may have other work

TWO_PEOPLE = ("person", "person")

# A1 is worth more than the rest together: whoever takes it wins.
TINY = "warfare/raid/X/9_1/1_1/../.."

LOOK = """cell => [null, "::before", "::after"].map(part => {
  const style = getComputedStyle(cell, part);
  return ["content", "backgroundColor", "backgroundImage", "boxShadow", "outline", "opacity", "border", "display"]
    .map(name => style[name]).join();
}).join("|")"""


def example(name):
    """Return the position of an example, and the address of it."""
    position = question.read((ROOT / "examples" / f"{name}.in").read_bytes()).position
    return position, address.write(position)


def link(start, players=TWO_PEOPLE, moves=()):
    """Return the path of the page that opens this position."""
    fields = {"start": quote(start, safe="/:,"), "players": ",".join(players)}
    if moves:
        fields["moves"] = ",".join(quote(move) for move in moves)
    return "/#" + "&".join(f"{key}={value}" for key, value in fields.items())


def until(page, condition, argument=None):
    """Wait until a function of the page's world returns true.

    Playwright's own wait_for_function does the same by evaluating a text, which the page's policy forbids.
    """
    page.evaluate(
        f"""async argument => {{
          const deadline = performance.now() + {PATIENCE};
          while (!({condition})(argument)) {{
            if (performance.now() > deadline) throw new Error("it did not come true");
            await new Promise(requestAnimationFrame);
          }}
        }}""",
        argument,
    )


@contextmanager
def holding(page, path, **options):
    """Hold back what the page asks the server under this path, such as "position", and let it go at the end.

    With times=1 that is the first request alone.
    """
    held, is_over = [], False
    page.route(f"**/api/{path}", lambda route: route.continue_() if is_over else held.append(route), **options)
    yield
    is_over = True  # for what was asked before, and is told of only now
    for route in held:
        route.continue_()
    page.unroute(f"**/api/{path}")


def stop_clock(page):
    """Have no time go by on the page but what a test says with `clock.run_for`."""
    page.clock.install(time=0)
    page.clock.pause_at(3600)


def lay_out(page):
    """Wait until all that follows the size of its place has it: that is told with the next frame."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    settle(page)


def settle(page):
    """Wait until nothing moves any more, but for what moves as long as something is thought about."""
    page.evaluate(
        """() => Promise.allSettled(document.getAnimations()
          .filter(animation => animation.effect.getComputedTiming().endTime < Infinity)
          .map(animation => animation.finished))"""
    )


def drop(page, target, text):
    """Drop a file with that text on an element."""
    data = page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text], 'input.txt')); return data; }",
        text,
    )
    target.dispatch_event("drop", {"dataTransfer": data})


class Table:
    """A page with a game on it; with an address, that is opened first."""

    def __init__(self, page, url=None):
        self.page = page
        page.set_default_timeout(PATIENCE)
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
        # What was read out last; of the two regions that take turns, one is empty.
        self.heard = page.locator("[aria-live=polite]").filter(has_text=re.compile("."))
        expect(self.status).not_to_have_text(re.compile("Loading"))

    def cell(self, name):
        return self.board.locator(f'[role=gridcell][aria-label^="{name},"]')

    def click(self, *names):
        """Click cells one after the other, each as soon as a click there does something."""
        for name in names:
            self.cell(name).and_(self.playable).click()

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def tool(self, action):
        """The button for an action, wherever the page has it."""
        return self.page.locator(f"[data-action={action}]:visible").first

    def dialog(self, name):
        return self.page.get_by_role("dialog", name=name)

    def fact(self, name):
        """What the analysis says of the value, the depth, the nodes or the speed."""
        return self.analysis.locator("dl > div").filter(has=self.page.get_by_text(name, exact=True)).locator("dd")

    def look(self, name):
        return self.cell(name).evaluate(LOOK)

    def expect_other_look(self, name, than):
        """Wait until the cell looks other than it did."""
        until(self.page, f"([cell, than]) => ({LOOK})(cell) !== than", [self.cell(name).element_handle(), than])

    def expect_same_look(self, name, other):
        """Wait until two cells look alike."""
        cells = [self.cell(each).element_handle() for each in (name, other)]
        until(self.page, f"([one, other]) => ({LOOK})(one) === ({LOOK})(other)", cells)

    def expect_moves(self, *words):
        expect(self.moves).to_have_text(["Start", *words])

    def expect_owners(self, rows):
        """Wait until the cells belong to 0, 1 or nobody (.), row by row."""
        owners = "".join(rows)
        expect(self.cells).to_have_count(len(owners))
        for number, owner in enumerate(owners):
            expect(self.cells.nth(number)).to_have_attribute("data-owner", owner.strip("."))

    def type(self, text):
        self.page.get_by_label("Type a move").fill(text)
        self.page.get_by_label("Type a move").press("Enter")
