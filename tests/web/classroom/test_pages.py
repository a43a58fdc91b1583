"""Pages of the class server, in process: submissions, the staff page and errors."""

import re
import sqlite3
from pathlib import Path

import pytest
from support.assertions import not_none
from support.grading.archives import zipped
from support.web.classrooms import (
    PROGRAM,
    SCRIPT,
    Browser,
    FakeClock,
    Site,
    make_class,
    person,
    ready,
    submit,
    visible,
)

from outply.classroom.checks import queue
from outply.classroom.checks.check import CheckResult
from outply.classroom.classroom import Classroom
from outply.classroom.submissions import State, get_submission
from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.job import BuildOutcome
from outply.web.classroom.app import create_class_app
from outply.web.classroom.server import ClassServer

pytestmark = pytest.mark.unit


def test_pages_load_only_files_that_are_served(site: Site) -> None:
    submit(site.classroom, "ann")
    for key, path in (("ann", "/"), ("ann", "/submissions/1"), ("tom", "/staff")):
        page = site.session(key).get(path).text
        files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
        assert files
        assert {site.visitor().get(file).status for file in files} == {200}
        assert " style=" not in page


def test_upload_is_queued_checked_and_shown(site: Site, tmp_path: Path) -> None:
    browser = site.browser("ann")
    assert "You have not submitted anything yet" in browser.get("/").text
    data = zipped(tmp_path / "a.zip", ("agent.py", PROGRAM + b"\r\n--x\x00\xff")).read_bytes()
    answer = browser.post("/submissions", file=("my agent.zip", data))
    assert (answer.status, answer.header("location")) == (303, "/submissions/1")
    assert "Version 1: queued" in visible(browser.get("/submissions/1").text)
    stored = get_submission(site.classroom.database, 1)
    content = (site.classroom.submissions / stored.folder / "agent.py").read_bytes()
    assert content == PROGRAM + b"\r\n--x\x00\xff"
    site.runner.run_available()
    page = visible(browser.get("/").text)
    assert "Version 1: ready" in page
    assert "Preflight passed with 3 moves" in page
    assert "my_agent.zip" in page


@pytest.mark.parametrize(
    ("file", "status", "problem"),
    [
        (("", b""), 422, "Choose a file first"),
        (("a.txt", b"x"), 422, "Expected an archive"),
        (("a.zip", b"x"), 422, "Cannot unpack a.zip: it is damaged"),
        (("a.py", b"x" * (4 << 20) + b"x"), 422, "larger than 4 MiB"),
        (("a.py", b"x" * (5 << 20)), 413, "larger than 4 MiB"),
    ],
)
def test_unusable_upload_is_explained(site: Site, file: tuple[str, bytes], status: int, problem: str) -> None:
    answer = site.session("ann").post("/submissions", file=file)
    assert answer.status == status
    assert problem in visible(answer.text)
    assert not list(site.classroom.submissions.iterdir())


def test_upload_beyond_the_limit_is_refused_before_it_is_unpacked(site: Site) -> None:
    browser = site.session("ann")
    for _ in range(3):
        assert browser.post("/submissions", file=("a.py", PROGRAM)).status == 303
    answer = browser.post("/submissions", file=("a.py", PROGRAM))
    assert answer.status == 429
    assert "3 versions of your program wait for the check" in answer.text
    assert len(list(site.classroom.submissions.iterdir())) == 3
    assert "3 versions of your program wait" in browser.get("/").text


def test_student_reads_that_the_queue_is_paused(site: Site) -> None:
    submit(site.classroom, "ann")
    student, paused = site.session("ann"), "The course staff have paused the queue."
    assert not any(paused in student.get(path).text for path in ("/", "/submissions/1"))
    assert site.session("administrator").post("/staff/queue/pause").status == 303
    assert all(paused in student.get(path).text for path in ("/", "/submissions/1"))


def test_student_reads_why_a_version_is_not_on_the_ladder(tmp_path: Path) -> None:
    with make_class(tmp_path / "class", ladder="[ladder]\nis_open = true\n") as classroom:
        site = Site.of(classroom)
        ready(classroom, "ann", CheckResult(preflight=None))
        ready(classroom, "bob")
        answering, playing = (visible(site.session(key).get("/").text) for key in ("ann", "bob"))
    assert "answers the public cases only. Add a Makefile" in answering
    assert "waits for its first game" not in answering
    assert "Add a Makefile" not in playing
    assert "waits for its first game" in playing


def test_staff_see_the_log_of_a_failed_check_at_once(site: Site) -> None:
    submit(site.classroom, "ann")
    database, now = site.classroom.database, site.classroom.now()
    claim = not_none(queue.claim_next(database, now))
    queue.append_log(database, claim, "agent.cpp:1: error\n")
    advice = f"Add a target `agent` {SCRIPT}, `open"
    queue.finish(database, claim, State.FAILED, now, headline="", advice=advice, result=None)
    staff, student = (site.session(key).get("/submissions/1").text for key in ("tom", "ann"))
    assert "<details open><summary>Log of the check" in staff
    assert "agent.cpp:1: error" in staff
    for page in (staff, student):
        assert "Add a target <code>agent</code> &lt;script&gt;alert(1)&lt;/script&gt;, `open" in page


def test_right_program_has_all_public_cases_right(tmp_path: Path, examples: Path) -> None:
    with make_class(tmp_path / "class", suite=examples) as classroom:
        right = tuple((case.name, Judgement(verdict=Verdict.RIGHT)) for case in classroom.public_cases())
        site = Site.of(classroom, CheckResult(outcome=BuildOutcome(), judgements=right))
        submit(classroom, "ann")
        site.runner.run_available()
        page = visible(site.session("ann").get("/submissions/1").text)
        assert f"{len(right)} of {len(right)} public cases right" in page
        assert "Fix this first" not in page


def test_student_chooses_the_active_version(site: Site) -> None:
    browser = site.session("ann")
    for _ in range(2):
        submit(site.classroom, "ann")
    site.runner.run_available()
    assert 'action="/submissions/1/activate"' in browser.get("/").text
    assert browser.post("/submissions/1/activate").status == 303
    page = browser.get("/").text
    assert 'action="/submissions/2/activate"' in page
    assert 'action="/submissions/1/activate"' not in page


def test_staff_pause_the_queue_and_check_again(site: Site) -> None:
    submit(site.classroom, "ann")
    admin = site.session("administrator")
    assert admin.post("/staff/queue/pause").status == 303
    assert "Paused: no checks are started" in visible(admin.get("/staff").text)
    assert site.runner.run_available() == 0
    admin.post("/staff/queue/resume")
    assert site.runner.run_available() == 1
    assert site.session("tom").post("/submissions/1/rerun").status == 303
    assert get_submission(site.classroom.database, 1).state is State.QUEUED
    assert site.session("tom").post("/submissions/1/rerun").status == 409
    site.runner.run_available()
    admin.post("/staff/queue/rerun")
    assert queue.list_waiting(site.classroom.database)
    actions = visible(admin.get("/staff").text)
    assert all(text in actions for text in ("paused the queue", "resumed the queue", "queued again"))


def test_administrator_deactivates_a_student_and_not_themselves(site: Site) -> None:
    admin, ann = site.session("administrator"), site.session("ann")
    ids = {key: person(site.classroom, key).id for key in ("ann", "administrator")}
    assert admin.post(f"/staff/people/{ids['administrator']}/deactivate").status == 409
    assert admin.post(f"/staff/people/{ids['ann']}/deactivate").status == 303
    assert ann.get("/").text == site.visitor().get("/").text
    assert admin.post(f"/staff/people/{ids['ann']}/link").status == 409
    assert admin.post(f"/staff/people/{ids['ann']}/reactivate").status == 303
    assert site.session("ann").get("/account").status == 200


def test_staff_page_shows_the_settings_in_force_and_what_is_wrong_with_the_file(site: Site) -> None:
    path = site.classroom.folder / "class.toml"
    path.write_text(path.read_text().replace("upload_mib = 4", "upload_mib = 9"))
    assert "up to 9 MiB" in visible(site.session("tom").get("/staff").text)
    path.write_text("[limits]\nupload_mib = -1")
    page = visible(site.session("tom").get("/staff").text)
    assert "up to 9 MiB" in page
    assert "class.toml is not in force" in page
    assert "limits.upload_mib" in page


def test_locked_database_gives_a_clear_page_and_loses_nothing(site: Site, clock: FakeClock) -> None:
    with Classroom(site.classroom.folder, clock, busy_timeout_s=0.01) as classroom:
        impatient = Site.of(classroom)
        browser = impatient.session("ann")
        lock = sqlite3.connect(classroom.folder / "class.db", isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        answer = browser.post("/submissions", file=("a.py", PROGRAM))
        assert answer.status == 503
        assert "nothing was lost" in answer.text
        assert not list(classroom.submissions.iterdir())
        assert browser.get("/").status == 200
        lock.execute("ROLLBACK")
        lock.close()
        assert browser.post("/submissions", file=("a.py", PROGRAM)).status == 303


def test_full_disk_gives_a_clear_page_and_loses_nothing(site: Site) -> None:
    browser, database = site.session("ann"), site.classroom.database
    database.execute("PRAGMA max_page_count = 1")  # SQLite uses the present size instead
    answers = [browser.post("/account/link") for _ in range(100)]
    full = [answer for answer in answers if answer.status == 503]
    assert full
    assert all("The disk of the server is full; nothing was lost" in answer.text for answer in full)
    assert browser.get("/").status == 200
    database.execute("PRAGMA max_page_count = 1000000")
    assert browser.post("/submissions", file=("a.py", PROGRAM)).status == 303


def test_health_and_readiness(site: Site) -> None:
    assert site.visitor().get("/health").text == '{"status":"ok"}'
    assert site.visitor().get("/ready").status == 200
    stopped = ClassServer(classroom=site.classroom, is_ready=lambda: False)
    assert Browser(create_class_app(stopped)).get("/ready").status == 503


def test_error_is_json_for_programs_and_a_page_for_browsers(site: Site) -> None:
    assert site.visitor().get("/staff", {"accept": "*/*"}).text.startswith('{"error":"you are not signed in')
    page = site.visitor().get("/staff").text
    assert "use your personal sign-in link" in page
    assert site.visitor().get("/missing").status == 404
    assert site.visitor().send("PUT", "/", {}, b"").status == 405
