"""Kill the coordinator of tournaments at random moments, and check that nothing is lost, doubled or left behind.

    python3 run.py python benchmarks/kills.py                # 100 kills, at most 15 minutes
    python3 run.py python benchmarks/kills.py --kills 10

Each tournament is killed up to ten times with SIGKILL and then played to its end. No stored game may change, no
game may be missing or stored twice, and after the last start no process, mount or folder may be left. Exits with
status 1 if a check fails, and prints the seed, which repeats the moments.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from outply.arena.tournament.state import StateError, TournamentState
from outply.players.contestant_template import write_template

PR_SET_CHILD_SUBREAPER = 36
KILLS_PER_TOURNAMENT = 10
MAX_DELAY_S = 6.0
EXIT_TIMEOUT_S = 5.0
COMMAND = [sys.executable, "-m", "outply", "tournament", "run"]
SETTINGS = ["--games", "4", "--board", "random:3:1", "--seconds", "5", "--jobs", "2"]
NAMES = ("ada", "bob", "eve", "fay")
GAMES = 4 * 6


def become_subreaper() -> None:
    """Become the parent of all descendants whose parents die, so that none of them goes unnoticed."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children() -> list[int]:
    """Reap the children that have ended, and return the IDs of the others."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    tasks = Path("/proc/self/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def remaining_children(timeout_s: float) -> list[int]:
    """Wait until all children have ended, at most for `timeout_s`; return the IDs of those that have not."""
    deadline = time.monotonic() + timeout_s
    while (processes := children()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return processes


def stored_games(state: Path) -> dict[str, int]:
    """Return the stored games and how often each is stored; the text contains all that must not change."""
    try:
        with TournamentState(state) as opened:
            games = opened.games()
    except StateError:
        return {}
    return Counter(f"{one.game.number} {one.game} {one.result.final_score} {one.result.turns}" for one in games)


def kill_after(command: list[str], delay_s: float, environment: dict[str, str]) -> bool:
    """Start the tournament and kill it after `delay_s`; return False if it ended before."""
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(timeout=delay_s)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return True
    return False


class Problems:
    """The checks that failed."""

    def __init__(self) -> None:
        self.count = 0

    def check(self, is_right: bool, message: str) -> None:
        if not is_right:
            self.count += 1
            print(f"FAILED: {message}", flush=True)


def check_tournament(folder: Path, random_: random.Random, kills: int, problems: Problems) -> tuple[int, int]:
    """Kill one tournament up to `kills` times, play it to its end and check it.

    Returns the number of kills, and how many of them left processes for the next start to remove.
    """
    temporary, state = folder / "tmp", folder / "t.db"
    temporary.mkdir()
    temporary.chmod(0o711)
    environment = os.environ | {"TMPDIR": str(temporary), "OUTPLY_CACHE": str(folder / "cache")}
    command = [*COMMAND, str(folder.parent / "agents"), *SETTINGS, "--state", str(state)]
    killed = survivors = 0
    before: dict[str, int] = {}
    while killed < kills:
        if not kill_after(command, random_.uniform(0.2, MAX_DELAY_S), environment):
            break
        killed += 1
        after = stored_games(state)
        problems.check(before.keys() <= after.keys(), f"games lost or changed: {before.keys() - after.keys()}")
        before = after
        survivors += bool(remaining_children(1.0))
    last = subprocess.run([*command, "--rebuild"], env=environment, capture_output=True, text=True)
    problems.check(last.returncode == 0, f"the last start ended with status {last.returncode}: {last.stderr}")
    games = stored_games(state)
    problems.check(before.keys() <= games.keys(), f"games lost or changed: {before.keys() - games.keys()}")
    problems.check(set(games.values()) == {1}, f"games stored more than once: {games}")
    problems.check(len(games) == GAMES, f"expected {GAMES} games, got {len(games)}")
    processes = remaining_children(EXIT_TIMEOUT_S)
    commands = [Path(f"/proc/{process}/cmdline").read_bytes()[:200] for process in processes]
    problems.check(not processes, f"processes left: {commands}")
    for process in processes:
        os.kill(process, signal.SIGKILL)
    mounts = [line for line in Path("/proc/self/mountinfo").read_text().splitlines() if str(folder) in line]
    problems.check(not mounts, f"mounts left: {mounts}")
    files = sorted(path.name for path in temporary.iterdir())
    partial = sorted(path.name for path in (folder / "cache").glob("**/*.partial"))
    problems.check(not files and not partial, f"folders left: {files + partial}")
    return killed, survivors


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=15.0, help="begin no tournament after this time")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options = parser.parse_args()
    random_, problems = random.Random(options.seed), Problems()
    become_subreaper()
    deadline = time.monotonic() + 60 * options.minutes
    kills = survivors = tournaments = 0
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o711)
        for contestant in NAMES:
            write_template("python", folder / "agents" / contestant)
        while kills < options.kills and time.monotonic() < deadline:
            tournaments += 1
            (folder / str(tournaments)).mkdir(mode=0o711)
            most = min(KILLS_PER_TOURNAMENT, options.kills - kills)
            killed, survived = check_tournament(folder / str(tournaments), random_, most, problems)
            kills, survivors = kills + killed, survivors + survived
            print(f"{kills} kills, {tournaments} tournaments, {problems.count} checks failed", flush=True)
    print(f"after {survivors} kills, processes were left until the next start")
    return 1 if problems.count else 0


if __name__ == "__main__":
    sys.exit(main())
