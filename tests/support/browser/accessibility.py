"""Accessibility violations of a page, found by axe-core."""

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from support.browser.play_page import wait_for_animations

SCHEMES: tuple[tuple[str, Literal["light", "dark"], Literal["active", "none"]], ...] = (
    ("light", "light", "none"),
    ("dark", "dark", "none"),
    ("forced colours", "dark", "active"),
)

SHOW_FORCED_COLOURS = """() => {
  const elements = [...document.body.querySelectorAll("*")];
  const colours = elements.map(element => getComputedStyle(element).color);
  elements.forEach((element, index) => { element.style.webkitTextFillColor = colours[index]; });
}"""
"""axe-core reads the fill colour of texts, which Chromium reports as if colours were not forced."""

HIDE_FORCED_COLOURS = """() => {
  for (const element of document.body.querySelectorAll("*")) {
    element.style.webkitTextFillColor = "";
    if (!element.getAttribute("style")) element.removeAttribute("style");
  }
}"""


def accessibility_violations(page: Page) -> list[Any]:
    """Return the serious and critical violations in light, dark and forced colours, with their elements.

    Only the contrast depends on the colours, so the other rules are checked once.
    """
    found = []
    for name, scheme, forced in SCHEMES:
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        # Elements that fade in reach their contrast at the end of the animation.
        wait_for_animations(page)
        if forced == "active":
            page.evaluate(SHOW_FORCED_COLOURS)
        rules = {} if name == "light" else {"runOnly": ["color-contrast"]}
        options = {"resultTypes": ["violations"], **rules}
        found += [
            (name, fault["id"], [node["html"] for node in fault["nodes"]])
            for fault in Axe().run(page, options=options).response["violations"]
            if fault["impact"] in ("serious", "critical")
        ]
    page.evaluate(HIDE_FORCED_COLOURS)
    page.emulate_media(color_scheme="light", forced_colors="none")
    return found
