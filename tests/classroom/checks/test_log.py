"""The log of a check: parts are reported now and then, in order, up to a maximum, and shown to team and staff."""

from pathlib import Path

import pytest
from support.web.classrooms import FakeClock, Site, make_class, submit

from outply.classroom.checks import queue
from outply.classroom.checks.log import CUT, MAX_LOG_CHARS, REPORT_INTERVAL_S, CheckLog, LogText
from outply.classroom.database import ClassDatabase
from outply.classroom.submissions import Submission


def started_check(database: ClassDatabase, now: float) -> Submission:
    claim = queue.claim_next(database, now)
    assert claim is not None
    return claim


def test_output_is_reported_at_intervals_and_steps_at_once() -> None:
    clock, parts = FakeClock(), list[LogText]()
    log = CheckLog(parts.append, clock)
    log.add_step("building")
    log.add_output(b"g++ \xc3")
    log.add_output(b"\xa9 main")  # a character in two parts
    assert [part.text for part in parts] == ["> building\n"]
    clock.advance(REPORT_INTERVAL_S)
    log.add_output(b".cpp")
    log.add_step("its move 1")
    assert "".join(part.text for part in parts) == "> building\ng++ \u00e9 main.cpp\n> its move 1\n"


def test_log_is_cut_at_its_maximum() -> None:
    parts = list[LogText]()
    log = CheckLog(parts.append, FakeClock())
    for _ in range(3):
        log.add_output(b"x" * MAX_LOG_CHARS)
        log.flush()
    text = "".join(part.text for part in parts)
    assert len(text) <= MAX_LOG_CHARS + len(CUT)


def test_stored_log_is_bounded_and_belongs_to_the_running_check(tmp_path: Path) -> None:
    with make_class(tmp_path / "class") as classroom:
        submit(classroom, "ann")
        database = classroom.database
        first = started_check(database, 1)
        for _ in range(2):
            queue.append_log(database, first, "x" * MAX_LOG_CHARS)
        assert len(queue.get_log(database, 1)) <= MAX_LOG_CHARS + len(CUT)
        queue.put_back(database, first, 2)
        started_check(database, 3)
        queue.append_log(database, first, "late")
        assert queue.get_log(database, 1) == ""


@pytest.mark.parametrize(("key", "status"), [("bob", 200), ("cyd", 200), ("tom", 200), ("ann", 404)])
def test_log_is_escaped_and_shown_to_the_team_and_staff(tmp_path: Path, key: str, status: int) -> None:
    with make_class(tmp_path / "class") as classroom:
        submit(classroom, "bob")
        claim = started_check(classroom.database, 1)
        queue.append_log(classroom.database, claim, "<script>alert(1)</script>\x1b[31m")
        answer = Site.of(classroom).session(key).get("/submissions/1")
        assert answer.status == status
        assert ("&lt;script&gt;alert(1)&lt;/script&gt;\\x1b[31m" in answer.text) == (status == 200)
        assert 'data-interval-ms="2000"' in answer.text or status == 404
