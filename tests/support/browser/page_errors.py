"""What keeps people out of a page, by axe-core."""

from axe_playwright_python.sync_playwright import Axe

from support.browser.play_page import settle


def faults(page):
    """Return the serious and critical violations in light and in dark, each with the elements that have it."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        # What is still fading in has not its contrast yet.
        settle(page)
        found += [
            (scheme, fault["id"], [node["html"] for node in fault["nodes"]])
            for fault in Axe().run(page).response["violations"]
            if fault["impact"] in ("serious", "critical")
        ]
    return found
