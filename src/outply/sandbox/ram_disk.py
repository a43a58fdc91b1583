"""A directory with a size limit that the kernel enforces, in which an untrusted program runs.

The directory is a tmpfs in a mount namespace of its own. Only open file descriptors of this process keep the
directory alive, so it disappears when this process ends or is killed. The file system counts every file, also
those that are deleted, mapped or in transit between processes.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path

from outply.sandbox.limits import MIB
from outply.sandbox.untrusted_dirs import MAX_FILES

HEADROOM_MIB = 1
HEADROOM_FILES = 64
"""Extra space, so that input.txt stays writable and that a program over its limit can be detected."""


class NoRamDiskError(Exception):
    """Raised if this machine does not let this process create a size-limited directory."""


class RamDisk:
    """An empty directory with space for `size_mib` and `max_files`, mounted at the empty directory `mount_point`.

    If this process is root, the directory belongs to `user`. The mount is visible in its own mount namespace only;
    other processes reach the directory by `path` as long as this process has not called `close`.

    Raises NoRamDiskError if the directory cannot be created.
    """

    def __init__(self, mount_point: Path, size_mib: int, user: int | None, max_files: int = MAX_FILES) -> None:
        self._user = user
        self.max_files = max_files
        self.mount_point = mount_point
        self._namespaces: dict[str, int] = {}
        self._root = -1
        owner = f",uid={user},gid={user}" if user is not None else ""
        inodes = max_files + HEADROOM_FILES
        options = f"size={size_mib + HEADROOM_MIB}m,nr_inodes={inodes},mode=0700,nosuid,nodev{owner}"
        unshare = (
            ["unshare", "--mount"] if user is not None else ["unshare", "--user", "--map-root-user", "--mount"]
        )
        script = 'mount -n -t tmpfs -o "$1" "$2" "$3" && echo && read -r _'
        try:
            with subprocess.Popen(
                [*unshare, "sh", "-c", script, "sh", options, mount_point.parent.name, str(mount_point)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
            ) as holder:
                assert holder.stdout is not None
                assert holder.stderr is not None
                if holder.stdout.readline() != b"\n":
                    lines = holder.stderr.read().decode(errors="replace").strip().splitlines()
                    raise NoRamDiskError(lines[-1] if lines else "no error message")
                proc = Path("/proc", str(holder.pid))
                for name in ("mnt",) if user is not None else ("user", "mnt"):
                    self._namespaces[name] = os.open(proc / "ns" / name, os.O_RDONLY | os.O_CLOEXEC)
                self._root = os.open(f"{proc}/root{mount_point}", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            self.close()
            raise NoRamDiskError(str(error)) from None
        except BaseException:
            self.close()
            raise
        self.path = Path(f"/proc/{os.getpid()}/fd/{self._root}")

    @property
    def descriptors(self) -> list[int]:
        """The file descriptors that a process started with `enter` must inherit."""
        return list(self._namespaces.values())

    @property
    def enter(self) -> list[str]:
        """The command prefix that makes a command see this directory at `mount_point` and run as its user."""
        command = ["nsenter", f"--mount=/proc/self/fd/{self._namespaces['mnt']}"]
        if self._user is not None:
            return [*command, f"--setgid={self._user}", f"--setuid={self._user}", "--"]
        return [*command, f"--user=/proc/self/fd/{self._namespaces['user']}", "--preserve-credentials", "--"]

    @property
    def used_bytes(self) -> int:
        status = os.fstatvfs(self._root)
        return (status.f_blocks - status.f_bfree) * status.f_frsize

    @property
    def file_count(self) -> int:
        """The number of files and directories, without the top directory."""
        status = os.fstatvfs(self._root)
        return status.f_files - status.f_ffree - 1

    def close(self) -> None:
        """Release the directory and its content."""
        for descriptor in (self._root, *self._namespaces.values()):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        self._root = -1
        self._namespaces = {}


def disk_violation(disk: RamDisk, max_mib: int) -> str | None:
    """Return the limit that the files have reached, as the predicate of a sentence; None if there is none."""
    if disk.used_bytes >= max_mib * MIB:
        return f"wrote more than {max_mib} MiB"
    return f"wrote more than {disk.max_files:,} files" if disk.file_count > disk.max_files else None
