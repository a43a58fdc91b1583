"""Fixtures with a real Dask cluster of processes."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from subprocess import Popen

import pytest

from support.waiting import wait_until

TESTS = Path(__file__).parents[2]
ENVIRONMENT = {
    "DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "info",
    "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]),  # workers import sample jobs
}

WORKERS = 2
CONNECT_TIMEOUT_S = 120.0  # for a busy machine


@contextmanager
def running(folder: str, *command: str, ready: str) -> Iterator[tuple[Popen[bytes], re.Match[str]]]:
    """Start a scheduler or a worker that logs to `folder`; yield its process and the match of `ready`."""
    log = Path(folder, "log")
    with log.open("w") as output:  # a pipe that is not read would block the process when it is full
        process = Popen(
            [sys.executable, "-m", "distributed.cli." + command[0], *command[1:]],
            env=os.environ | ENVIRONMENT,
            stdout=subprocess.DEVNULL,
            stderr=output,
        )
    with process:
        try:
            wait_until(
                lambda: re.search(ready, log.read_text()) or process.poll() is not None, f"{command[0]} is ready"
            )
            match = re.search(ready, log.read_text())
            assert match, f"{command[0]} ended before it was ready: {log.read_text()}"
            yield process, match
        finally:
            process.kill()


class DaskCluster:
    """A scheduler and two workers with a thread each; those that a test kills are started again for the next."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self._scheduler: Popen[bytes] | None = None
        self._address = ""
        self._workers: list[Popen[bytes]] = []

    def address(self) -> str:
        """Return the address of the scheduler, which is started if necessary."""
        if self._scheduler is None or self._scheduler.poll() is not None:
            self.close()
            listen = ("--host", "127.0.0.1", "--port", "0")
            folder = tempfile.mkdtemp(dir=self._folder)
            self._scheduler, match = self._stack.enter_context(
                running(folder, "dask_scheduler", *listen, "--no-dashboard", ready=r"(tcp://\S+)\n")
            )
            self._address = match[1]
        return self._address

    def workers(self) -> list[Popen[bytes]]:
        """Return the processes of the two workers, which are started if necessary."""
        address = self.address()
        self._workers = [worker for worker in self._workers if worker.poll() is None]
        while len(self._workers) < WORKERS:
            command = ("dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
            folder = tempfile.mkdtemp(dir=self._folder)
            worker, _ = self._stack.enter_context(
                running(folder, *command, "--local-directory", folder, ready="Registered to")
            )
            self._workers.append(worker)
        return self._workers

    def kill_scheduler(self) -> None:
        assert self._scheduler is not None
        kill(self._scheduler)

    def close(self) -> None:
        self._stack.close()
        self._workers = []


def kill(process: Popen[bytes]) -> None:
    """Kill a process and wait for its end."""
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def dask_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with closing(DaskCluster(tmp_path_factory.mktemp("dask"))) as cluster:
        yield cluster


@pytest.fixture
def scheduler(dask_cluster: DaskCluster) -> str:
    """The address of a scheduler."""
    return dask_cluster.address()


@pytest.fixture
def workers(dask_cluster: DaskCluster) -> list[Popen[bytes]]:
    """The processes of two workers with a thread each."""
    return dask_cluster.workers()
