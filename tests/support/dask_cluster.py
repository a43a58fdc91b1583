"""A real Dask cluster of processes, as fixtures."""

import os
import re
import subprocess
import sys
from contextlib import ExitStack, contextmanager

import pytest

QUIET = os.environ | {"DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "info"}


@contextmanager
def begun(*command, until):
    """A part of the cluster, once it has said the line by which it is ready, and what that line says."""
    with subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + command[0], *command[1:]],
        env=QUIET,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            found = next(filter(None, (re.search(until, line) for line in process.stderr)), None)
            assert found, f"{command[0]} ended before it began"
            yield process, found
        finally:
            process.kill()


@pytest.fixture
def scheduler(monkeypatch):
    monkeypatch.setattr("outply.jobs.dask.TIMEOUT", 120)  # seconds, for a busy machine
    where = ("--host", "127.0.0.1", "--port", "0")
    with begun("dask_scheduler", *where, "--no-dashboard", until=r"(tcp://\S+)") as (_, found):
        yield found[1]


@pytest.fixture
def workers(scheduler, tmp_path):
    with ExitStack() as running:
        yield [
            running.enter_context(
                begun(
                    "dask_worker",
                    scheduler,
                    *("--nthreads", "1", "--no-nanny", "--no-dashboard"),
                    *("--local-directory", str(tmp_path / str(number))),
                    until="Registered to",
                )
            )[0]
            for number in range(2)
        ]
