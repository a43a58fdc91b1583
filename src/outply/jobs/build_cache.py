"""A cache of build directories on this machine, so that a resumed tournament builds nothing again."""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from outply.sandbox.locks import lock_file
from outply.sandbox.workspace import remove_tree

MAX_UNUSED_S = 30 * 24 * 3600.0
"""Directories that were not used for this time are removed."""

PARTIAL = ".partial"
LOCK = ".lock"


def cache_dir() -> Path:
    """Return the user's directory for cached files.

    It is `$OUTPLY_CACHE`, by default the folder `outply` in `$XDG_CACHE_HOME` or `~/.cache`.

    Raises RuntimeError if the user has no home directory.
    """
    if cache := os.environ.get("OUTPLY_CACHE"):
        return Path(cache)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "outply")


class BuildCache:
    """A cache of build directories, each stored under a key in the folder `root`.

    Several processes and threads may use the same folder at the same time. Creating a build cache removes
    directories that were not used for a long time, and leftovers of processes that were killed. `clock` returns
    the time of the day in seconds.
    """

    def __init__(self, root: Path, *, clock: Callable[[], float] = time.time) -> None:
        self.root = root
        self._clock = clock
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._remove_stale()

    @classmethod
    def open(cls, fallback: Path) -> BuildCache:
        """Return the user's build cache; if it is not writable, return a cache in the folder `fallback`."""
        with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: the user has no home directory
            cache = cls(cache_dir() / "builds")
            if os.access(cache.root, os.W_OK):
                return cache
        return cls(fallback / "builds")

    def get(self, key: str, build: Callable[[Path], None]) -> Path:
        """Return the directory that is stored under `key`; if there is none, create it with `build(directory)`.

        `build` must create the directory at the given path. If `build` raises an exception, nothing is stored. If
        several processes need the same directory, one of them builds it and the others wait.
        """
        # The name of the machine counts: several machines may share a home directory, and builds are calibrated.
        name = hashlib.sha256(f"{platform.node()}\0{key}".encode()).hexdigest()
        folder = self.root / name
        with self._locked(name):
            if not folder.is_dir():
                partial = folder.with_suffix(PARTIAL)
                remove_tree(partial)
                try:
                    build(partial)
                    partial.rename(folder)
                finally:
                    remove_tree(partial)
            now = self._clock()
            os.utime(folder, (now, now))
        return folder

    @contextlib.contextmanager
    def _locked(self, name: str, *, wait: bool = True) -> Iterator[None]:
        """Hold the lock of a directory.

        Raises OSError if another process holds the lock and `wait` is False.
        """
        with (self.root / f"{name}{LOCK}").open("wb") as file:
            lock_file(file.fileno(), wait=wait)
            yield

    def _remove_stale(self) -> None:
        for path in self.root.iterdir():
            with contextlib.suppress(OSError):  # in use, or removed by another process
                is_unused = path.suffix == "" and self._clock() - path.stat().st_mtime > MAX_UNUSED_S
                if path.suffix == PARTIAL or is_unused:
                    with self._locked(path.stem, wait=False):
                        remove_tree(path)
                    if is_unused:
                        path.with_suffix(LOCK).unlink()
