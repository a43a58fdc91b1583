"""Accessibility violations of a page, found by axe-core."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from support.browser.play_page import wait_for_animations


def accessibility_violations(page: Page) -> list[Any]:
    """Return the serious and critical violations in the light and dark theme, with their elements."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        # Elements that fade in reach their contrast at the end of the animation.
        wait_for_animations(page)
        found += [
            (scheme, fault["id"], [node["html"] for node in fault["nodes"]])
            for fault in Axe().run(page).response["violations"]
            if fault["impact"] in ("serious", "critical")
        ]
    return found
