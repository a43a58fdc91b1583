"""Measure the arena's overhead per move and its accuracy: `python3 run.py python benchmarks/arena.py`.

A program that answers at once is run by the arena and by a bare `make run`. Then programs that use a known
amount of CPU time are measured.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
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
from outply.sandbox.limits import Limits, Termination
from outply.sandbox.task_clock import open_task_clock
from outply.sandbox.workspace import Workspace

CONTESTANTS = Path(__file__).parent.parent / "tests" / "contestants"
BOARD = Position.of(random_board(8, seed=1))

SHAPES = {
    "one process": ("process", "0"),
    "system calls": ("system", "0"),
    "threads": ("threads", "0"),
    "first thread ended": ("leader", "0"),
    "children": ("children", "100"),
    "orphans": ("orphans", "100"),
    **{f"children of {ms} ms never waited for": ("forgotten", str(ms)) for ms in (3, 10, 20, 50, 100)},
}
"""Ways to use CPU time, each with the arguments of the program: the way, and the milliseconds of each child."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time that each program uses")
    options = parser.parse_args()
    moves(options.moves)
    print()
    accuracy(options.seconds)


def accounting_methods() -> Iterator[str]:
    """Yield the names of the CPU accounting methods; each stays active until the next is requested."""
    if cgroups.parent_dirs() is not None:
        yield "control groups"
    with patch("outply.sandbox.cgroups.parent_dirs", lambda: None):
        if open_task_clock(os.getpid()) is not None:
            yield "perf events"
        with patch("outply.sandbox.meter.open_task_clock", lambda _: None):
            yield "/proc"


def moves(times: int) -> None:
    print(f"{'per move':40} {'ms':>7} {'added':>7}")
    with build(CONTESTANTS / "honest-c") as room:
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


def accuracy(use_seconds: float) -> None:
    print(f"{f'{use_seconds:g} s of CPU time':52} {'s':>7} {'error':>9} {'wall':>7}")
    with tempfile.TemporaryDirectory() as source, Workspace(Path(source), 4) as workspace:
        workspace.write_file("burn.c", (CONTESTANTS / "burns-cpu" / "burn.c").read_bytes())
        limits = Limits(cpu_seconds=60, wall_seconds=600)
        built = workspace.run(["cc", "-O", "-o", "burn", "burn.c", "-pthread"], limits)
        assert built.termination is Termination.OK, built.stderr
        for method in accounting_methods():
            for name, shape in SHAPES.items():
                result = workspace.run(["./burn", *shape, str(use_seconds)], limits)
                error = 100 * (result.cpu_seconds / use_seconds - 1)
                times = f"{result.cpu_seconds:7.3f} {error:+7.1f} % {result.wall_seconds:7.3f}"
                print(f"{f'{name}, {method}':52} {times}")


if __name__ == "__main__":
    main()
