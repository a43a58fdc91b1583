"""A process tree as /proc tells it, for where there are no control groups: looked at again and again."""

from __future__ import annotations

import os
from pathlib import Path

from outply.sandbox.limits import MIB

TICK = 1 / os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Tree:
    """Adds up what a process and all its descendants take.

    Whoever waits for a child gets its time into its own. The time of a child that nobody waits for is lost to the
    kernel, but not to us: what we saw of it last goes into the sum. What runs between two looks and is not waited
    for is missed; that is why control groups are better.
    """

    def __init__(self, root: int) -> None:
        self._root = root
        self._seen: dict[int, tuple[float, float]] = {}
        self._lost = 0.0
        self.memory_mib = 0.0

    @property
    def user_seconds(self) -> float:
        return self._lost + sum(own + waited for own, waited in self._seen.values())

    def look(self) -> float:
        """Look at all processes of the tree; return the memory that they have in use, in MiB."""
        found: dict[int, tuple[float, float]] = {}
        pages = 0
        waiting = [self._root]
        while waiting:
            process = waiting.pop()
            try:
                fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
                waiting += _children(process)
            except OSError:
                continue  # it has ended meanwhile
            found[process] = int(fields[11]) * TICK, int(fields[13]) * TICK
            pages += int(fields[21])
        gone = sum(sum(times) for process, times in self._seen.items() if process not in found)
        waited = sum(times[1] - self._seen.get(process, (0.0, 0.0))[1] for process, times in found.items())
        self._lost += max(0.0, gone - waited) if found else 0.0
        if found:
            self._seen = found
        memory = pages * PAGE / MIB
        self.memory_mib = max(self.memory_mib, memory)
        return memory


def _children(process: int) -> list[int]:
    children = []
    for thread in os.listdir(f"/proc/{process}/task"):
        children += Path(f"/proc/{process}/task/{thread}/children").read_text().split()
    return [int(child) for child in children]
