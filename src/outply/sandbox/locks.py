"""A file or folder that one process holds at a time; when the process ends, however it does, it is free again."""

from __future__ import annotations

import os
import sys

FAR = 1 << 40
"""The byte that Windows locks: nobody can read one that is locked, so it is beyond the end of any file."""


def lock_file(descriptor: int) -> None:
    """Lock an open file or folder until it is closed; an `OSError` if another process holds it."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
