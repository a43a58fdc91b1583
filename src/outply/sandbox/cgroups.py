"""Control groups: the kernel itself adds up what a process tree takes, where we may ask it to."""

from __future__ import annotations

import contextlib
import functools
import os
import secrets
import signal
import time
from pathlib import Path

from outply.sandbox.limits import MIB, Limits
from outply.sandbox.stale import lock_dir, remove_stale

ROOT = Path("/sys/fs/cgroup")
PREFIX = "outply-"
PATIENCE = 10.0  # seconds for the kernel to forget the processes of a group


class ControlGroup:
    """A control group of our own, in both versions of them; it must be closed."""

    def __init__(self, folders: dict[str, Path], limits: Limits) -> None:
        # A number that counts up would meet what a killed process of our number has left behind.
        name = f"{PREFIX}{os.getpid()}-{secrets.token_hex(8)}"
        self._folders = {controller: folder / name for controller, folder in folders.items()}
        self._unified = "unified" in folders
        self._claims: list[int] = []
        for folder in self._folders.values():
            folder.mkdir()
            self._claims.append(lock_dir(folder))
        memory = limits.memory_mib * MIB
        if self._unified:
            self._set("unified", "memory.max", memory)
            self._set("unified", "memory.swap.max", 0)
            self._set("unified", "pids.max", limits.processes)
        else:
            self._set("memory", "memory.limit_in_bytes", memory)
            self._set("memory", "memory.memsw.limit_in_bytes", memory)
            self._set("pids", "pids.max", limits.processes)

    def enter(self, process: int) -> None:
        """Count this process, and all that it starts from now on."""
        for folder in self._folders.values():
            (folder / "cgroup.procs").write_text(str(process))

    @property
    def user_seconds(self) -> float:
        if self._unified:
            return self._fields("unified", "cpu.stat")["user_usec"] / 1e6
        # The sum is exact; which part of it is the user's is only looked at a hundred times a second.
        share = self._fields("cpuacct", "cpuacct.stat")
        ticks = share["user"] + share["system"]
        return self._number("cpuacct", "cpuacct.usage") / 1e9 * (share["user"] / ticks if ticks else 1)

    @property
    def memory_mib(self) -> float:
        """The most memory that was in use at a time."""
        if self._unified:
            return self._number("unified", "memory.peak") / MIB
        return self._number("memory", "memory.max_usage_in_bytes") / MIB

    @property
    def oom_killed(self) -> bool:
        """Whether the kernel ended a process for want of memory."""
        if self._unified:
            return self._fields("unified", "memory.events").get("oom_kill", 0) > 0
        return self._fields("memory", "memory.oom_control").get("oom_kill", 0) > 0

    @property
    def processes(self) -> list[int]:
        """Those that are in the group now."""
        return _processes(next(iter(self._folders.values())))

    def close(self) -> None:
        """Remove the group; its processes must have ended."""
        for descriptor in self._claims:
            os.close(descriptor)
        for folder in self._folders.values():
            _remove(folder)

    def _set(self, controller: str, name: str, value: int) -> None:
        # A kernel without swap accounting has no such file.
        with contextlib.suppress(FileNotFoundError, PermissionError):
            (self._folders[controller] / name).write_text(str(value))

    def _number(self, controller: str, name: str) -> int:
        try:
            return int((self._folders[controller] / name).read_text())
        except FileNotFoundError:  # memory.peak is younger than the rest
            return 0

    def _fields(self, controller: str, name: str) -> dict[str, int]:
        lines = (self._folders[controller] / name).read_text().splitlines()
        return {key: int(value) for key, value in (line.split() for line in lines)}


def _processes(folder: Path) -> list[int]:
    return [int(line) for line in (folder / "cgroup.procs").read_text().split()]


def _remove(folder: Path) -> None:
    late = time.monotonic() + PATIENCE
    while True:
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            if time.monotonic() > late:
                return
            time.sleep(0.001)


def kill_and_remove(folder: Path) -> None:
    """Remove a group that a killed process has left behind, and whoever is in it."""
    for process in _processes(folder):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    _remove(folder)


@functools.cache
def parent_dirs() -> dict[str, Path] | None:
    """Return where groups of our own can be made, by controller; None if nowhere."""
    for found in (_first_version(), _second_version()):
        if found is None:
            continue
        with contextlib.suppress(OSError, ValueError, KeyError):
            group = ControlGroup(found, Limits(cpu_seconds=1, wall_seconds=1))
            try:
                _ = group.user_seconds, group.oom_killed
            finally:
                group.close()
            for folder in found.values():
                remove_stale(folder, PREFIX, kill_and_remove)
            return found
    return None


def _first_version() -> dict[str, Path] | None:
    found = {name: ROOT / name for name in ("cpuacct", "memory", "pids")}
    return found if all((folder / "cgroup.procs").exists() for folder in found.values()) else None


def _second_version() -> dict[str, Path] | None:
    try:
        own = next(
            line[3:] for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::")
        )
        for folder in (ROOT, ROOT / own.strip("/")):
            if {"cpu", "memory", "pids"} <= set((folder / "cgroup.subtree_control").read_text().split()):
                return {"unified": folder}
    except (OSError, StopIteration):
        return None
    return None
