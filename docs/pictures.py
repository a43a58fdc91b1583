"""Take the screenshots of the documentation: `python3 run.py python docs/pictures.py`. Needs Chromium.

The pages are generated first, so the pictures show the current state of the program.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import drawings
import uvicorn
from PIL import Image
from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from starlette.applications import Starlette

from outply.arena.match import play
from outply.arena.ratings.elo import expected_score
from outply.arena.tournament.jobs import GameResult
from outply.classroom.accounts.credentials import start_session
from outply.classroom.accounts.people import RosterEntry, list_people
from outply.classroom.accounts.roles import Role
from outply.classroom.checks import queue
from outply.classroom.classroom import create_class
from outply.classroom.ladder.games import key_of, write_result
from outply.classroom.settings.class_settings import ladder_board
from outply.classroom.settings.template import template
from outply.classroom.submissions import State, add_submission
from outply.classroom.uploads import store_upload
from outply.cli.main import outply
from outply.cli.match.live import MatchView
from outply.games import all_games, svg
from outply.games.record import GameRecord
from outply.players.registry import player
from outply.report.review import page as review_page
from outply.review.game_review import review_game
from outply.web.app import listen
from outply.web.classroom.app import create_class_app
from outply.web.classroom.server import ClassServer

IMAGES = Path(__file__).parent / "images"
VIEWPORT_WIDTH = 1100
MISTAKES: dict[str, list[str]] = {
    "ada": [],
    "bela": ["ties"],
    "chen": ["chains"],
    "dora": ["ties"],
    "emil": ["depth-less"],
    "fay": [],
    "goran": ["diagonals"],
    "hana": ["eval-mover"],
}
"""The class of the grading picture: each student's submission is the right program with these mistakes."""

CLASS_SIZE, GAMES_PER_VERSION = 24, 40
BASELINE_RATINGS = (500.0, 900.0, 1300.0, 1500.0)
"""True ratings of the baselines of a new class, for the picture of its ladder."""

BROWSERS = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome")
PALETTE_COLOURS = 256  # enough for a page, and half the size of a true-colour picture


def main() -> None:
    """Write all pictures to docs/images."""
    IMAGES.mkdir(exist_ok=True)
    drawings.save(IMAGES)
    start = all_games()["warfare"].start("blitz")
    record = play(start, player("alphabeta:5"), player("minimax:3"), board="Smolensk")
    board_picture(record)
    match_picture(record)
    review_picture()
    with tempfile.TemporaryDirectory() as folder:
        outply.main(["report", "--out-dir", folder], standalone_mode=False)
        report_pictures(Path(folder) / "report.html")
    with tempfile.TemporaryDirectory() as folder:
        grading_picture(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        class_picture(Path(folder) / "class")
    play_pictures()


def board_picture(record: GameRecord) -> None:
    """Draw the final position of a game as a notebook or a report shows it."""
    (IMAGES / "board.svg").write_text(svg.render_position(record.final, record.turns[-1].move) + "\n")


def match_picture(record: GameRecord) -> None:
    """Draw a match as it looks in a terminal."""
    turns = record.turns[:20]
    so_far = GameRecord(record.start, record.players, turns, record.positions()[len(turns)], record.board)
    console = Console(
        record=True, width=80, height=22, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(MatchView(so_far))
    svg = console.export_svg(title="outply match --rules blitz", unique_id="match")
    # Remove the fonts, which would be loaded from the network.
    (IMAGES / "match.svg").write_text(re.sub(r"@font-face {.*?}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL))


def report_pictures(path: Path) -> None:
    """Take the top of a report, one of its boards, and the time by depth."""
    with open_page(path, 1180) as page:
        save("report-top", page.screenshot())
        page.add_style_tag(content="section { padding: 1rem }")
        save("report-board", page.locator("#board-4").screenshot())
        save("report-depths", page.locator("#times").screenshot())


def review_picture() -> None:
    """Take the review of a lost game at its turning point."""
    start = all_games()["warfare"].start("blitz")
    record = play(start, player("greedy"), player("alphabeta:3"), board="Smolensk")
    review = review_game(record.start, [turn.move for turn in record.turns])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "review.html"
        path.write_text(review_page.page(record, review))
        with open_page(path, 1080) as page:
            page.get_by_role("link", name="Turning point").click()
            page.evaluate("scrollTo(0, 0)")
            save("review", page.screenshot(animations="disabled"))


@contextmanager
def open_page(place: Path | str, height: int) -> Iterator[Page]:
    """Open a file or an address in a browser."""
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        sys.exit("pictures of pages need Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": VIEWPORT_WIDTH, "height": height})
        page.goto(place.as_uri() if isinstance(place, Path) else place)
        yield page
        browser.close()


def grading_picture(folder: Path) -> None:
    """Grade a small class in which most submissions have a known mistake; needs the sandbox."""
    right = (Path(__file__).parent.parent / "tests" / "programs" / "right.py").read_text()
    for student, mistakes in MISTAKES.items():
        submission = folder / "submissions" / student
        submission.mkdir(parents=True)
        program = right.replace("import sys\n", f"import sys\n\nsys.argv[1:] = {mistakes}\n", 1)
        (submission / "homework3.py").write_text(program)
    cases = str(folder / "cases")
    outply.main(["cases", cases, "--count", "12", "--seed", "3"], standalone_mode=False)
    paths = {"--submissions": "submissions", "--html": "site", "--state": "state.db"}
    options = [text for option, name in paths.items() for text in (option, str(folder / name))]
    outply.main(["grade", cases, *options], standalone_mode=False)
    with open_page(folder / "site" / "index.html", 900) as page:
        save("grading-class", page.screenshot())


def class_picture(folder: Path) -> None:
    """Take the ladder of a class. Its versions have passed their checks, and its games are stored, not played."""
    now, random = 1_800_000_000.0, Random(5)
    roster = [RosterEntry(key=f"s{number}", name=f"Student {number}") for number in range(CLASS_SIZE)]
    settings = template("Game Playing", "http://127.0.0.1/", "warfare", "raid", public_suite="", preflight=True)
    classroom, _ = create_class(folder, settings, roster, clock=lambda: now)
    with classroom:
        database, strengths = classroom.database, {}
        students = [one for one in list_people(database) if one.role is Role.STUDENT]
        for person in students:
            upload = store_upload("agent.py", b"print()", classroom.submissions, 1)
            add_submission(database, person, upload, classroom.settings, now)
            claim = queue.claim_next(database, now)
            assert claim is not None
            queue.finish(database, claim, State.READY, now, headline="", advice="", result=None)
            strengths[key_of(claim.id)] = random.gauss(1250, 250)
        strengths |= dict(zip(classroom.settings.ladder.baselines, BASELINE_RATINGS, strict=True))
        for number in range(CLASS_SIZE * GAMES_PER_VERSION // 2):
            first, second = random.sample(sorted(strengths), 2)
            points = float(random.random() < expected_score(strengths[first] - strengths[second]))
            margin = (1 if points else -1) * random.randrange(20, 300)
            result = write_result(
                GameResult(turns=(("A1 Stake", 0.01, 0.01),), final_score=margin, board_total=2000)
            )
            at = now - 60 * number
            times = {"created_at": at, "started_at": at, "finished_at": at}
            board = ladder_board(classroom.settings, number)
            fields = {"first": first, "second": second, "board": board.name, "start": board.start, **times}
            database.insert("ladder_game", **fields, state="done", result=result, attempts=1, points=points)
        session = start_session(database, students[0].id, now, 1)
        with served(create_class_app(ClassServer(classroom=classroom))) as url, open_page(f"{url}/", 900) as page:
            page.context.add_cookies([{"name": "outply-session", "value": session, "url": url}])
            page.goto(f"{url}/ladder")
            save("class-ladder", page.screenshot())


@contextmanager
def served(app: Starlette) -> Iterator[str]:
    """Serve an application in a thread; yield its address."""
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def play_pictures() -> None:
    """Take screenshots of the play page, with a plug-in game, and of the quiz. Browser tests open the views."""
    names = ("library", "plugin_games", "textbook", "tree_quiz", "views")
    tests = [f"tests/browser/test_{name}.py" for name in names]
    command = [sys.executable, "-m", "pytest", "-q", "-n0", *tests]
    root = Path(__file__).parent.parent
    subprocess.run(command, cwd=root, env=os.environ | {"OUTPLY_PICTURES": "1"}, check=True)


def save(name: str, png: bytes) -> None:
    """Save a screenshot with a reduced palette."""
    picture = Image.open(io.BytesIO(png)).convert("RGB").quantize(PALETTE_COLOURS, dither=Image.Dither.NONE)
    picture.save(IMAGES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
