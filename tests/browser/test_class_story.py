"""The story of a class in a browser: from its creation to the export of the grades, with real programs."""

import io
import re
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from conftest import ROOT
from playwright.sync_api import Browser, FilePayload, Page, expect
from support.processes.command_line import run_cli
from support.web.classrooms import FakeClock, InlineExecutor
from support.web.serving import ClosingServer

from outply.classroom.classroom import Classroom
from outply.classroom.operation.runner import QueueRunner
from outply.classroom.settings.class_settings import format_time
from outply.web.app import listen
from outply.web.classroom.app import create_class_app
from outply.web.classroom.server import ClassServer

PROGRAM = ROOT / "tests" / "contestants" / "honest-python"
CHANGES = {
    r"preflight_moves = .*": "preflight_moves = 1",
    r"preflight_board = .*": 'preflight_board = "random:2:1"',
    r"baselines = .*": 'baselines = ["random"]',
    r"board = \"\"  # random:SIZE for another.*": 'board = "random:2"',
    r"games_per_version = .*": "games_per_version = 2",
    r"games = 4 .*": "games = 2",
    r"board = \"\"  # empty for random boards": 'board = "random:2:1"',
}
DEADLINE = '\n[[marks]]\nplayer = "random"\npoints = 5\n\n[[deadlines]]\nname = "Programs"\ndue = {}\n'


@contextmanager
def served(classroom: Classroom) -> Iterator[str]:
    """Serve a class in a thread; yield its address."""
    listener = listen("127.0.0.1", 0)
    app = create_class_app(ClassServer(classroom=classroom))
    server = ClosingServer(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def archive(source: str) -> FilePayload:
    """Return a zip of the program with another source as an upload."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        file.writestr("Makefile", (PROGRAM / "Makefile").read_bytes())
        file.writestr("agent.py", source)
    return {"name": "agent.zip", "mimeType": "application/zip", "buffer": content.getvalue()}


def sign_in(page: Page, url: str, link: str) -> None:
    page.goto(url + urlsplit(link).path)
    page.get_by_role("button", name="Sign in").click()


def upload(page: Page, url: str, source: str) -> None:
    page.goto(url)
    page.get_by_label("Program").set_input_files(archive(source))
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("heading", name="queued")).to_be_visible()


def test_class_from_its_creation_to_the_grades(tmp_path: Path, browser: Browser, needs_sandbox: None) -> None:
    (tmp_path / "roster.csv").write_text("name,login\nAnn Lee,ann\n")
    created = run_cli("class", "new", "course", "--roster", "roster.csv", cwd=tmp_path)
    administrator = re.search(r"http://\S+/sign-in/\S+", created.stdout)
    assert administrator is not None, created
    settings = tmp_path / "course" / "class.toml"
    text = settings.read_text()
    for pattern, replacement in CHANGES.items():
        text, count = re.subn(pattern, replacement, text, count=1)
        assert count == 1, pattern
    clock = FakeClock(time.time())  # the commands use the time of the machine
    due = format_time(clock() + 3600).replace(" UTC", ":00+00:00").replace(" ", "T")
    settings.write_text(text + DEADLINE.format(due))
    source = (PROGRAM / "agent.py").read_text()
    with Classroom(tmp_path / "course", clock) as classroom, served(classroom) as url:
        runner = QueueRunner(classroom, InlineExecutor())
        with browser.new_context() as context:
            page = context.new_page()
            links = run_cli("class", "links", "course", "--person", "ann", "-o", "-", cwd=tmp_path)
            sign_in(page, url, links.stdout.rsplit(",", 1)[1].strip())
            upload(page, url, source.replace("owners.index", "owners.find"))
            runner.run_available()
            page.reload()
            expect(page.get_by_role("heading", name="Version 1: failed")).to_be_visible()
            expect(page.get_by_text("has no attribute 'find'").first).to_be_visible()
            upload(page, url, source)
            runner.run_available()
            page.reload()
            expect(page.get_by_role("heading", name="Version 2: ready")).to_be_visible()
            page.goto(url)
            expect(page.get_by_text("place 1 of 1 program on the ladder, after 2 games")).to_be_visible()
            page.get_by_role("link", name="Game 1:").click()
            expect(page.get_by_role("heading", name="Moves")).to_be_visible()
            clock.advance(2 * 3600)
            runner.run_available()
            page.goto(url)
            expect(page.get_by_text("Place 1 of 1 program in the official tournament")).to_be_visible()
            expect(page.get_by_role("button", name="Submit")).to_have_count(0)
        with browser.new_context() as context:
            page = context.new_page()
            sign_in(page, url, administrator[0])
            expect(page.get_by_text("Finished: results.")).to_be_visible()
            with page.expect_download() as download:
                page.locator("a[href='/staff/export/csv']").click()
            grades = Path(download.value.path()).read_text().splitlines()
    assert grades[1].startswith("ann,Ann Lee")
    assert ",2,yes,ready," in grades[1]
