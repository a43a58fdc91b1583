"""Executors run jobs on the cores of this machine or on a Dask cluster."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator
from typing import Protocol, Self

from outply.jobs.cores import cores
from outply.jobs.dask import CONNECT_TIMEOUT_S, DaskExecutor
from outply.jobs.job import J, JobEvent, WorkDirectory
from outply.jobs.process_pool import run_jobs

__all__ = ["DaskExecutor", "Executor", "LocalExecutor", "open_executor"]


class Executor(Protocol):
    """Distributes jobs to workers."""

    @property
    def workers(self) -> int:
        """The number of jobs that run at the same time."""

    def run(
        self, jobs: deque[J], *, pin_cores: bool = False, keep_going: bool = False, deadline: float | None = None
    ) -> Generator[JobEvent[J], None, None]:
        """Run the jobs and yield their reports and results as they arrive.

        Jobs are taken from the left of the queue, which the caller may extend or clear between events. A job whose
        worker dies is started again. With `pin_cores`, each job and the programs that it starts share one core,
        which no other job uses at the same time, so that at most as many jobs run as there are cores. At the
        `deadline`, a value of `time.monotonic`, the unfinished jobs are dropped.

        Raises WorkerError if a job fails; with `keep_going`, the error is yielded as the job's result instead.
        """

    def close(self) -> None:
        """Release the workers and remove the jobs' files."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class LocalExecutor:
    """Runs jobs in processes on this machine, by default one per core. Deadlines are values of `clock`."""

    def __init__(self, workers: int | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.workers = workers or cores()
        self._clock = clock
        self._directory = WorkDirectory()

    def run(
        self, jobs: deque[J], *, pin_cores: bool = False, keep_going: bool = False, deadline: float | None = None
    ) -> Generator[JobEvent[J], None, None]:
        return run_jobs(
            jobs,
            min(self.workers, cores()) if pin_cores else self.workers,
            pin_cores=pin_cores,
            keep_going=keep_going,
            deadline=deadline,
            work_dir=self._directory.path,
            clock=self._clock,
        )

    def close(self) -> None:
        self._directory.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_executor(
    workers: int | None = None, cluster: str | None = None, *, connect_timeout_s: float = CONNECT_TIMEOUT_S
) -> Executor:
    """Return an executor for the Dask cluster at the address `cluster`, or for this machine if `cluster` is None.

    Raises ClusterError if the cluster cannot be reached within `connect_timeout_s`.
    """
    return LocalExecutor(workers) if cluster is None else DaskExecutor(cluster, connect_timeout_s)
