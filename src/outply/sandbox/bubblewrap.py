"""Builds the bubblewrap command line: a read-only system and one writable directory."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from pathlib import Path

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


class NoSandboxError(Exception):
    """Raised if programs cannot be sandboxed on this machine. The message says why."""


def command(folder: Path, program: list[str], info_fd: int, block_fd: int, seccomp_fd: int | None) -> list[str]:
    """Return the command line that runs `program` in a sandbox, with `folder` as its working directory.

    bubblewrap writes the process ID of the sandbox to `info_fd`, starts the program once data arrives on
    `block_fd`, and reads the seccomp filter, if any, from `seccomp_fd`.
    """
    arguments = [*BASE_COMMAND, "--die-with-parent", "--new-session", "--clearenv"]
    for path in SYSTEM_DIRS:
        if os.path.islink(path):
            arguments += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            arguments += ["--ro-bind", path, path]
    for path in (*ETC_PATHS, *_java_config_paths()):
        arguments += ["--ro-bind-try", path, path]
    size = str(TMPFS_MIB * MIB)
    arguments += [
        "--proc",
        "/proc",
        "--dev",
        "/dev",
        "--size",
        size,
        "--tmpfs",
        "/dev/shm",
        "--remount-ro",
        "/dev",
    ]
    arguments += ["--size", size, "--tmpfs", "/tmp", "--bind", str(folder), HOME, "--chdir", HOME]
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


def _java_config_paths() -> list[str]:
    return [str(path) for path in Path("/etc").glob("java*")]
