"""Page object of the tree page, and the search that the page shows."""

from playwright.sync_api import Locator, Page, expect

from outply.search import literal
from outply.search.trace import WHOLE_TREE
from support.browser.play_page import example
from support.search.search_results import visits_of

POSITION, START = example("warfare-3")
TRACE = list(visits_of(literal.search(POSITION, 2, "ALPHABETA", trace=WHOLE_TREE)))

MINUS = "\N{MINUS SIGN}"
ALPHA = "\N{GREEK SMALL LETTER ALPHA}"


def bound(number: float) -> str:
    return str(number).replace("inf", "∞").replace("-", MINUS)


class TreePage:
    """The tree page; nodes are found by their moves."""

    def __init__(self, page: Page, view: int = 0) -> None:
        self.page = page
        self.region = page.locator(".tree-view").nth(view)
        self.tree = self.region.get_by_role("tree")
        self.items = self.region.get_by_role("treeitem")
        self.focused = self.region.locator("[role=treeitem][aria-selected=true]")
        self.panel = page.get_by_role("region", name="The node in focus")
        self.stack = self.panel.get_by_role("table", name="Being searched")
        self.said = self.region.locator(".debugger-sentence")
        self.announced = self.region.get_by_role("group", name="Step through the search").get_by_role("status")
        expect(self.items.first).to_be_visible()

    def node(self, move: str, level: int = 2) -> Locator:
        return self.region.locator(f'[role=treeitem][aria-level="{level}"][aria-label^="{move}, "]')

    def fact(self, name: str) -> Locator:
        return self.panel.locator("dl > div").filter(has=self.page.get_by_text(name, exact=True)).locator("dd")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def transform(self) -> str | None:
        return self.tree.locator("> g").get_attribute("transform")
