"""Check that a class server survives a full disk and a locked database without losing anything.

    sudo python3 run.py python benchmarks/class_faults.py

The class is on a small RAM disk, which needs root. Programs are handed in before, during and after each fault.
Every upload must be accepted, or refused with status 503 and an explanation. Pages must answer, accepted uploads
must be there afterwards, and the queue must continue by itself. Exits with status 1 if a check fails.
"""

from __future__ import annotations

import argparse
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from class_load.programs import Kind, Program, Strength
from class_load.serve import ClockFile
from class_load.server import Answer, ServerProcess
from kills import Problems

from outply.classroom.accounts import credentials
from outply.classroom.accounts.people import RosterEntry, find_person
from outply.classroom.classroom import Classroom, create_class

START = 1_800_000_000.0
DISK_MIB = 8
WAIT_S = 120.0
SETTINGS = """\
[course]
title = "Faults"
url = "http://127.0.0.1/"

[checks]
preflight_moves = 1
preflight_board = "random:3:1"

[limits]
submissions_per_hour = 1000
submissions_per_day = 1000
waiting_submissions = 100

[ladder]
baselines = ["random"]
board = "random:3"
games_per_version = 1000
review_games = false
"""


class Student:
    """A student who hands in programs and looks at pages."""

    def __init__(self, server: ServerProcess, token: str, session: str) -> None:
        self._server, self._random = server, Random(1)
        self._token = {"Authorization": f"Bearer {token}"}
        self._cookie = {"Cookie": f"outply-session={session}", "Accept": "text/html"}
        self.accepted: list[int] = []

    def hand_in(self) -> Answer:
        program = Program(kind=Kind.WORKS, strength=Strength(depth=1, blunders=0.5))
        archive = program.archive(self._random)
        answer = self._server.request("POST", "/api/submissions?name=p.zip", self._token, archive)
        if answer.status == 201:
            self.accepted.append(int(str(answer.json()["id"])))
        return answer

    def page(self, path: str) -> Answer:
        return self._server.request("GET", path, self._cookie)


def finished(folder: Path) -> dict[int, str]:
    """Return the states of the finished submissions."""
    with closing(sqlite3.connect(folder / "class.db", timeout=30)) as database:
        rows = database.execute("SELECT id, state FROM submission WHERE state NOT IN ('queued', 'checking')")
        return dict(rows.fetchall())


def games(folder: Path) -> dict[int, str]:
    """Return the results of the finished games."""
    with closing(sqlite3.connect(folder / "class.db", timeout=30)) as database:
        return dict(database.execute("SELECT id, result FROM ladder_game WHERE state = 'done'").fetchall())


def wait_for(problems: Problems, folder: Path, student: Student, what: str) -> None:
    """Wait until all accepted submissions are checked."""
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        if set(student.accepted) <= finished(folder).keys():
            break
        time.sleep(0.5)
    states = finished(folder)
    wrong = {one: states.get(one) for one in student.accepted if states.get(one) != "ready"}
    problems.check(not wrong, f"{what}: submissions that are not ready: {wrong}")


def check_fault(problems: Problems, folder: Path, student: Student, what: str) -> None:
    """Hand in programs and look at pages during a fault, and print the answers."""
    before = games(folder)
    answers = [student.hand_in() for _ in range(3)]
    for answer in answers:
        is_clear = answer.status in (201, 503) and (answer.status == 201 or b"error" in answer.body)
        problems.check(is_clear, f"{what}: upload answered with {answer.status}: {answer.body[:200]!r}")
    pages = [student.page(path) for path in ("/", "/ladder", "/account", "/health")]
    for page in pages:
        problems.check(page.status in (200, 503), f"{what}: page answered with {page.status}")
        problems.check(b"Traceback" not in page.body, f"{what}: page shows a traceback")
    statuses = [answer.status for answer in answers], [page.status for page in pages]
    text = next((answer.body.decode() for answer in answers if answer.status == 503), "")
    slowest = max(answer.seconds for answer in (*answers, *pages))
    print(f"{what}: uploads {statuses[0]}, pages {statuses[1]}, slowest {slowest:.1f} s {text}", flush=True)
    after = games(folder)
    lost = [game for game, result in before.items() if after.get(game) != result]
    problems.check(not lost, f"{what}: games lost or changed: {lost}")


def measure(folder: Path, clock_path: Path) -> int:
    problems = Problems()
    clock = ClockFile(clock_path)
    clock.write(START, 1.0)
    classroom, _ = create_class(folder, SETTINGS, [RosterEntry(key="ann", name="Ann Lee")], clock=clock)
    with classroom:
        person = find_person(classroom.database, "ann")
        assert person is not None
        token = credentials.create_token(classroom.database, person.id, "faults", START)
        assert token is not None
        session = credentials.start_session(classroom.database, person.id, START, 30)
    server = ServerProcess(folder, clock, clock_path, 1)
    server.start()
    student = Student(server, token, session)
    try:
        problems.check(student.hand_in().status == 201, "the first upload was refused")
        wait_for(problems, folder, student, "before")
        filler = folder / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        time.sleep(3)  # games and checks end meanwhile
        check_fault(problems, folder, student, "full disk")
        filler.unlink()
        problems.check(student.hand_in().status == 201, "an upload after the full disk was refused")
        wait_for(problems, folder, student, "after the full disk")
        with closing(sqlite3.connect(folder / "class.db", timeout=30, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            check_fault(problems, folder, student, "locked database")
            other.execute("ROLLBACK")
        problems.check(student.hand_in().status == 201, "an upload after the lock was refused")
        wait_for(problems, folder, student, "after the lock")
        number = len(games(folder))
        deadline = time.monotonic() + WAIT_S
        while len(games(folder)) <= number and time.monotonic() < deadline:
            time.sleep(0.5)
        problems.check(len(games(folder)) > number, "no more games are played")
    finally:
        server.stop()
    with Classroom(folder, clock) as classroom:
        rows = classroom.database.rows("SELECT id, folder FROM submission")
        problems.check({row["id"] for row in rows} == set(student.accepted), "submissions lost or doubled")
        folders = {path.name for path in classroom.submissions.iterdir()}
        problems.check(folders == {row["folder"] for row in rows}, "folders lost or left")
        integrity = classroom.database.row("PRAGMA integrity_check")
        problems.check(integrity is not None and integrity[0] == "ok", "the database is damaged")
    print(f"{len(student.accepted)} submissions, {len(games(folder))} games; {problems.count} checks failed")
    return 1 if problems.count else 0


def main() -> int:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    with tempfile.TemporaryDirectory(prefix="outply-faults-") as name:
        Path(name).chmod(0o711)
        disk = Path(name, "disk")
        disk.mkdir()
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK_MIB}m,mode=711", "tmpfs", str(disk)], check=True
        )
        try:
            return measure(disk / "class", Path(name, "clock"))
        finally:
            subprocess.run(["umount", str(disk)], check=False)


if __name__ == "__main__":
    sys.exit(main())
