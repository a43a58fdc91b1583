"""Runs one's own program, with limits and without a sandbox, on any system that has Python.

It is for where `run` is not: that one measures better, and needs Linux. What is limited here:

- everywhere: wall time, and what it prints;
- on POSIX: CPU time (by the kernel for each process, in whole seconds; afterwards for all that were waited for),
  the size of each file, and memory, which is looked at a few times a second by `ps` and known for sure only
  afterwards;
- on Windows: no more than that. CPU time and memory are not known, and told as 0. When a limit ends the program,
  its children end with it; those that it leaves behind when it ends by itself go on.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import subprocess
import sys
import threading
import time

from outply.sandbox.limits import MIB, RunResult, Termination
from outply.sandbox.output_capture import OutputCapture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import IO, Any

    from outply.sandbox.limits import Limits

LOOK = 0.01  # seconds between two looks whether it has ended
REST = 0.25  # seconds between two looks at its memory
PATIENCE = 2.0  # seconds for what was printed to arrive, when somebody who outlives the program may print on


def run(program: list[str], folder: Path, limits: Limits, environment: dict[str, str]) -> RunResult:
    """Run the program in the folder and return how it ended; see above for what is limited."""
    running = _Running(program, folder, limits, environment)
    try:
        return running.watch()
    finally:
        running.end()


class _Running:
    """A program on its way."""

    def __init__(self, program: list[str], folder: Path, limits: Limits, environment: dict[str, str]) -> None:
        self._limits = limits
        self._printed = OutputCapture(), OutputCapture()
        self._cpu = self._memory = 0.0
        self._next_look = 0.0
        self._is_over = False
        self._started = time.monotonic()
        self._process = subprocess.Popen(
            _bounded(program, limits),
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **_apart(),
        )
        streams = self._process.stdout, self._process.stderr
        self._hearers = [
            threading.Thread(target=_hear, args=pair, daemon=True)
            for pair in zip(streams, self._printed, strict=True)
        ]
        for hearer in self._hearers:
            hearer.start()

    def watch(self) -> RunResult:
        """Wait until the program ends, or end it."""
        end: Termination | None = None
        while not self._has_ended() and end is None:
            end = self._too_much()
        wall = time.monotonic() - self._started
        self.end()
        for hearer in self._hearers:
            hearer.join(PATIENCE)
        status = self._process.returncode
        end = self._judged(status) if end is None else end
        output, errors = map(str, self._printed)
        return RunResult(
            termination=end,
            exit_status=status,
            cpu_seconds=round(self._cpu, 6),
            wall_seconds=round(wall, 6),
            memory_mib=round(self._memory, 1),
            stdout=output,
            stderr=errors,
            limits=self._limits,
        )

    def end(self) -> None:
        """End what is left of it."""
        if sys.platform == "win32":
            if self._process.poll() is None:
                command = ["taskkill", "/T", "/F", "/PID", str(self._process.pid)]
                subprocess.run(command, capture_output=True, check=False)
                self._process.wait()
            return
        if self._is_over:  # the number of its group may be another's by now
            return
        self._is_over = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        while not self._has_ended():
            pass

    def _has_ended(self) -> bool:
        """Say whether it has, after a short while if it has not."""
        if self._process.returncode is not None:
            return True
        if sys.platform == "win32":
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(LOOK)
            return self._process.returncode is not None
        pid, status, taken = os.wait4(self._process.pid, os.WNOHANG)
        if pid == 0:
            time.sleep(LOOK)
            return False
        self._process.returncode = os.waitstatus_to_exitcode(status)
        self._cpu = taken.ru_utime
        unit = 1 if sys.platform == "darwin" else 1024
        self._memory = max(self._memory, taken.ru_maxrss * unit / MIB)
        return True

    def _too_much(self) -> Termination | None:
        """Return what the program has taken too much of; None if nothing."""
        now = time.monotonic()
        if now - self._started > self._limits.wall_seconds:
            return Termination.WALL_TIME
        if sum(printed.amount for printed in self._printed) > self._limits.output_mib * MIB:
            return Termination.OUTPUT
        if now >= self._next_look:
            self._memory = max(self._memory, _resident_mib(self._process.pid))
            self._next_look = time.monotonic() + REST
        return Termination.MEMORY if self._memory > self._limits.memory_mib else None

    def _judged(self, status: int) -> Termination:
        """Return how a program that ended by itself did, or by what the kernel limits."""
        if self._memory > self._limits.memory_mib:
            return Termination.MEMORY
        if sys.platform != "win32" and status in (-signal.SIGXCPU, 128 + signal.SIGXCPU):
            return Termination.CPU_TIME
        if sys.platform != "win32" and status in (-signal.SIGXFSZ, 128 + signal.SIGXFSZ):
            return Termination.DISK
        if self._cpu > self._limits.cpu_seconds:
            return Termination.CPU_TIME
        return Termination.OK if status == 0 else Termination.ERROR


def _hear(stream: IO[bytes], printed: OutputCapture) -> None:
    with stream:
        while data := os.read(stream.fileno(), 1 << 16):
            printed.add(data)


def _apart() -> dict[str, Any]:
    """Return what keeps a program's processes together, and apart from ours."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def _bounded(program: list[str], limits: Limits) -> list[str]:
    """Return the command that sets the limits which the kernel keeps by itself."""
    if sys.platform == "win32":
        return program
    seconds, blocks = math.ceil(max(1.0, limits.cpu_seconds)), limits.disk_mib * MIB // 512
    bounds = f"ulimit -S -t {seconds}; ulimit -f {blocks}; ulimit -c 0" if seconds < 1 << 31 else ":"
    return ["sh", "-c", f'{bounds}; exec "$@"', "sh", *program]


def _resident_mib(group: int) -> float:
    """Return the memory of a group of processes; 0 where nobody says."""
    if sys.platform == "win32":
        return 0.0
    try:
        told = subprocess.run(["ps", "-A", "-o", "pgid=,rss="], capture_output=True, text=True, check=False).stdout
    except OSError:
        return 0.0
    pairs = [line.split() for line in told.splitlines()]
    return sum(int(pair[1]) for pair in pairs if len(pair) == 2 and pair[0] == str(group)) / 1024
