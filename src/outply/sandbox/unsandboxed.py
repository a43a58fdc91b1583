"""Runs the user's own program with limits but without isolation, on any operating system.

This is not a sandbox; do not run untrusted programs with it. It lets students grade their own programs on macOS
and Windows (`outply grade CASES -- COMMAND`). `sandbox.run` measures more precisely, but needs Linux.

- On all systems, wall time and printed output are limited.
- On POSIX, CPU time, file size and memory are limited as well. During the run, the kernel limits the CPU time of
  each process in whole seconds; at the end, the total of all processes that were waited for is checked. Memory is
  read from `ps` a few times a second, and its peak is exact only at the end.
- On Windows, CPU time and memory are not measured and are reported as 0. If the program exceeds a limit, its
  children are killed with it; if it ends by itself, children that it has left behind keep running.
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
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from outply.sandbox.limits import MIB, Limits, OutputCapture, RunResult, Termination

POLL_INTERVAL_S = 0.01
MEMORY_POLL_INTERVAL_S = 0.25
DRAIN_TIMEOUT_S = 2.0
"""Time to wait for the end of the output, which surviving children may hold open."""


def run(
    program: list[str],
    folder: Path,
    limits: Limits,
    environment: dict[str, str],
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> RunResult:
    """Run `program` in `folder` and return how it ended. The module docstring says which limits are enforced.

    `clock` measures the wall time, and `sleep` pauses between polls on POSIX.
    """
    running = _Run(program, folder, limits, environment, clock, sleep)
    try:
        return running.wait()
    finally:
        running.kill()


class _Run:
    """A program that is running under limits, without a sandbox."""

    def __init__(
        self,
        program: list[str],
        folder: Path,
        limits: Limits,
        environment: dict[str, str],
        clock: Callable[[], float],
        sleep: Callable[[float], object],
    ) -> None:
        self._limits, self._clock, self._sleep = limits, clock, sleep
        self._stdout, self._stderr = OutputCapture(), OutputCapture()
        self._cpu_seconds = self._memory_mib = 0.0
        self._next_memory_poll = 0.0
        self._killed = False
        self._started = clock()
        self._process = subprocess.Popen(
            _with_ulimits(program, limits),
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **_process_group_options(),
        )
        streams = ((self._process.stdout, self._stdout), (self._process.stderr, self._stderr))
        self._readers = [threading.Thread(target=_read_stream, args=pair, daemon=True) for pair in streams]
        for reader in self._readers:
            reader.start()

    def wait(self) -> RunResult:
        """Wait until the program ends or exceeds a limit, kill its remaining processes and return the result."""
        termination: Termination | None = None
        while not self._has_ended() and termination is None:
            termination = self._exceeded_limit()
        wall = self._clock() - self._started
        self.kill()
        for reader in self._readers:
            reader.join(DRAIN_TIMEOUT_S)
        status = self._process.returncode
        return RunResult(
            termination=self._own_termination(status) if termination is None else termination,
            exit_status=status,
            cpu_seconds=round(self._cpu_seconds, 6),
            wall_seconds=round(wall, 6),
            memory_mib=round(self._memory_mib, 1),
            stdout=str(self._stdout),
            stderr=str(self._stderr),
            limits=self._limits,
        )

    def kill(self) -> None:
        """Kill all processes of the program that are left."""
        if sys.platform == "win32":
            if self._process.poll() is None:
                command = ["taskkill", "/T", "/F", "/PID", str(self._process.pid)]
                subprocess.run(command, capture_output=True, check=False)
                self._process.wait()
            return
        if self._killed:  # the ID of its process group may have been reused
            return
        self._killed = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        while not self._has_ended():
            pass

    def _has_ended(self) -> bool:
        """Return whether the program has ended; if it is still running, return after a poll interval."""
        if self._process.returncode is not None:
            return True
        if sys.platform == "win32":
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(POLL_INTERVAL_S)
            return self._process.returncode is not None
        pid, status, usage = os.wait4(self._process.pid, os.WNOHANG)
        if pid == 0:
            self._sleep(POLL_INTERVAL_S)
            return False
        self._process.returncode = os.waitstatus_to_exitcode(status)
        self._cpu_seconds = usage.ru_utime
        maxrss_unit = 1 if sys.platform == "darwin" else 1024
        self._memory_mib = max(self._memory_mib, usage.ru_maxrss * maxrss_unit / MIB)
        return True

    def _exceeded_limit(self) -> Termination | None:
        """Return the termination for the limit that the program has exceeded; None if it is within all limits."""
        now = self._clock()
        if now - self._started > self._limits.wall_seconds:
            return Termination.WALL_TIME
        if self._stdout.size + self._stderr.size > self._limits.output_mib * MIB:
            return Termination.OUTPUT
        if now >= self._next_memory_poll:
            self._memory_mib = max(self._memory_mib, _resident_mib(self._process.pid))
            self._next_memory_poll = self._clock() + MEMORY_POLL_INTERVAL_S
        return Termination.MEMORY if self._memory_mib > self._limits.memory_mib else None

    def _own_termination(self, status: int) -> Termination:
        """Return the termination of a program that ended by itself or was killed by the kernel."""
        if self._memory_mib > self._limits.memory_mib:
            return Termination.MEMORY
        if sys.platform != "win32" and status in (-signal.SIGXCPU, 128 + signal.SIGXCPU):
            return Termination.CPU_TIME
        if sys.platform != "win32" and status in (-signal.SIGXFSZ, 128 + signal.SIGXFSZ):
            return Termination.DISK
        if self._cpu_seconds > self._limits.cpu_seconds:
            return Termination.CPU_TIME
        return Termination.OK if status == 0 else Termination.ERROR


def _read_stream(stream: IO[bytes], capture: OutputCapture) -> None:
    with stream:
        while data := os.read(stream.fileno(), 1 << 16):
            capture.add(data)


def _process_group_options() -> dict[str, Any]:
    """Return the `Popen` options that start the program in a new process group."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def _with_ulimits(program: list[str], limits: Limits) -> list[str]:
    """Return the command with a prefix that makes the kernel limit CPU time and file size (POSIX only)."""
    if sys.platform == "win32":
        return program
    seconds, blocks = math.ceil(max(1.0, limits.cpu_seconds)), limits.disk_mib * MIB // 512
    ulimits = f"ulimit -S -t {seconds}; ulimit -f {blocks}; ulimit -c 0" if seconds < 1 << 31 else ":"
    return ["sh", "-c", f'{ulimits}; exec "$@"', "sh", *program]


def _resident_mib(group: int) -> float:
    """Return the resident memory of a process group in MiB; 0 if `ps` does not report it."""
    if sys.platform == "win32":
        return 0.0
    try:
        table = subprocess.run(
            ["ps", "-A", "-o", "pgid=,rss="], capture_output=True, text=True, check=False
        ).stdout
    except OSError:
        return 0.0
    rows = [line.split() for line in table.splitlines()]
    return sum(int(row[1]) for row in rows if len(row) == 2 and row[0] == str(group)) / 1024
