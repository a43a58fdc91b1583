"""Hand in the hostile contestants of tests/contestants to a class server: each is contained, and honest ones pass.

    sudo python3 run.py python benchmarks/class_attacks.py
    python3 run.py python benchmarks/class_attacks.py --only memory --only fork-bomb

Each contestant is uploaded by HTTP and checked by the server beside others. `ok` means: the check ends as
tests/contestants/expected.toml says about a game. At the end the server answers, and no process is left. Exits
with status 1 if a check fails. All contestants take about ten minutes, most of which is waiting.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
import time
import tomllib
import zipfile
from pathlib import Path

from class_load.programs import CONTESTANTS
from class_load.serve import ClockFile
from class_load.server import ServerProcess
from kills import Problems, become_subreaper, remaining_children

from outply.classroom.accounts import credentials
from outply.classroom.accounts.people import RosterEntry, find_person
from outply.classroom.classroom import create_class

START = 1_800_000_000.0
MAX_CHECK_S = 600.0
EXIT_TIMEOUT_S = 20.0
UNSUITABLE = ("agent-loops", "calibrate-loops", "newgame-loops", "burns-cpu")
"""Contestants that wait for minutes by design, or need an argument."""

LARGER = {
    "memory-of-processes": (b"(8 << 20)", b"(72 << 20)"),
    "memory-dead-leader": (b"i < 64", b"i < 512"),
    "deleted-files": (b"1 << 20", b"4 << 20"),
    "deleted-files-dead-leader": (b"1 << 20", b"4 << 20"),
    "deleted-files-of-thread": (b"1 << 20", b"4 << 20"),
    "deleted-files-mapped": (b"1 << 20", b"4 << 20"),
    "deleted-files-in-transit": (b"1 << 20", b"4 << 20"),
}
"""Changes to contestants that exceed the small limits of the tests, but not those of a class."""

SETTINGS = """\
[course]
title = "Attacks"
url = "http://127.0.0.1/"

[checks]
preflight_moves = 2
preflight_seconds = 4
preflight_board = "random:2:1"

[limits]
submissions_per_hour = 1000
submissions_per_day = 1000
waiting_submissions = 1000

[ladder]
is_open = false
"""


def archive(name: str) -> bytes:
    """Return a contestant as a zip, with the script that makes an honest move."""
    content, is_changed = io.BytesIO(), False
    old, new = LARGER.get(name, (b"", b""))
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        for path in (*sorted((CONTESTANTS / name).rglob("*")), CONTESTANTS / "honest.sh"):
            if path.is_file():
                inside = path.name if path.name == "honest.sh" else path.relative_to(CONTESTANTS / name).as_posix()
                data = path.read_bytes()
                if old and old in data:
                    data, is_changed = data.replace(old, new), True
                file.writestr(zipfile.ZipInfo.from_file(path, inside), data, zipfile.ZIP_DEFLATED)
    assert is_changed == (name in LARGER), f"{name} does not contain {old!r}"
    return content.getvalue()


def measure(names: list[str], folder: Path, jobs: int) -> int:
    folder.chmod(0o711)
    become_subreaper()
    problems = Problems()
    expected = tomllib.loads((CONTESTANTS / "expected.toml").read_text())
    clock = ClockFile(folder / "clock")
    clock.write(START, 1.0)
    classroom, _ = create_class(
        folder / "class", SETTINGS, [RosterEntry(key="eve", name="Eve Adams")], clock=clock
    )
    with classroom:
        person = find_person(classroom.database, "eve")
        assert person is not None
        token = credentials.create_token(classroom.database, person.id, "attacks", START)
    server = ServerProcess(folder / "class", clock, folder / "clock", jobs)
    server.start()
    headers = {"Authorization": f"Bearer {token}"}
    try:
        waiting = {}
        for name in names:
            answer = server.request("POST", f"/api/submissions?name={name}.zip", headers, archive(name))
            problems.check(answer.status == 201, f"{name}: upload answered with {answer.status}")
            if answer.status == 201:
                waiting[name] = answer.json()["id"]
        deadline = time.monotonic() + MAX_CHECK_S
        while waiting and time.monotonic() < deadline:
            time.sleep(0.5)
            server.note_memory()
            for name, submission in list(waiting.items()):
                state = server.request("GET", f"/api/submissions/{submission}", headers).json()
                if state["state"] in ("queued", "checking"):
                    continue
                del waiting[name]
                # A contestant that plays to the end of a game also passes the preflight.
                failures = [f"Preflight: {one}" if one else "Preflight passed" for one in expected[name]]
                is_right = any(str(state["headline"]).startswith(failure) for failure in failures)
                print(f"{name:28} {'ok' if is_right else 'FAILED'}: {state['headline']}", flush=True)
                problems.check(is_right, f"{name}: expected {failures}, got {state['headline']}")
        problems.check(not waiting, f"not finished: {sorted(waiting)}")
        problems.check(server.request("GET", "/ready").status == 200, "the server is not ready")
    finally:
        problems.check(server.stop() == 0, "the server did not stop cleanly")
    left = remaining_children(EXIT_TIMEOUT_S)
    problems.check(not left, f"processes left: {left}")
    print(f"{len(names)} contestants, memory of the server at most {server.max_memory_mib:.0f} MiB; ", end="")
    print(f"{problems.count} checks failed")
    return 1 if problems.count else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="run only this contestant")
    parser.add_argument("--jobs", type=int, default=2, help="checks at the same time")
    options = parser.parse_args()
    expected = tomllib.loads((CONTESTANTS / "expected.toml").read_text())
    names = options.only or [name for name in expected if name not in UNSUITABLE]
    with tempfile.TemporaryDirectory(prefix="outply-attacks-") as folder:
        return measure(names, Path(folder), options.jobs)


if __name__ == "__main__":
    sys.exit(main())
