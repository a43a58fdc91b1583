"""What the arena adds to a move, and how well it measures: `python3 run.py python benchmarks/arena.py`.

A program that answers at once is asked in the arena, and by a bare `make run` in the same folder. Then programs
that burn a known amount of CPU time are measured.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from unittest.mock import patch

from outply.formats import question
from outply.formats.question import Question
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.players.contestant import BuiltContestant, build
from outply.players.program import Program
from outply.players.protocol import Situation
from outply.sandbox import cgroups
from outply.sandbox.limits import Limits
from outply.sandbox.workspace import Workspace

TESTS = Path(__file__).parent.parent / "tests"
BOARD = Position.of(random_board(8, seed=1))
TRUTH = 2.0  # seconds that each of the tests' programs burns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=50)
    options = parser.parse_args()
    moves(options.moves)
    print()
    truths()


def ways() -> Iterator[str]:
    """Yield the names of the ways to measure; as long as one is the current one, it is the one in use."""
    if cgroups.parent_dirs() is not None:
        yield "control groups"
    with patch("outply.sandbox.cgroups.parent_dirs", lambda: None):
        yield "/proc"


def moves(times: int) -> None:
    print(f"{'a move':40} {'ms':>7} {'more':>7}")
    with build(TESTS / "contestants" / "honest-c") as room:
        bare = milliseconds(lambda: ask_alone(room.folder), times)
        print(f"{'make run alone':40} {bare:7.1f}")
        for way in ways():
            program = Program(way, BuiltContestant(room.folder))
            taken = milliseconds(lambda program=program: program.choose(BOARD, Situation()), times)
            program.close()
            print(f"{'in the arena, measured by ' + way:40} {taken:7.1f} {taken - bare:7.1f}")


def ask_alone(folder: Path) -> None:
    (folder / "output.txt").unlink(missing_ok=True)
    (folder / "input.txt").write_text(question.write(Question(BOARD, "COMPETITION", seconds=200.0)))
    subprocess.run(["make", "-s", "run"], cwd=folder, check=True)
    (folder / "output.txt").read_bytes()


def milliseconds(act: Callable[[], object], times: int) -> float:
    """Return how long something takes: the median of so many times."""
    act()
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        act()
        taken.append(time.perf_counter() - began)
    return 1000 * median(taken)


def truths() -> None:
    sys.path.insert(0, os.fspath(TESTS))
    from sandbox.test_run import BURN, TRUTHS

    print(f"{'2 s of CPU time':45} {'s':>7} {'error':>9}")
    with tempfile.TemporaryDirectory() as source, Workspace(Path(source), 4) as room:
        for way in ways():
            start = burnt(room, BURN)
            for name, text in TRUTHS.items():
                measured = burnt(room, BURN + text) - start
                print(f"{f'{name}, {way}':45} {measured:7.3f} {100 * (measured / TRUTH - 1):+7.1f} %")


def burnt(room: Workspace, text: str) -> float:
    for name in room.list_files():
        room.remove(name)
    room.write_file("program.py", text.encode())
    return room.run(["python3", "program.py"], Limits(cpu_seconds=60, wall_seconds=600)).cpu_seconds


if __name__ == "__main__":
    main()
