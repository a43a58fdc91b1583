"""Failures while a sandboxed program is started."""

import contextlib
import itertools
import os
import resource
import select
import signal
import sys
from pathlib import Path

import pytest
from sandbox.conftest import USER
from support.waiting import wait_until

from outply.sandbox import bubblewrap, cgroups, locks
from outply.sandbox.host import HostError
from outply.sandbox.limits import Limits, Termination
from outply.sandbox.process import ProgramProcess
from outply.sandbox.run import run, watch
from outply.sandbox.workspace import Workspace

MAX_DESCRIPTORS = 100
"""More than the start of a program opens."""


def test_failure_of_bubblewrap_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "arguments", lambda *_: ["--nothing"])
    with pytest.raises(bubblewrap.NoSandboxError, match="did not start the program: bwrap: Unknown option"):
        run(["true"], folder, Limits(cpu_seconds=1, wall_seconds=1))


@pytest.mark.parametrize("use_cgroups", [True, False], ids=["control groups", "proc"])
def test_sandbox_that_is_killed_before_the_start_is_not_blamed_on_the_program(
    folder: Path, use_cgroups: bool
) -> None:
    limits = Limits(cpu_seconds=10, wall_seconds=240)
    process = ProgramProcess(["true"], folder, limits, user=USER, use_cgroups=use_cgroups)
    try:
        descriptor = os.pidfd_open(process.root_process)
        os.kill(process.root_process, signal.SIGKILL)
        wait_until(lambda: select.select([descriptor], [], [], 0)[0], "the end of the sandbox")
        os.close(descriptor)
        with pytest.raises(HostError, match="the sandbox ended before the program was started"):
            watch(process, limits)
    finally:
        process.close()


@pytest.mark.skipif(sys.version_info < (3, 11, 4), reason="subprocess leaks descriptors before Python 3.11.4")
@pytest.mark.parametrize("use_cgroups", [True, False], ids=["control groups", "proc"])
def test_start_that_fails_for_lack_of_file_descriptors_leaves_nothing_behind(
    folder: Path, use_cgroups: bool
) -> None:
    limits = Limits(cpu_seconds=10, wall_seconds=240)
    process, failures = None, 0
    before = resources()
    old_limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    first_free = next(number for number in itertools.count() if f"descriptor {number}" not in before)
    try:
        while process is None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (first_free + failures, old_limits[1]))
            with contextlib.suppress(OSError, bubblewrap.NoSandboxError):
                process = ProgramProcess(["true"], folder, limits, user=USER, use_cgroups=use_cgroups)
            resource.setrlimit(resource.RLIMIT_NOFILE, old_limits)
            if process is None:
                failures += 1
                assert failures < MAX_DESCRIPTORS, "no start succeeds"
                assert resources() <= before
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, old_limits)
        if process is not None:
            process.close()
    assert failures > 5
    assert resources() <= before


@pytest.mark.parametrize("use_cgroups", [True, False], ids=["control groups", "proc"])
def test_background_process_without_a_sandbox_leaves_no_zombie(tmp_path: Path, use_cgroups: bool) -> None:
    before = resources()
    polls = 0

    def on_poll() -> None:
        nonlocal polls
        polls += (tmp_path / "started").exists()
        if polls == 2:  # the first one may have measured the processes before the file was written
            (tmp_path / "polled").touch()

    program = ["sh", "-c", "sleep 600 & touch started; while [ ! -e polled ]; do sleep 0.01; done"]
    limits = Limits(cpu_seconds=10, wall_seconds=240)
    result = run(program, tmp_path, limits, sandboxed=False, use_cgroups=use_cgroups, on_poll=on_poll)
    assert result.termination is Termination.OK
    assert resources() <= before


def test_signal_during_the_start_of_an_engine_leaves_nothing_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_arguments = bubblewrap.open_arguments

    def open_after_signal(options: list[str]) -> int:
        os.kill(os.getpid(), signal.SIGINT)
        return open_arguments(options)

    monkeypatch.setattr(bubblewrap, "open_arguments", open_after_signal)
    workspace = Workspace(folder, disk_mib=8)
    before = resources()
    with pytest.raises(KeyboardInterrupt):
        workspace.open_interactive(["cat"], Limits(cpu_seconds=10, wall_seconds=240))
    assert resources() <= before
    workspace.close()


def resources() -> set[str]:
    """Return the open file descriptors, the child processes and the control groups of this process."""
    descriptors = [
        f"descriptor {name}" for name in os.listdir("/proc/self/fd") if Path(f"/proc/self/fd/{name}").exists()
    ]
    children = [
        f"process {each}"
        for path in Path("/proc/self/task").glob("*/children")
        for each in path.read_text().split()
    ]
    parents = (cgroups.parent_dirs() or {}).values()
    groups = [f"group {path}" for parent in parents for path in parent.glob(f"*{locks.creator_tag()}*")]
    return {*descriptors, *children, *groups}


def test_missing_bubblewrap_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(folder))
    bubblewrap.require_sandbox.cache_clear()
    try:
        with pytest.raises(bubblewrap.NoSandboxError, match="apt-get install bubblewrap"):
            run(["true"], folder, Limits(cpu_seconds=1, wall_seconds=1))
    finally:
        bubblewrap.require_sandbox.cache_clear()
