"""Distinguish failures of the machine, such as a full disk, from failures of a program."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from outply.errors import UserError
from outply.sandbox.limits import MIB

MIN_DISK_MIB = 16
MIN_MEMORY_MIB = 64
MIN_FREE_FILES = 100
MIN_FREE_PROCESSES = 64
MAX_LOAD = 1.5
"""Load per core above which a program may be slow because of other programs."""

HOST_ERRORS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
    errno.EIO: "a disk does not work",
    errno.EROFS: "a file system is read-only",
    errno.EAGAIN: "no more processes can be started",
    errno.ENOMEM: "the memory is used up",
}
"""Descriptions, by `errno`, of errors that the machine causes rather than a program or its files."""


class HostError(UserError):
    """Raised if the machine may have caused the failure of a program; the run does not count, repeat it."""


@contextmanager
def blame_host() -> Iterator[None]:
    """Convert an OSError that the machine has caused, such as a full disk, to HostError."""
    try:
        yield
    except OSError as error:
        if error.errno not in HOST_ERRORS:
            raise
        raise HostError(f"this machine cannot run programs: {HOST_ERRORS[error.errno]} ({error})") from error


def require_resources() -> None:
    """Raise HostError if this machine is so short of disk space, memory or processes that any program may fail."""
    folder = tempfile.gettempdir()
    status = os.statvfs(folder)
    has_files = status.f_favail >= MIN_FREE_FILES or status.f_files == 0  # 0: the file system has no such limit
    if status.f_bavail * status.f_frsize < MIN_DISK_MIB * MIB or not has_files:
        raise HostError(f"this machine is out of disk space: make room in {folder}")
    if available_memory_mib() < MIN_MEMORY_MIB:
        raise HostError("this machine is out of memory: end other programs, or use fewer --jobs")
    if _free_processes() < MIN_FREE_PROCESSES:
        raise HostError("this machine cannot start more processes: end other programs, or use fewer --jobs")


def is_overloaded() -> bool:
    """Return whether more programs than the cores can run were ready to run during the last minute."""
    return os.getloadavg()[0] > MAX_LOAD * (os.cpu_count() or 1)


def available_memory_mib() -> float:
    for line in Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) / 1024
    return float("inf")


def _free_processes() -> int:
    used = int(Path("/proc/loadavg").read_text().split()[3].partition("/")[2])
    limits = (Path("/proc/sys/kernel", name).read_text() for name in ("pid_max", "threads-max"))
    return min(map(int, limits)) - used
