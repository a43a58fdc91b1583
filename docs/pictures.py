"""Makes the pictures of the documentation: `python3 run.py python docs/pictures.py`. Needs Chromium.

The pages are those of a report that is made for it, so the pictures show what the program does now.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import drawings
from PIL import Image
from playwright.sync_api import Page, sync_playwright
from rich.console import Console

from outply.arena.match import play
from outply.cli.main import outply
from outply.cli.match.live import MatchView
from outply.games import all_games, svg
from outply.games.record import GameRecord
from outply.players.registry import player

IMAGES = Path(__file__).parent / "images"
WIDTH = 1100
CLASS: dict[str, list[str]] = {
    "ada": [],
    "bela": ["ties"],
    "chen": ["chains"],
    "dora": ["ties"],
    "emil": ["depth-less"],
    "fay": [],
    "goran": ["diagonals"],
    "hana": ["eval-mover"],
}
"""Who hands in what: the right program, with the mistake of that name."""
COLOURS = 256  # a page has few; a picture is half as large with no more than it needs


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    drawings.save(IMAGES)
    start = all_games()["warfare"].start("blitz")
    record = play(start, player("alphabeta:5"), player("minimax:3"), board="Smolensk")
    board(record)
    terminal(record)
    with tempfile.TemporaryDirectory() as folder:
        outply.main(["report", "-o", folder], standalone_mode=False)
        report(Path(folder) / "report.html")
    with tempfile.TemporaryDirectory() as folder:
        grading(Path(folder))
    page()


def board(record: GameRecord) -> None:
    """The final position, as a notebook and a report show it."""
    (IMAGES / "board.svg").write_text(svg.render_position(record.final, record.turns[-1].move) + "\n")


def terminal(record: GameRecord) -> None:
    """A match as it is shown in a terminal."""
    turns = record.turns[:20]
    so_far = GameRecord(record.start, record.players, turns, record.positions()[len(turns)], record.board)
    console = Console(
        record=True, width=80, height=22, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(MatchView(so_far))
    svg = console.export_svg(title="outply match --rules blitz", unique_id="match")
    # Fonts would come from elsewhere.
    (IMAGES / "match.svg").write_text(re.sub(r"@font-face {.*?}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL))


def report(path: Path) -> None:
    """The top of a report's page, one of its boards, and time against depth."""
    with opened(path, 1180) as page:
        save("report-top", page.screenshot())
        page.add_style_tag(content="section { padding: 1rem }")
        save("report-board", page.locator("#board-4").screenshot())
        save("report-depths", page.locator("#times").screenshot())


@contextmanager
def opened(path: Path, height: int) -> Iterator[Page]:
    """A file in a browser."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        sys.exit("the pictures of pages need Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": height})
        page.goto(path.as_uri())
        yield page
        browser.close()


def grading(folder: Path) -> None:
    """A small class, of which most make a usual mistake; needs the sandbox."""
    right = (Path(__file__).parent.parent / "tests" / "programs" / "right.py").read_text()
    for person, mistake in CLASS.items():
        home = folder / "handed-in" / person
        home.mkdir(parents=True)
        program = right.replace("import sys\n", f"import sys\n\nsys.argv[1:] = {mistake}\n", 1)
        (home / "homework3.py").write_text(program)
    cases = str(folder / "cases")
    outply.main(["cases", cases, "--count", "12", "--seed", "3"], standalone_mode=False)
    told = {"--submissions": "handed-in", "--html": "marks", "--state": "state.db"}
    options = [text for option, name in told.items() for text in (option, str(folder / name))]
    outply.main(["grade", cases, *options], standalone_mode=False)
    with opened(folder / "marks" / "index.html", 900) as shown:
        save("grading-class", shown.screenshot())


def page() -> None:
    """The page to play on, by its tests, which open each of its views; and a game from outside on it."""
    tests = ["tests/browser/test_pictures.py", "tests/browser/test_plugin_games.py"]
    command = [sys.executable, "-m", "pytest", "-q", "-n0", *tests]
    root = Path(__file__).parent.parent
    subprocess.run(command, cwd=root, env=os.environ | {"OUTPLY_PICTURES": "1"}, check=True)


def save(name: str, png: bytes) -> None:
    """Keep a picture of a page."""
    picture = Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    picture.save(IMAGES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
