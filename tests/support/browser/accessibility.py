"""Accessibility violations of a page, found by axe-core."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from support.browser.play_page import wait_for_animations
from support.shared_files import FOLDER

SCHEMES: tuple[tuple[Literal["light", "dark"], Literal["active", "none"]], ...] = (
    ("light", "none"),
    ("dark", "none"),
    ("dark", "active"),
)
"""Colour schemes, without and with forced colours."""

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

# The texts and links in a part of the page that differ in what their contrast depends on: their colours, font and
# class, and the backgrounds of the elements around them. A board has a hundred cells that look alike.
COLLECT_LOOKS = """part => {
  const backgrounds = new Map();
  const background = (element) => {
    if (!element) return "";
    if (!backgrounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity].join("|");
      const around = background(element.parentElement);
      backgrounds.set(element, own === "rgba(0, 0, 0, 0)|none|1" ? around : `${around}|${own}`);
    }
    return backgrounds.get(element);
  };
  const look = (element) => {
    const style = getComputedStyle(element);
    const font = [style.color, style.webkitTextFillColor, style.fontSize, style.fontWeight, style.textShadow];
    return [background(element), ...font, element.tagName, element.getAttribute("class")].join("|");
  };
  window.axeLooks = new Map();
  for (const element of document.querySelectorAll(`${part}, ${part} *`)) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const isText = hasText || ["A", "INPUT", "SELECT", "TEXTAREA"].includes(element.tagName);
    if (!isText || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const own = look(element);
    if (!window.axeLooks.has(own)) window.axeLooks.set(own, element);
  }
  return [...window.axeLooks.keys()];
}"""
CHECK_COLOURS = """async looks => {
  const options = { resultTypes: ["violations"], runOnly: ["color-contrast", "link-in-text-block"] };
  return (await axe.run({ include: looks.map((look) => window.axeLooks.get(look)) }, options)).violations;
}"""


class PassedLooks:
    """The looks without a violation so far, also in earlier runs: colours are half of the time of a check.

    A look contains all that its contrast depends on, so it is checked again only with another axe-core or another
    version of this module. The file has a line for each look; test processes append to it.
    """

    def __init__(self, folder: Path) -> None:
        sources = Axe().axe_script.encode() + Path(__file__).read_bytes()
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / f"looks-{hashlib.sha256(sources).hexdigest()[:16]}"
        for old in folder.glob("looks-*"):
            if old != self._file:
                old.unlink(missing_ok=True)
        self._digests = set(self._file.read_text().split()) if self._file.exists() else set()

    def __contains__(self, look: str) -> bool:
        return self._digest(look) in self._digests

    def add(self, looks: Iterable[str]) -> None:
        new = {self._digest(look) for look in looks} - self._digests
        self._digests |= new
        with self._file.open("a") as file:
            file.write("".join(f"{digest}\n" for digest in sorted(new)))

    def _digest(self, look: str) -> str:
        return hashlib.sha256(look.encode()).hexdigest()[:32]


@cache
def _passed_looks() -> PassedLooks:
    return PassedLooks(FOLDER)


CHECK_THE_REST = """async part => {
  // A box at the edge of a tree shows a part of its texts: a unit test checks the names of boxes.
  const outside = ":not(.tree-canvas, .tree-canvas *)";
  axe.configure({ rules: [{ id: "label-content-name-mismatch", selector: outside }] });
  const rules = { "color-contrast": { enabled: false }, "label-content-name-mismatch": { enabled: true } };
  return (await axe.run(part, { resultTypes: ["violations"], rules })).violations;
}"""


def accessibility_violations(page: Page, part: str = "html") -> list[Any]:
    """Return the serious and critical violations in light, dark and forced colours, with their elements.

    `part` selects the elements to check: a page that another test checks can be left out around a dialog.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = [("all colours", *fault) for fault in _serious(page.evaluate(CHECK_THE_REST, part))]
    for scheme, forced in SCHEMES:
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        wait_for_animations(page)  # elements that fade in reach their contrast at the end
        name = "forced colours" if forced == "active" else scheme
        looks = [look for look in page.evaluate(COLLECT_LOOKS, part) if look not in _passed_looks()]
        if not looks:
            continue
        if forced == "active":
            page.evaluate(SHOW_FORCED_COLOURS)
        faults = _serious(page.evaluate(CHECK_COLOURS, looks))
        found += [(name, *fault) for fault in faults]
        if not faults:
            _passed_looks().add(looks)
        if forced == "active":
            page.evaluate(HIDE_FORCED_COLOURS)
    page.emulate_media(color_scheme="light", forced_colors="none")
    return found


def _serious(violations: list[Any]) -> list[tuple[str, list[str]]]:
    """Return the rules and the elements of the serious and critical violations."""
    return [
        (fault["id"], [node["html"] for node in fault["nodes"]])
        for fault in violations
        if fault["impact"] in ("serious", "critical")
    ]
