"""Make the picture that a link to the site shows elsewhere: `python3 run.py python docs/card.py`."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

DOCS = Path(__file__).parent
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
LAST_FRAME_MS = 23_500

PAGE = """<body style="margin:0;background:#0d1420;color:#fff;font:600 44px system-ui,sans-serif">
<div style="padding:48px 60px 0">Outply<div style="font:26px system-ui,sans-serif;color:#b8c4d6;margin-top:8px">
A toolkit for teaching game-tree search</div></div>
<div style="padding:8px 200px;transform:scale(1.0)">{picture}</div></body>"""


def main() -> None:
    browser_path = next(path for name in BROWSERS if (path := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 630})
        page.set_content(PAGE.replace("{picture}", (DOCS / "images" / "demo.svg").read_text()))
        page.evaluate(
            "time => document.getAnimations().forEach(one => { one.pause(); one.currentTime = time })",
            LAST_FRAME_MS,
        )
        page.screenshot(path=str(DOCS / "_static" / "card.png"))
        browser.close()


if __name__ == "__main__":
    main()
