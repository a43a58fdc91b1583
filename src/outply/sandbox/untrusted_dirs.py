"""Folders that a stranger has filled: however deep, closed or crowded they are, they can be measured and removed.

Every step goes from an open folder to one right inside it. So no path gets too long, and no link is followed.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

MAX_FILES = 10_000
MAX_DEPTH = 64  # of folders in folders; recursion and open files would allow some hundreds


def enter(name: str | Path, parent: int | None = None) -> int:
    """Open a folder that is ours, even if it was closed to us; a link is not one."""
    flags = os.O_DIRECTORY | os.O_NOFOLLOW
    with contextlib.suppress(PermissionError):
        return os.open(name, os.O_RDONLY | flags, dir_fd=parent)
    closed = os.open(name, os.O_PATH | flags, dir_fd=parent)
    try:
        os.chmod(f"/proc/self/fd/{closed}", 0o700)
        return os.open(f"/proc/self/fd/{closed}", os.O_RDONLY | os.O_DIRECTORY)
    finally:
        os.close(closed)


def exceeds_quota(folder: Path, most: int) -> bool:
    """Say whether the files of a folder take all of that, or are more or deeper than anybody needs.

    Programs may be at work in it meanwhile. Who hides files by closing folders faster than we open them has a
    reason, and the folder counts as full.
    """
    measure = _Measure(most)
    try:
        descriptor = enter(folder)
    except OSError:
        return False
    try:
        measure.add(descriptor, MAX_DEPTH)
    except PermissionError:
        return True
    finally:
        os.close(descriptor)
    return measure.exceeds_quota


class _Measure:
    """Adds up the files of a folder until they are too many."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._files = MAX_FILES
        self._too_deep = False

    @property
    def exceeds_quota(self) -> bool:
        return self._left <= 0 or self._files < 0 or self._too_deep

    def add(self, folder: int, depth: int) -> None:
        if depth == 0:
            self._too_deep = True
            return
        with os.scandir(folder) as entries:
            for entry in entries:
                self._files -= 1
                try:
                    self._left -= entry.stat(follow_symlinks=False).st_blocks * 512
                    if self.exceeds_quota:
                        return
                    if not entry.is_dir(follow_symlinks=False):
                        continue
                    inner = enter(entry.name, folder)
                except (FileNotFoundError, NotADirectoryError):
                    continue  # gone meanwhile
                try:
                    self.add(inner, depth - 1)
                finally:
                    os.close(inner)


def remove_tree(folder: Path) -> None:
    """Remove a folder and all that is in it, if it is there; no program may be at work in it any more.

    Folders within move up to the first one before they are emptied, so that none is ever deep.
    """
    try:
        top = enter(folder)
    except OSError:
        return
    try:
        os.fchmod(top, 0o700)
        while inner := _emptied(top, top):
            for name in inner:
                descriptor = enter(name, top)
                try:
                    os.fchmod(descriptor, 0o700)
                    _emptied(descriptor, top)
                finally:
                    os.close(descriptor)
                os.rmdir(name, dir_fd=top)
    finally:
        os.close(top)
    os.rmdir(folder)


def _emptied(folder: int, top: int) -> list[str]:
    """Remove the files of a folder, and move the folders in it to the top; return their names."""
    found = []
    for name in os.listdir(folder):
        if not stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            os.unlink(name, dir_fd=folder)
        elif folder == top:
            found.append(name)
        else:
            inner = enter(name, folder)
            os.fchmod(inner, 0o700)  # one that is closed to us cannot be moved
            os.close(inner)
            os.rename(name, secrets.token_hex(8), src_dir_fd=folder, dst_dir_fd=top)
    return found
