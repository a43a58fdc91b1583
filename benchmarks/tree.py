"""Measure `outply tree` on a million visits: `python3 run.py python benchmarks/tree.py`.

Each row is one run of the command, from an input.txt to a file: wall time, CPU time (the relevant one on a busy
machine), peak memory and size of the file. The limits for a page are 10 s, 1 GiB and 5 MB; the other
formats are for comparison.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from outply.formats.question import Question, write
from outply.games import all_games, warfare
from outply.games.protocol import Position


def incompressible_board() -> Position:
    """Return a board with random values up to the maximum, which hardly compress."""
    rng = random.Random(1)
    return warfare.Position.of([[rng.randint(1, warfare.MAX_VALUE) for _ in range(10)] for _ in range(10)])


def searches() -> list[tuple[str, Position, str, int]]:
    star, sevastopol = all_games()["starcircle"].start(), all_games()["warfare"].start("raid", "Sevastopol")
    return [
        ("Star/Circle, initial position", star, "ALPHABETA", 11),
        ("Warfare, Sevastopol", sevastopol, "ALPHABETA", 4),
        ("Warfare, 10 x 10, values to a million", incompressible_board(), "MINIMAX", 3),
        ("Star/Circle, initial position", star, "MINIMAX", 9),
    ]


def measure(folder: str, position: Position, algorithm: str, depth: int, file_format: str) -> str:
    """Run the command; return its time, its memory and its message."""
    Path(folder, "input.txt").write_text(write(Question(position, algorithm, 1)))
    command = [
        sys.executable,
        "-m",
        "outply",
        "tree",
        "input.txt",
        f"--{file_format}",
        "-o",
        "tree",
        "--depth",
        str(depth),
    ]
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    message = process.stdout.read().strip()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    elapsed = time.perf_counter() - started
    cpu = usage.ru_utime + usage.ru_stime
    return f"{elapsed:5.1f} s  {cpu:5.1f} s CPU  {usage.ru_maxrss / 1024:6,.0f} MiB  {message.partition(': ')[2]}"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name, position, algorithm, depth in searches():
            print(f"{name}, {algorithm} {depth}")
            for file_format in ("html",) if depth == 9 else ("html", "text", "json", "svg"):
                print(f"  {file_format:4}  {measure(folder, position, algorithm, depth, file_format)}", flush=True)


if __name__ == "__main__":
    main()
