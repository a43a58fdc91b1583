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

TESTS = Path(__file__).parents[2]
ENVIRONMENT = {
    "DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "info",
    "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]),  # workers import sample jobs
}

WORKERS = 2
CONNECT_TIMEOUT_S = 120.0  # for a busy machine


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


class DaskCluster:
    """A scheduler and two workers with a thread each; those that a test kills are started again for the next."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self._scheduler: Popen[str] | None = None
        self._address = ""
        self._workers: list[Popen[str]] = []

    def address(self) -> str:
        """Return the address of the scheduler, which is started if necessary."""
        if self._scheduler is None or self._scheduler.poll() is not None:
            self.close()
            listen = ("--host", "127.0.0.1", "--port", "0")
            self._scheduler, match = self._stack.enter_context(
                running("dask_scheduler", *listen, "--no-dashboard", ready=r"(tcp://\S+)")
            )
            self._address = match[1]
        return self._address

    def workers(self) -> list[Popen[str]]:
        """Return the processes of the two workers, which are started if necessary."""
        address = self.address()
        self._workers = [worker for worker in self._workers if worker.poll() is None]
        while len(self._workers) < WORKERS:
            command = ("dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
            folder = tempfile.mkdtemp(dir=self._folder)
            worker, _ = self._stack.enter_context(
                running(*command, "--local-directory", folder, ready="Registered to")
            )
            self._workers.append(worker)
        return self._workers

    def kill_scheduler(self) -> None:
        assert self._scheduler is not None
        kill(self._scheduler)

    def close(self) -> None:
        self._stack.close()
        self._workers = []


def kill(process: Popen[str]) -> None:
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
def workers(dask_cluster: DaskCluster) -> list[Popen[str]]:
    """The processes of two workers with a thread each."""
    return dask_cluster.workers()
