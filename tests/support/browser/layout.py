"""Checks of the layout of a page: overflow, clipped text and the size of targets."""

from playwright.sync_api import Page, ViewportSize

from support.browser.contexts import NARROW
from support.browser.play_page import wait_for_animations, wait_for_layout, wait_until

VAST: ViewportSize = {"width": 1600, "height": 1000}

# Elements that overflow the page horizontally; scrolling containers may be wider.
OVERFLOWING = """() => [...document.querySelectorAll("body *")].filter(element => {
  const box = element.getBoundingClientRect();
  if (!box.width || (box.left >= -0.5 && box.right <= innerWidth + 0.5)) return false;
  for (let at = element; at !== document.body; at = at.parentElement)
    if (getComputedStyle(at).overflowX !== "visible" || at.tagName === "svg") return false;
  return true;
}).map(element => `${element.tagName}#${element.id} ${element.getBoundingClientRect().right}`)"""

# For cells the distance between neighbours counts, including the gap.
TOO_SMALL = """() => [...document.querySelectorAll("button, select, input, textarea, [role=gridcell]")]
  .filter(element => element.checkVisibility({opacityProperty: true, visibilityProperty: true}))
  .map(element => {
    const box = (element.closest("label") ?? element).getBoundingClientRect();
    const gap = element.role ? parseFloat(getComputedStyle(element.parentElement).columnGap) || 0 : 0;
    return [element, box.width + gap, box.height + gap];
  })
  .filter(([, width, height]) => width > 1 && (width < 24 || height < 24))
  .map(([element, width, height]) => `${element.outerHTML.slice(0, 80)} ${width} x ${height}`)"""


def resize(page: Page, size: ViewportSize) -> None:
    """Change the size of the window and wait for the layout."""
    page.set_viewport_size(size)
    wait_until(page, "width => innerWidth === width", size["width"])
    wait_for_layout(page)


def expect_to_fit(page: Page) -> None:
    """Expect no overflow, and targets that are large enough."""
    # A flipping cell is narrow during its animation.
    wait_for_animations(page)
    for size in (NARROW, VAST):
        resize(page, size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(OVERFLOWING) == []
        assert page.evaluate(TOO_SMALL) == []


# Touch targets by height; a field counts with its surrounding label.
LOW = """() => [...document.querySelectorAll("button, select, input:not([type=range])")]
  .filter(element => element.checkVisibility({opacityProperty: true, visibilityProperty: true}))
  .map(element => [element, (element.closest("label") ?? element).getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && box.height < 44)
  .map(([element, box]) => `${element.outerHTML.slice(0, 80)} ${box.height}`)"""


# Elements whose text is clipped or overflows.
CUT = """() => [...document.querySelectorAll(
  "button, .page-header, .analysis-fact, .player-card, dt, dd, legend + .segments")]
  .filter(element => element.checkVisibility({opacityProperty: true, visibilityProperty: true}))
  .filter(element => {
    const box = element.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(element);
    const words = range.getBoundingClientRect();
    return words.width && (words.left < box.left - 1 || words.right > box.right + 1 ||
      words.top < box.top - 1 || words.bottom > box.bottom + 1);
  })
  .map(element => element.outerHTML.slice(0, 100))"""
