"""Run a simulated semester: hand in the programs of a plan by HTTP while a thread may kill the server."""

from __future__ import annotations

import http.client
import os
import signal
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from class_load.plan import DAY_S, DAYS, DUE_DAY, START, Planned
from class_load.programs import LADDER_SIZE, UPLOAD_MIB
from class_load.serve import ClockFile
from class_load.server import ServerProcess

from outply.classroom.accounts import credentials
from outply.classroom.accounts.people import RosterEntry, list_people
from outply.classroom.accounts.roles import Role
from outply.classroom.classroom import Classroom, create_class
from outply.classroom.ladder import schedule
from outply.classroom.results import official

EXAMPLES = Path(__file__).parents[2] / "examples"
CASES = ("warfare-1", "warfare-2")
CLIENTS = 16
POLL_S = 1.0
POLLS_PER_ROUND = 20
RETRY_S = 0.5
LAST_MOMENT = START + DAYS * DAY_S - 600
"""Simulated time at which the clock waits for the last uploads, checks and games."""

SETTINGS = """\
[course]
title = "Simulated semester"
url = "http://127.0.0.1/"

[checks]
public_suite = "suites/public"
preflight_moves = 2
preflight_seconds = 0.3
preflight_opponent = "greedy"
preflight_board = "random:3:1"

[limits]
upload_mib = {upload_mib}
submissions_per_hour = 100  # repeated uploads come at other times than planned
submissions_per_day = 100
case_cpu_seconds = 1.0
case_wall_seconds = 5.0
case_memory_mib = 256
give_up_after_timeouts = 1

[ladder]
baselines = ["random", "greedy", "alphabeta:2"]
board = "random:{size}"
seconds = 1.0
games_per_version = {games}
review_games = false  # takes a third of the time of so short a game

[tournament]
is_automatic = false

[[deadlines]]
name = "Programs"
due = {due}
closes = {closes}
"""


@dataclass(slots=True)
class Outcome:
    """What became of a planned submission: the status of the upload and, if it was accepted, its ID."""

    planned: Planned
    status: int = 0
    submission: int = 0
    retries: int = 0
    was_uncertain: bool = False


@dataclass(slots=True)
class Snapshot:
    """What the database contains after a kill, and must contain afterwards."""

    submissions: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    games: dict[int, tuple[Any, ...]] = field(default_factory=dict)


class Semester:
    """A simulated semester in the new directory `folder`. `speed` is the speed of its clock."""

    def __init__(
        self,
        folder: Path,
        plan: Sequence[Planned],
        *,
        students: int,
        speed: float,
        jobs: int,
        games: int,
        seed: int,
    ) -> None:
        self.folder, self.speed, self.games = folder, speed, games
        self.outcomes = [Outcome(planned) for planned in plan]
        self.snapshots: list[Snapshot] = []
        self.kills: Counter[str] = Counter()
        self.page_s: list[float] = []
        self._random = Random(seed)
        clock_path = folder.parent / "clock"
        self.clock = ClockFile(clock_path)
        self.clock.write(START, 0.0)
        self._tokens, self._sessions = self._create(students)
        self.server = ServerProcess(folder, self.clock, clock_path, jobs)
        self._lock = threading.Lock()
        self._unfinished: dict[int, int] = {}
        self._is_over = threading.Event()

    def _create(self, students: int) -> tuple[list[str], list[str]]:
        """Create the class; return a token and a session of each student."""
        suite = self.folder.parent / "suite"
        suite.mkdir()
        for case in CASES:
            for suffix in (".in", ".out"):
                (suite / f"{case}{suffix}").write_bytes((EXAMPLES / f"{case}{suffix}").read_bytes())
        roster = [RosterEntry(key=f"s{number:03}", name=f"Student {number}") for number in range(students)]
        text = SETTINGS.format(
            upload_mib=UPLOAD_MIB,
            size=LADDER_SIZE,
            games=self.games,
            due=_toml_time(START + DUE_DAY * DAY_S),
            closes=_toml_time(START + DAYS * DAY_S),
        )
        classroom, _ = create_class(self.folder, text, roster, suite=suite, clock=self.clock)
        tokens, sessions = [], []
        with classroom:
            people = [one for one in list_people(classroom.database) if one.role is Role.STUDENT]
            for person in sorted(people, key=lambda one: one.key):
                token = credentials.create_token(classroom.database, person.id, "simulation", START)
                assert token is not None
                tokens.append(token)
                sessions.append(credentials.start_session(classroom.database, person.id, START, 365))
        return tokens, sessions

    def open_class(self) -> Classroom:
        """Return the class, to be read beside the server or after it."""
        return Classroom(self.folder, self.clock)

    def run(self, *, kills: int, settle_s: float) -> None:
        """Let the semester pass, up to the end of all checks and games."""
        self.server.start()
        self.clock.write(START, self.speed)
        threads = [threading.Thread(target=self._watch)]
        if kills:
            threads.append(threading.Thread(target=self._kill, args=(kills,)))
        for thread in threads:
            thread.start()
        random = Random(self._random.random())
        with ThreadPoolExecutor(CLIENTS) as clients:
            uploads = []
            for index, outcome in enumerate(self.outcomes):
                while (wait_s := (outcome.planned.at - self.clock()) / self.speed) > 0:
                    time.sleep(min(wait_s, 1.0))
                archive = outcome.planned.program.archive(random)
                uploads.append(clients.submit(self._hand_in, outcome, archive))
                if index % 100 == 0:
                    self._log(f"{index} submissions")
            while not all(upload.done() for upload in uploads) or self.clock() < LAST_MOMENT:
                if self.clock() >= LAST_MOMENT:  # the class closes only after all uploads
                    self.clock.write(LAST_MOMENT, 0.0)
                time.sleep(0.2)
        for upload in uploads:
            upload.result()
        self._settle(settle_s)
        self._is_over.set()
        for thread in threads:
            thread.join()
        self.clock.write(START + DAYS * DAY_S + 60, 0.0)  # the ladder is closed
        self._wait_for_checks(settle_s)
        status = self.server.stop()
        self._log(f"the server has stopped with status {status}")

    def summary(self) -> str:
        server = self.server
        return (
            f"{server.starts} starts, kills {dict(self.kills)}; server without workers: "
            f"{server.cpu_seconds_ended:.0f} s of CPU time, {server.max_memory_mib:.0f} MiB"
        )

    def _log(self, text: str) -> None:
        day = (self.clock() - START) / DAY_S
        print(f"day {day:5.2f}: {text}; {len(self._unfinished)} unfinished", flush=True)

    def _hand_in(self, outcome: Outcome, archive: bytes) -> None:
        """Upload a program; after an error of the connection, look whether it was received, and try again."""
        planned = outcome.planned
        name = f"p{planned.number}.zip"
        headers = {"Authorization": f"Bearer {self._tokens[planned.student]}"}
        while True:
            self.server.wait_until_running()
            try:
                if outcome.was_uncertain and (found := self._find(planned.student, name)):
                    outcome.status, outcome.submission = 201, found
                    break
                answer = self.server.request("POST", f"/api/submissions?name={quote(name)}", headers, archive)
            except (OSError, http.client.HTTPException):
                # A server may refuse a large body before it is sent.
                outcome.was_uncertain = True
                outcome.retries += 1
                time.sleep(RETRY_S)
                continue
            outcome.status = answer.status
            if answer.status in (429, 503):  # too many versions wait, or the server restarts
                outcome.retries += 1
                time.sleep(RETRY_S)
                continue
            if answer.status == 201:
                outcome.submission = int(str(answer.json()["id"]))
            break
        if outcome.submission:
            with self._lock:
                self._unfinished[outcome.submission] = planned.student

    def _find(self, student: int, name: str) -> int:
        """Return the ID of the student's submission of the file `name`; 0 if there is none."""
        with closing(
            sqlite3.connect(f"file:{self.folder / 'class.db'}?mode=ro", uri=True, timeout=30)
        ) as database:
            row = database.execute(
                "SELECT submission.id FROM submission JOIN person ON person.id = submission.person "
                "WHERE person.key = ? AND file_name = ?",
                (f"s{student:03}", name),
            ).fetchone()
        return 0 if row is None else int(row[0])

    def _watch(self) -> None:
        """Poll the state of unfinished submissions as `outply class submit` does; look at pages after the end."""
        while not self._is_over.is_set():
            time.sleep(POLL_S)
            self.server.wait_until_running()
            with self._lock:
                pending = self._random.sample(
                    list(self._unfinished.items()), min(POLLS_PER_ROUND, len(self._unfinished))
                )
            with suppress(OSError, http.client.HTTPException, KeyError):
                self.server.note_memory()
                for submission, student in pending:
                    self._look(submission, student)

    def _look(self, submission: int, student: int) -> None:
        token = {"Authorization": f"Bearer {self._tokens[student]}"}
        answer = self.server.request("GET", f"/api/submissions/{submission}", token)
        if answer.status != 200 or answer.json()["state"] in ("queued", "checking"):
            return
        with self._lock:
            self._unfinished.pop(submission, None)
        cookie = {"Cookie": f"outply-session={self._sessions[student]}", "Accept": "text/html"}
        for path in (f"/submissions/{submission}", "/", "/ladder"):
            page = self.server.request("GET", path, cookie)
            self.page_s.append(page.seconds)

    def _settle(self, settle_s: float) -> None:
        """Stop the clock before the end of the class until the last checks and games are over."""
        deadline = time.monotonic() + settle_s
        self.clock.write(LAST_MOMENT, 0.0)
        self._log("waiting for the last checks and games")
        with self.open_class() as classroom:
            while time.monotonic() < deadline:
                self.server.wait_until_running()
                with suppress(OSError, http.client.HTTPException):
                    if not official.has_unfinished_checks(classroom.database) and self._has_played(classroom):
                        return
                time.sleep(2.0)
        self._log("the time for the last games is over")

    def _has_played(self, classroom: Classroom) -> bool:
        entrants = schedule.list_entrants(classroom.database, classroom.settings, classroom.now())
        return all(one.games >= self.games for one in entrants if one.team is not None and one.may_start)

    def _wait_for_checks(self, settle_s: float) -> None:
        deadline = time.monotonic() + settle_s
        with self.open_class() as classroom:
            while time.monotonic() < deadline and (
                official.has_unfinished_checks(classroom.database)
                or classroom.database.row("SELECT 1 FROM ladder_game WHERE state = 'running'")
            ):
                time.sleep(1.0)

    def _kill(self, kills: int) -> None:
        """Kill the server, the server with all workers, or one worker, at random moments of the semester."""
        random = Random(self._random.random())
        moments = sorted(random.uniform(0.01, 0.99) * DAYS * DAY_S + START for _ in range(kills))
        for moment in moments:
            while self.clock() < moment and not self._is_over.is_set():
                time.sleep(0.02)
            target = random.choice(("server", "server and workers", "worker", "fork server of the workers"))
            victims = {"worker": self.server.workers, "fork server of the workers": self.server.fork_servers}
            if target in victims and (found := victims[target]()):  # there may be none while nothing is to be done
                with suppress(ProcessLookupError):
                    os.kill(random.choice(found), signal.SIGKILL)
                self._count_kill(target)
                continue
            self.server.kill(with_workers=target == "server and workers")
            self._count_kill("server and workers" if target == "server and workers" else "server")
            self.snapshots.append(self._snapshot())
            self.server.start()

    def _count_kill(self, target: str) -> None:
        self.kills[target] += 1
        self._log(f"kill {self.kills.total()}, {target}")

    def _snapshot(self) -> Snapshot:
        with closing(sqlite3.connect(self.folder / "class.db", timeout=30)) as database:
            submissions = database.execute(
                "SELECT id, team, person, version, file_name, folder, fingerprint, received_at FROM submission"
            ).fetchall()
            games = database.execute(
                "SELECT id, first, second, start, points, finished_at, result FROM ladder_game "
                "WHERE state = 'done'"
            ).fetchall()
        return Snapshot({row[0]: row for row in submissions}, {row[0]: row for row in games})


def _toml_time(time_: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(time_))
