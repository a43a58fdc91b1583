"""A folder that programs of a stranger live in. Whatever they leave there, it harms nobody who reads it."""

from __future__ import annotations

import errno
import functools
import os
import secrets
import shutil
import stat
import tempfile
from pathlib import Path

from outply.sandbox import run as runs
from outply.sandbox.bubblewrap import require_linux
from outply.sandbox.limits import MIB
from outply.sandbox.stale import lock_dir, remove_stale
from outply.sandbox.untrusted_dirs import MAX_DEPTH, MAX_FILES, enter, remove_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.sandbox.limits import Limits, RunResult

__all__ = ["Workspace", "WorkspaceError", "remove_tree"]

PREFIX = "outply-room-"
USERS = range(1 << 29, (1 << 29) + (1 << 24))
"""Root gives every room a user number of its own, far above those that anybody has."""
FEW_USERS = range(20_000, 60_000)
"""For root of a container that has no more than 65,536 users."""


OURS = (errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EIO, errno.EROFS)
"""What goes wrong with a copy and is not the fault of what is copied."""


class WorkspaceError(Exception):
    """A folder that cannot be taken in; the sentence says why."""


class Workspace:
    """A private copy of a folder, with a user of its own where we are root; it must be closed.

    It is made in `parent`, which strangers can reach; in the system's folder for temporary files if that is None.
    """

    def __init__(self, source: Path, disk_mib: int, parent: Path | None = None) -> None:
        require_linux()
        _remove_stale()
        self._user = secrets.choice(_users()) if os.geteuid() == 0 else None
        self._outside = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        self._claim = lock_dir(self._outside)
        # The stranger must be able to come to the folder, and nobody else into it.
        self._outside.chmod(0o711)
        self.folder = self._outside / "room"
        try:
            _copy(source, self.folder, self._user, _Allowance(disk_mib * MIB))
        except OSError as error:
            self.close()
            if error.errno in OURS:
                raise
            name = os.path.basename(os.fsdecode(error.filename or ""))
            raise WorkspaceError(f"{name or 'a file'}: {(error.strerror or str(error)).lower()}") from None
        except BaseException:
            self.close()
            raise

    def run(
        self, program: list[str], limits: Limits, core: int | None = None, sandboxed: bool = True
    ) -> RunResult:
        """Run a program in the room until it ends (see `run`)."""
        return runs.run(program, self.folder, limits, user=self._user, core=core, sandboxed=sandboxed)

    def write_file(self, name: str, data: bytes) -> None:
        """Write a file, in place of whatever has its name."""
        self.remove(name)
        descriptor = os.open(self.folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
        with open(descriptor, "wb") as file:
            file.write(data)
            if self._user is not None:
                os.fchown(descriptor, self._user, self._user)

    def read_file(self, name: str, most: int) -> bytes | None:
        """Return the beginning of a file, at most so many bytes; None if there is no plain file of that name."""
        self.folder.chmod(0o700)
        try:
            descriptor = os.open(self.folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return None
        try:
            return _read(descriptor, most) if stat.S_ISREG(os.fstat(descriptor).st_mode) else None
        finally:
            os.close(descriptor)

    def list_files(self) -> list[str]:
        """Return the names of what is in the room."""
        descriptor = enter(self.folder)
        try:
            return sorted(os.listdir(descriptor))
        finally:
            os.close(descriptor)

    def remove(self, name: str) -> None:
        """Remove whatever has that name."""
        self.folder.chmod(0o700)  # its owner may have closed it to us
        path = self.folder / name
        if path.is_dir() and not path.is_symlink():
            remove_tree(path)
        else:
            path.unlink(missing_ok=True)

    def close(self) -> None:
        """Remove the room and all that is in it."""
        remove_tree(self._outside)
        if self._claim >= 0:
            os.close(self._claim)
            self._claim = -1

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _read(descriptor: int, most: int) -> bytes:
    with open(descriptor, "rb", closefd=False) as file:
        return file.read(most)


class _Allowance:
    """How much may still be copied: a file with holes is small on the disk, and large in a copy."""

    def __init__(self, size: int) -> None:
        self._size, self._all = size, size
        self._files = MAX_FILES

    def take(self, size: int) -> None:
        self._size -= size
        self._files -= 1
        if self._size < 0:
            raise WorkspaceError(f"its files are larger than {self._all // MIB} MiB")
        if self._files < 0:
            raise WorkspaceError(f"it has more than {MAX_FILES:,} files")


@functools.cache
def _users() -> range:
    """Return the numbers that users can have here, beyond those that somebody has."""
    lines = [[int(word) for word in line.split()] for line in Path("/proc/self/uid_map").read_text().splitlines()]
    return USERS if any(first + count >= USERS.stop for first, _, count in lines) else FEW_USERS


@functools.cache
def _remove_stale() -> None:
    remove_stale(Path(tempfile.gettempdir()), PREFIX, remove_tree)


def _copy(source: Path, target: Path, user: int | None, allowance: _Allowance, depth: int = MAX_DEPTH) -> None:
    """Copy a folder: its folders, plain files and links, which stay links; nothing else."""
    if depth == 0:
        raise WorkspaceError(f"it has folders more than {MAX_DEPTH} deep")
    target.mkdir(mode=0o700)
    with os.scandir(source) as entries:
        for entry in entries:
            place = target / entry.name
            if entry.is_symlink():
                allowance.take(0)
                place.symlink_to(os.readlink(entry.path))
            elif entry.is_dir():
                allowance.take(0)
                _copy(Path(entry.path), place, user, allowance, depth - 1)
            elif entry.is_file():
                allowance.take(entry.stat().st_size)
                shutil.copyfile(entry.path, place)
                place.chmod(stat.S_IMODE(entry.stat().st_mode) & 0o755 | 0o600)
            else:
                continue
            if user is not None:
                os.chown(place, user, user, follow_symlinks=False)
    if user is not None:
        os.chown(target, user, user)
