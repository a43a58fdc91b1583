"""The bubblewrap command line (a read-only system and one writable directory) and its seccomp filter.

The seccomp filter forbids system calls that an untrusted program does not need and could misuse. bubblewrap
installs the filter, a BPF program, and the kernel runs the filter for each system call.
"""

from __future__ import annotations

import errno
import functools
import os
import platform
import shutil
import struct
import subprocess
from pathlib import Path

from outply.errors import UserError
from outply.sandbox.limits import MIB

HOME = "/work"
PATH = "/usr/local/bin:/usr/bin:/bin"

SYSTEM_DIRS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
ETC_PATHS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime")
"""Configuration that compilers and interpreters need; the rest of /etc is invisible."""

BASE_COMMAND = ("bwrap", "--unshare-all", "--unshare-user", "--disable-userns")

TMPFS_MIB = 64
"""Size of /tmp, and of /dev/shm."""

NOBODY_ID = 65534
"""User ID and group ID of the trial run of bubblewrap if this process is root."""


class NoSandboxError(UserError):
    """Raised if programs cannot be sandboxed on this machine. The message says why."""


def command(
    folder: Path,
    program: list[str],
    info_fd: int,
    block_fd: int,
    seccomp_fd: int | None,
    mounts: tuple[str, ...] = (),
) -> list[str]:
    """Return the command line that runs `program` in a sandbox, with `folder` as its working directory.

    bubblewrap writes the process ID of the sandbox to `info_fd`, starts the program once data arrives on
    `block_fd`, and reads the seccomp filter, if any, from `seccomp_fd`. The program can also read the directories
    in `mounts`.
    """
    arguments = [*BASE_COMMAND, "--die-with-parent", "--new-session", "--clearenv", *_system_mounts()]
    size = str(TMPFS_MIB * MIB)
    arguments += ["--proc", "/proc", "--dev", "/dev"]
    arguments += ["--size", size, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    arguments += ["--size", size, "--tmpfs", "/tmp", "--bind", str(folder), HOME, "--chdir", HOME]
    for path in mounts:  # after /tmp, which may contain them
        arguments += ["--ro-bind", path, path]
    arguments += ["--remount-ro", "/"]
    for name, value in environment().items():
        arguments += ["--setenv", name, value]
    if seccomp_fd is not None:
        arguments += ["--seccomp", str(seccomp_fd)]
    return [*arguments, "--info-fd", str(info_fd), "--block-fd", str(block_fd), "--", *program]


def environment() -> dict[str, str]:
    """Return the environment variables of a sandboxed program, which inherits no variables of this process."""
    return {"PATH": PATH, "HOME": HOME, "LANG": "C.UTF-8", "USER": "contestant"}


def require_linux() -> None:
    """Raise NoSandboxError if this system is not Linux; even `sandbox.run.run(sandboxed=False)` requires Linux."""
    if not hasattr(os, "pidfd_open"):
        raise NoSandboxError("running programs from a directory requires Linux")


@functools.cache
def require_sandbox() -> None:
    """Raise NoSandboxError if programs cannot be sandboxed on this machine."""
    require_linux()
    if shutil.which("bwrap") is None:
        raise NoSandboxError("bubblewrap is not installed; install it with: apt-get install bubblewrap")
    trial = [*BASE_COMMAND, "--ro-bind", "/", "/", "--proc", "/proc", "true"]
    user: dict[str, int] = {"user": NOBODY_ID, "group": NOBODY_ID} if os.geteuid() == 0 else {}
    done = subprocess.run(trial, capture_output=True, text=True, check=False, **user)  # type: ignore[call-overload]
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        raise NoSandboxError(f"bubblewrap cannot create a sandbox: {lines[-1] if lines else 'no error message'}")


@functools.cache
def _system_mounts() -> tuple[str, ...]:
    """Return the arguments that mount the directories of the system, read-only."""
    arguments: list[str] = []
    for path in SYSTEM_DIRS:
        if os.path.islink(path):
            arguments += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            arguments += ["--ro-bind", path, path]
    for path in (*ETC_PATHS, *map(str, Path("/etc").glob("java*"))):
        arguments += ["--ro-bind-try", path, path]
    return tuple(arguments)


FORBIDDEN_CALLS = {
    # machine: (AUDIT_ARCH value, system call numbers)
    "x86_64": (0xC000003E, (29, 68, 203, 248, 249, 250, 298, 319, 321, 323, 425, 447)),
    "aarch64": (0xC00000B7, (194, 186, 122, 217, 218, 219, 241, 279, 280, 282, 425, 447)),
}
"""Forbidden system calls by machine, and the reason.

- shmget, msgget, memfd_create, memfd_secret: allocate memory that belongs to no process.
- sched_setaffinity: moves the program to other cores.
- add_key, request_key, keyctl: store data that outlasts the run.
- perf_event_open, bpf, userfaultfd, io_uring_setup: parts of the kernel with a history of sandbox escapes.
"""

X32_BIT = 0x40000000
"""Set in the numbers of x32 system calls, an interface on x86_64 that normal programs do not use."""

LOAD, JUMP_IF_EQUAL, JUMP_IF_GREATER_OR_EQUAL, RETURN = 0x20, 0x15, 0x35, 0x06
ALLOW, FAIL_WITH_ERRNO, KILL = 0x7FFF0000, 0x00050000, 0x80000000
CALL_NUMBER_OFFSET, ARCHITECTURE_OFFSET = 0, 4


def build_filter() -> bytes | None:
    """Return the seccomp filter as a BPF program; None if `FORBIDDEN_CALLS` does not list this architecture."""
    entry = FORBIDDEN_CALLS.get(platform.machine())
    if entry is None or struct.calcsize("P") != 8:
        return None
    architecture, calls = entry
    # Fields: operation, instructions to skip if the comparison holds, instructions to skip if not, operand.
    program = [(LOAD, 0, 0, ARCHITECTURE_OFFSET), (JUMP_IF_EQUAL, 1, 0, architecture), (RETURN, 0, 0, KILL)]
    program += [(LOAD, 0, 0, CALL_NUMBER_OFFSET), (JUMP_IF_GREATER_OR_EQUAL, len(calls) + 1, 0, X32_BIT)]
    program += [(JUMP_IF_EQUAL, len(calls) - index, 0, call) for index, call in enumerate(calls)]
    program += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, FAIL_WITH_ERRNO | errno.EPERM)]
    return b"".join(struct.pack("HBBI", *instruction) for instruction in program)


def open_filter() -> int | None:
    """Return a file descriptor from which the seccomp filter can be read; None if this machine has no filter."""
    program = build_filter()
    if program is None:
        return None
    readable, writable = os.pipe()
    os.write(writable, program)
    os.close(writable)
    return readable
