"""Measure how fast the engine solves and stops: `python3 run.py python benchmarks/engine.py --help`.

Times are wall time, except for overrun budgets, which are CPU time. benchmarks/strength.py measures strength.
"""

from __future__ import annotations

import argparse
import random
import threading
import time
from statistics import mean

from outply.games import all_games
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.search.engine import Engine
from outply.search.native import Control
from outply.search.time_control import TimeControl

POSITIONS = 100
STOPS = 100
TINY_CLOCKS = 10_000


def board(size: int, empty: int, seed: int) -> Position:
    """Return a random board with `empty` empty cells, the others taken alternately."""
    rng = random.Random(f"engine {seed}")
    owners = ["."] * (size * size)
    for number, cell in enumerate(rng.sample(range(size * size), size * size - empty)):
        owners[cell] = "XO"[number % 2]
    values = [value for row in random_board(size, seed) for value in row]
    return Position(size, values, "".join(owners), "X", "raid")


def show(what: str, figure: str, goal: str) -> None:
    print(f"| {what:58} | {figure:>36} | {goal:>10} |", flush=True)


def solving(empty: int, positions: int, threads: int, mib: int, goal: str) -> None:
    engine = Engine(threads=threads, memory_mib=mib)
    times = []
    nodes = 0
    for seed in range(positions):
        started = time.perf_counter()
        info = engine.search(board(5, empty, seed), TimeControl.until_solved())
        times.append(time.perf_counter() - started)
        nodes += info.nodes
        assert info.proven
    figure = f"{mean(times):.3f} s, {min(times):.3f} to {max(times):.3f}"
    show(f"5 x 5, {empty} empty, {positions} positions, {threads} thread(s), solved", figure, goal)
    show("", f"{nodes / positions:,.0f} nodes, {nodes / sum(times) / 1e6:.1f} M/s", "")


def stopping() -> None:
    """Show how long a search continues after `Control.stop`."""
    games = [Position.of(random_board(size, 1)) for size in (5, 8, 13, 26)] + [all_games()["starcircle"].start()]
    delays = []
    for turn in range(STOPS):
        control = Control()
        stopped_at = [0.0]

        def stop(control: Control = control, stopped_at: list[float] = stopped_at, turn: int = turn) -> None:
            time.sleep(0.01 + 0.0007 * turn)
            stopped_at[0] = time.perf_counter()
            control.stop()

        thread = threading.Thread(target=stop)
        thread.start()
        Engine().search(games[turn % len(games)], TimeControl.until_solved(), control=control)
        delays.append(time.perf_counter() - stopped_at[0])
        thread.join()
    delays.sort()
    figure = f"{delays[STOPS // 2] * 1000:.2f} ms, {delays[-1] * 1000:.2f} ms worst"
    show(f"stopped at {STOPS} random moments, wall time", figure, "10 ms")


def tiny_clocks() -> None:
    """Show by how much the engine overruns a nearly exhausted budget."""
    rng = random.Random(1)
    over: list[float] = []
    engine = Engine()
    while len(over) < TINY_CLOCKS:
        size = rng.choice((3, 5, 6, 8, 10, 13, 26))
        position = board(size, rng.randint(1, size * size), rng.randrange(50))
        for _ in range(20):
            left = rng.uniform(0, 0.05)
            started = time.thread_time()
            info = engine.search(position, TimeControl.per_game(left))
            over.append(time.thread_time() - started - left)
            assert info.move in position.moves()
            position = position.play(info.move)
            if position.is_over:
                break
    figure = f"{max(0.0, max(over)) * 1000:.2f} ms over, {sum(x > 0.001 for x in over)} by 1 ms or more"
    show(f"{len(over):,} moves with 0 to 50 ms of CPU time left", figure, "start-up")


def empty_board(seeds: int, threads: int, mib: int) -> None:
    for seed in range(seeds):
        engine = Engine(threads=threads, memory_mib=mib)
        started = time.perf_counter()
        for info in engine.analyse(Position.of(random_board(5, seed)), TimeControl.until_solved()):
            took = time.perf_counter() - started
            line = f"depth {info.depth:2}, value {info.value:4}, {info.move}"
            print(f"  board {seed}: {line}, {info.nodes:,} nodes, {took:.1f} s", flush=True)
        show(f"5 x 5, empty board {seed}, {threads} thread(s), {mib} MiB, solved", f"{took:.1f} s", "600 s")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast the engine solves and stops.")
    parser.add_argument("--empty-boards", type=int, default=0, help="also solve this many empty 5 x 5 boards")
    parser.add_argument("--threads", type=int, default=2, help="threads for larger searches (default: 2)")
    parser.add_argument("--mib", type=int, default=4096, help="MiB of memory for larger searches (default: 4096)")
    parser.add_argument("--only-empty-boards", action="store_true", help="skip all other measurements")
    options = parser.parse_args()
    if not options.only_empty_boards:
        solving(16, POSITIONS, 1, 64, "0.05 s")
        stopping()
        tiny_clocks()
        solving(21, 5, options.threads, min(options.mib, 1024), "10 s")
    empty_board(options.empty_boards, options.threads, options.mib)


if __name__ == "__main__":
    main()
