"""Stop a running tournament with all its programs, and compare the results with an undisturbed tournament.

    python3 run.py python benchmarks/pause.py            # a pause of 5 s
    python3 run.py python benchmarks/pause.py --pause 60

The programs sleep before each move and have a short wall limit, so that a pause that is charged to them makes them
lose. Exits with status 1 if a result differs.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from outply.arena.tournament.plan import ScheduledGame
from outply.arena.tournament.state import StoredGame, TournamentState
from outply.players.contestant_template import write_template

COMMAND = [sys.executable, "-m", "outply", "tournament", "run"]
SETTINGS = ["--games", "2", "--board", "random:4:1", "--seconds", "3", "--seed", "1", "--jobs", "2"]
NAMES = ("ada", "bob", "eve")


def write_contestants(folder: Path) -> None:
    """Write programs that sleep before each move."""
    for name in NAMES:
        write_template("python", folder / name)
        makefile = folder / name / "Makefile"
        makefile.write_text(makefile.read_text().replace("\nrun:\n\t", "\nrun:\n\tsleep 0.4\n\t"))


def descendants(process: int) -> list[int]:
    """Return the IDs of a process and of all processes that it has started, directly or indirectly."""
    processes = [process]
    for parent in processes:
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{parent}/task"):
                processes += map(int, Path(f"/proc/{parent}/task/{thread}/children").read_text().split())
    return processes


def is_playing(processes: list[int]) -> bool:
    """Return whether one of the processes is the `sleep` of a program that has to move."""
    for process in processes:
        with contextlib.suppress(OSError):
            if Path(f"/proc/{process}/comm").read_text() == "sleep\n":
                return True
    return False


def send(processes: list[int], number: signal.Signals) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


def play(agents: Path, state: Path, pause_s: float, after_s: float) -> tuple[list[StoredGame], int]:
    """Run the tournament, stop it once for `pause_s`, and return its games and how many processes were stopped."""
    stopped: list[int] = []
    with subprocess.Popen([*COMMAND, str(agents), *SETTINGS, "--state", str(state)]) as process:
        if pause_s:
            time.sleep(after_s)
            while process.poll() is None and not is_playing(stopped := descendants(process.pid)):
                time.sleep(0.01)
            send(stopped, signal.SIGSTOP)
            time.sleep(pause_s)
            send(stopped, signal.SIGCONT)
    with TournamentState(state) as opened:
        return opened.games(), len(stopped)


def _moves(games: list[StoredGame]) -> list[tuple[ScheduledGame, list[str]]]:
    return [(game.game, [move for move, _, _ in game.result.turns]) for game in games]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pause", type=float, default=5.0, metavar="SECONDS", help="length of the pause")
    parser.add_argument(
        "--after",
        type=float,
        default=8.0,
        metavar="SECONDS",
        help="time before the pause, which begins during a move",
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OUTPLY_CACHE"] = str(Path(folder, "cache"))
        agents = Path(folder, "agents")
        write_contestants(agents)
        expected, _ = play(agents, Path(folder, "undisturbed.db"), 0, 0)
        games, stopped = play(agents, Path(folder, "paused.db"), options.pause, options.after)
    is_same = _moves(expected) == _moves(games)
    notes = [game.result.note for game in games if game.result.note]
    print(f"{stopped} processes stopped for {options.pause:g} s; {len(games)} games, {len(notes)} played again")
    for note in notes:
        print(f"  {note}")
    print("all results are the same" if is_same else "results differ")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
