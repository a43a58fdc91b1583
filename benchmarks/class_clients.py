"""Measure the class server while many clients watch its ladder and games are played.

    python3 run.py python benchmarks/class_clients.py
    python3 run.py python benchmarks/class_clients.py --clients 50 --students 40 --seconds 20

The ladder has an active version of each student and thousands of stored games. One job plays games between two
versions, always the same game, on a core of its own; the server and the clients share another core. Each client
asks for the page every `--interval` seconds, as an open page does. Printed are the times of the answers, the
memory of the server, and the CPU time that a game is charged with and without clients (at most 5 % more or less).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import mean, median, stdev

from class_load.programs import Kind, Program, Strength
from class_load.report import quantile
from class_load.serve import ClockFile
from class_load.server import ServerProcess, memory_mib

from outply.arena.tournament.jobs import GameResult
from outply.classroom.accounts import credentials
from outply.classroom.accounts.people import RosterEntry, list_people
from outply.classroom.accounts.roles import Role
from outply.classroom.checks import queue
from outply.classroom.classroom import Classroom, create_class
from outply.classroom.ladder.games import GameState, key_of, write_result
from outply.classroom.settings.class_settings import ladder_board
from outply.classroom.submissions import State, add_submission
from outply.classroom.uploads import store_upload

START = 1_800_000_000.0
MAX_MEDIAN_MS, MAX_CPU_DIFFERENCE = 50.0, 0.05
WARM_UP_GAMES = 5
SETTINGS = """\
[course]
title = "Watched ladder"
url = "http://127.0.0.1/"

[ladder]
baselines = []
board = "random:4:1"
seconds = 60
games_per_version = 1000000
review_games = false
cpu_minutes_per_day = 1000000
"""


@dataclass(slots=True)
class Measured:
    """What the clients saw: the times of the answers in milliseconds, and other answers than the page."""

    answer_ms: list[float] = field(default_factory=list)
    bytes: list[int] = field(default_factory=list)
    failures: int = 0


def make_class(folder: Path, students: int, stored_games: int, clock: ClockFile) -> tuple[list[str], list[str]]:
    """Create a class in which two versions may play; return a session of each student, and the two keys."""
    roster = [RosterEntry(key=f"s{number:03}", name=f"Student {number}") for number in range(students)]
    classroom, _ = create_class(folder, SETTINGS, roster, clock=clock)
    random, sessions, keys = Random(1), [], []
    with classroom:
        database, settings = classroom.database, classroom.settings
        program = Program(kind=Kind.WORKS, strength=Strength(depth=6, blunders=0))
        people = [one for one in list_people(database) if one.role is Role.STUDENT]
        for person in people:
            sessions.append(credentials.start_session(database, person.id, START, 365))
            upload = store_upload("agent.zip", program.archive(random), classroom.submissions, 4)
            add_submission(database, person, upload, settings, START)
            claim = queue.claim_next(database, START)
            assert claim is not None
            queue.finish(database, claim, State.READY, START, headline="", advice="", result=None)
            keys.append(key_of(claim.id))
        board = ladder_board(settings, 1)
        turns = tuple(("A1 Stake", 0.01, 0.01) for _ in range(16))
        with database.transaction():
            for _ in range(stored_games):
                first, second = random.sample(keys, 2)
                points = random.choice((1, -1))
                result = GameResult(turns=turns, final_score=points, board_total=100)
                fields = {"first": first, "second": second, "board": board.name, "start": board.start}
                fields |= {"state": GameState.DONE.value, "result": write_result(result)}
                times = {"created_at": START - 90_000, "started_at": START, "finished_at": START - 90_000}
                database.insert("ladder_game", **fields, **times, attempts=1, points=float(points > 0))
            for key in keys[2:]:  # all others are paused, so that the same game is played again and again
                database.execute("INSERT INTO ladder_pause VALUES (?, ?, 'stored')", int(key[1:]), START)
    return sessions, keys[:2]


async def watch(port: int, session: str, interval_s: float, end: float, delay_s: float, seen: Measured) -> None:
    """Ask for the ladder again and again, on one connection if the server keeps it open."""
    await asyncio.sleep(delay_s)
    request = (
        f"GET /ladder HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nCookie: outply-session={session}\r\n\r\n"
    ).encode()
    streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    while time.monotonic() < end:
        started = time.perf_counter()
        try:
            if streams is None or streams[0].at_eof():  # the server closes idle connections
                streams = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
            reader, writer = streams
            writer.write(request)
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = next(int(line.split(":")[1]) for line in head.splitlines() if "content-length" in line)
            await reader.readexactly(length)
            seen.answer_ms.append(1000 * (time.perf_counter() - started))
            seen.bytes.append(length)
            seen.failures += " 200 " not in head.splitlines()[0]
        except (OSError, asyncio.IncompleteReadError):
            seen.failures += 1
            streams = None
        await asyncio.sleep(max(0.0, interval_s - (time.perf_counter() - started)))
    if streams is not None:
        streams[1].close()


async def watch_all(port: int, sessions: list[str], clients: int, interval_s: float, seconds: float) -> Measured:
    seen, end, random = Measured(), time.monotonic() + seconds, Random(2)
    await asyncio.gather(
        *(
            watch(port, sessions[number % len(sessions)], interval_s, end, random.uniform(0, interval_s), seen)
            for number in range(clients)
        )
    )
    return seen


def charged_cpu(classroom: Classroom, keys: list[str], after: int) -> list[float]:
    """Return the CPU seconds that each game with an ID above `after` was charged."""
    rows = classroom.database.rows(
        "SELECT first_cpu_s + second_cpu_s AS cpu FROM ladder_game WHERE state = 'done' AND id > ? AND first = ?",
        after,
        keys[0],
    )
    return [row["cpu"] for row in rows]


def last_game(classroom: Classroom) -> int:
    row = classroom.database.row("SELECT max(id) AS id FROM ladder_game WHERE state = 'done'")
    assert row is not None
    return int(row["id"])


def measure(options: argparse.Namespace, folder: Path) -> int:
    folder.chmod(0o711)
    clock = ClockFile(folder / "clock")
    clock.write(START, 1.0)
    sessions, keys = make_class(folder / "class", options.students, options.games, clock)
    server = ServerProcess(folder / "class", clock, folder / "clock", 1)
    server.start()
    failed = 0
    try:
        with Classroom(folder / "class", clock) as classroom:
            while len(charged_cpu(classroom, keys, options.games)) < WARM_UP_GAMES:
                time.sleep(0.2)
            if len(cores := sorted(os.sched_getaffinity(0))) > 1:  # the job has the first core
                for task in Path(f"/proc/{server.pid}/task").iterdir():
                    os.sched_setaffinity(int(task.name), {cores[1]})
                os.sched_setaffinity(0, {cores[1]})
            before_mib, begun = memory_mib(server.pid), last_game(classroom)
            time.sleep(options.seconds)
            alone = charged_cpu(classroom, keys, begun)
            begun, cpu_s = last_game(classroom), server.cpu_seconds()
            watching = watch_all(server.port, sessions, options.clients, options.interval, options.seconds)
            seen = asyncio.run(watching)
            cpu_s = server.cpu_seconds() - cpu_s
            watched = charged_cpu(classroom, keys, begun)
        after_mib = memory_mib(server.pid)
    finally:
        server.stop()
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")
    answers, size = seen.answer_ms, median(seen.bytes) / 1024
    times = f"median {median(answers):.1f} ms, 95 % {quantile(answers, 0.95):.1f} ms, max {max(answers):.0f} ms"
    print(f"{options.clients} clients, {len(answers)} pages of {size:.0f} KiB, {seen.failures} failures: {times}")
    print(f"server: {cpu_s / len(answers) * 1000:.1f} ms of CPU time per page, games included")
    print(f"memory: {before_mib:.0f} MiB before, {after_mib:.0f} MiB after")
    difference = mean(watched) / mean(alone) - 1
    for name, games in (("without", alone), ("with", watched)):
        print(f"{name} clients: {len(games)} games, {mean(games):.4f} s charged, deviation {stdev(games):.4f}")
    print(f"difference: {difference:+.2%}")
    failed += median(answers) >= MAX_MEDIAN_MS or seen.failures > 0
    failed += abs(difference) > MAX_CPU_DIFFERENCE
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--games", type=int, default=5000, help="stored games")
    parser.add_argument("--interval", type=float, default=10.0, help="seconds between two requests of a client")
    parser.add_argument("--seconds", type=float, default=60.0, help="time without clients, and with them")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="outply-clients-") as folder:
        return measure(options, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
