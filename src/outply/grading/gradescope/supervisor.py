"""Runs `outply grade` where the container is the sandbox: ends what is left running, and writes the results last.

A program can leave processes behind that belong to nobody any more. Here they all come to this process, which ends
them before it writes the results; so nothing of a submission runs when they are read. If the grading itself does
not come to its end, the results say so.
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
from pathlib import Path

from outply.grading.gradescope import results as gradescope

GRACE = 60.0
"""Seconds beyond its time for the grading to end what it is at, and to write what it has."""

PATIENCE = 10.0
"""Seconds for all processes to end."""

LOOK = 0.02  # seconds between two looks whether somebody has ended
ADOPT = 36  # PR_SET_CHILD_SUBREAPER of prctl(2)
BROKEN = "The grading itself failed, which is no fault of the submission: tell the instructor."
LATE = "The grading took too long and was ended, so there are no results: tell the instructor."


def supervise(command: list[str], within: float, results: str) -> int:
    """Run a command that grades, and write what it found as the results; return the status to end with.

    The command is given one more option, `--gradescope FILE`, and its own time `within`.
    """
    adopt_orphans()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="outply-results-") as folder:  # which is closed to everybody else
        found = Path(folder) / "results.json"
        process = subprocess.Popen([*command, "--gradescope", str(found)], stdin=subprocess.DEVNULL)
        try:
            sentence = BROKEN if _ends(process, began + within + GRACE) else LATE
        finally:
            end_descendants()
        seconds = time.monotonic() - began
        told = _read(found)
    gradescope.write(results, gradescope.nothing(sentence, seconds) if told is None else told)
    return 1 if told is None else 0


def _ends(process: subprocess.Popen[bytes], late: float) -> bool:
    """Wait for a process, and say whether it ended in time.

    Meanwhile others end whom we have adopted; who is not waited for keeps a number of the few that there are.
    """
    while time.monotonic() < late:
        ended, status = os.waitpid(-1, os.WNOHANG)
        if ended == process.pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return True
        if ended == 0:
            time.sleep(LOOK)
    return False


def adopt_orphans() -> None:
    """Become the parent of all processes below this one that lose theirs; Linux alone can do that."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(ADOPT, 1, 0, 0, 0)


def end_descendants() -> None:
    """End all processes below this one, also those that they start meanwhile."""
    late = time.monotonic() + PATIENCE
    while time.monotonic() < late:
        for process in descendants():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        except ChildProcessError:  # nobody is left
            return
        time.sleep(LOOK)


def descendants() -> list[int]:
    """Return the processes below this one, as /proc tells them."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            # The name, in brackets, can have anything in it.
            fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
            parents[int(entry.name)] = int(fields[1])
    found, last = set[int](), {os.getpid()}
    while last:
        last = {process for process, parent in parents.items() if parent in last} - found
        found |= last
    return sorted(found)


def _read(path: Path) -> dict[str, object] | None:
    """Return the results that the grading has written, None if there are none."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return told if isinstance(told, dict) else None


def main(arguments: list[str]) -> int:
    """Read `--within SECONDS --results FILE -- COMMAND...`, as `run_autograder` writes it."""
    within, results, dashes = arguments[1], arguments[3], arguments.index("--")
    return supervise(arguments[dashes + 1 :], float(within), results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
