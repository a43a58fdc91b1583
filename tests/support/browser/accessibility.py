"""Accessibility violations of a page, found by axe-core."""

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from support.browser.play_page import wait_for_animations

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

# The colours of all texts and links in a part of the page. Among those with the same colours, font and classes,
# one is checked: a board has a hundred cells that look alike.
CHECK_COLOURS = """async part => {
  const numbers = new Map();
  const number = (text) => numbers.get(text) ?? numbers.set(text, numbers.size).get(text);
  const backgrounds = new Map();
  const background = (element) => {
    if (element && !backgrounds.has(element)) {
      const style = getComputedStyle(element);
      const own = [style.backgroundColor, style.backgroundImage, style.opacity, element.getAttribute("class")];
      backgrounds.set(element, number([background(element.parentElement), ...own].join("|")));
    }
    return backgrounds.get(element);
  };
  const look = (element) => {
    const style = getComputedStyle(element);
    const font = [style.color, style.fontSize, style.fontWeight, style.textShadow, element.tagName];
    return [background(element), ...font].join("|");
  };
  const different = new Map();
  for (const element of document.querySelectorAll(`${part}, ${part} *`)) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const isText = hasText || ["A", "INPUT", "SELECT", "TEXTAREA"].includes(element.tagName);
    if (isText && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && !different.has(look(element)))
      different.set(look(element), element);
  }
  if (!different.size) return [];
  const options = { resultTypes: ["violations"], runOnly: ["color-contrast", "link-in-text-block"] };
  return (await axe.run({ include: [...different.values()] }, options)).violations;
}"""
CHECK_THE_REST = """async part => {
  const options = { resultTypes: ["violations"] };
  // A box at the edge of a tree shows a part of its texts: a unit test checks the names of boxes.
  const hasTree = document.querySelector(".tree-canvas") !== null;
  const rules = { "color-contrast": { enabled: false }, "label-content-name-mismatch": { enabled: !hasTree } };
  const { violations } = await axe.run(part, { ...options, rules });
  if (!hasTree) return violations;
  const named = { include: [part], exclude: [".tree-canvas"] };
  const names = await axe.run(named, { ...options, runOnly: ["label-content-name-mismatch"] });
  return [...violations, ...names.violations];
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
        if forced == "active":
            page.evaluate(SHOW_FORCED_COLOURS)
        name = "forced colours" if forced == "active" else scheme
        found += [(name, *fault) for fault in _serious(page.evaluate(CHECK_COLOURS, part))]
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
