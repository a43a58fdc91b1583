"""File locks on POSIX and Windows, and the removal of directories that killed processes have left behind.

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


def remove_stale(parent: Path, prefix: str, remove: Callable[[Path], None]) -> None:
    """Call `remove` on the current user's unlocked directories in `parent` whose names start with `prefix`."""
    for folder in parent.glob(f"{prefix}*"):
        with contextlib.suppress(OSError):
            status = folder.lstat()
            if status.st_uid != os.geteuid() or time.time() - status.st_mtime < MIN_AGE_S:
                continue
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                lock_file(descriptor)
                remove(folder)
            finally:
                os.close(descriptor)
