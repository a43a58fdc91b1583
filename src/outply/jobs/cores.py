"""The CPU cores of this machine: count them, and pin each job on a cluster worker to one core."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from outply.errors import UserError
from outply.sandbox.locks import lock_file

POLL_INTERVAL_S = 0.05


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(core_ids()) or os.cpu_count() or 1


def core_ids() -> list[int]:
    """Return the IDs of the cores that this process may use; an empty list if the system does not report them."""
    return sorted(os.sched_getaffinity(os.getpid())) if hasattr(os, "sched_getaffinity") else []


@contextlib.contextmanager
def pinned() -> Iterator[None]:
    """Pin this thread, and all programs that it starts, to a core of its own.

    Workers of the same user on the same machine never use the same core: each waits until a core is free. On
    systems without CPU affinity nothing is pinned.
    """
    ids = core_ids()
    if not ids:
        yield
        return
    descriptor, core = _lock_core(ids)
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {core})
        yield
    finally:
        os.sched_setaffinity(0, before)
        os.close(descriptor)


def _lock_core(ids: list[int]) -> tuple[int, int]:
    """Wait until one of the cores is free; return the file descriptor that holds its lock, and its ID.

    Raises UserError if the directory of the locks belongs to another user.
    """
    folder = Path(tempfile.gettempdir(), f"outply-cores-{os.geteuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.lstat().st_uid != os.geteuid():
        raise UserError(f"{folder} belongs to another user. Remove it, or set TMPDIR to another directory.")
    while True:
        for core in ids:
            descriptor = os.open(folder / str(core), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            try:
                lock_file(descriptor)
            except OSError:
                os.close(descriptor)
            else:
                return descriptor, core
        time.sleep(POLL_INTERVAL_S)
