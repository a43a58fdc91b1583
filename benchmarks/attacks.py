"""Run the hostile contestants of tests/contestants: each is contained, charged, and harms no other game.

    sudo python3 run.py python benchmarks/attacks.py            # as root and as an ordinary user
    python3 run.py python benchmarks/attacks.py                 # as the current user only
    python3 run.py python benchmarks/attacks.py --only memory --only threads

Each contestant plays a game while an honest program plays another one, with and without control groups. Root also
runs everything as an ordinary user to whom control groups are delegated (cgroup v1 only). `ok` means: the game
ended as tests/contestants/expected.toml says, no process, control group or file is left, and the honest program
played its game to the end. For programs that use a known CPU time, the table shows the error of the charged time
in percent. It must be within 5 %; if CPU time is polled, orphans and children that are never waited for may be
charged up to the wall time. Exits with status 1 if a check fails.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from outply.arena.match import ForfeitedError, play
from outply.games.boards import random_board
from outply.games.warfare import Position
from outply.players.contest_limits import DEFAULT_LIMITS, ContestLimits
from outply.players.contestant import BuiltContestant, build
from outply.players.forfeit import ForfeitError
from outply.players.program import ProgramPlayer
from outply.players.registry import player
from outply.sandbox import cgroups
from outply.sandbox.locks import creator_tag
from outply.sandbox.task_clock import open_task_clock

CONTESTANTS = Path(__file__).parent.parent / "tests" / "contestants"
BOARD = Position.of([[5, 1], [1, 2]])
OTHER_BOARD = Position.of(random_board(4, seed=1))
SHORT_S, AMPLE_S = 0.5, 60.0
MAX_ERROR = 5.0
"""Percent by which the charged CPU time may differ from the used one."""
CHILD_OVERHEAD_MS = 0.2
"""Time that the kernel uses to end a child, which the program cannot measure itself."""
ORDINARY_USER = 54_321
GROUPS, NO_GROUPS = "control groups", "no groups"
SETTINGS = tuple((user, method) for user in ("root", "user") for method in (GROUPS, NO_GROUPS))
V1_CONTROLLERS = ("cpuacct", "memory", "pids")

WAYS = {
    "one process": "process 0",
    "system calls": "system 0",
    "threads": "threads 0",
    "first thread ended": "leader 0",
    "children": "children 100",
    "orphans": "orphans 100",
    **{f"children of {ms} ms never waited for": f"forgotten {ms}" for ms in (3, 10, 20, 50, 100)},
}
"""Ways to use CPU time, with the arguments of burns-cpu/burn.c: the way and the duration of each child in ms."""


def copy_contestant(folder: Path, name: str) -> Path:
    """Copy a contestant, with the script that makes an honest move."""
    shutil.copytree(CONTESTANTS / name, folder)
    shutil.copy(CONTESTANTS / "honest.sh", folder)
    return folder


def play_game(
    folder: Path, board: Position, seconds: float, core: int, limits: ContestLimits = DEFAULT_LIMITS
) -> tuple[str, float, float]:
    """Build a contestant and let it move first; return its failure, and the CPU and wall time of its last move."""
    os.sched_setaffinity(0, {core})
    program: ProgramPlayer | None = None
    failure = ""
    try:
        with build(folder, limits=limits) as workspace:
            program = ProgramPlayer(folder.name, BuiltContestant(workspace.folder, limits=limits))
            try:
                play(board, program, player("greedy"), seconds_per_game=seconds)
            except ForfeitedError as error:
                failure = error.forfeit.failure.label
            finally:
                program.close()
    except ForfeitError as forfeit:
        failure = forfeit.failure.label
    result = program.last_run if program is not None else None
    return (failure, result.cpu_seconds, result.wall_seconds) if result is not None else (failure, 0.0, 0.0)


def small_limits(expected: list[str], name: str) -> ContestLimits:
    """Return limits for a game, so that each attack ends soon."""
    wall_s = SHORT_S if "out of wall time" in expected else AMPLE_S
    limits = ContestLimits(wall_grace_s=wall_s, wall_s_per_move=wall_s, memory_mib=64, disk_mib=8)
    return replace(limits, build_timeout_s=5.0, newgame_timeout_s=5.0) if name.endswith("-loops") else limits


def leftovers(folder: Path) -> list[str]:
    """Return the processes, control groups and files that are left after a game."""
    parents = (cgroups.parent_dirs() or {}).values()
    groups = [str(group) for parent in parents for group in parent.glob(f"{cgroups.PREFIX}{creator_tag()}-*")]
    tasks = Path("/proc/self/task").iterdir()
    processes = [child for task in tasks for child in (task / "children").read_text().split()]
    return [*groups, *processes, *map(str, folder.glob("outply-*"))]


def overhead_seconds(folder: Path) -> float:
    """Return the CPU time that burns-cpu uses for its honest move."""
    hostile = copy_contestant(folder / "games" / "overhead", "burns-cpu")
    (hostile / "way").write_text("process 0 0")
    cpu_s = play_game(hostile, BOARD, AMPLE_S, min(os.sched_getaffinity(os.getpid())))[1]
    shutil.rmtree(folder / "games")
    return cpu_s


def attack(
    name: str, way: str, expected: list[str], burn_s: float, folder: Path, *, is_polled: bool
) -> dict[str, object]:
    """Let a contestant play a game beside an honest one; return what happened."""
    with ThreadPoolExecutor(1) as thread:
        overhead_s = thread.submit(overhead_seconds, folder).result() if way else 0.0
    cores = sorted(os.sched_getaffinity(os.getpid()))
    hostile = copy_contestant(folder / "games" / "hostile", name)
    honest = copy_contestant(folder / "games" / "honest", "honest-c")
    if way:
        (hostile / "way").write_text(f"{WAYS[way]} {burn_s}")
    is_timed = {"out of CPU time", "out of wall time"} & set(expected)
    limits = small_limits(expected, name)
    with ThreadPoolExecutor(2) as threads:
        other = threads.submit(play_game, honest, OTHER_BOARD, 2 * AMPLE_S, cores[-1], limits)
        seconds = SHORT_S if is_timed else AMPLE_S
        failure, cpu_s, wall_s = threads.submit(play_game, hostile, BOARD, seconds, cores[0], limits).result()
        harm = other.result()[0]
    shutil.rmtree(folder / "games")
    problems = [] if failure in expected else [f"expected {expected}, got {failure!r}"]
    problems += [f"the honest program failed: {harm}"] if harm else []
    problems += [f"left over: {left}" for left in [leftovers(folder)] if left]
    cell = "ok" if not problems else "FAILED"
    if way and not problems:
        error = 100 * ((cpu_s - overhead_s) / burn_s - 1)
        is_short_lived = WAYS[way].startswith(("orphans", "forgotten"))
        is_bounded = is_short_lived and is_polled and cpu_s <= 1.05 * wall_s
        cell = f"{error:+.1f} %"
        child_ms = float(WAYS[way].split()[1]) or math.inf
        max_error = MAX_ERROR + 100 * CHILD_OVERHEAD_MS / child_ms
        if error < -MAX_ERROR or (error > max_error and not is_bounded):
            problems.append(f"charged {cpu_s:.2f} of {burn_s:g} s (wall time {wall_s:.2f} s)")
    return {"cell": cell, "problems": problems}


def run_setting(method: str, names: list[str], burn_s: float, *, use_perf: bool) -> None:
    """Run the attacks in this process, and print one line of JSON for each."""
    expected = tomllib.loads((CONTESTANTS / "expected.toml").read_text())
    if method == GROUPS and cgroups.parent_dirs() is None:
        print(json.dumps({"attack": "", "cell": "-", "problems": ["control groups are not available"]}))
        return
    with tempfile.TemporaryDirectory() as temporary, ExitStack() as stack:
        folder = Path(temporary)
        folder.chmod(0o711)
        stack.enter_context(patch("tempfile.tempdir", temporary))
        if method == NO_GROUPS:
            stack.enter_context(patch("outply.sandbox.cgroups.parent_dirs", lambda: None))
        if not use_perf:
            stack.enter_context(patch("outply.sandbox.meter.open_task_clock", lambda _: None))
        is_polled = method == NO_GROUPS and (not use_perf or open_task_clock(os.getpid()) is None)
        for name in names:
            for way in WAYS if name == "burns-cpu" else ("",):
                row = attack(name, way, expected[name], burn_s, folder, is_polled=is_polled)
                print(json.dumps({"attack": f"{name}: {way}" if way else name, **row}), flush=True)


def command(user: str, method: str, options: argparse.Namespace) -> list[str]:
    """Return the command that runs the attacks in a setting."""
    child = [sys.executable, __file__, "--setting", method, "--seconds", str(options.seconds)]
    child += ["--no-perf"] if options.no_perf else []
    for name in options.only:
        child += ["--only", name]
    if user == "root" or os.geteuid() != 0:
        return child
    switch = ["setpriv", f"--reuid={ORDINARY_USER}", f"--regid={ORDINARY_USER}", "--clear-groups", "--"]
    script = "set -e\n"
    for controller in V1_CONTROLLERS if method == GROUPS else ():
        group = cgroups.ROOT / controller / f"attacks-{os.getpid()}"
        script += f"mkdir -p {group}; chown {ORDINARY_USER} {group}\n"
        script += f"mount --bind {group} {cgroups.ROOT / controller}\n"
    return ["unshare", "--mount", "sh", "-c", f'{script}exec "$@"', "sh", *switch, *child]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="run only this contestant")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time that burns-cpu uses")
    parser.add_argument("--no-perf", action="store_true", help="poll instead of counting by perf events")
    parser.add_argument(
        "--setting", choices=(GROUPS, NO_GROUPS), help="run one setting as the current user, as JSON"
    )
    options = parser.parse_args()
    expected = tomllib.loads((CONTESTANTS / "expected.toml").read_text())
    if options.setting:
        names = options.only or list(expected)
        run_setting(options.setting, names, options.seconds, use_perf=not options.no_perf)
        return 0
    is_root = os.geteuid() == 0
    settings = [(user, method) for user, method in SETTINGS if is_root or user == "user"]
    table: dict[str, dict[tuple[str, str], str]] = {}
    failed = 0
    for user, method in settings:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            folder.chmod(0o711)
            if is_root and user == "user":
                os.chown(folder, ORDINARY_USER, ORDINARY_USER)
            environment = os.environ | {"TMPDIR": temporary, "HOME": temporary, "OUTPLY_CACHE": temporary}
            done = subprocess.Popen(
                command(user, method, options), env=environment, stdout=subprocess.PIPE, text=True
            )
            assert done.stdout is not None
            for line in done.stdout:
                row = json.loads(line)
                table.setdefault(row["attack"], {})[user, method] = row["cell"]
                for problem in row["problems"]:
                    failed += 1
                    print(f"{row['attack']}, {user}, {method}: {problem}", flush=True)
            failed += done.wait() != 0
        for controller in V1_CONTROLLERS:
            group = cgroups.ROOT / controller / f"attacks-{os.getpid()}"
            if group.is_dir():
                group.rmdir()
    print(f"{'attack':48}" + "".join(f"{user}, {method:16}" for user, method in settings))
    for name, cells in table.items():
        print(f"{name:48}" + "".join(f"{cells.get(setting, '-'):22}" for setting in settings))
    print(f"{failed} checks failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
