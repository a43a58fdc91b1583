"""Start a program under limits: its user, its kernel limits, and the process that inherits its children."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import shutil
from pathlib import Path
from typing import Any

from outply.sandbox import bubblewrap
from outply.sandbox.limits import MIB, Limits

MIN_SPARE_DATA_MIB = 1024
PR_SET_CHILD_SUBREAPER = 36


def unsandboxed_environment(folder: Path) -> dict[str, str]:
    """Return the variables of a program that runs in `folder` without a sandbox."""
    return bubblewrap.environment() | {"HOME": str(folder)}


def switch_user(user: int | None) -> tuple[list[str], dict[str, Any]]:
    """Return the command prefix and the `Popen` options with which root runs a command as `user`.

    With the options, Python has to copy its page tables, because it cannot use vfork: 6 ms per run, and 1 ms with
    the prefix.
    """
    if os.geteuid() != 0 or user is None:
        return [], {}
    if not _has_setpriv():
        return [], {"user": user, "group": user, "extra_groups": []}
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--"], {}


@functools.cache
def _has_setpriv() -> bool:
    return shutil.which("setpriv") is not None


def become_subreaper() -> None:
    """Let this process, instead of process 1, inherit the processes whose parents have ended.

    The first process of a sandbox outlives bubblewrap for a moment. This process then waits for it, because
    process 1 of a container might not.
    """
    _become_subreaper(os.getpid())


@functools.cache
def _become_subreaper(process: int) -> None:
    """Set the attribute of `process`, this process; the processes that it forks do not inherit the attribute."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def prlimit_command(limits: Limits, as_current_user: bool, has_group: bool) -> list[str]:
    """Return the command prefix for the limits that the kernel enforces on each process.

    With `as_current_user`, the process limit is raised by the number of processes that the current user has.
    Without a control group (`has_group`), the data size is limited, in addition to the polled memory.
    """
    max_bytes = limits.disk_mib * MIB
    processes = limits.processes + (_count_processes(os.geteuid()) if as_current_user else 0)
    command = ["prlimit", f"--fsize={max_bytes}", f"--nproc={processes}", "--nofile=256", "--core=0"]
    return [*command, *([] if has_group else [f"--data={_max_data_bytes(limits.memory_mib)}"]), "--"]


def _max_data_bytes(memory_mib: int) -> int:
    """Return the limit on the private writable memory of one process.

    The limit is above `memory_mib`, because programs allocate memory that they do not use: Java allocates 1/64 of
    the machine's memory when it starts.
    """
    physical = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return memory_mib * MIB + max(MIN_SPARE_DATA_MIB * MIB, physical // 32)


def _count_processes(user: int) -> int:
    """Return the number of processes and threads of a user, all of which older kernels count against the limit."""
    count = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if entry.stat().st_uid == user:
                    count += len(os.listdir(f"/proc/{entry.name}/task"))
    return count
