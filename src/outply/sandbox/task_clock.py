"""The exact CPU time of a process tree by a perf event, for systems without control groups.

The kernel counts the time of the process and of everything that it starts, however short-lived, and whether it is
waited for or not. Ordinary users may count their own processes if `kernel.perf_event_paranoid` is at most 2.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Mapping

SYSTEM_CALLS = {"x86_64": 298, "aarch64": 241}
"""The number of `perf_event_open` on each machine."""
PERF_TYPE_SOFTWARE = PERF_COUNT_SW_TASK_CLOCK = 1
ATTRIBUTE_SIZE = 64
INHERIT, EXCLUDE_KERNEL, EXCLUDE_HYPERVISOR = 1 << 1, 1 << 5, 1 << 6
"""Bits of `struct perf_event_attr`. Ordinary users must set the exclusions, which do not affect this clock."""
PERF_FLAG_FD_CLOEXEC = 8
NANOSECONDS = 1e9


def open_task_clock(process: int, system_calls: Mapping[str, int] = SYSTEM_CALLS) -> TaskClock | None:
    """Return a clock for a process; None if the kernel has no perf events or does not allow them.

    `system_calls` has the number of `perf_event_open` on each machine.

    Raises ProcessLookupError if the process has ended.
    """
    try:
        return TaskClock(process, system_calls)
    except ProcessLookupError:
        raise
    except OSError:
        return None


class TaskClock:
    """Counts the CPU time of a process from now on, and of all processes and threads that it starts.

    Raises OSError if the kernel refuses.
    """

    def __init__(self, process: int, system_calls: Mapping[str, int] = SYSTEM_CALLS) -> None:
        flags = INHERIT | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR
        attributes = struct.pack(
            "=IIQQQQQIIQ",
            PERF_TYPE_SOFTWARE,
            ATTRIBUTE_SIZE,
            PERF_COUNT_SW_TASK_CLOCK,
            *(0, 0, 0),
            flags,
            *(0, 0, 0),
        )
        number = system_calls.get(platform.machine())
        if number is None:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
        libc = ctypes.CDLL(None, use_errno=True)
        self._descriptor = libc.syscall(number, attributes, process, -1, -1, PERF_FLAG_FD_CLOEXEC)
        if self._descriptor < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    @property
    def seconds(self) -> float:
        """The user and system CPU time in seconds, including that of processes that have ended."""
        return int.from_bytes(os.read(self._descriptor, 8), "little") / NANOSECONDS

    def close(self) -> None:
        os.close(self._descriptor)
