"""Failures while a sandboxed program is started."""

import errno
import os
import select
import signal
from pathlib import Path

import pytest
from sandbox.conftest import USER
from support.waiting import wait_until

from outply.sandbox import bubblewrap
from outply.sandbox.host import HostError
from outply.sandbox.limits import Limits
from outply.sandbox.process import ProgramProcess
from outply.sandbox.run import run, watch


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


def test_start_without_free_file_descriptors_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_descriptor, opened = os.pidfd_open, list[int]()

    def open_one(process: int) -> int:
        if opened:  # the second one is for the first process in the sandbox
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        opened.append(process)
        return open_descriptor(process)

    with monkeypatch.context() as patch:
        patch.setattr(os, "pidfd_open", open_one)
        with pytest.raises(OSError, match="Too many open files"):
            ProgramProcess(["true"], folder, Limits(cpu_seconds=10, wall_seconds=240), user=USER)


def test_missing_bubblewrap_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(folder))
    bubblewrap.require_sandbox.cache_clear()
    try:
        with pytest.raises(bubblewrap.NoSandboxError, match="apt-get install bubblewrap"):
            run(["true"], folder, Limits(cpu_seconds=1, wall_seconds=1))
    finally:
        bubblewrap.require_sandbox.cache_clear()
