import os
import re
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)
from support.browser import chromium
from support.browser.contexts import LAUNCH_OPTIONS, NARROW, WIDE, SharedContexts
from support.browser.play_page import TIMEOUT_MS, TWO_PEOPLE, PlayPage, link
from support.browser.tree_page import START, TreePage
from support.web.serving import Server, serving

__all__ = ["NARROW", "WIDE"]

expect.set_options(timeout=TIMEOUT_MS)


class OpenPage(Protocol):
    def __call__(self, path: str = "/", **options: Any) -> Page: ...


class OpenGame(Protocol):
    def __call__(
        self, start: str, players: Sequence[str] = TWO_PEOPLE, moves: Sequence[str] = (), **options: Any
    ) -> PlayPage: ...


class OpenTree(Protocol):
    def __call__(
        self, start: str = START, algorithm: str = "alphabeta", depth: int = 2, **options: Any
    ) -> TreePage: ...


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(chromium.MISSING)
        pytest.skip(chromium.MISSING)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=LAUNCH_OPTIONS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> SharedContexts:
    return SharedContexts(browser)


@pytest.fixture
def open_page(contexts: SharedContexts, server: Server) -> Iterator[OpenPage]:
    """Return a function that opens a page; errors in the page or its console fail the test."""
    problems: list[str] = []

    def open_one(path: str = "/", **options: Any) -> Page:
        page = contexts.new_page(server.url, **options)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: _expect_no_error(message, problems))
        page.on("request", lambda request: _expect_ours(request.url, server.url, problems))
        page.goto(server.url + path)
        return page

    yield open_one
    contexts.close_pages()
    assert problems == []


@pytest.fixture
def open_game(open_page: OpenPage) -> OpenGame:
    """Return a function that opens the play page with a start position, players and moves."""

    def open_one(
        start: str, players: Sequence[str] = TWO_PEOPLE, moves: Sequence[str] = (), **options: Any
    ) -> PlayPage:
        return PlayPage(open_page(link(start, players, moves), **options))

    return open_one


@pytest.fixture
def open_tree(open_page: OpenPage) -> OpenTree:
    """Return a function that opens the tree page."""

    def open_one(start: str = START, algorithm: str = "alphabeta", depth: int = 2, **options: Any) -> TreePage:
        options = {"reduced_motion": "reduce", **options}
        return TreePage(open_page(f"/tree#start={start}&algorithm={algorithm}&depth={depth}", **options))

    return open_one


def _expect_no_error(message: ConsoleMessage, problems: list[str]) -> None:
    # The browser logs every refused request; tests check that the page shows a message.
    refused = "/api/" in message.location["url"] and re.search(r"status of (422|429)", message.text)
    if message.type == "error" and not refused:
        problems.append(message.text)


def _expect_ours(url: str, ours: str, problems: list[str]) -> None:
    if not url.startswith((ours, "data:", "blob:")):
        problems.append(f"request to another server: {url}")
