"""Measure the engine protocol: `python3 run.py python benchmarks/engine_protocol.py`.

First the time that the arena adds to a move, for a program that is asked by files (`make run` for every move) and
for one that is asked by lines (one process for a game). Then the time from `stop` to `bestmove`.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from unittest.mock import patch

from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.players.contestant import BuiltContestant, build
from outply.players.external import ExternalPlayer, command_player, contestant_player
from outply.players.protocol import MoveContext
from outply.sandbox import cgroups

TESTS = Path(__file__).parent.parent / "tests"
BOARD = Position.of(random_board(8, seed=1))
POSITIONS = ("warfare/raid/Smolensk", "warfare/raid/random:12:1", "starcircle/standard/initial")
MAX_DELAY_S = 0.2
"""The longest time from `go` to `stop`."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--stops", type=int, default=50, help="searches per position")
    options = parser.parse_args()
    overhead(options.moves)
    print()
    stops(options.stops)


def overhead(moves: int) -> None:
    print(f"{'milliseconds per move':44} {'median':>7} {'program':>8} {'added':>7}")
    for method in accounting_methods():
        with file_player() as player:
            measure(f"by files, measured by {method}", player, moves // 10)
        with line_player() as player:
            measure(f"by lines, measured by {method}", player, moves)


def accounting_methods() -> Iterator[str]:
    """Yield the names of the ways to measure CPU time; each is active until the next is requested."""
    if cgroups.parent_dirs() is not None:
        yield "control groups"
    with patch("outply.sandbox.cgroups.parent_dirs", lambda: None):
        yield "perf events or /proc"


@contextmanager
def file_player() -> Iterator[ExternalPlayer]:
    with build(TESTS / "contestants" / "honest-c") as workspace:
        player = contestant_player("files", BuiltContestant(workspace.folder))
        yield player
        player.close()


@contextmanager
def line_player() -> Iterator[ExternalPlayer]:
    with tempfile.TemporaryDirectory() as folder:
        program = Path(shutil.copytree(TESTS / "engine_programs", Path(folder, "engine"))) / "hostile.py"
        for directory in (Path(folder), program.parent):
            directory.chmod(0o755)
        player = command_player(f"engine-process:python3 {program}")
        yield player
        player.close()


def measure(title: str, player: ExternalPlayer, moves: int) -> None:
    """Print the wall time of a move, the CPU time of the program, and the difference."""
    player.choose(BOARD, MoveContext())
    wall_ms, program_ms = [], []
    for _ in range(moves):
        started = time.perf_counter()
        decision = player.choose(BOARD, MoveContext())
        wall_ms.append(1000 * (time.perf_counter() - started))
        program_ms.append(1000 * (decision.cpu_seconds or 0.0))
    added = median(wall - own for wall, own in zip(wall_ms, program_ms, strict=True))
    print(f"{title:44} {median(wall_ms):7.2f} {median(program_ms):8.2f} {added:7.2f}")


def stops(count: int) -> None:
    print(f"{'milliseconds from stop to bestmove':44} {'median':>7} {'99 %':>8} {'most':>7}")
    for threads in (1, 2):
        for position in POSITIONS:
            times = sorted(stop_times(position, threads, count))
            high = times[min(len(times) - 1, round(0.99 * len(times)))]
            print(f"{f'{position}, threads {threads}':44} {median(times):7.2f} {high:8.2f} {times[-1]:7.2f}")


def stop_times(position: str, threads: int, count: int) -> Iterator[float]:
    """Yield the milliseconds from `stop` to `bestmove` of searches that are stopped at random times."""
    command = [sys.executable, "-m", "outply", "engine", "--threads", str(threads)]
    random = Random(1)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write(f"position {position}\nisready\n")
        engine.stdout.readline()
        for _ in range(count):
            engine.stdin.write("go infinite\n")
            time.sleep(random.random() * MAX_DELAY_S)
            started = time.perf_counter()
            engine.stdin.write("stop\n")
            while not engine.stdout.readline().startswith("bestmove"):
                pass
            yield 1000 * (time.perf_counter() - started)
        engine.stdin.write("quit\n")


if __name__ == "__main__":
    main()
