"""Private working directory of an untrusted program, from which the files of the program can be read safely."""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import secrets
import shutil
import stat
import tempfile
from pathlib import Path

from outply.sandbox.bubblewrap import require_linux
from outply.sandbox.host import HOST_ERRORS
from outply.sandbox.interactive import InteractiveRun
from outply.sandbox.limits import MIB, Limits, OnOutput, RunResult
from outply.sandbox.locks import creator_tag, lock_dir, remove_stale
from outply.sandbox.process import ProgramProcess, kill_stale
from outply.sandbox.ram_disk import NoRamDiskError, RamDisk
from outply.sandbox.run import run
from outply.sandbox.signals import DeferredSignals
from outply.sandbox.untrusted_dirs import MAX_DEPTH, MAX_FILES, open_dir, read_regular_file, remove_tree
from outply.text import os_reason

__all__ = ["Workspace", "WorkspaceError", "copy_tree", "remove_tree"]

PREFIX = "outply-workspace-"
USER_IDS = range(1 << 29, (1 << 29) + (1 << 24))
"""If this process is root, each workspace gets a user ID from this range, far above the usual IDs."""
CONTAINER_USER_IDS = range(20_000, 60_000)
"""The range in a container that has only 65,536 user IDs."""


class WorkspaceError(Exception):
    """Raised if files cannot be copied or written into a workspace. The message says why."""


class Workspace:
    """A private copy of a directory, with its own user ID if this process is root. `close` removes the copy.

    The copy is created in `parent`, by default the directory for temporary files. The workspace's user must have
    access to `parent`. With `on_ram_disk`, by default if `parent` is not given, the copy is on a RAM disk of
    `disk_mib`, if this machine allows it. Only sandboxed programs can run there. The workspace may hold
    `max_files`.

    Raises WorkspaceError if the directory cannot be copied or is too large.
    """

    def __init__(
        self,
        source: Path,
        disk_mib: int,
        parent: Path | None = None,
        *,
        on_ram_disk: bool | None = None,
        max_files: int = MAX_FILES,
    ) -> None:
        require_linux()
        _remove_stale()
        self._user = secrets.choice(free_user_ids()) if os.geteuid() == 0 else None
        self.outer = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{creator_tag()}-", dir=parent))
        """The directory around the workspace, which `close` removes."""
        self._lock = lock_dir(self.outer)
        self._max_files = max_files
        self.lost_seconds = 0.0
        """The seconds during which the machine did not run the programs of the workspace (see `RunResult`)."""
        # 0o711: the program's user can reach the workspace inside, but other users cannot list this directory.
        self.outer.chmod(0o711)
        self.folder = self.outer / "workspace"
        self._disk: RamDisk | None = None
        try:
            self.folder.mkdir(mode=0o700)
            if parent is None if on_ram_disk is None else on_ram_disk:
                with contextlib.suppress(NoRamDiskError):
                    self._disk = RamDisk(self.folder, disk_mib, self._user, max_files)
                    self.folder = self._disk.path
            _copy(source, self.folder, self._user, _CopyQuota(disk_mib * MIB, max_files))
        except OSError as error:
            self.close()
            raise _workspace_error(error) from None
        except BaseException:
            self.close()
            raise

    def run(
        self,
        program: list[str],
        limits: Limits,
        *,
        core: int | None = None,
        sandboxed: bool = True,
        mounts: tuple[str, ...] = (),
        on_output: OnOutput | None = None,
    ) -> RunResult:
        """Run `program` in the workspace until it ends or exceeds a limit (see `sandbox.run.run`)."""
        self._restore_mode()
        result = run(
            program,
            self.folder,
            limits,
            user=self._user,
            core=core,
            sandboxed=sandboxed,
            mounts=mounts,
            disk=self._disk,
            max_files=self._max_files,
            on_output=on_output,
        )
        self.lost_seconds += result.lost_seconds
        return result

    def prepare(
        self, program: list[str], limits: Limits, *, sandboxed: bool = True, mounts: tuple[str, ...] = ()
    ) -> ProgramProcess:
        """Start `program` in the workspace, blocked until it is released (see `sandbox.run.watch`)."""
        self._restore_mode()
        return ProgramProcess(
            program,
            self.folder,
            limits,
            user=self._user,
            sandboxed=sandboxed,
            mounts=mounts,
            disk=self._disk,
            max_files=self._max_files,
        )

    def open_interactive(
        self,
        program: list[str],
        limits: Limits,
        *,
        core: int | None = None,
        sandboxed: bool = True,
        mounts: tuple[str, ...] = (),
    ) -> InteractiveRun:
        """Return `program`, ready for the first exchange of lines. The caller must close it.

        The limits on memory, disk space and processes hold until then.
        """
        self._restore_mode()
        process: ProgramProcess | None = None
        try:
            with DeferredSignals():
                process = ProgramProcess(
                    program,
                    self.folder,
                    limits,
                    user=self._user,
                    core=core,
                    sandboxed=sandboxed,
                    mounts=mounts,
                    disk=self._disk,
                    max_files=self._max_files,
                    keep_input=True,
                )
        except BaseException:
            if process is not None:  # a deferred signal ended the start
                process.close()
            raise
        return InteractiveRun(process)

    def _restore_mode(self) -> None:
        """Allow access to the workspace, of which a program may have removed the permissions."""
        self.folder.chmod(0o700)

    def write_file(self, name: str, data: bytes) -> None:
        """Write a file to the workspace. An existing file, link or directory of the same name is replaced.

        Raises WorkspaceError if the files of the program fill its RAM disk.
        """
        self.remove(name)
        try:
            descriptor = os.open(self.folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
            with open(descriptor, "wb") as file:
                file.write(data)
                if self._user is not None:
                    os.fchown(descriptor, self._user, self._user)
        except OSError as error:
            if self._disk is None or error.errno != errno.ENOSPC:
                raise
            raise WorkspaceError(f"the files of the program leave no room for {name}") from None

    def read_file(self, name: str, max_bytes: int) -> bytes | None:
        """Return the first `max_bytes` of the file `name`; None if there is no regular file of that name."""
        self._restore_mode()
        path = self.folder / name
        try:
            if stat.S_ISREG(path.lstat().st_mode):
                path.chmod(0o600)  # the program, which has ended, may have removed the permissions
        except OSError:
            return None
        return read_regular_file(path, max_bytes)

    def list_files(self) -> list[str]:
        """Return the sorted names of the files and directories at the top of the workspace."""
        self._restore_mode()
        descriptor = open_dir(f"{self.folder}/.")  # the folder may be a link of /proc to a RAM disk
        try:
            return sorted(os.listdir(descriptor))
        finally:
            os.close(descriptor)

    def remove(self, name: str) -> None:
        """Remove the file or directory `name` from the workspace, if it exists."""
        self._restore_mode()
        path = self.folder / name
        if path.is_dir() and not path.is_symlink():
            remove_tree(path)
        else:
            path.unlink(missing_ok=True)

    def close(self) -> None:
        """Remove the workspace and its content."""
        if self._disk is not None:
            self._disk.close()
            self._disk = None
        remove_tree(self.outer)
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def copy_tree(source: Path, target: Path, max_mib: int) -> None:
    """Copy a directory to `target`, which must not exist, with the files that a workspace would contain.

    Raises WorkspaceError if the directory cannot be copied or is larger than `max_mib` MiB.
    """
    try:
        _copy(source, target, None, _CopyQuota(max_mib * MIB, MAX_FILES))
    except OSError as error:
        raise _workspace_error(error) from None


def _workspace_error(error: OSError) -> Exception:
    """Convert a copying error to WorkspaceError; return `error` itself if the machine caused it."""
    if error.errno in HOST_ERRORS:
        return error
    name = os.path.basename(os.fsdecode(error.filename or ""))
    return WorkspaceError(f"{name or 'a file'}: {os_reason(error)}")


class _CopyQuota:
    """The number of files and bytes that may still be copied. A sparse file counts with its full size."""

    def __init__(self, max_bytes: int, max_files: int) -> None:
        self._max_bytes = self._bytes_left = max_bytes
        self._max_files = self._files_left = max_files

    def use(self, size: int) -> None:
        self._bytes_left -= size
        self._files_left -= 1
        if self._bytes_left < 0:
            raise WorkspaceError(f"the files are larger than {self._max_bytes // MIB} MiB")
        if self._files_left < 0:
            raise WorkspaceError(f"there are more than {self._max_files:,} files")


@functools.cache
def free_user_ids() -> range:
    """Return a range of user IDs that exist in this user namespace and are not in use."""
    rows = [[int(word) for word in line.split()] for line in Path("/proc/self/uid_map").read_text().splitlines()]
    return USER_IDS if any(first + count >= USER_IDS.stop for first, _, count in rows) else CONTAINER_USER_IDS


@functools.cache
def _remove_stale() -> None:
    kill_stale()
    remove_stale(Path(tempfile.gettempdir()), PREFIX, remove_tree)


def _copy(source: Path, target: Path, user: int | None, quota: _CopyQuota, max_depth: int = MAX_DEPTH) -> None:
    """Copy the directories, regular files and links of `source` to `target`. Links are not followed."""
    if max_depth == 0:
        raise WorkspaceError(f"directories are nested more than {MAX_DEPTH} deep")
    target.mkdir(mode=0o700, exist_ok=True)
    with os.scandir(source) as entries:
        for entry in entries:
            copy = target / entry.name
            if entry.is_symlink():
                quota.use(0)
                copy.symlink_to(os.readlink(entry.path))
            elif entry.is_dir():
                quota.use(0)
                _copy(Path(entry.path), copy, user, quota, max_depth - 1)
            elif entry.is_file():
                quota.use(entry.stat().st_size)
                shutil.copyfile(entry.path, copy)
                copy.chmod(stat.S_IMODE(entry.stat().st_mode) & 0o755 | 0o600)
            else:
                continue
            if user is not None:
                os.chown(copy, user, user, follow_symlinks=False)
    if user is not None:
        os.chown(target, user, user)
