"""Removes directories that killed processes have left behind. A lock marks a directory that is in use."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path

from outply.sandbox.locks import lock_file

MIN_AGE_S = 60.0
"""Younger directories stay: their creator may not have locked them yet."""


def lock_dir(folder: Path) -> int:
    """Lock a directory until this process ends or closes the returned file descriptor."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    with contextlib.suppress(OSError):  # some file systems have no locks
        lock_file(descriptor)
    return descriptor


def remove_stale(parent: Path, prefix: str, remove: Callable[[Path], None]) -> None:
    """Call `remove` for the unlocked directories with that prefix that belong to the current user."""
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
