"""Measure the time that the arena adds to a move: `python3 run.py python benchmarks/engine_protocol.py`.

For a program that is asked by files (`make run` for every move), and for one that is asked by lines (one process
for a game). benchmarks/engine_stops.py measures the time from `stop` to `bestmove`.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=200)
    options = parser.parse_args()
    overhead(options.moves)


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


if __name__ == "__main__":
    main()
