"""Executor for a Dask cluster: sends jobs with their source directories, and receives reports and results."""

from __future__ import annotations

import atexit
import functools
import importlib
import io
import logging
import pickle
import tarfile
import tempfile
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager, nullcontext
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Generic, Self

from outply import errors
from outply.errors import UserError
from outply.jobs.cores import pinned
from outply.jobs.job import (
    J,
    Job,
    JobContext,
    JobEvent,
    Report,
    SourceDirectory,
    TransferError,
    WorkDirectory,
    WorkerError,
)
from outply.sandbox.workspace import WorkspaceError, copy_tree, remove_tree

JOBS_PER_THREAD = 2  # one running and one queued, so that no worker thread waits for its next job
CONNECT_TIMEOUT_S = 20.0

_directory_lock = threading.Lock()


class ClusterError(UserError):
    """Raised if the Dask cluster cannot be reached."""


class DaskExecutor:
    """Runs jobs on the workers of a Dask cluster.

    Reports arrive as messages while a job runs. Dask does not guarantee the delivery of messages, so the
    result of a job contains all its reports again. Each report is yielded only once. Deadlines are values of
    `clock`.
    """

    def __init__(
        self,
        address: str,
        connect_timeout_s: float = CONNECT_TIMEOUT_S,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        distributed = _distributed()  # its import sets the levels of its loggers
        for name in ("distributed", "distributed.client", "tornado.application"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # problems are raised; no traceback is needed
        try:
            # Before the client: one with a wrong address waits when it is closed.
            distributed.comm.get_address_host_port(address)
        except ValueError:
            raise ClusterError(
                f"wrong address of a Dask scheduler: {address!r}. "
                "Expected a host and a port, such as tcp://localhost:8786"
            ) from None
        try:
            self._client = distributed.Client(address, timeout=connect_timeout_s, set_as_default=False)
        except OSError as error:
            raise ClusterError(f"cannot connect to a Dask scheduler at {address}: {error}") from None
        self._address = address
        self._clock = clock
        self._topic = f"outply-{uuid.uuid4()}"
        self._messages: SimpleQueue[bytes] = SimpleQueue()
        self._client.subscribe_topic(self._topic, lambda event: self._messages.put(event[1]))
        self._archives: dict[str, Any] = {}

    @property
    def workers(self) -> int:
        """The number of threads of the cluster, at least 1."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    @property
    def has_reports(self) -> bool:
        """Whether reports have arrived that were not yielded yet."""
        return not self._messages.empty()

    def run(
        self, jobs: deque[J], *, pin_cores: bool = False, keep_going: bool = False, deadline: float | None = None
    ) -> Generator[JobEvent[J], None, None]:
        """Run the jobs as `Executor.run` does.

        Raises ClusterError if the connection to the scheduler is lost.
        """
        try:
            yield from self._run(jobs, pin_cores, keep_going, deadline)
        except (CancelledError, _distributed().comm.CommClosedError):
            raise ClusterError(
                f"the connection to the Dask scheduler at {self._address} was lost. Finished jobs are stored: "
                "start the scheduler and its workers again, then repeat the command."
            ) from None

    def _run(
        self, jobs: deque[J], pin_cores: bool, keep_going: bool, deadline: float | None
    ) -> Generator[JobEvent[J], None, None]:
        timeout_s = None if deadline is None else max(0.001, deadline - self._clock())
        completed = _distributed().as_completed(loop=self._client.loop, timeout=timeout_s)
        submitted: dict[Any, _Submitted[J]] = {}
        by_id: dict[str, _Submitted[J]] = {}
        while jobs or submitted:
            while jobs and len(submitted) < JOBS_PER_THREAD * self.workers:
                submission = _Submitted(jobs.popleft())
                try:
                    future = self._submit(submission.job, submission.id, pin_cores)
                except TransferError as error:
                    if not keep_going:
                        raise
                    yield JobEvent(job=submission.job, value=error, is_result=True)
                    continue
                submitted[future] = by_id[submission.id] = submission
                completed.add(future)
            if not submitted:
                break
            try:
                future = next(completed)
            except TimeoutError:
                break
            yield from self._reports(by_id)
            submission = submitted.pop(future)
            try:
                reports, value = _result(future, str(submission.job))
            except WorkerError as error:
                if not keep_going:
                    raise
                reports, value = [], error
            for index, report in enumerate(reports):
                yield from submission.report(index, report)
            del by_id[submission.id]
            yield JobEvent(job=submission.job, value=value, is_result=True)
        yield from self._reports(by_id)  # reports of the jobs that are unfinished at the deadline

    def close(self) -> None:
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _reports(self, by_id: Mapping[str, _Submitted[J]]) -> Iterator[JobEvent[J]]:
        """Yield the reports of the jobs in `by_id` that have arrived by now and were not yielded before."""
        while self.has_reports:
            job_id, index, report = pickle.loads(self._messages.get())
            if job_id in by_id:
                yield from by_id[job_id].report(index, report)

    def _submit(self, job: Job, job_id: str, pin_core: bool) -> Any:
        try:
            sources = job.sources()
            archives = [self._archive(source) for source in sources]
        except OSError as error:
            raise TransferError(str(error)) from None
        paths = [source.path for source in sources]
        # Pickled here, because Dask would search the job for futures and hash it.
        return self._client.submit(
            _run_on_worker, pickle.dumps(job), job_id, self._topic, pin_core, paths, *archives, pure=False
        )

    def _archive(self, source: SourceDirectory) -> Any:
        if not source.fingerprint:
            return pack(source.root or Path(source.path), source.max_mib)
        if source.fingerprint not in self._archives:
            archive = pack(source.root or Path(source.path), source.max_mib)
            # Submitted as a task, which Dask repeats if the worker that holds the archive is lost.
            self._archives[source.fingerprint] = self._client.submit(
                _identity, archive, key=f"pack-{source.fingerprint}"
            )
        return self._archives[source.fingerprint]


class _Submitted(Generic[J]):
    """A submitted job, which remembers which of its reports have been yielded."""

    def __init__(self, job: J) -> None:
        self.job = job
        self.id = uuid.uuid4().hex
        self._yielded: set[int] = set()

    def report(self, index: int, report: Any) -> Iterator[JobEvent[J]]:
        """Yield the report with this index unless it was yielded before: a restarted job repeats its reports."""
        if index not in self._yielded:
            self._yielded.add(index)
            yield JobEvent(job=self.job, value=report, is_result=False)


def pack(directory: Path, max_mib: int) -> bytes:
    """Return the directory as a compressed tar archive, with the files that a workspace would contain.

    Raises TransferError if the directory cannot be copied or is larger than `max_mib` MiB.
    """
    buffer = io.BytesIO()
    with WorkDirectory() as work_dir:
        copy = work_dir.path / "copy"
        try:
            copy_tree(directory, copy, max_mib)
        except WorkspaceError as error:
            raise TransferError(f"the directory cannot be copied: {error}") from None
        with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
            archive.add(copy, arcname=".", filter=_without_owner)
    return buffer.getvalue()


def _without_owner(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0  # TarInfo.replace does not exist before Python 3.11.4
    member.uname = member.gname = ""
    return member


def _distributed() -> Any:
    errors.require_extra("distributed", "a cluster", "cluster")
    return importlib.import_module("distributed")


def _result(future: Any, name: str) -> Any:
    """Return the reports and the result of the job that `future` stands for. `name` is the job's name in messages.

    Raises WorkerError if the job failed, and TransferError if its source directories could not be unpacked.
    """
    try:
        return future.result()
    except _distributed().KilledWorker:
        raise WorkerError(f"{name} was started several times, and its worker was lost each time") from None
    except (TransferError, CancelledError, _distributed().comm.CommClosedError):
        raise
    except Exception as error:
        raise WorkerError(f"{name} failed on a worker: {error}") from None


# The code below runs on the workers.


class WorkerContext(JobContext):
    """The context of a job on a worker. It unpacks the source directories from the archives sent with the job."""

    def __init__(self, report: Report, work_dir: Path, archives: Mapping[str, bytes]) -> None:
        super().__init__(report, work_dir)
        self._archives = archives

    @contextmanager
    def source(self, path: str) -> Iterator[Path]:
        directory = Path(tempfile.mkdtemp(prefix="source-", dir=self.work_dir))
        try:
            try:
                with tarfile.open(fileobj=io.BytesIO(self._archives[path])) as archive:
                    # No member is outside of the directory, because `pack` made the archive from a copy. Links may
                    # point anywhere, as on the submitting machine; only sandboxed programs follow them.
                    archive.extraction_filter = lambda member, _: member  # no argument before Python 3.11.4
                    archive.extractall(directory)
            except tarfile.TarError as error:
                raise TransferError(f"its files cannot be sent: {error}") from None
            yield directory
        finally:
            remove_tree(directory)


def _run_on_worker(
    pickled: bytes, job_id: str, topic: str, pin_core: bool, paths: list[str], *archives: bytes
) -> tuple[list[Any], Any]:
    job: Job = pickle.loads(pickled)
    worker = _distributed().get_worker()
    reports: list[Any] = []

    def report(item: Any) -> None:
        worker.log_event(topic, pickle.dumps((job_id, len(reports), item)))
        reports.append(item)

    with _directory_lock:
        work_dir = _worker_directory()
    with pinned() if pin_core else nullcontext():
        value = job(WorkerContext(report, work_dir, dict(zip(paths, archives, strict=True))))
    return reports, value


@functools.cache
def _worker_directory() -> Path:
    directory = WorkDirectory()
    atexit.register(directory.close)
    return directory.path


def _identity(archive: bytes) -> bytes:
    return archive
