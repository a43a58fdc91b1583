"""File locks on POSIX and Windows. The operating system releases the locks of a process that ends or is killed."""

from __future__ import annotations

import os
import sys

WINDOWS_LOCK_OFFSET = 1 << 40
"""Offset of the locked byte on Windows. It is beyond the end of any file, because a locked byte cannot be read."""


def lock_file(descriptor: int) -> None:
    """Lock an open file or directory until it is closed.

    Raises OSError if another process holds the lock.
    """
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, WINDOWS_LOCK_OFFSET, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
