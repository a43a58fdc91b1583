import os
import re

import pytest
from playwright.sync_api import expect, sync_playwright
from support.browser import chromium
from support.browser.play_page import PATIENCE, Table, link
from support.browser.tree_page import START, TreePage
from support.serving import serving

WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 360, "height": 740}

expect.set_options(timeout=PATIENCE)

MISSING = "there is no Chromium here, and it cannot be installed: apt-get install chromium, as root"


@pytest.fixture(scope="session")
def server():
    with serving() as running:
        yield running


@pytest.fixture(scope="session")
def browser():
    path = chromium.find()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def open_page(browser, server):
    """Opens pages that must not complain: an error in the page, or in its console, is a failure."""
    contexts, problems = [], []

    def open_it(path="/", viewport=WIDE, **options):
        context = browser.new_context(viewport=viewport, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: _expect_no_error(message, problems))
        page.on("request", lambda request: _expect_ours(request.url, server.url, problems))
        page.goto(server.url + path)
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def sit_down(open_page):
    """Opens a game: where it starts, who plays, the moves so far."""

    def open_it(start, *args, moves=(), **options):
        return Table(open_page(link(start, *args, moves=moves), **options))

    return open_it


@pytest.fixture
def grow(open_page):
    """Opens the page of a tree."""

    def open_it(start=START, algorithm="alphabeta", depth=2, **options):
        options = {"reduced_motion": "reduce", **options}
        return TreePage(open_page(f"/tree#start={start}&algorithm={algorithm}&depth={depth}", **options))

    return open_it


def _expect_no_error(message, problems):
    # The browser tells of every refusal; the page has to say it in words, which is for the tests to see.
    refused = "/api/" in message.location["url"] and re.search(r"status of (422|429)", message.text)
    if message.type == "error" and not refused:
        problems.append(message.text)


def _expect_ours(url, ours, problems):
    if not url.startswith((ours, "data:", "blob:")):
        problems.append(f"the page asked elsewhere: {url}")
