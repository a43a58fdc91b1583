"""Compares the resources that a program uses with its limits, and ends the run with its result."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import time
from collections.abc import Callable

from outply.sandbox.host import HostError
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

    def restart(self, limits: Limits, clock: RunClock) -> None:
        """Compare with `limits` and capture the output from now on. `clock` measures the wall time."""
        self._limits, self._clock = limits, clock
        self.stdout, self.stderr = OutputCapture(), OutputCapture()

    def start_program(self, on_poll: Callable[[], None] | None = None) -> Termination | None:
        """Wait until the sandbox is set up, then let the program run; its wall time begins then.

        Returns the limit that ended the wait, or None. `on_poll` is called at intervals.

        Raises HostError if the sandbox has ended, or if it is not set up after `START_TIMEOUT_S`.
        """
        while not self._process.take_ready_line():
            if self._process.root_has_ended:
                if self._meter.is_out_of_memory:
                    return Termination.MEMORY
                raise self._process.not_started_error()
            if self._monotonic() > self._limits.deadline:
                return Termination.WALL_TIME
            if self._clock.seconds > START_TIMEOUT_S:
                raise HostError(f"the sandbox has not started the program within {START_TIMEOUT_S:.0f} s")
            select.select([self._process.stdout_fd, self._process.pidfd], [], [], POLL_INTERVAL_S)
            self.tick()
            if on_poll is not None:
                on_poll()
        if self._process.root_has_ended:
            raise self._process.not_started_error()
        self._process.release(self._limits)
        self._clock.restart()
        return None

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

    def exceeded_limit(self) -> Termination | None:
        """Return the termination for the limit that the program has exceeded; None if it is within all limits."""
        if self._meter.exceeds_memory_limit():
            return Termination.MEMORY
        cpu_seconds = self.cpu_seconds
        self._clock.note_cpu_time(cpu_seconds)
        if cpu_seconds > self._limits.cpu_seconds:
            return Termination.CPU_TIME
        if self._clock.seconds > self._limits.wall_seconds:
            self._clock.excuse_waiting(cpu_seconds, self._meter.processes)
            if self._clock.seconds > self._limits.wall_seconds:
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
        """
        self.tick()
        self._meter.poll()
        self._process.kill()
        for descriptor in list(streams):
            read_stream(descriptor, streams, on_output)
        status = self._process.wait()
        cpu = self.cpu_seconds
        if termination is None:
            termination = self._own_termination(status, cpu)
        return self.result(termination, status, cpu)

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
            wall_seconds=round(self._clock.seconds, 6),
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
