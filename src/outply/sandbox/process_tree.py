"""Measures a process tree by polling /proc, for systems without control groups."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from outply.sandbox.limits import MIB

# Indices of fields of /proc/PID/stat after the process name.
STATE, USER_TICKS, CHILD_USER_TICKS, START_TIME, RESIDENT_PAGES = 0, 11, 13, 19, 21


class ProcessTree:
    """Adds up the resources of a process and all of its descendants.

    When a process waits for a child, the kernel adds the child's CPU time to the parent's. If the parent never
    waits, the kernel discards the child's time; here the last polled time of the child stays in the sum. A child
    that starts and ends between two polls and is never waited for is missed. Control groups avoid this error.

    Polling a tree is not atomic. If a child is waited for during a poll, its time may be missing both from its own
    entry and from its parent's. That time counts as lost until the next poll finds it with the parent.
    """

    def __init__(self, root: int) -> None:
        self._root = root
        self._tick_seconds, self._page_bytes = 1 / os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
        # By process: its own user time, and the user time of the children it has waited for.
        self._times: dict[int, tuple[float, float]] = {}
        self._resident_mib: dict[int, float] = {}
        # By process: its start time, which distinguishes it from a later process with the same PID.
        self._start_times: dict[int, str] = {}
        self._lost = self._doubtful = 0.0
        self.memory_mib = 0.0

    @property
    def user_seconds(self) -> float:
        """The user CPU time in seconds of all processes, including those that have ended, at the last poll."""
        return self._lost + sum(own + children for own, children in self._times.values())

    @property
    def processes(self) -> list[int]:
        """The IDs of polled processes that still exist, including those that left the tree when a parent ended."""
        self._start_times = {
            process: started for process, started in self._start_times.items() if _start_time(process) == started
        }
        return list(self._start_times)

    def poll(self) -> float:
        """Measure all processes of the tree. Return the sum of their resident memory in MiB."""
        times: dict[int, tuple[float, float]] = {}
        self._resident_mib = {}
        self._add(self._root, times)
        for process in self._times:
            # A process whose parent has ended leaves the tree: until the next poll in a PID namespace, otherwise
            # for good.
            if process not in times and _start_time(process) == self._start_times.get(process, ""):
                self._add(process, times)
        gone = sum(sum(pair) for process, pair in self._times.items() if process not in times)
        inherited = sum(pair[1] - self._times.get(process, (0.0, 0.0))[1] for process, pair in times.items())
        if times:
            recovered = min(self._doubtful, max(0.0, inherited - gone))
            self._doubtful = max(0.0, gone - inherited)
            self._lost += self._doubtful - recovered
            self._times = times
        memory = sum(self._resident_mib.values())
        self.memory_mib = max(self.memory_mib, memory)
        return memory

    def _add(self, root: int, times: dict[int, tuple[float, float]]) -> None:
        """Add the CPU times of the process `root` and of its descendants to `times`, keyed by process ID."""
        pending = [root]
        while pending:
            process = pending.pop()
            try:
                fields = _stat(process)
                pending += _children(process)
            except OSError:
                continue  # the process has ended
            own, children = int(fields[USER_TICKS]), int(fields[CHILD_USER_TICKS])
            times[process] = own * self._tick_seconds, children * self._tick_seconds
            self._start_times[process] = fields[START_TIME]
            self._resident_mib[process] = int(fields[RESIDENT_PAGES]) * self._page_bytes / MIB

    def proportional_memory_mib(self) -> float:
        """Return the memory of the polled processes in MiB, with each shared page counted once (PSS)."""
        total = 0.0
        for process, resident in self._resident_mib.items():
            try:
                lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
                total += next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))
            except PermissionError:
                total += resident  # PSS unreadable: count the full RSS
            except (OSError, StopIteration):
                continue  # the process has ended
        return total


def deleted_bytes(processes: list[int], device: int) -> int:
    """Return the bytes that deleted files on a device still occupy because these processes hold them open."""
    sizes: dict[int, int] = {}
    for process in processes:
        with contextlib.suppress(OSError):
            for descriptor in os.listdir(f"/proc/{process}/fd"):
                with contextlib.suppress(OSError):
                    status = os.stat(f"/proc/{process}/fd/{descriptor}")
                    if stat.S_ISREG(status.st_mode) and status.st_nlink == 0 and status.st_dev == device:
                        sizes[status.st_ino] = status.st_blocks * 512
    return sum(sizes.values())


def _stat(process: int) -> list[str]:
    """Return the fields of /proc/PID/stat after the process name, which may contain any character."""
    return Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()


def _start_time(process: int) -> str | None:
    """Return the start time of a process as in /proc/PID/stat; None if the process has ended."""
    try:
        fields = _stat(process)
    except OSError:
        return None
    return None if fields[STATE] in "ZX" else fields[START_TIME]


def _children(process: int) -> list[int]:
    children = []
    for thread in os.listdir(f"/proc/{process}/task"):
        with contextlib.suppress(OSError):  # the thread has ended, its process has not
            children += Path(f"/proc/{process}/task/{thread}/children").read_text().split()
    return [int(child) for child in children]
