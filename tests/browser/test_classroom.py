"""The class server in a browser: sign in, upload, read the verdict, replay a game; accessibility of the pages."""

import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import uvicorn
from browser.conftest import NARROW
from playwright.sync_api import Browser, ConsoleMessage, expect
from support.browser.accessibility import accessibility_violations
from support.web.classrooms import PROGRAM, Site, add_ladder_game, make_class, person, ready, won
from support.web.serving import ClosingServer

from outply.classroom.checks.check import CheckResult
from outply.classroom.ladder.games import GameState, key_of
from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.job import BuildOutcome
from outply.web.app import listen

WRONG = Judgement(verdict=Verdict.WRONG_MOVE, sentences=("The right move is B3 Stake.",), output="A1 Stake\n")
RESULT = CheckResult(outcome=BuildOutcome(), judgements=(("warfare-1", WRONG),))


@pytest.fixture
def site(tmp_path: Path, examples: Path) -> Iterator[tuple[Site, str]]:
    """A class, served in a thread, and its address. Every check has the same result."""
    with make_class(tmp_path / "class", suite=examples, preflight=False) as classroom:
        made = Site.of(classroom, RESULT)
        listener = listen("127.0.0.1", 0)
        config = uvicorn.Config(made.app, log_level="critical", timeout_graceful_shutdown=2)
        server = ClosingServer(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield made, f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def test_student_signs_in_uploads_and_reads_the_verdict(site: tuple[Site, str], browser: Browser) -> None:
    made, url = site
    links = {
        key: urlsplit(made.classroom.sign_in_link(person(made.classroom, key).id)).path for key in ("ann", "tom")
    }
    messages: list[str] = []

    def on_message(message: ConsoleMessage) -> None:
        messages.append(message.text)

    with browser.new_context(viewport=NARROW) as context:
        page = context.new_page()
        page.on("console", on_message)
        page.goto(url + links["ann"])
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("heading", name="My submissions")).to_be_visible()
        page.get_by_label("Program").set_input_files(
            {"name": "agent.py", "mimeType": "text/x-python", "buffer": PROGRAM}
        )
        page.get_by_role("button", name="Submit").click()
        expect(page.get_by_role("heading", name="Version 1: queued")).to_be_visible()
        made.runner.run_available()
        page.reload()
        expect(page.get_by_text("The right move is B3 Stake.").first).to_be_visible()
        game = add_ladder_game(made.classroom, key_of(1), "greedy", won(1))
        page.goto(f"{url}/ladder/games/{game}")
        expect(page.get_by_role("heading", name="Moves")).to_be_visible()
        for path in (f"{url}/submissions/1", f"{url}/", f"{url}/account", f"{url}/ladder", page.url):
            page.goto(path)
            assert accessibility_violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        page.get_by_role("button", name="Sign out").click()
        page.goto(url + links["tom"])
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("heading", name="Roster")).to_be_visible()
        assert accessibility_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert messages == []  # in particular, nothing that the security policy refused


def test_tables_on_a_phone_show_every_cell_without_scrolling(site: tuple[Site, str], browser: Browser) -> None:
    made, url = site
    links = {
        key: urlsplit(made.classroom.sign_in_link(person(made.classroom, key).id)).path for key in ("ann", "tom")
    }
    ready(made.classroom, "ann")
    add_ladder_game(made.classroom, key_of(1), "greedy", won(1))
    unplayed = add_ladder_game(made.classroom, "greedy", key_of(1), won(1))
    made.classroom.database.execute(
        "UPDATE ladder_game SET state = ?, problem = ? WHERE id = ?",
        GameState.DROPPED.value,
        "the sandbox has ended: " + "/tmp/a-long-path" * 8,
        unplayed,
    )
    tables = {
        "ann": {"/": ["History"], "/ladder": ["Latest games"]},
        "tom": {
            "/staff": ["Games that could not be played", "Roster", "Audit log"],
            "/staff/audit": ["Audit log"],
        },
    }
    for key, pages in tables.items():
        with browser.new_context(viewport=NARROW) as context:
            page = context.new_page()
            page.goto(url + links[key])
            page.get_by_role("button", name="Sign in").click()
            for path, names in pages.items():
                page.goto(url + path)
                assert accessibility_violations(page) == []
                for name in names:
                    region = page.get_by_role("region", name=name, exact=True)
                    expect(region.get_by_role("columnheader").first).to_be_attached()
                    assert region.evaluate("element => element.scrollWidth <= element.clientWidth"), name
