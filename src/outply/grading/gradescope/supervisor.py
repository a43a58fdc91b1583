"""Run `outply grade` in Gradescope's container: kill leftover processes, and write the results last.

A submission can leave orphaned processes behind. They become children of this process, which kills them before it
writes the results, so that nothing of the submission runs when the results are read. If the grading itself fails,
the results say so.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from outply.grading.gradescope.results_file import failed_results, write_results

GRACE_PERIOD_S = 60.0
"""Time beyond its limit for the grading to finish the current case and write its results."""

KILL_TIMEOUT_S = 10.0
POLL_INTERVAL_S = 0.02
PR_SET_CHILD_SUBREAPER = 36  # of prctl(2)

Clock = Callable[[], float]
Sleep = Callable[[float], object]

FAILED_MESSAGE = "The grading itself failed, which is not the fault of the submission. Please tell the instructor."
TIMEOUT_MESSAGE = "The grading took too long and was stopped without results. Please tell the instructor."


def supervise(
    command: list[str],
    time_limit_s: float,
    results_path: str,
    clock: Clock = time.monotonic,
    sleep: Sleep = time.sleep,
) -> int:
    """Run a grading command and write its results; return 0, or 1 if the command left no results.

    The command is called with an additional option, `--gradescope FILE`. It enforces the time limit itself; it is
    killed only if it runs longer than `time_limit_s` and a grace period on `clock`.
    """
    adopt_orphans()
    started = clock()
    with tempfile.TemporaryDirectory(prefix="outply-results-") as folder:  # accessible to this user only
        path = Path(folder) / "results.json"
        process = subprocess.Popen([*command, "--gradescope", str(path)], stdin=subprocess.DEVNULL)
        try:
            is_ended = _wait(process, started + time_limit_s + GRACE_PERIOD_S, clock, sleep)
        finally:
            kill_descendants(clock, sleep)
        seconds = clock() - started
        results = _read(path)
    if results is None:
        write_results(results_path, failed_results(FAILED_MESSAGE if is_ended else TIMEOUT_MESSAGE, seconds))
        return 1
    write_results(results_path, results)
    return 0


def _wait(process: subprocess.Popen[bytes], deadline: float, clock: Clock, sleep: Sleep) -> bool:
    """Wait for a process until the deadline; return True if it ended.

    Adopted orphans are reaped as well: zombies would exhaust the PID limit.
    """
    while clock() < deadline:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == process.pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return True
        if pid == 0:
            sleep(POLL_INTERVAL_S)
    return False


def adopt_orphans() -> None:
    """Make this process the parent of all its orphaned descendants; only Linux supports this."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def kill_descendants(clock: Clock = time.monotonic, sleep: Sleep = time.sleep) -> None:
    """Kill all descendants of this process, including those that are started in the meantime."""
    deadline = clock() + KILL_TIMEOUT_S
    while clock() < deadline:
        for pid in descendants():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        except ChildProcessError:  # no child is left
            return
        sleep(POLL_INTERVAL_S)


def descendants() -> list[int]:
    """Return the process IDs of all descendants of this process."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            # The command name is in parentheses and may contain any character.
            fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
            parents[int(entry.name)] = int(fields[1])
    pids, generation = set[int](), {os.getpid()}
    while generation:
        generation = {pid for pid, parent in parents.items() if parent in generation} - pids
        pids |= generation
    return sorted(pids)


def _read(path: Path) -> dict[str, object] | None:
    """Return the results that the grading wrote to `path`; None if the file is missing or invalid."""
    try:
        results = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return results if isinstance(results, dict) else None


def main(arguments: list[str], clock: Clock = time.monotonic) -> int:
    """Call `supervise` with run_autograder's arguments: `--time-limit SECONDS --results FILE -- COMMAND...`."""
    time_limit, results, dashes = arguments[1], arguments[3], arguments.index("--")
    return supervise(arguments[dashes + 1 :], float(time_limit), results, clock)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
