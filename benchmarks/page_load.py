"""Measure how long the play page takes from the request to a board with all of its cells.

    python3 run.py python benchmarks/page_load.py [--runs 5]

Prints the median of first visits and of reloads, locally and with an emulated slow 3G connection, and the
number of requests that reach the server.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.browser import chromium
from support.browser.network import watch_server_requests
from support.web.serving import serving

# 400 kbit/s, 400 ms latency
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
LAST_CELL = "body.ready #board .board-cell[data-index='35']"


def measure(browser: Browser, url: str, slow: bool) -> tuple[float, float, int, int]:
    """Return the seconds and the requests to the server of a first visit and of a reload."""
    context = browser.new_context()
    page = context.new_page()
    session, requests = watch_server_requests(page)
    if slow:
        session.send("Network.emulateNetworkConditions", SLOW_3G)
    first = _timed(page, lambda: page.goto(url, wait_until="commit"))
    first_requests = len(requests)
    requests.clear()
    again = _timed(page, lambda: page.reload(wait_until="commit"))
    context.close()
    return first, again, first_requests, len(requests)


def _timed(page: Page, load: Callable[[], object]) -> float:
    started = time.perf_counter()
    load()
    page.locator(LAST_CELL).wait_for(state="attached")
    seconds = time.perf_counter() - started
    page.wait_for_load_state("networkidle")  # the dialogs are loaded after the board
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for name, slow in (("local", False), ("slow 3G", True)):
            samples = [measure(browser, server.url, slow) for _ in range(runs)]
            first, again = (statistics.median(sample[i] for sample in samples) for i in (0, 1))
            print(f"{name}: first visit {first:.2f} s, {samples[0][2]} requests;", end=" ")
            print(f"reload {again:.2f} s, {samples[0][3]} requests")


if __name__ == "__main__":
    main()
