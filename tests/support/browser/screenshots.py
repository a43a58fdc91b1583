"""The screenshots of the documentation, which browser tests write if OUTPLY_PICTURES is set."""

import os

from pictures import save
from playwright.sync_api import Page, ViewportSize

from support.browser.play_page import wait_for_animations

SIZE: ViewportSize = {"width": 1280, "height": 860}


def take_picture(page: Page, name: str) -> None:
    """Write a screenshot to docs/images if OUTPLY_PICTURES is set."""
    if os.environ.get("OUTPLY_PICTURES"):
        wait_for_animations(page)
        save(name, page.screenshot())
