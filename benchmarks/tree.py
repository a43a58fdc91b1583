"""What a tree of a million visits costs on this machine: `python3 run.py python benchmarks/tree.py`.

Each row is a whole `outply tree`, from an input.txt to a file: seconds, seconds of the CPU (which count where the
machine has other work), the most memory that it had, and how large the file is. A page is to take at most 10 s,
1 GiB and 5 MB; the other forms are there to compare.
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


def dear_board() -> Position:
    """Return a board whose values are as large and as different as they may be: they hardly compress."""
    rng = random.Random(1)
    return warfare.Position.of([[rng.randint(1, warfare.MAX_VALUE) for _ in range(10)] for _ in range(10)])


def searches() -> list[tuple[str, Position, str, int]]:
    star, sevastopol = all_games()["starcircle"].start(), all_games()["warfare"].start("raid", "Sevastopol")
    return [
        ("Star/Circle, initial position", star, "ALPHABETA", 11),
        ("Warfare, Sevastopol", sevastopol, "ALPHABETA", 4),
        ("Warfare, 10 x 10, values to a million", dear_board(), "MINIMAX", 3),
        ("Star/Circle, initial position", star, "MINIMAX", 9),
    ]


def measure(folder: str, position: Position, algorithm: str, depth: int, form: str) -> str:
    """Return what the command says, with its time and its memory before it."""
    Path(folder, "input.txt").write_text(write(Question(position, algorithm, 1)))
    command = [
        sys.executable,
        "-m",
        "outply",
        "tree",
        "input.txt",
        f"--{form}",
        "-o",
        "tree",
        "--depth",
        str(depth),
    ]
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    said = process.stdout.read().strip()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    took = time.perf_counter() - started
    cpu = used.ru_utime + used.ru_stime
    return f"{took:5.1f} s  {cpu:5.1f} s CPU  {used.ru_maxrss / 1024:6,.0f} MiB  {said.partition(': ')[2]}"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name, position, algorithm, depth in searches():
            print(f"{name}, {algorithm} {depth}")
            for form in ("html",) if depth == 9 else ("html", "text", "json", "svg"):
                print(f"  {form:4}  {measure(folder, position, algorithm, depth, form)}", flush=True)


if __name__ == "__main__":
    main()
