"""Measures the CPU time, memory and disk space that a run uses."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from outply.sandbox.cgroups import ControlGroup
from outply.sandbox.limits import MIB, Limits
from outply.sandbox.process_tree import ProcessTree, TooManyMappingsError, deleted_bytes
from outply.sandbox.ram_disk import RamDisk, disk_violation
from outply.sandbox.task_clock import TaskClock, open_task_clock
from outply.sandbox.untrusted_dirs import quota_violation

if TYPE_CHECKING:
    import resource  # does not exist on Windows


class ResourceMeter:
    """Measures a process and its descendants: by their control group if there is one, otherwise by /proc.

    Without a control group, a perf event counts the CPU time if the kernel allows it. The program may write to
    `folder`, which `disk` contains if it is a RAM disk; otherwise the folder may hold `max_files`.
    """

    def __init__(
        self,
        root: int,
        limits: Limits,
        group: ControlGroup | None,
        folder: Path,
        disk: RamDisk | None,
        max_files: int,
    ) -> None:
        self._root, self._limits, self._group = root, limits, group
        self._folder, self._disk, self._max_files = folder, disk, max_files
        self._tree = ProcessTree(root, limits.user_time_only)
        self._task_clock: TaskClock | None = None
        self._setup_seconds = 0.0
        self._waited_seconds: float | None = None

    def open_task_clock(self) -> None:
        """Let a perf event count the CPU time, where the kernel allows it and the limits include system time.

        Raises ProcessLookupError if the process has ended.
        """
        if not self._limits.user_time_only:
            self._task_clock = open_task_clock(self._root)

    def restart(self, limits: Limits) -> None:
        """Count from now on, under these limits; the time that it took to set up the sandbox does not count."""
        self._limits = limits
        self._tree = ProcessTree(self._root, limits.user_time_only)
        self._setup_seconds = self._counted_seconds() or 0.0

    def poll(self) -> None:
        """Read what is not counted by the kernel."""
        if self._group is None:
            self._tree.poll()

    @property
    def processes(self) -> list[int]:
        return self._tree.processes if self._group is None else self._group.processes

    @property
    def cpu_seconds(self) -> float:
        """The CPU time used so far, as of the last poll where the kernel does not count it."""
        if (counted := self._counted_seconds()) is not None:
            return counted - self._setup_seconds
        # The last poll misses the time between it and the end. The kernel reports the exact time of all processes
        # that were waited for.
        if self._waited_seconds is None:
            return self._tree.cpu_seconds
        return self._tree.final_seconds(self._waited_seconds)

    @property
    def peak_memory_mib(self) -> float:
        return self._tree.memory_mib if self._group is None else self._group.memory_mib

    @property
    def is_out_of_memory(self) -> bool:
        """Whether the kernel has killed a process for lack of memory."""
        return self._group is not None and self._group.oom_killed

    def exceeds_memory_limit(self) -> bool:
        """Poll the memory in use and compare it with the limit."""
        if self._group is not None:
            return self._group.oom_killed
        memory = self._tree.poll()
        if memory > self._limits.memory_mib:
            # RSS counts a shared page once per process. PSS counts it once, but takes long to read.
            memory = self._tree.proportional_memory_mib()
        return memory > self._limits.memory_mib

    @property
    def has_ram_disk(self) -> bool:
        """Whether the files of the program are on a RAM disk."""
        return self._disk is not None

    def disk_violation(self) -> str | None:
        """Say how the files in the folder, or on the RAM disk, exceed the limits; None if not."""
        if self._disk is not None:
            return disk_violation(self._disk, self._limits.disk_mib)
        try:
            deleted = deleted_bytes(self.processes, os.stat(self._folder).st_dev)
        except TooManyMappingsError:
            return "mapped too many files to measure the deleted ones"
        violation = quota_violation(self._folder, self._limits.disk_mib * MIB - deleted, self._max_files)
        if violation and deleted:
            return f"wrote more than {self._limits.disk_mib} MiB, deleted files included"
        return violation

    def add_waited(self, usage: resource.struct_rusage) -> None:
        """Take the usage that the kernel reported when the first process was waited for."""
        self._waited_seconds = usage.ru_utime
        if not self._limits.user_time_only:
            self._waited_seconds += usage.ru_stime

    def _counted_seconds(self) -> float | None:
        """Return the CPU time that the kernel has counted, including the sandbox; None if it counts none."""
        if self._group is None:
            return None if self._task_clock is None else self._task_clock.seconds
        return self._group.user_seconds if self._limits.user_time_only else self._group.cpu_seconds

    def close(self) -> None:
        """Release the perf event; the control group belongs to the run."""
        if self._task_clock is not None:
            self._task_clock.close()
            self._task_clock = None
