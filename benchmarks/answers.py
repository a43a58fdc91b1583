"""Measure how fast questions are answered: `python3 run.py python benchmarks/answers.py`.

Machines differ in speed and load, so every time is also given relative to another time of the same run: the
start-up of Python (`python -c pass`), or the search that is replaced. Times are the best of several runs.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from outply.formats.atomic_io import write_output
from outply.formats.question import Question, write
from outply.games import all_games, warfare
from outply.games.boards import random_board
from outply.search import exact, literal

ROOT = Path(__file__).resolve().parent.parent
BOARDS = 5  # boards per Warfare row


def best_of(runs: int, work: Callable[[], object]) -> float:
    """Return the seconds of the fastest of several runs."""
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def python(*arguments: str, folder: str | None = None) -> None:
    subprocess.run([sys.executable, *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def board(size: int, pieces: int, seed: int) -> warfare.Position:
    """Return a random board with `pieces` cells taken."""
    rng = random.Random(seed)
    owners = ["."] * (size * size)
    for number, cell in enumerate(rng.sample(range(size * size), pieces)):
        owners[cell] = "XO"[number % 2]
    values = [value for row in random_board(size, seed) for value in row]
    return warfare.Position(size, values, "".join(owners), "X", "raid")


def show(what: str, figure: str, limit: str, ratio: str) -> None:
    print(f"| {what:52} | {figure:>16} | {limit:>16} | {ratio:34} |", flush=True)


def seconds(time: float) -> str:
    return f"{time * 1000:,.1f} ms" if time < 1 else f"{time:,.2f} s"


def homework(start: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "input.txt").write_bytes((ROOT / "examples" / "warfare-3.in").read_bytes())
        python(str(ROOT / "homework3.py"), folder=folder)
        # Alternate between both programs, so that they run under the same load.
        pairs = [
            (
                best_of(1, lambda: python("-c", "pass")),
                best_of(1, lambda: python(str(ROOT / "homework3.py"), folder=folder)),
            )
            for _ in range(30)
        ]
    bare, whole = (min(times) for times in zip(*pairs, strict=True))
    show("homework3.py, example 3, the whole process", seconds(whole), "4 x pass", f"{whole / bare:.2f} x pass")


def largest_board(start: float) -> None:
    for depth, limit in ((3, "10 ms"), (4, "300 ms"), (5, "3 s")):
        for mode in ("MINIMAX", "ALPHABETA"):
            times, visited = [], 0
            for seed in range(BOARDS):
                position = board(26, 5, seed)
                times.append(best_of(3, lambda: exact.search(position, depth, mode)))  # noqa: B023
                visited = max(visited, exact.search(position, depth, mode).reported_nodes)
            worst = max(times)
            ratio = f"{worst / start:.2f} x pass"
            if depth == 3:
                literal_nodes = literal.search(board(26, 5, 0), depth, "MINIMAX").reported_nodes
                ratio = f"1/{literal_nodes // visited:,} of the literal nodes"
            show(f"Warfare 26 x 26, 5 pieces, {mode} {depth}", seconds(worst), limit, ratio)


def middle_board(start: float) -> None:
    worst = max(
        best_of(3, lambda: exact.search(position, 6, "ALPHABETA"))  # noqa: B023
        for position in (board(10, 33, seed) for seed in range(BOARDS))
    )
    show("Warfare 10 x 10, a third filled, depth 6", seconds(worst), "200 ms", f"{worst / start:.2f} x pass")


def star_circle(start: float) -> None:
    initial = all_games()["starcircle"].start()
    with tempfile.TemporaryDirectory() as folder:
        for mode, limit in (("ALPHABETA", "50 ms"), ("MINIMAX", "1 s, 1 GiB")):
            took = best_of(3, lambda: exact.search(initial, 10, mode))  # noqa: B023
            ratio = f"{took / start:.2f} x pass"
            if mode == "MINIMAX":
                Path(folder, "input.txt").write_text(write(Question(initial, mode, 10)))
                python("-m", "outply", "solve", folder=folder)
                peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
                ratio += f", {peak / 2**20:,.0f} MiB peak"
            show(f"Star/Circle, initial position, {mode} 10", seconds(took), limit, ratio)


def literal_speed(start: float) -> None:
    position = board(8, 20, 1)
    for rules in warfare.RULES:
        position_in_variant = warfare.Position(8, position.values, position.owners, "X", rules)
        depth = 4 if rules == "raid" else 5
        visited = literal.search(position_in_variant, depth, "MINIMAX").reported_nodes
        took = best_of(5, lambda: literal.search(position_in_variant, depth, "MINIMAX"))  # noqa: B023
        rate = visited / took
        exact_time = best_of(5, lambda: exact.search(position_in_variant, depth, "MINIMAX"))  # noqa: B023
        limit = "at least 150 M/s" if rules == "raid" else ""
        show(
            f"literal, Warfare 8 x 8, {rules} rules",
            f"{rate / 1e6:,.0f} M nodes/s",
            limit,
            f"exact: {took / exact_time:,.0f} x as fast",
        )


def write_files(folder: str, count: int) -> None:
    for number in range(count):
        write_output(str(Path(folder, f"{number}.new")), "answer")


def thousand(start: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number in range(1000):
            position = board(5, 8, number)
            Path(folder, f"{number}.in").write_text(write(Question(position, "ALPHABETA", 3)))
        took = best_of(5, lambda: python("-m", "outply", "solve", ".", "--out-dir", "answers", folder=folder))
        # Disk speed differs by a factor of twenty between machines.
        files = best_of(3, lambda: write_files(folder, 1000))
    ratio = f"{took / start:.1f} x pass; bare files {seconds(files)}"
    show("1,000 small inputs in one `outply solve`", seconds(took), "1 s", ratio)


def main() -> None:
    start = best_of(20, lambda: python("-c", "pass"))
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, `python -c pass` takes {seconds(start)}\n")
    show("benchmark", "measured", "limit", "relative to this run")
    print(f"|{'-' * 54}|{'-' * 17}:|{'-' * 17}:|{'-' * 36}|")
    for row in (homework, largest_board, middle_board, star_circle, literal_speed, thousand):
        row(start)


if __name__ == "__main__":
    main()
