import os

import pytest
from browser import chromium
from playwright.sync_api import sync_playwright
from web.serving import serving

WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 360, "height": 740}

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
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: message.type == "error" and problems.append(message.text))
        page.on("request", lambda request: _expect_ours(request.url, server.url, problems))
        page.goto(server.url + path)
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert problems == []


def _expect_ours(url, ours, problems):
    if not url.startswith((ours, "data:", "blob:")):
        problems.append(f"the page asked elsewhere: {url}")
