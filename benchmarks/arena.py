"""Measure the arena's overhead per move and its accuracy: `python3 run.py python benchmarks/arena.py`.

A program that answers at once is run by the arena and by a bare `make run`. Then programs that use a known
amount of CPU time are measured.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from unittest.mock import patch

from outply.formats import question
from outply.formats.question import Question
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.players.contestant import BuiltContestant, build
from outply.players.program import ProgramPlayer
from outply.players.protocol import MoveContext
from outply.sandbox import cgroups
from outply.sandbox.limits import Limits
from outply.sandbox.workspace import Workspace

TESTS = Path(__file__).parent.parent / "tests"
BOARD = Position.of(random_board(8, seed=1))
TRUTH = 2.0  # CPU seconds that each program uses
POLL_GRACE_S = 1.0  # longer than the interval between two polls of a run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=50)
    options = parser.parse_args()
    moves(options.moves)
    print()
    accuracy()


def accounting_methods() -> Iterator[str]:
    """Yield the names of the CPU accounting methods; each stays active until the next is requested."""
    if cgroups.parent_dirs() is not None:
        yield "control groups"
    with patch("outply.sandbox.cgroups.parent_dirs", lambda: None):
        yield "/proc"


def moves(times: int) -> None:
    print(f"{'per move':40} {'ms':>7} {'added':>7}")
    with build(TESTS / "contestants" / "honest-c") as room:
        bare = milliseconds(lambda: run_bare(room.folder), times)
        print(f"{'bare make run':40} {bare:7.1f}")
        for method in accounting_methods():
            program = ProgramPlayer(method, BuiltContestant(room.folder))
            taken = milliseconds(partial(program.choose, BOARD, MoveContext()), times)
            program.close()
            print(f"{'in the arena, measured by ' + method:40} {taken:7.1f} {taken - bare:7.1f}")


def run_bare(folder: Path) -> None:
    (folder / "output.txt").unlink(missing_ok=True)
    (folder / "input.txt").write_text(question.write(Question(BOARD, "COMPETITION", seconds=200.0)))
    subprocess.run(["make", "-s", "run"], cwd=folder, check=True)
    (folder / "output.txt").read_bytes()


def milliseconds(call: Callable[[], object], times: int) -> float:
    """Return the median duration of `times` calls."""
    call()
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        taken.append(time.perf_counter() - began)
    return 1000 * median(taken)


def accuracy() -> None:
    sys.path.insert(0, os.fspath(TESTS))
    from sandbox.test_run import BURN, BURNERS

    print(f"{'2 s of CPU time':45} {'s':>7} {'error':>9}")
    with tempfile.TemporaryDirectory() as source, Workspace(Path(source), 4) as room:
        for method in accounting_methods():
            start = measured_cpu(room, BURN, reporting=0)
            for name, (reporting, text) in BURNERS.items():
                measured = measured_cpu(room, BURN + text, reporting) - start
                print(f"{f'{name}, {method}':45} {measured:7.3f} {100 * (measured / TRUTH - 1):+7.1f} %")


def measured_cpu(room: Workspace, text: str, reporting: int) -> float:
    """Return the measured CPU time of a program of which `reporting` processes report their usage."""
    for name in room.list_files():
        room.remove(name)
    room.write_file("program.py", text.encode())
    ended = threading.Event()
    release = threading.Thread(target=release_after_poll, args=(room.folder, reporting, ended))
    release.start()
    try:
        return room.run(["python3", "program.py"], Limits(cpu_seconds=60, wall_seconds=600)).cpu_seconds
    finally:
        ended.set()
        release.join()


def release_after_poll(folder: Path, reporting: int, ended: threading.Event) -> None:
    """Let the program end some time after its processes have reported, so that all of them were polled."""
    while len(list(folder.glob("user.*[0-9]"))) < reporting and not ended.wait(0.01):
        pass
    if not ended.wait(POLL_GRACE_S):
        (folder / "polled").touch()


if __name__ == "__main__":
    main()
