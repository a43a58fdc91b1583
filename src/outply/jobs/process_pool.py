"""Run jobs in processes of this machine; a job whose process is killed is started again."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from multiprocessing import util
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from pathlib import Path
from threading import Thread
from typing import Any

from outply.jobs.cores import pinned
from outply.jobs.job import J, Job, JobContext, JobEvent, WorkerError

MAX_ATTEMPTS = 3
"""Number of attempts after which a job whose worker dies each time has failed."""

MAX_STARTS, START_PAUSE_S = 10, 0.3
"""Attempts to start the process of a worker, and the pause between them."""

PARENT_EXIT_S = 1.0
"""Time in which a parent that has closed its connection to a worker ends, if it was killed."""
PARENT_POLL_INTERVAL_S = 0.01

REPORT, RESULT, FAILURE = "report", "result", "failure"


def run_jobs(
    jobs: deque[J],
    workers: int,
    *,
    pin_cores: bool = False,
    keep_going: bool = False,
    deadline: float | None = None,
    work_dir: Path | None = None,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> Generator[JobEvent[J], None, None]:
    """Run the jobs in `workers` processes, as `Executor.run` does. The processes end with the generator.

    `deadline` is a value of `clock`. `sleep` pauses between attempts to start a process.
    """
    pool: list[_Worker] = []
    try:
        while jobs or any(worker.job for worker in pool):
            for worker in pool:
                if jobs and worker.job is None:
                    worker.start(jobs.popleft())
            while jobs and len(pool) < workers:
                job: Any = jobs.popleft()
                pool.append(_Worker(_context_for(job), work_dir, pin_cores, sleep))
                pool[-1].start(job)
            busy = {worker.connection: worker for worker in pool if worker.job is not None}
            timeout_s = None if deadline is None else deadline - clock()
            if timeout_s is not None and timeout_s <= 0:
                return
            for connection in wait(list(busy), timeout_s):
                worker = busy[connection]  # type: ignore[index]
                job = worker.job
                message = worker.receive()
                if message is None:
                    pool.remove(worker)
                    pool.append(worker.replacement())
                    if worker.attempts < MAX_ATTEMPTS:
                        pool[-1].start(job, worker.attempts)
                        continue
                    message = FAILURE, f"{job} was started {MAX_ATTEMPTS} times, and its process died each time"
                kind, value = message
                if kind == FAILURE:
                    value = WorkerError(value)
                    if not keep_going:
                        raise value
                if kind != REPORT:
                    worker.job = None
                yield JobEvent(job=job, value=value, is_result=kind != REPORT)
    finally:
        for worker in pool:
            worker.terminate()


class _Worker:
    """A worker process and the job that it is running."""

    def __init__(
        self, context: BaseContext, work_dir: Path | None, pin_core: bool, sleep: Callable[[float], object]
    ) -> None:
        self._context, self._work_dir, self._pin_core, self._sleep = context, work_dir, pin_core, sleep
        self.connection, child_connection = context.Pipe()
        server_dir = util.get_temp_dir() if context.get_start_method() == "forkserver" else None
        arguments = child_connection, dict(os.environ), server_dir, work_dir, pin_core
        for attempt in range(1, MAX_STARTS + 1):
            self.process = context.Process(target=_work, args=arguments, daemon=True)  # type: ignore[attr-defined]
            try:
                with _blocked_interrupts():
                    self.process.start()
                break
            except (OSError, EOFError):  # the fork server is being killed; the next attempt starts another one
                if attempt == MAX_STARTS:
                    raise
                sleep(START_PAUSE_S)
        child_connection.close()
        self.job: Job | None = None
        self.attempts = 0

    def start(self, job: Job, attempts: int = 0) -> None:
        """Send a job to the process. `attempts` is the number of earlier attempts at this job."""
        self.job = job
        self.attempts = attempts + 1
        with suppress(OSError):  # the process is dead; `receive` reports it
            self.connection.send(job)

    def receive(self) -> tuple[str, Any] | None:
        """Return the next message of the process, or None if the process is dead."""
        try:
            message: tuple[str, Any] = self.connection.recv()
        except (EOFError, OSError):
            return None
        return message

    def replacement(self) -> _Worker:
        """Return a new idle worker that replaces this worker, whose process is dead."""
        self.terminate()
        return _Worker(self._context, self._work_dir, self._pin_core, self._sleep)

    def terminate(self) -> None:
        self.process.terminate()
        self.process.join()
        self.connection.close()


def _context_for(job: Job) -> BaseContext:
    """Return the context in which the worker for a job starts.

    On Linux, workers are forked from a server that has imported the module of the first job: a worker takes 0.01 s
    of CPU time instead of 0.2 s. Elsewhere each worker is a new interpreter.
    """
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", __name__, type(job).__module__])
    return context


def _work(
    connection: Connection,
    environment: Mapping[str, str],
    server_dir: str | None,
    work_dir: Path | None,
    pin_core: bool,
) -> None:
    """Run the jobs that arrive on `connection` until the parent process is killed.

    `environment` is that of the parent process, which may have changed since the start of the fork server.
    `server_dir` is the directory with the socket of the server. The worker removes it if the parent is killed.
    """
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_exit_with_parent, args=(server_dir,), daemon=True).start()
    _run_received_jobs(connection, work_dir, pin_core)
    _remove(server_dir)


def _run_received_jobs(connection: Connection, work_dir: Path | None, pin_core: bool) -> None:
    context = JobContext(lambda value: connection.send((REPORT, value)), work_dir)
    # The parent has ended: reset is the connection of one that had not read all messages.
    with suppress(EOFError, ConnectionError):
        while True:
            job: Job = connection.recv()
            try:
                with pinned() if pin_core else nullcontext():
                    result = job(context)
                connection.send((RESULT, result))
            except Exception as error:
                # Sent as text: not every exception can be pickled. Outply's own messages need no type name.
                is_ours = type(error).__module__.startswith("outply")
                connection.send((FAILURE, str(error) if is_ours else repr(error)))


@contextmanager
def _blocked_interrupts() -> Iterator[None]:
    """Block SIGINT while a child process starts; otherwise Ctrl-C would make the child print a traceback.

    Ctrl-C on a terminal signals all processes. The child inherits the signal mask; this process handles the signal
    when the block ends.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _exit_with_parent(server_dir: str | None) -> None:
    """Make this process exit when its parent is killed, even in the middle of a long search."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        _remove(server_dir)
        os._exit(1)


def _remove(
    server_dir: str | None,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> None:
    """Remove the directory of the fork server, unless the parent lives.

    The sentinel of the parent also fires if the fork server was killed. The parent then starts another server in
    the same directory.
    """
    parent = multiprocessing.parent_process()
    if server_dir is None or parent is None or parent.pid is None:
        return
    deadline = clock() + PARENT_EXIT_S
    while _is_running(parent.pid):
        if clock() > deadline:
            return
        sleep(PARENT_POLL_INTERVAL_S)
    shutil.rmtree(server_dir, ignore_errors=True)


def _is_running(pid: int) -> bool:
    """Return whether a process exists and has not ended (Linux)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False
