"""A process tree as /proc tells it, for where there are no control groups: looked at again and again."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from outply.sandbox.limits import MIB

STATE, START_TIME = 0, 19  # places of fields in what the kernel says


class ProcessTree:
    """Adds up what a process and all its descendants take.

    Whoever waits for a child gets its time into its own. The time of a child that nobody waits for is lost to the
    kernel, but not to us: what we saw of it last goes into the sum. What runs between two looks and is not waited
    for is missed; that is why control groups are better.

    A look takes a while, and a child that is waited for meanwhile is seen neither in its own time nor in that of
    its parent. Then it counts as lost until the next look, which finds the time with the parent.
    """

    def __init__(self, root: int) -> None:
        self._root = root
        self._tick, self._page = 1 / os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
        self._seen: dict[int, tuple[float, float]] = {}
        self._resident: dict[int, float] = {}
        self._known: dict[int, str] = {}  # when each began, by which it is told from a later one of its number
        self._lost = self._doubtful = 0.0
        self.memory_mib = 0.0

    @property
    def user_seconds(self) -> float:
        return self._lost + sum(own + waited for own, waited in self._seen.values())

    @property
    def processes(self) -> list[int]:
        """All that were seen so far and are there still, also those that have left the tree with their parent."""
        self._known = {process: began for process, began in self._known.items() if _start_time(process) == began}
        return list(self._known)

    def poll(self) -> float:
        """Look at all processes of the tree; return the memory that they have in use, in MiB."""
        found: dict[int, tuple[float, float]] = {}
        self._resident = {}
        self._add(self._root, found)
        for process in self._seen:
            # Who loses its parent is not where we look for it: for this once, and without walls for ever.
            if process not in found and _start_time(process) == self._known.get(process, ""):
                self._add(process, found)
        gone = sum(sum(times) for process, times in self._seen.items() if process not in found)
        waited = sum(times[1] - self._seen.get(process, (0.0, 0.0))[1] for process, times in found.items())
        if found:
            found_again = min(self._doubtful, max(0.0, waited - gone))
            self._doubtful = max(0.0, gone - waited)
            self._lost += self._doubtful - found_again
            self._seen = found
        memory = sum(self._resident.values())
        self.memory_mib = max(self.memory_mib, memory)
        return memory

    def _add(self, root: int, found: dict[int, tuple[float, float]]) -> None:
        """Add the times of a process and of all below it."""
        waiting = [root]
        while waiting:
            process = waiting.pop()
            try:
                fields = _stat(process)
                waiting += _children(process)
            except OSError:
                continue  # it has ended meanwhile
            found[process] = int(fields[11]) * self._tick, int(fields[13]) * self._tick
            self._known[process] = fields[START_TIME]
            self._resident[process] = int(fields[21]) * self._page / MIB

    def proportional_memory_mib(self) -> float:
        """Return the memory of all processes, in MiB, where each page counts once, however many have it."""
        total = 0.0
        for process, resident in self._resident.items():
            try:
                lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
                total += next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))
            except PermissionError:
                total += resident  # it hides: all that it has is its own
            except (OSError, StopIteration):
                continue  # it has ended meanwhile
        return total


def deleted_bytes(processes: list[int], device: int) -> int:
    """Return what files take that no folder has any more, as long as processes have them open."""
    found: dict[int, int] = {}
    for process in processes:
        with contextlib.suppress(OSError):
            for descriptor in os.listdir(f"/proc/{process}/fd"):
                with contextlib.suppress(OSError):
                    about = os.stat(f"/proc/{process}/fd/{descriptor}")
                    if stat.S_ISREG(about.st_mode) and about.st_nlink == 0 and about.st_dev == device:
                        found[about.st_ino] = about.st_blocks * 512
    return sum(found.values())


def _stat(process: int) -> list[str]:
    """Return what the kernel says about a process, after its name, which can have anything in it."""
    return Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()


def _start_time(process: int) -> str | None:
    """Return when a process began; None if it has ended."""
    try:
        fields = _stat(process)
    except OSError:
        return None
    return None if fields[STATE] in "ZX" else fields[START_TIME]


def _children(process: int) -> list[int]:
    children = []
    for thread in os.listdir(f"/proc/{process}/task"):
        with contextlib.suppress(OSError):  # the thread has ended, and its process goes on
            children += Path(f"/proc/{process}/task/{thread}/children").read_text().split()
    return [int(child) for child in children]
