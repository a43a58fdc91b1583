"""Runs one program in a folder until it ends, or until it has taken more than it may."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import time
from pathlib import Path

from outply.sandbox import bubblewrap, cgroups
from outply.sandbox.limits import MIB, End, Ended, Limits
from outply.sandbox.processes import Tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LOOK = 0.01  # seconds between two looks at what the program takes
KEPT = 16 * 1024  # bytes of what it prints, of each kind
MAX_FILES = 10_000


def run(
    program: list[str],
    folder: Path,
    limits: Limits,
    *,
    user: int | None = None,
    core: int | None = None,
    contained: bool = True,
    grouped: bool = True,
) -> Ended:
    """Run the program in the folder and return how it ended; nothing of it is left running then.

    Root runs it as `user`, whom the folder must belong to; everybody else runs it as themselves. `core` is the
    only one that it may use. `contained=False` runs it without walls, with the limits alone. Control groups
    measure it where they can be had and `grouped` allows it, else looks into /proc do. A `NoSandboxError` where it
    cannot be contained.
    """
    if contained:
        bubblewrap.expect()
    running = _Running(program, folder, limits, user, core, contained, grouped)
    try:
        return running.watch()
    finally:
        running.close()


class _Running:
    """A program on its way."""

    def __init__(
        self,
        program: list[str],
        folder: Path,
        limits: Limits,
        user: int | None,
        core: int | None,
        contained: bool,
        grouped: bool,
    ) -> None:
        self._limits, self._folder = limits, folder
        self._printed = {"output": b"", "errors": b""}
        self._amount = 0
        folders = cgroups.folders() if grouped else None
        self._group = cgroups.Group(folders, limits) if folders else None
        ready, tell_ready = os.pipe()
        wait_go, go = os.pipe()
        rights: dict[str, Any] = {}
        if os.geteuid() == 0 and user is not None:
            rights = {"user": user, "group": user, "extra_groups": []}
        program = [*_bounds(limits, rights.get("user", os.geteuid())), *program]
        # Nothing of the program runs before it is counted.
        command = (
            bubblewrap.command(folder, program, tell_ready, wait_go)
            if contained
            else ["sh", "-c", 'read -r _; exec "$@" </dev/null', "sh", *program]
        )
        try:
            self._started = time.monotonic()
            self._process = subprocess.Popen(
                command,
                cwd=folder,
                env=bubblewrap.environment(),  # the walls themselves show theirs to those inside
                stdin=subprocess.DEVNULL if contained else wait_go,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(tell_ready, wait_go),
                start_new_session=True,
                **rights,
            )
            os.close(tell_ready)
            tell_ready = -1
            self._root = _child_of(ready) if contained else self._process.pid
            self._tree = Tree(self._root)
            if self._group is not None:
                self._group.enter(self._root)
            if core is not None:
                os.sched_setaffinity(self._root, {core})
            self._started = time.monotonic()
            os.write(go, b"\n")
        except BaseException:
            self.close()
            raise
        finally:
            for descriptor in (ready, tell_ready, wait_go, go):
                if descriptor >= 0:
                    os.close(descriptor)

    def watch(self) -> Ended:
        """Wait until the program ends, or end it."""
        out, err = self._process.stdout, self._process.stderr
        assert out is not None
        assert err is not None
        streams = {out.fileno(): "output", err.fileno(): "errors"}
        end: End | None = None
        next_look = 0.0
        while end is None and self._process.poll() is None:
            readable, _, _ = select.select(list(streams), [], [], LOOK)
            for descriptor in readable:
                self._hear(descriptor, streams)
            if time.monotonic() >= next_look:
                end = self._too_much()
                next_look = time.monotonic() + LOOK
        wall = time.monotonic() - self._started
        self._end()
        for descriptor in list(streams):
            self._hear(descriptor, streams)
        status = self._process.wait()
        cpu, memory = self._taken()
        if end is None:
            end = self._judged(status, cpu)
        printed = {name: text.decode(errors="replace") for name, text in self._printed.items()}
        return Ended(end, status, round(cpu, 6), round(wall, 6), round(memory, 1), **printed)

    def _hear(self, descriptor: int, streams: dict[int, str]) -> None:
        data = os.read(descriptor, 1 << 16)
        name = streams[descriptor]
        if not data:
            del streams[descriptor]
        self._amount += len(data)
        self._printed[name] += data[: KEPT - len(self._printed[name])]

    def _too_much(self) -> End | None:
        """Return what the program has taken too much of; None if nothing."""
        memory = self._tree.look()
        if self._taken()[0] > self._limits.cpu_seconds:
            return End.CPU
        if time.monotonic() - self._started > self._limits.wall_seconds:
            return End.WALL
        if memory > self._limits.memory_mib or (self._group is not None and self._group.ran_out_of_memory):
            return End.MEMORY
        if self._amount > self._limits.output_mib * MIB:
            return End.OUTPUT
        if _is_full(self._folder, self._limits.disk_mib * MIB):
            return End.DISK
        return None

    def _judged(self, status: int, cpu: float) -> End:
        """Return how a program that ended by itself did."""
        if cpu > self._limits.cpu_seconds:
            return End.CPU
        if self._group is not None and self._group.ran_out_of_memory:
            return End.MEMORY
        if status == 0:
            return End.WELL
        return End.DISK if _is_full(self._folder, self._limits.disk_mib * MIB) else End.BADLY

    def _taken(self) -> tuple[float, float]:
        counted = self._group or self._tree
        return counted.user_seconds, counted.memory_mib

    def _end(self) -> None:
        """End what is left: the first process of a PID namespace takes all others with it."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._root, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        if hasattr(self, "_process"):
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdout, self._process.stderr):
                if stream is not None:
                    stream.close()
        if self._group is not None:
            self._group.close()


def _child_of(ready: int) -> int:
    """Return the process that bubblewrap says it has started."""
    told = b""
    while part := os.read(ready, 4096):
        told += part
    try:
        return int(json.loads(told)["child-pid"])
    except (ValueError, KeyError):
        raise bubblewrap.NoSandboxError("bubblewrap did not start the program") from None


def _bounds(limits: Limits, user: int) -> list[str]:
    """Return the command before a program that sets the limits which the kernel keeps by itself."""
    most = limits.disk_mib * MIB
    processes = limits.processes + _processes_of(user)
    return ["prlimit", f"--fsize={most}", f"--nproc={processes}", "--nofile=256", "--core=0", "--"]


def _processes_of(user: int) -> int:
    """Return how many processes and threads a user has, which an older kernel counts against the limit."""
    count = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if entry.stat().st_uid == user:
                    count += len(os.listdir(f"/proc/{entry.name}/task"))
    return count


def _is_full(folder: Path, most: int) -> bool:
    """Say whether the files of a folder take all of that, or are more than anybody needs."""
    size = files = 0
    waiting = [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    files += 1
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(Path(entry.path))
                    else:
                        size += entry.stat(follow_symlinks=False).st_blocks * 512
        except OSError:
            continue  # gone meanwhile, or closed to us
        if size >= most or files > MAX_FILES:
            return True
    return False
