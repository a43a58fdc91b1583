"""What a killed process leaves behind, another one removes: a lock says that a folder is in use."""

from __future__ import annotations

import contextlib
import os
import time

from outply.sandbox.locks import lock_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

YOUNG = 60.0  # seconds within which whoever made a folder has locked it


def lock_dir(folder: Path) -> int:
    """Lock a folder for as long as this process lives; return what is to be closed to give it up."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    with contextlib.suppress(OSError):  # there are file systems without locks
        lock_file(descriptor)
    return descriptor


def remove_stale(parent: Path, prefix: str, remove: Callable[[Path], None]) -> None:
    """Remove the folders of that prefix that nobody holds any more, as far as they are ours."""
    for folder in parent.glob(f"{prefix}*"):
        with contextlib.suppress(OSError):
            about = folder.lstat()
            if about.st_uid != os.geteuid() or time.time() - about.st_mtime < YOUNG:
                continue
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                lock_file(descriptor)
                remove(folder)
            finally:
                os.close(descriptor)
