"""Fixtures with a real Dask cluster of processes."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import Popen

import pytest

TESTS = Path(__file__).parent.parent
ENVIRONMENT = {
    "DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "info",
    "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]),  # workers import sample jobs
}


@contextmanager
def running(*command: str, ready: str) -> Iterator[tuple[Popen[str], re.Match[str]]]:
    """Start a scheduler or a worker; yield its process and the match of `ready` in its output."""
    with subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + command[0], *command[1:]],
        env=os.environ | ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stderr is not None
            match = next(filter(None, (re.search(ready, line) for line in process.stderr)), None)
            assert match, f"{command[0]} ended before it was ready"
            yield process, match
        finally:
            process.kill()


@pytest.fixture
def scheduler(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a scheduler."""
    monkeypatch.setattr("outply.jobs.dask.CONNECT_TIMEOUT_S", 120)  # for a busy machine
    listen = ("--host", "127.0.0.1", "--port", "0")
    with running("dask_scheduler", *listen, "--no-dashboard", ready=r"(tcp://\S+)") as (_, match):
        yield match[1]


@pytest.fixture
def workers(scheduler: str, tmp_path: Path) -> Iterator[list[Popen[str]]]:
    """The processes of two workers with a thread each."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                running(
                    "dask_worker",
                    scheduler,
                    *("--nthreads", "1", "--no-nanny", "--no-dashboard"),
                    *("--local-directory", str(tmp_path / str(number))),
                    ready="Registered to",
                )
            )[0]
            for number in range(2)
        ]
