"""The wall time of a run, without pauses during which the machine did not run the program."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable

MIN_PAUSE_S = 1.0
"""Shortest delay of the watching process that counts as a pause; on a busy machine shorter ones are common."""

NANOSECONDS = 1e9


def boot_clock() -> float:
    """Return the seconds since the machine was started, including the time in which it was suspended."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def waiting_seconds(process: int) -> float:
    """Return the longest time that a thread of a process was ready to run and waited for a core."""
    longest = 0.0
    with contextlib.suppress(OSError, ValueError, IndexError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/schedstat") as file:
                longest = max(longest, int(file.read().split()[1]) / NANOSECONDS)
    return longest


class RunClock:
    """Measures the wall time of a run by a process that wakes up many times a second.

    A late wake-up means that this process was stopped or frozen, that the machine was suspended, or that other
    processes used all cores. During the delay the program did not run either, except for the CPU time that it
    used. The rest of the delay is lost time, which is not part of the wall time. Time in which this process itself
    computed is not lost: a program can make it expensive to measure. `clock` returns the current time in seconds,
    `waiting_seconds(process)` how long a process has waited for a core, and `own_cpu_seconds` the CPU time of the
    calling thread.
    """

    def __init__(
        self,
        clock: Callable[[], float] = boot_clock,
        waiting_seconds: Callable[[int], float] = waiting_seconds,
        own_cpu_seconds: Callable[[], float] = time.thread_time,
    ) -> None:
        self._clock = clock
        self._own_cpu_seconds = own_cpu_seconds
        self._waiting_seconds = waiting_seconds
        self.restart()

    def restart(self) -> None:
        """Measure from now on."""
        self._started = self._last = self._clock()
        self._last_cpu_seconds = 0.0
        self._last_own_cpu_seconds = self._own_cpu_seconds()
        self.lost_seconds = 0.0

    @property
    def seconds(self) -> float:
        """The wall time at the last `tick`, without the lost time.

        A process may have waited for a core before the clock was started, so the lost time may be longer.
        """
        return max(0.0, self._last - self._started - self.lost_seconds)

    def tick(self, cpu_seconds: Callable[[], float]) -> None:
        """Record that this process is awake. `cpu_seconds()` returns the CPU time of the program so far.

        `tick` must be called at least every `MIN_PAUSE_S`.
        """
        now = self._clock()
        gap, self._last = now - self._last, now
        own = self._own_cpu_seconds()
        own_used, self._last_own_cpu_seconds = own - self._last_own_cpu_seconds, own
        if gap >= MIN_PAUSE_S:
            used = cpu_seconds()
            self.lost_seconds += max(0.0, gap - max(own_used, used - self._last_cpu_seconds))
            self._last_cpu_seconds = used

    def note_cpu_time(self, cpu_seconds: float) -> None:
        """Record the CPU time that the program has used so far, so that it is not attributed to the next pause."""
        self._last_cpu_seconds = cpu_seconds

    def excuse_waiting(self, cpu_seconds: float, processes: Iterable[int]) -> None:
        """Count as lost the time during which the program was ready to run but other programs used its core.

        While a thread of the program waits, its core runs other threads of the program, for at most `cpu_seconds`,
        or threads of other programs. `processes` are the program's processes; ended ones are not considered.
        """
        waited = max(map(self._waiting_seconds, processes), default=0.0)
        self.lost_seconds = max(self.lost_seconds, waited - cpu_seconds)
