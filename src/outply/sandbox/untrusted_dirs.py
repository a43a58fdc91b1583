"""Measures and removes directories with untrusted content, however deep, unreadable or crowded they are.

Directories are opened one level at a time, relative to the open parent directory, so that no path is too long and
no link is followed.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path

MAX_FILES = 10_000
MAX_DEPTH = 64
"""Maximum nesting of directories. The limits on recursion and open files would allow a few hundred."""


def open_dir(name: str | Path, parent: int | None = None) -> int:
    """Open a directory of this user, without following links, and return its file descriptor.

    If the mode of the directory forbids reading, the mode is changed first.
    """
    flags = os.O_DIRECTORY | os.O_NOFOLLOW
    with contextlib.suppress(PermissionError):
        return os.open(name, os.O_RDONLY | flags, dir_fd=parent)
    closed = os.open(name, os.O_PATH | flags, dir_fd=parent)
    try:
        os.chmod(f"/proc/self/fd/{closed}", 0o700)
        return os.open(f"/proc/self/fd/{closed}", os.O_RDONLY | os.O_DIRECTORY)
    finally:
        os.close(closed)


def read_regular_file(path: Path, max_bytes: int) -> bytes | None:
    """Return the first `max_bytes` of a regular file; None if there is none that can be read. Follows no link."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        with open(descriptor, "rb", closefd=False) as file:
            return file.read(max_bytes)
    finally:
        os.close(descriptor)


def quota_violation(folder: Path, max_bytes: int, max_files: int = MAX_FILES) -> str | None:
    """Return the quota that a directory exceeds, as the predicate of a sentence; None if there is none.

    Programs may write to the directory during the scan. An inner directory that stays unreadable counts as over
    quota, because a program could hide files by removing permissions faster than the scan restores them.
    """
    usage = _DiskUsage(max_bytes, max_files)
    try:
        descriptor = open_dir(folder)
    except OSError:
        return None
    try:
        usage.add(descriptor, MAX_DEPTH)
    except PermissionError:
        return "kept a directory unreadable"
    finally:
        os.close(descriptor)
    return usage.violation


class _DiskUsage:
    """Adds up the number and the sizes of the files below a directory until they exceed the quota."""

    def __init__(self, max_bytes: int, max_files: int) -> None:
        self._max_bytes = self._bytes_left = max_bytes
        self._max_files = self._files_left = max_files
        self._too_deep = False

    @property
    def violation(self) -> str | None:
        if self._bytes_left <= 0:
            return f"wrote more than {self._max_bytes >> 20} MiB"
        if self._files_left < 0:
            return f"wrote more than {self._max_files:,} files"
        return f"nested directories more than {MAX_DEPTH} deep" if self._too_deep else None

    def add(self, folder: int, max_depth: int) -> None:
        if max_depth == 0:
            self._too_deep = True
            return
        with os.scandir(folder) as entries:
            for entry in entries:
                self._files_left -= 1
                try:
                    self._bytes_left -= entry.stat(follow_symlinks=False).st_blocks * 512
                    if self.violation:
                        return
                    if not entry.is_dir(follow_symlinks=False):
                        continue
                    inner = open_dir(entry.name, folder)
                except (FileNotFoundError, NotADirectoryError):
                    continue  # removed meanwhile
                try:
                    self.add(inner, max_depth - 1)
                finally:
                    os.close(inner)


def remove_tree(folder: Path) -> None:
    """Remove a directory and its content, if it exists. Programs that use it must have ended.

    Nested directories are moved up into `folder` before they are emptied, so that paths stay short.
    """
    try:
        top = open_dir(folder)
    except OSError:
        return
    try:
        os.fchmod(top, 0o700)
        while inner := _empty(top, top):
            for name in inner:
                descriptor = open_dir(name, top)
                try:
                    os.fchmod(descriptor, 0o700)
                    _empty(descriptor, top)
                finally:
                    os.close(descriptor)
                os.rmdir(name, dir_fd=top)
    finally:
        os.close(top)
    os.rmdir(folder)


def _empty(folder: int, top: int) -> list[str]:
    """Remove the files of a directory and move its subdirectories into `top`.

    If `folder` is `top` itself, leave its subdirectories and return their names; otherwise return an empty list.
    """
    inner_names = []
    for name in os.listdir(folder):
        if not stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            os.unlink(name, dir_fd=folder)
        elif folder == top:
            inner_names.append(name)
        else:
            inner = open_dir(name, folder)
            os.fchmod(inner, 0o700)  # a directory without permissions cannot be moved
            os.close(inner)
            os.rename(name, secrets.token_hex(8), src_dir_fd=folder, dst_dir_fd=top)
    return inner_names
