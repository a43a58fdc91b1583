"""Browser contexts that tests share, because a page opens faster in a renderer process that runs already."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from support.browser.play_page import TIMEOUT_MS

WIDE: ViewportSize = {"width": 1280, "height": 900}
NARROW: ViewportSize = {"width": 360, "height": 740}

LAUNCH_OPTIONS = ["--no-sandbox", "--process-per-site"]
"""Arguments for Chromium: the pages of a server share a renderer process, if they share a context."""


class SharedContexts:
    """Opens pages in contexts that are kept for later tests with the same options.

    A new page has a history and a session storage of its own, and the local storage is empty. The first page of a
    kept context stays open, so that the renderer process does.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._kept: dict[str, Page] = {}
        self._in_use: list[BrowserContext] = []
        self._own: list[BrowserContext] = []

    def new_page(
        self,
        url: str,
        *,
        own_context: bool = False,
        viewport: ViewportSize = WIDE,
        color_scheme: Any = None,
        reduced_motion: Any = "reduce",
        forced_colors: Any = None,
        **options: Any,
    ) -> Page:
        """Return an empty page for the server or folder at `url`.

        With `own_context`, and for the second page of a test, the context is not shared with other pages. Service
        workers are blocked unless asked for, because they outlive pages and their requests cannot be held.
        """
        options = {"service_workers": "block"} | options
        context = None if own_context else self._context(url, options)
        if context is None:
            context = self._browser.new_context(**options)
            self._own.append(context)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion, forced_colors=forced_colors)
        return page

    def _context(self, url: str, options: dict[str, Any]) -> BrowserContext | None:
        """Return the kept context with these options, or None if this test uses it already."""
        key = repr((url, sorted(options.items())))
        if key not in self._kept:
            self._kept[key] = self._browser.new_context(**options).new_page()
            self._kept[key].goto(url if url.startswith("file:") else f"{url}/api/games")
        context = self._kept[key].context
        if context in self._in_use:
            return None
        self._in_use.append(context)
        self._kept[key].evaluate("localStorage.clear()")
        return context

    def close_pages(self) -> None:
        """Close the pages of a test."""
        for page in [
            page for context in self._in_use for page in context.pages if page not in self._kept.values()
        ]:
            page.close()
        for context in self._own:
            context.close()
        self._in_use.clear()
        self._own.clear()
