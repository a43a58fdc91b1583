"""The walls: bubblewrap shows a program the system's files, read-only, and one folder of its own."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from pathlib import Path

from outply.sandbox.limits import MIB

HOME = "/work"
PATH = "/usr/local/bin:/usr/bin:/bin"

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime")
"""What compilers and interpreters look up; of the rest of /etc nothing is seen."""

WALLS = ("bwrap", "--unshare-all", "--unshare-user", "--disable-userns")

SCRATCH_MIB = 64  # of /tmp and of /dev/shm, each


class NoSandboxError(Exception):
    """A program of a stranger cannot be sandboxed here; the sentence says why."""


def command(folder: Path, program: list[str], ready: int, go: int, refused: int | None) -> list[str]:
    """Return the command that runs a program in the folder, sandboxed.

    It tells at the file descriptor `ready` which process it is, and begins when something comes from `go`; the
    filter of system calls, if there is one, it reads from `refused`.
    """
    walls = [*WALLS, "--die-with-parent", "--new-session", "--clearenv"]
    for path in SYSTEM:
        if os.path.islink(path):
            walls += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            walls += ["--ro-bind", path, path]
    for path in (*SETTINGS, *_java_settings()):
        walls += ["--ro-bind-try", path, path]
    scratch = str(SCRATCH_MIB * MIB)
    walls += ["--proc", "/proc", "--dev", "/dev", "--size", scratch, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    walls += ["--size", scratch, "--tmpfs", "/tmp", "--bind", str(folder), HOME, "--chdir", HOME]
    walls += ["--remount-ro", "/"]
    for name, value in environment().items():
        walls += ["--setenv", name, value]
    if refused is not None:
        walls += ["--seccomp", str(refused)]
    return [*walls, "--info-fd", str(ready), "--block-fd", str(go), "--", *program]


def environment() -> dict[str, str]:
    """Return the variables that a program sees; none of them is the host's own."""
    return {"PATH": PATH, "HOME": HOME, "LANG": "C.UTF-8", "USER": "contestant"}


def require_linux() -> None:
    """Raise a `NoSandboxError` where programs in a directory cannot be run at all, with walls or without."""
    if not hasattr(os, "pidfd_open"):
        raise NoSandboxError("programs in a directory are built, run and measured on Linux alone")


@functools.cache
def require_sandbox() -> None:
    """Raise a `NoSandboxError` where programs cannot be sandboxed."""
    require_linux()
    if shutil.which("bwrap") is None:
        raise NoSandboxError("bubblewrap is not here: apt-get install bubblewrap")
    trial = [*WALLS, "--ro-bind", "/", "/", "--proc", "/proc", "true"]
    user: dict[str, int] = {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}
    done = subprocess.run(trial, capture_output=True, text=True, check=False, **user)  # type: ignore[call-overload]
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        raise NoSandboxError(
            f"bubblewrap cannot build its walls here: {said[-1] if said else 'it does not say why'}"
        )


NOBODY = 65534


def _java_settings() -> list[str]:
    return [str(path) for path in Path("/etc").glob("java*")]
