"""Compares the resources that a program uses with its limits, and ends the run with its result."""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Callable

from outply.sandbox.limits import MIB, Limits, OnOutput, OutputCapture, RunResult, Termination
from outply.sandbox.process import ProgramProcess
from outply.sandbox.run_clock import RunClock

POLL_INTERVAL_S = 0.01
POLL_BACKOFF_FACTOR = 2
"""Minimum pause between polls, as a multiple of the last poll's duration: polling many processes stays cheap."""
DISK_POLL_BACKOFF_FACTOR = 20
"""Minimum pause between scans of the files, as a multiple of the last scan's duration."""
START_TIMEOUT_S = 60.0
"""Time after which a program that the sandbox has not started yet is given up."""


class RunMonitor:
    """Monitors a process under the limits that `restart` sets, which must be called first.

    `monotonic` is compared with their deadline.
    """

    def __init__(self, process: ProgramProcess, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._process, self._meter, self._monotonic = process, process.meter, monotonic
        self._next_disk_poll = 0.0
        self._disk_explanation = ""
        self._charged_seconds = 0.0  # CPU time that does not count against the current limits
        self._has_started = False
        self._start_failed = False

    def restart(self, limits: Limits, clock: RunClock) -> None:
        """Compare with `limits` and capture the output from now on. `clock` measures the wall time."""
        self._limits, self._clock = limits, clock
        self._setup_seconds = 0.0  # wall time before the last poll that found the program not yet started
        self.stdout, self.stderr = OutputCapture(), OutputCapture()

    def open_streams(self) -> dict[int, OutputCapture]:
        """Return the captures of standard output and standard error by file descriptor, which no longer blocks."""
        streams = {self._process.stdout_fd: self.stdout, self._process.stderr_fd: self.stderr}
        for descriptor in streams:
            os.set_blocking(descriptor, False)
        return streams

    @property
    def cpu_seconds(self) -> float:
        """The CPU seconds that count against the current limits, as of the last poll."""
        return self._meter.cpu_seconds - self._charged_seconds

    def charge_cpu_time(self) -> float:
        """Return the CPU seconds that count against the current limits, but not against the next ones."""
        cpu = self.cpu_seconds
        self._charged_seconds += cpu
        return cpu

    def tick(self) -> None:
        """Record that this process is awake (see `RunClock.tick`)."""
        self._clock.tick(self._current_cpu_seconds)

    def _current_cpu_seconds(self) -> float:
        """Return the CPU seconds that count against the current limits, measured now."""
        self._meter.poll()
        return self.cpu_seconds

    def note_start(self) -> None:
        """Record whether the program has started. Must be called each time before standard output is read."""
        self._has_started = self._has_started or self._process.take_start_line()

    @property
    def _wall_seconds(self) -> float:
        """The wall time of the program, as of the last tick.

        A wait for a core before the start may be part of both the setup and the lost time.
        """
        return max(0.0, self._clock.seconds - self._setup_seconds)

    def exceeded_limit(self) -> Termination | None:
        """Return the termination for the limit that the program has exceeded; None if it is within all limits."""
        if self._meter.exceeds_memory_limit():
            return Termination.MEMORY
        cpu_seconds = self.cpu_seconds
        self._clock.note_cpu_time(cpu_seconds)
        if cpu_seconds > self._limits.cpu_seconds:
            return Termination.CPU_TIME
        if not self._has_started:
            self._setup_seconds = self._clock.seconds
            if self._setup_seconds > START_TIMEOUT_S:
                self._start_failed = True
                return Termination.WALL_TIME
        if self._wall_seconds > self._limits.wall_seconds:
            self._clock.excuse_waiting(cpu_seconds, self._meter.processes)
            if self._wall_seconds > self._limits.wall_seconds:
                return Termination.WALL_TIME
        if self._monotonic() > self._limits.deadline:
            return Termination.WALL_TIME
        if self.stdout.size + self.stderr.size > self._limits.output_mib * MIB:
            return Termination.OUTPUT
        poll_started = self._monotonic()
        if poll_started >= self._next_disk_poll:
            if self._exceeds_disk_limit():
                return Termination.DISK
            now = self._monotonic()
            self._next_disk_poll = now + max(POLL_INTERVAL_S, DISK_POLL_BACKOFF_FACTOR * (now - poll_started))
        return None

    def _exceeds_disk_limit(self) -> bool:
        violation = self._meter.disk_violation()
        self._disk_explanation = violation or ""
        return violation is not None

    def finish(
        self,
        termination: Termination | None,
        streams: dict[int, OutputCapture],
        on_output: OnOutput | None = None,
    ) -> RunResult:
        """Kill the processes that are left, and return the result of the run.

        `termination` is the reason why the run ends; None if the program has ended. `streams` are still open.

        Raises HostError if the sandbox ended before the program was started.
        """
        self.tick()
        self._meter.poll()
        self._process.kill()
        self.note_start()
        for descriptor in list(streams):
            read_stream(descriptor, streams, on_output)
        status = self._process.wait()
        cpu = self.cpu_seconds
        if termination in (None, Termination.WALL_TIME) and not self._can_have_started():
            raise self._process.not_started_error(str(self.stderr))
        if termination is None:
            termination = self._own_termination(status, cpu)
        return self.result(termination, status, cpu)

    def _can_have_started(self) -> bool:
        """Return whether the program was started, after the run has ended, or had no time or memory to start."""
        is_late = self._monotonic() > self._limits.deadline
        return is_late or self._meter.is_out_of_memory or (self._has_started and not self._start_failed)

    def _own_termination(self, status: int, cpu: float) -> Termination:
        """Return the termination of a program that ended before this process killed it.

        `status` is the exit status of the program, `cpu` the CPU time that it used, in seconds.
        """
        if cpu > self._limits.cpu_seconds:
            return Termination.CPU_TIME
        if self._meter.is_out_of_memory:
            return Termination.MEMORY
        if (status != 0 or self._meter.has_ram_disk) and self._exceeds_disk_limit():
            return Termination.DISK
        if status != 0 and self._meter.has_ram_disk and os.strerror(errno.ENOSPC) in str(self.stderr):
            # The deleted files of a program disappear with it, so only its own message is left.
            self._disk_explanation = f"wrote more than {self._limits.disk_mib} MiB"
            return Termination.DISK
        return Termination.OK if status == 0 else Termination.ERROR

    def result(self, termination: Termination, status: int, cpu: float) -> RunResult:
        """Return the result of a run with this exit status and CPU time in seconds."""
        return RunResult(
            termination=termination,
            exit_status=status,
            cpu_seconds=round(cpu, 6),
            wall_seconds=round(self._wall_seconds, 6),
            lost_seconds=round(self._clock.lost_seconds, 6),
            memory_mib=round(self._meter.peak_memory_mib, 1),
            stdout=str(self.stdout),
            stderr=str(self.stderr),
            limits=self._limits,
            disk_explanation=self._disk_explanation,
        )


def read_stream(descriptor: int, streams: dict[int, OutputCapture], on_output: OnOutput | None) -> None:
    """Read from the stream `descriptor` of the program. At the end of the stream, remove it from `streams`."""
    with contextlib.suppress(BlockingIOError):  # a process that outlives the program may hold the other end
        data = os.read(descriptor, 1 << 16)
        streams[descriptor].add(data)
        if not data:
            del streams[descriptor]
        elif on_output is not None:
            on_output(data)
