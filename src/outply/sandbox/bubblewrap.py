"""Builds the bubblewrap command line: a read-only system and one writable directory."""

from __future__ import annotations

import functools
import os
import shutil
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

SANDBOX_ID = "1000"
"""User ID and group ID of a program, as the program sees them."""

LOCAL_DIR = Path("/usr/local")
PACKAGE_DIR = Path(__file__).resolve().parent.parent
TOOLS = ("cc", "g++", "gcc", "go", "java", "make", "node", "python", "python3", "rustc")

TMPFS_MIB = 64
"""Size of /tmp, and of /dev/shm."""

NOBODY_ID = 65534
"""User ID and group ID of the trial run of bubblewrap if this process is root."""


class NoSandboxError(UserError):
    """Raised if programs cannot be sandboxed on this machine. The message says why."""


def arguments(
    folder: Path, info_fd: int, block_fd: int, seccomp_fd: int | None, mounts: tuple[str, ...] = ()
) -> list[str]:
    """Return the options of bubblewrap for a sandbox with `folder` as its working directory.

    bubblewrap writes the process ID of the sandbox to `info_fd`, starts the program once data arrives on
    `block_fd`, and reads the seccomp filter, if any, from `seccomp_fd`. The program can also read the directories
    in `mounts`.
    """
    size = str(TMPFS_MIB * MIB)
    options = [*BASE_COMMAND[1:], "--uid", SANDBOX_ID, "--gid", SANDBOX_ID]
    options += ["--die-with-parent", "--new-session", "--clearenv", *_system_mounts()]
    options += ["--proc", "/proc", "--dev", "/dev"]
    options += ["--size", size, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    options += ["--size", size, "--tmpfs", "/tmp", "--bind", str(folder), HOME, "--chdir", HOME]
    for path in mounts:  # after /tmp and the hidden directories, which may contain them
        options += ["--ro-bind", path, path]
    for path in (*hidden_dirs(), "/"):
        options += ["--remount-ro", path]
    for name, value in environment().items():
        options += ["--setenv", name, value]
    if seccomp_fd is not None:
        options += ["--seccomp", str(seccomp_fd)]
    return [*options, "--info-fd", str(info_fd), "--block-fd", str(block_fd)]


def open_arguments(options: list[str]) -> int:
    """Return a file descriptor from which bubblewrap reads its arguments (`bwrap --args FD`).

    The command line of bubblewrap must not contain paths of the host, because the program can read it.
    """
    readable, writable = os.pipe()
    os.write(writable, b"\0".join(map(os.fsencode, options)))
    os.close(writable)
    return readable


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
    # --as-pid-1: without it, bubblewrap leaves a process behind, which process 1 would have to wait for.
    trial = [*BASE_COMMAND, "--as-pid-1", "--ro-bind", "/", "/", "--proc", "/proc", "true"]
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
    for path in hidden_dirs():
        arguments += ["--tmpfs", path]
    return tuple(arguments)


def hidden_dirs(local: Path = LOCAL_DIR, package: Path = PACKAGE_DIR) -> list[str]:
    """Return the directories of the system that are empty in a sandbox.

    `local`, where an administrator installs programs, is hidden unless one of `TOOLS` is installed there, as in
    container images of Python or Node. Outply itself is hidden wherever it is.
    """
    hides_local = local.is_dir() and not local.is_symlink()
    hides_local = hides_local and not any((local / "bin" / tool).exists() for tool in TOOLS)
    hidden = [local] if hides_local else []
    if any(package.is_relative_to(path) for path in SYSTEM_DIRS) and not (
        hides_local and package.is_relative_to(local)
    ):
        hidden += [package, *package.parent.glob(f"{package.name}-*.dist-info")]
    return [str(path) for path in hidden]
