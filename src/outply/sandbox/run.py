"""Runs a program on Linux, with or without a sandbox, until it ends or exceeds a limit."""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from pathlib import Path

from outply.sandbox.limits import Limits, OnOutput, RunResult
from outply.sandbox.process import ProgramProcess
from outply.sandbox.ram_disk import RamDisk
from outply.sandbox.run_clock import RunClock, boot_clock
from outply.sandbox.run_monitor import POLL_BACKOFF_FACTOR, POLL_INTERVAL_S, RunMonitor, read_stream
from outply.sandbox.signals import DeferredSignals
from outply.sandbox.untrusted_dirs import MAX_FILES


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
    mounts: tuple[str, ...] = (),
    disk: RamDisk | None = None,
    max_files: int = MAX_FILES,
    clock: Callable[[], float] = boot_clock,
    monotonic: Callable[[], float] = time.monotonic,
    on_poll: Callable[[], None] | None = None,
    on_output: OnOutput | None = None,
) -> RunResult:
    """Run `program` in `folder`, kill all processes that it leaves behind, and return how it ended.

    If this process is root, the program runs as `user`, who must own the folder; otherwise it runs as the current
    user. `core` is the only CPU core that the program may use. With `sandboxed=False`, the program runs with
    limits but without isolation, and with the variables of `environment` if given. `mounts` are directories that a
    sandboxed program can read besides those of the system. `disk` is the RAM disk that contains the folder, if
    any; otherwise the folder may hold `max_files`. Resources are measured by control groups if these are available
    and `use_cgroups` is set. Otherwise /proc is polled, and a perf event counts the CPU time if the kernel allows
    it. `clock` measures the wall time. The deadline of the limits is a value of `monotonic`, which also paces the
    polls. `on_poll` is called each time the used resources have been compared with the limits, and `on_output`
    with each part of the output, standard and error.

    Raises NoSandboxError if `sandboxed` is set and this machine cannot sandbox programs.
    """
    with DeferredSignals() as signals:
        process = ProgramProcess(
            program,
            folder,
            limits,
            user=user,
            core=core,
            sandboxed=sandboxed,
            use_cgroups=use_cgroups,
            environment=environment,
            mounts=mounts,
            disk=disk,
            max_files=max_files,
            monotonic=monotonic,
        )
        try:
            with signals.deliver_immediately():
                return watch(
                    process, limits, clock=clock, monotonic=monotonic, on_poll=on_poll, on_output=on_output
                )
        finally:
            process.close()


def watch(
    process: ProgramProcess,
    limits: Limits,
    *,
    clock: Callable[[], float] = boot_clock,
    monotonic: Callable[[], float] = time.monotonic,
    on_poll: Callable[[], None] | None = None,
    on_output: OnOutput | None = None,
) -> RunResult:
    """Release the program, wait until it ends or exceeds a limit, kill its processes and return the result.

    `limits` may have a shorter wall time than the limits with which the process was started. The other arguments
    are those of `run`. The caller closes the process.

    Raises HostError if the sandbox did not start the program.
    """
    monitor = RunMonitor(process, monotonic)
    monitor.restart(limits, RunClock(clock))
    termination = monitor.start_program(on_poll)
    streams = monitor.open_streams()
    next_poll = monotonic() + POLL_INTERVAL_S
    while termination is None and not process.has_ended():
        readable, _, _ = select.select([*streams, process.pidfd], [], [], POLL_INTERVAL_S)
        for descriptor in streams.keys() & readable:
            read_stream(descriptor, streams, on_output)
        monitor.tick()
        poll_started = monotonic()
        if poll_started >= next_poll:
            termination = monitor.exceeded_limit()
            if on_poll is not None:
                on_poll()
            now = monotonic()
            next_poll = now + max(POLL_INTERVAL_S, POLL_BACKOFF_FACTOR * (now - poll_started))
    return monitor.finish(termination, streams, on_output)
