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

from outply.sandbox import bubblewrap, cgroups, seccomp
from outply.sandbox.limits import MIB, Limits, RunResult, Termination
from outply.sandbox.output_capture import OutputCapture
from outply.sandbox.process_tree import ProcessTree, deleted_bytes
from outply.sandbox.signals import DeferredSignals
from outply.sandbox.untrusted_dirs import exceeds_quota

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LOOK = 0.01  # seconds between two looks at what the program takes
REST = 2  # times as long as a look took, at least, between two of them: a crowd of processes must not keep us busy
PATIENCE = 10.0  # seconds for the kernel to end what was killed
DISK_REST = 20  # the same for looks at its files


def run(
    program: list[str],
    folder: Path,
    limits: Limits,
    *,
    user: int | None = None,
    core: int | None = None,
    sandboxed: bool = True,
    use_cgroups: bool = True,
    environment: dict[str, str] | None = None,
) -> RunResult:
    """Run the program in the folder and return how it ended; nothing of it is left running then.

    Root runs it as `user`, whom the folder must belong to; everybody else runs it as themselves. `core` is the
    only one that it may use. `sandboxed=False` runs it without a sandbox, with the limits alone, and with the
    variables of `environment` if there are some. Control groups measure it where they can be had and `use_cgroups`
    allows it, else looks into /proc do. A `NoSandboxError` where it cannot be sandboxed.
    """
    if sandboxed:
        bubblewrap.require_sandbox()
    with DeferredSignals() as signals:
        running = _Running(program, folder, limits, user, core, sandboxed, use_cgroups, environment)
        try:
            with signals.deliver_immediately():
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
        sandboxed: bool,
        use_cgroups: bool,
        environment: dict[str, str] | None,
    ) -> None:
        self._limits, self._folder, self._sandboxed = limits, folder, sandboxed
        self._printed = {"output": OutputCapture(), "errors": OutputCapture()}
        self._next_disk = self._waited_for = 0.0
        self._process_file = self._root_file = -1
        folders = cgroups.parent_dirs() if use_cgroups else None
        self._group = cgroups.ControlGroup(folders, limits) if folders else None
        ready, tell_ready = os.pipe()
        wait_go, go = os.pipe()
        refused = seccomp.open_filter() if sandboxed else None
        rights: dict[str, Any] = {}
        if os.geteuid() == 0 and user is not None:
            rights = {"user": user, "group": user, "extra_groups": []}
        program = [*_bounds(limits, as_ourselves=not rights), *program]
        # Nothing of the program runs before it is counted.
        command = (
            bubblewrap.command(folder, program, tell_ready, wait_go, refused)
            if sandboxed
            else ["sh", "-c", 'read -r _; exec "$@" </dev/null', "sh", *program]
        )
        passed = [tell_ready, wait_go, *([] if refused is None else [refused])]
        try:
            self._started = time.monotonic()
            self._process = subprocess.Popen(
                command,
                cwd=folder,
                # The walls themselves show theirs to those inside.
                env=bubblewrap.environment() if sandboxed else environment or _environment(folder),
                stdin=subprocess.DEVNULL if sandboxed else wait_go,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=passed if sandboxed else (),
                start_new_session=True,
                **rights,
            )
            self._process_file = os.pidfd_open(self._process.pid)
            os.close(tell_ready)
            tell_ready = -1
            self._root = self._child_of(ready) if sandboxed else self._process.pid
            self._root_file = os.pidfd_open(self._root)
            self._tree = ProcessTree(self._root)
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
            for descriptor in (ready, tell_ready, wait_go, go, -1 if refused is None else refused):
                if descriptor >= 0:
                    os.close(descriptor)

    def watch(self) -> RunResult:
        """Wait until the program ends, or end it."""
        out, err = self._process.stdout, self._process.stderr
        assert out is not None
        assert err is not None
        streams = {out.fileno(): "output", err.fileno(): "errors"}
        for descriptor in streams:
            os.set_blocking(descriptor, False)
        end: Termination | None = None
        next_look = 0.0
        while end is None and not self._has_ended():
            readable, _, _ = select.select([*streams, self._process_file], [], [], LOOK)
            for descriptor in streams.keys() & readable:
                self._hear(descriptor, streams)
            looked = time.monotonic()
            if looked >= next_look:
                end = self._too_much()
                now = time.monotonic()
                next_look = now + max(LOOK, REST * (now - looked))
        wall = time.monotonic() - self._started
        self._end()
        for descriptor in list(streams):
            self._hear(descriptor, streams)
        self._has_ended(wait=True)
        status = self._process.returncode
        cpu, memory = self._taken()
        if end is None:
            end = self._judged(status, cpu)
        return RunResult(
            termination=end,
            exit_status=status,
            cpu_seconds=round(cpu, 6),
            wall_seconds=round(wall, 6),
            memory_mib=round(memory, 1),
            stdout=str(self._printed["output"]),
            stderr=str(self._printed["errors"]),
            limits=self._limits,
        )

    def _hear(self, descriptor: int, streams: dict[int, str]) -> None:
        with contextlib.suppress(BlockingIOError):  # somebody who outlives the program may hold the other end
            data = os.read(descriptor, 1 << 16)
            self._printed[streams[descriptor]].add(data)
            if not data:
                del streams[descriptor]

    def _too_much(self) -> Termination | None:
        """Return what the program has taken too much of; None if nothing."""
        if self._taken_memory() > self._limits.memory_mib:
            return Termination.MEMORY
        if self._taken()[0] > self._limits.cpu_seconds:
            return Termination.CPU_TIME
        if time.monotonic() - self._started > self._limits.wall_seconds:
            return Termination.WALL_TIME
        if sum(printed.amount for printed in self._printed.values()) > self._limits.output_mib * MIB:
            return Termination.OUTPUT
        looked = time.monotonic()
        if looked >= self._next_disk:
            if self._fills_the_disk():
                return Termination.DISK
            now = time.monotonic()
            self._next_disk = now + max(LOOK, DISK_REST * (now - looked))
        return None

    def _taken_memory(self) -> float:
        """Return the memory in use now; endless where the kernel has ended something for want of it."""
        if self._group is not None:
            return float("inf") if self._group.oom_killed else 0.0
        memory = self._tree.poll()
        # Processes that share pages each count them; to share them out takes long.
        return self._tree.proportional_memory_mib() if memory > self._limits.memory_mib else memory

    def _fills_the_disk(self) -> bool:
        most = self._limits.disk_mib * MIB
        deleted = deleted_bytes(self._processes(), os.stat(self._folder).st_dev)
        return deleted >= most or exceeds_quota(self._folder, most - deleted)

    def _judged(self, status: int, cpu: float) -> Termination:
        """Return how a program that ended by itself did."""
        if cpu > self._limits.cpu_seconds:
            return Termination.CPU_TIME
        if self._group is not None and self._group.oom_killed:
            return Termination.MEMORY
        if status == 0:
            return Termination.OK
        return Termination.DISK if exceeds_quota(self._folder, self._limits.disk_mib * MIB) else Termination.ERROR

    def _has_ended(self, wait: bool = False) -> bool:
        """Say whether the first process has, at once or when it has."""
        if self._process.returncode is None:
            process, status, taken = os.wait4(self._process.pid, 0 if wait else os.WNOHANG)
            if process != 0:
                self._process.returncode = os.waitstatus_to_exitcode(status)
                self._waited_for = taken.ru_utime
        return self._process.returncode is not None

    def _taken(self) -> tuple[float, float]:
        if self._group is not None:
            return self._group.user_seconds, self._group.memory_mib
        # The last look was a while before the end. The kernel knows the time of all that were waited for, but for
        # those behind walls, whom nobody outside waits for.
        return max(self._tree.user_seconds, self._waited_for), self._tree.memory_mib

    def _processes(self) -> list[int]:
        return self._tree.processes if self._group is None else self._group.processes

    def _end(self) -> None:
        """End what is left, and wait until it has ended.

        The first process of a PID namespace takes all others with it, and is the last of them to go. Without walls
        there is no such process: then all that were counted are ended, one after the other.
        """
        if self._root_file >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._root_file, signal.SIGKILL)
            select.select([self._root_file], [], [], PATIENCE)
        if self._root_file >= 0 and not self._sandboxed:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            late = time.monotonic() + PATIENCE
            while (left := self._processes()) and time.monotonic() < late:
                for process in left:
                    _kill(process)
                if self._group is None:
                    break

    def close(self) -> None:
        if hasattr(self, "_process"):
            self._end()
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdout, self._process.stderr):
                if stream is not None:
                    stream.close()
        for descriptor in (self._process_file, self._root_file):
            if descriptor >= 0:
                os.close(descriptor)
        self._process_file = self._root_file = -1
        if self._group is not None:
            self._group.close()

    def _child_of(self, ready: int) -> int:
        """Return the process that bubblewrap says it has started."""
        told = b""
        while part := os.read(ready, 4096):
            told += part
        try:
            return int(json.loads(told)["child-pid"])
        except (ValueError, KeyError):
            assert self._process.stderr is not None
            said = self._process.stderr.read().decode(errors="replace").strip().splitlines()
            why = said[-1] if said else "it does not say why"
            raise bubblewrap.NoSandboxError(f"bubblewrap did not start the program: {why}") from None


def _environment(folder: Path) -> dict[str, str]:
    return bubblewrap.environment() | {"HOME": str(folder)}


def _kill(process: int) -> None:
    """End a process, and wait until it has ended."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        descriptor = os.pidfd_open(process)
        try:
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
            select.select([descriptor], [], [], PATIENCE)
        finally:
            os.close(descriptor)


def _bounds(limits: Limits, as_ourselves: bool) -> list[str]:
    """Return the command before a program that sets the limits which the kernel keeps by itself.

    `as_ourselves`: it runs as our own user, who has other processes.
    """
    most = limits.disk_mib * MIB
    processes = limits.processes + (_processes_of(os.geteuid()) if as_ourselves else 0)
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
