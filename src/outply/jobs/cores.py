"""The CPU cores of this machine: count them, and pin each job to a core of its own."""

from __future__ import annotations

import contextlib
import os
import platform
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from outply.errors import UserError
from outply.jobs.build_cache import cache_dir
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

    Jobs of the same user on the same machine never use the same core, even if they belong to different tournaments
    or cluster workers: each waits until a core is free. On systems without CPU affinity nothing is pinned.
    """
    ids = core_ids()
    if not ids:
        yield
        return
    descriptor, core = lock_core(ids)
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {core})
        yield
    finally:
        os.sched_setaffinity(0, before)
        os.close(descriptor)


def lock_core(ids: list[int], sleep: Callable[[float], None] = time.sleep) -> tuple[int, int]:
    """Wait until one of the cores is free; return the file descriptor that holds its lock, and its ID.

    Processes that wait for the same cores queue for them, so that each tournament gets its share.

    Raises UserError if the directory of the locks belongs to another user.
    """
    folder = _lock_folder()
    queue = _open_lock(folder / f"queue-{ids[0]}")
    try:
        with contextlib.suppress(OSError):  # the file system has no locks
            lock_file(queue, wait=True)
        while True:
            for core in ids:
                descriptor = _open_lock(folder / str(core))
                try:
                    lock_file(descriptor)
                except BlockingIOError:
                    os.close(descriptor)
                    continue
                except OSError:  # the file system has no locks
                    pass
                return descriptor, core
            sleep(POLL_INTERVAL_S)
    finally:
        os.close(queue)


def _lock_folder() -> Path:
    """Return the directory of the locks, which all processes of this user on this machine share."""
    name = f"cores-{platform.node()}"
    with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: the user has no home directory
        folder = cache_dir() / name
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    folder = Path(tempfile.gettempdir(), f"outply-{name}-{os.geteuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.lstat().st_uid != os.geteuid():
        raise UserError(f"{folder} belongs to another user. Remove it, or set OUTPLY_CACHE to another directory.")
    return folder


def _open_lock(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
