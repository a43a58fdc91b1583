"""File locks on POSIX and Windows, and the removal of stale directories of processes that were killed.

The operating system releases the locks of a process that ends or is killed. Directories in use are locked.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

WINDOWS_LOCK_OFFSET = 1 << 40
"""Offset of the locked byte on Windows. It is beyond the end of any file, because a locked byte cannot be read."""


MIN_AGE_S = 60.0
"""Minimum age of a directory to remove. The creator of a younger one may not have locked it yet."""


def lock_file(descriptor: int, *, wait: bool = False) -> None:
    """Lock an open file or directory until it is closed. With `wait`, block while another process holds the lock.

    Raises OSError if another process holds the lock and `wait` is False.
    """
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, WINDOWS_LOCK_OFFSET, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def lock_dir(folder: Path) -> int:
    """Lock a directory until this process ends or closes the returned file descriptor."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    with contextlib.suppress(OSError):  # some file systems have no locks
        lock_file(descriptor)
    return descriptor


def creator_tag() -> str:
    """Return a unique name for this process: its PID namespace, its PID and its start time."""
    return f"{_namespace()}.{os.getpid()}.{_start_time(os.getpid())}"


def has_ended(tag: str) -> bool:
    """Return whether the process with this `creator_tag` is known to have ended.

    Returns False for a process in another PID namespace, because it cannot be found.
    """
    namespace, _, process = tag.partition(".")
    pid, _, started = process.partition(".")
    if not (pid.isascii() and pid.isdigit()) or namespace != _namespace():
        return False
    return _start_time(int(pid)) != started


def _namespace() -> str:
    """Return a name for the PID namespace of this process on this machine; machines may share a file system."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text()[:8]
    return f"{boot}{os.stat('/proc/self/ns/pid').st_ino}"


def _start_time(process: int) -> str:
    """Return the start time of a process; an empty string if it has ended.

    Raises OSError if the start time cannot be read for another reason, such as too many open files.
    """
    try:
        fields = Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return ""
    return "" if fields[0] in "ZX" else fields[19]


def remove_stale(
    parent: Path,
    prefix: str,
    remove: Callable[[Path], None],
    min_age_s: float = MIN_AGE_S,
    *,
    clock: Callable[[], float] = time.time,
) -> None:
    """Call `remove` on the current user's unlocked directories in `parent` whose names start with `prefix`.

    In the name of a directory, the prefix may be followed by the `creator_tag` of its creator and a dash. A
    directory younger than `min_age_s` is removed only if its creator has ended. `clock` returns the time of the
    day in seconds.
    """
    for folder in parent.glob(f"{prefix}*"):
        with contextlib.suppress(OSError):
            status = folder.lstat()
            if status.st_uid != os.geteuid():
                continue
            is_old = clock() - status.st_mtime >= min_age_s
            if not is_old and not has_ended(folder.name.removeprefix(prefix).partition("-")[0]):
                continue
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                lock_file(descriptor)
                remove(folder)
            finally:
                os.close(descriptor)
