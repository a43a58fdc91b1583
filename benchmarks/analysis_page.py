"""Compare what the play page shows of an analysis: `python3 run.py python benchmarks/analysis_page.py`.

In random positions of both games, the cell marked as best, the cells of the hint and the first move of the line
must belong to the same move: at rest, and in every frame while the engine searches.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import urllib.parse

from playwright.sync_api import Page, Route, sync_playwright

from outply.formats import notation
from outply.games import all_games
from outply.games.protocol import Position

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

# Collects what is shown at every frame: the best cell, the cells of the hint, the first move of the line.
SAMPLE = """() => {
  const cells = (name) => [...document.querySelectorAll(`#board .board-cell.${name}`)].map(
    (cell) => cell.getAttribute("aria-label").split(",")[0]);
  window.shown = () => [cells("best"), cells("hint"),
    document.querySelector("#line-of-play .analysis-step")?.textContent ?? ""];
  window.samples = [];
  const sample = () => { window.samples.push(window.shown()); requestAnimationFrame(sample); };
  sample();
}"""
AT_REST = "() => document.querySelector('#stop-thinking').hidden && document.querySelector('.best.hint')"


def random_position(game: str, rng: random.Random) -> tuple[str, list[str], Position]:
    """Return the start, the moves and the position of a random unfinished game."""
    start: Position = all_games()[game].start()
    while True:
        position, moves = start, []
        for _ in range(rng.randrange(30)):
            if position.is_over:
                break
            moves.append(rng.choice(position.moves()))
            position = position.play(moves[-1])
        if not position.is_over and len(position.moves()) > 1:
            return notation.to_line(start), [str(move) for move in moves], position


def agrees(best: list[str], hint: list[str], line: str) -> bool:
    """Return True if all that is shown belongs to the first move of the line."""
    return len(best) <= 1 and all(cell in line for cell in [*best, *hint])


def compare(page: Page, url: str, game: str, rng: random.Random) -> tuple[bool, int, int]:
    """Return whether the page agrees at rest, the number of frames, and in how many of them it does not agree."""
    start, moves, _ = random_position(game, rng)
    query = urllib.parse.urlencode(
        {"start": start, "moves": ",".join(moves), "players": "person,person"}, safe="/,"
    )
    page.goto("about:blank")
    page.goto(f"{url}/#{query}")
    page.wait_for_selector("#board .board-cell")
    page.evaluate(SAMPLE)
    page.locator("[data-action=values]").first.click()
    page.locator("[data-action=hint]").first.click()
    page.wait_for_function(AT_REST)
    best, hint, line = page.evaluate("window.shown()")
    samples = page.evaluate("window.samples")
    is_right = agrees(best, hint, line) and bool(best and hint and line)
    return is_right, len(samples), sum(not agrees(*sample) for sample in samples)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.5, help="time limit of each analysis")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    browser = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if browser is None:
        sys.exit("Chromium not found. Install it, for example with: apt-get install chromium")

    def shorten(route: Route) -> None:
        body = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps(body | {"seconds": options.seconds}))

    command = [sys.executable, "-m", "outply", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
        assert server.stdout is not None
        url = re.search(r"http://\S+", server.stdout.readline())
        assert url is not None
        try:
            page = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"]).new_page()
            page.route("**/api/analyse", shorten)
            rng = random.Random(options.seed)
            games = ("warfare", "starcircle")
            found = [
                compare(page, url[0].rstrip("/"), games[number % 2], rng) for number in range(options.positions)
            ]
        finally:
            server.terminate()
    at_rest, frames, contradicting = zip(*found, strict=True)
    print(f"at rest: {sum(at_rest)} of {len(found)} positions agree")
    print(f"while searching: {sum(contradicting)} of {sum(frames):,} frames contradict themselves")
    sys.exit(0 if all(at_rest) and not sum(contradicting) else 1)


if __name__ == "__main__":
    main()
