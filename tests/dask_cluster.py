"""A real Dask cluster of processes, as fixtures."""

import os
import re
import subprocess
import sys

import pytest

QUIET = os.environ | {"DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "info"}


def begin(*command, until):
    """Start a part of the cluster, and wait for the line in which it says that it is ready."""
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + command[0], *command[1:]],
        env=QUIET,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    for line in process.stderr:
        if found := re.search(until, line):
            return process, found
    raise AssertionError(f"{command[0]} ended before it began")


@pytest.fixture
def scheduler(monkeypatch):
    monkeypatch.setattr("outply.arena.dask.TIMEOUT", 120)  # seconds, for a busy machine
    process, found = begin(
        "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", until=r"(tcp://\S+)"
    )
    yield found[1]
    process.kill()
    process.wait()
    process.stderr.close()


@pytest.fixture
def workers(scheduler, tmp_path):
    processes = [
        begin(
            "dask_worker",
            scheduler,
            *("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path / str(number))),
            until="Registered to",
        )[0]
        for number in range(2)
    ]
    yield processes
    for process in processes:
        process.kill()
        process.wait()
        process.stderr.close()
