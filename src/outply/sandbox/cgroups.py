"""Control groups (cgroup v1 and v2), with which the kernel measures and limits a process tree."""

from __future__ import annotations

import contextlib
import functools
import os
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from outply.sandbox.limits import MIB, Limits
from outply.sandbox.locks import creator_tag, lock_dir, remove_stale

ROOT = Path("/sys/fs/cgroup")
PREFIX = "outply-"
MAIN_GROUP = "outply.main"
"""The group for Outply itself in a delegated group (cgroup v2)."""
REMOVE_TIMEOUT_S = 10.0
"""Time to wait for the kernel to release the processes of a group, which cannot be removed before."""
REMOVE_POLL_INTERVAL_S = 0.001


class ControlGroup:
    """A control group of version 1 or 2. The group exists until `close` is called.

    `parents` maps each controller to the directory in which the group is created (see `parent_dirs`).
    """

    def __init__(self, parents: dict[str, Path], limits: Limits) -> None:
        name = group_name()
        self._folders = {controller: folder / name for controller, folder in parents.items()}
        self._unified = "unified" in parents
        self._locks: list[int] = []
        try:
            for folder in self._folders.values():
                folder.mkdir()
                self._locks.append(lock_dir(folder))
            self._set_limits(limits)
        except BaseException:
            self.close()
            raise

    def _set_limits(self, limits: Limits) -> None:
        memory = limits.memory_mib * MIB
        if self._unified:
            self._set("unified", "memory.max", memory)
            self._set("unified", "memory.swap.max", 0)
            self._set("unified", "pids.max", limits.processes)
        else:
            self._set("memory", "memory.limit_in_bytes", memory)
            self._set("memory", "memory.memsw.limit_in_bytes", memory)
            self._set("pids", "pids.max", limits.processes)

    def add_process(self, process: int) -> None:
        """Add a process to the group. All processes that it starts from now on also belong to the group."""
        for folder in self._folders.values():
            _write_file(f"{folder}/cgroup.procs", str(process))

    @property
    def cpu_seconds(self) -> float:
        """The exact user and system CPU time of all processes of the group so far, in seconds."""
        if self._unified:
            return self._read_fields("unified", "cpu.stat")["usage_usec"] / 1e6
        return self._read_number("cpuacct", "cpuacct.usage") / 1e9

    @property
    def user_seconds(self) -> float:
        """The user CPU time of all processes of the group so far, in seconds, as estimated by kernel sampling."""
        if self._unified:
            return self._read_fields("unified", "cpu.stat")["user_usec"] / 1e6
        ticks = self._read_fields("cpuacct", "cpuacct.stat")
        total = ticks["user"] + ticks["system"]
        return self.cpu_seconds * (ticks["user"] / total if total else 1)

    @property
    def memory_mib(self) -> float:
        """The peak memory usage of the group in MiB."""
        if self._unified:
            return self._read_number("unified", "memory.peak") / MIB
        return self._read_number("memory", "memory.max_usage_in_bytes") / MIB

    @property
    def oom_killed(self) -> bool:
        """Whether the kernel has killed a process because the group was out of memory."""
        if self._unified:
            return self._read_fields("unified", "memory.events").get("oom_kill", 0) > 0
        return self._read_fields("memory", "memory.oom_control").get("oom_kill", 0) > 0

    @property
    def processes(self) -> list[int]:
        """The IDs of the processes that are in the group now."""
        return _processes(next(iter(self._folders.values())))

    def close(self) -> None:
        """Remove the group. All processes of the group must have ended."""
        while self._locks:
            os.close(self._locks.pop())
        for folder in self._folders.values():
            remove_group(folder)

    def _set(self, controller: str, name: str, value: int) -> None:
        # The settings for swap do not exist in a kernel without swap accounting.
        with contextlib.suppress(FileNotFoundError, PermissionError):
            _write_file(f"{self._folders[controller]}/{name}", str(value))

    def _read_number(self, controller: str, name: str) -> int:
        try:
            return int(_read_file(f"{self._folders[controller]}/{name}"))
        except FileNotFoundError:  # memory.peak is newer than the other files
            return 0

    def _read_fields(self, controller: str, name: str) -> dict[str, int]:
        lines = _read_file(f"{self._folders[controller]}/{name}").splitlines()
        return {key.decode(): int(value) for key, value in (line.split() for line in lines)}


def _read_file(path: str) -> bytes:
    """Return the content of a small file. A run reads about 20; `Path.read_text` takes three times as long."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return os.read(descriptor, 1 << 14)
    finally:
        os.close(descriptor)


def _write_file(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def _processes(folder: Path) -> list[int]:
    with open(f"{folder}/cgroup.procs", "rb", buffering=0) as file:  # `Path.read_text` takes three times as long
        return [int(line) for line in file.readall().split()]


def group_name() -> str:
    """Return a name for a new group that no other group has, even if the PID of this process was used before."""
    return f"{PREFIX}{creator_tag()}-{secrets.token_hex(8)}"


def remove_group(
    folder: Path,
    timeout_s: float = REMOVE_TIMEOUT_S,
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> None:
    """Remove the control group in `folder`; wait up to `timeout_s` for its processes to end."""
    deadline = clock() + timeout_s
    while True:
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            if clock() > deadline:
                return
            sleep(REMOVE_POLL_INTERVAL_S)


def kill_and_remove(folder: Path) -> None:
    """Remove the control group in `folder`, which a killed process has left behind, and kill its processes."""
    for process in _processes(folder):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    remove_group(folder)


@functools.cache
def parent_dirs() -> dict[str, Path] | None:
    """Return, by controller, the directory in which this process can create groups; None if it can create none."""
    for parents in _candidates():
        with contextlib.suppress(OSError, ValueError, KeyError):
            group = ControlGroup(parents, Limits(cpu_seconds=1, wall_seconds=1))
            try:
                _ = group.cpu_seconds, group.oom_killed
            finally:
                group.close()
            for folder in parents.values():
                remove_stale(folder, PREFIX, kill_and_remove)
            return parents
    return None


def _candidates() -> Iterator[dict[str, Path]]:
    """Yield mappings from controller to a directory in which this process may be able to create groups."""
    version_1 = {name: ROOT / name for name in ("cpuacct", "memory", "pids")}
    if all((folder / "cgroup.procs").exists() for folder in version_1.values()):
        yield version_1
    with contextlib.suppress(OSError, StopIteration):
        lines = Path("/proc/self/cgroup").read_text().splitlines()
        own = ROOT / next(line[3:] for line in lines if line.startswith("0::")).strip("/")
        for folder in dict.fromkeys((ROOT, own.parent if own.name == MAIN_GROUP else own)):
            if _has_controllers(folder) or delegate(folder):
                yield {"unified": folder}


def _has_controllers(folder: Path, name: str = "cgroup.subtree_control") -> bool:
    """Return whether groups in `folder` can have limits on memory and processes (cgroup v2)."""
    try:
        return {"memory", "pids"} <= set((folder / name).read_text().split())
    except OSError:
        return False


def delegate(folder: Path) -> bool:
    """Let this process create groups with limits in its own group `folder`; return whether it can (cgroup v2).

    A group whose subgroups have limits must not contain processes itself. If the group was delegated to this user
    and contains only this process and its relatives, these processes are moved to a subgroup.
    """
    if not _has_controllers(folder, "cgroup.controllers") or not os.access(
        folder / "cgroup.subtree_control", os.W_OK
    ):
        return False
    processes = _processes(folder)
    if os.getpid() not in processes or not all(_is_relative(process) for process in processes):
        return False
    main = folder / MAIN_GROUP
    try:
        main.mkdir(exist_ok=True)
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                (main / "cgroup.procs").write_text(str(process))
        (folder / "cgroup.subtree_control").write_text("+memory +pids")
    except OSError:
        return False
    return True


def _is_relative(process: int) -> bool:
    """Return whether a process is this process, one of its ancestors or one of its descendants."""
    return process in _ancestors(os.getpid()) or os.getpid() in _ancestors(process)


def _ancestors(process: int) -> list[int]:
    """Return a process and its ancestors."""
    ancestors = []
    while process > 0:
        ancestors.append(process)
        try:
            fields = Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            break
        process = int(fields[1])
    return ancestors
