"""Work over several processes, which goes on when one of them is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Any, TypeVar

Tell = Callable[[Any], None]
Job = Callable[[Tell], Any]
"""What a process is given, pickled: a call that may tell how far it is, and returns a result."""

J = TypeVar("J", bound=Job)

ATTEMPTS = 3
"""How often a job is begun before it counts as one that kills whoever does it."""

TOLD, DONE, FAILED = "told", "done", "failed"


class WorkerError(Exception):
    """A job that cannot be brought to its end: what it raised, in its words, or that it ends its process."""


def cores() -> int:
    """Return how many processes this one may run side by side."""
    return len(_cores()) or os.cpu_count() or 1


def _cores() -> list[int]:
    """Return the cores that this process may use; none where the system does not say."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def run(
    jobs: deque[J], workers: int, pinned: bool = False, *, tolerant: bool = False, until: float | None = None
) -> Generator[tuple[J, bool, Any], None, None]:
    """Yield what the jobs tell as they are done: the job, whether it is done, and what it tells or its result.

    Jobs may be appended while this runs. A job whose process is killed is begun again. What a job raises is raised
    here as a `WorkerError`; `tolerant` makes that its result, and the others go on. However this ends, no process
    is left behind. `pinned` gives every process, and what it starts, a core of its own, so that none takes time
    from another. At the time `until` (by `time.monotonic`) all that is not done is dropped.
    """
    places = _cores() if pinned else []
    crew: list[_Worker] = []
    try:
        while jobs or any(worker.job for worker in crew):
            for worker in crew:
                if jobs and worker.job is None:
                    worker.begin(jobs.popleft())
            while jobs and len(crew) < workers:
                crew.append(_Worker(places[len(crew) % len(places)] if places else None))
                crew[-1].begin(jobs.popleft())
            busy = {worker.connection: worker for worker in crew if worker.job is not None}
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                return
            for ready in wait(list(busy), left):
                worker = busy[ready]  # type: ignore[index]
                job: Any = worker.job
                heard = worker.hear()
                if heard is None:
                    crew.remove(worker)
                    crew.append(worker.replaced())
                    if worker.attempts < ATTEMPTS:
                        crew[-1].begin(job, worker.attempts)
                        continue
                    told = f"{job} was begun {ATTEMPTS} times, and its process ended each time before it did"
                    heard = FAILED, told
                kind, item = heard
                if kind == FAILED:
                    item = WorkerError(item)
                    if not tolerant:
                        raise item
                if kind != TOLD:
                    worker.job = None
                yield job, kind != TOLD, item
    finally:
        for worker in crew:
            worker.end()


class _Worker:
    """One process, and the job that it is at."""

    def __init__(self, core: int | None = None) -> None:
        self._core = core
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, core), daemon=True)
        with _interrupts_held_back():
            self.process.start()
        theirs.close()
        self.job: Job | None = None
        self.attempts = 0

    def begin(self, job: Job, attempts: int = 0) -> None:
        self.job = job
        self.attempts = attempts + 1
        with suppress(OSError):  # a process that is dead already: it will be noticed as one that dies at its work
            self.connection.send(job)

    def hear(self) -> tuple[str, Any] | None:
        """Return what the process says next, None if it is dead."""
        try:
            heard: tuple[str, Any] = self.connection.recv()
        except (EOFError, OSError):
            return None
        return heard

    def replaced(self) -> _Worker:
        """Return a new process in the place of this dead one, with nothing to do yet."""
        self.end()
        return _Worker(self._core)

    def end(self) -> None:
        self.process.terminate()
        self.process.join()
        self.connection.close()


def _work(connection: Connection, core: int | None) -> None:
    """Do one job after the other, until nobody is there to hear of it."""
    if core is not None:
        os.sched_setaffinity(0, {core})
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us decides when to stop
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_die_with_parent, daemon=True).start()
    with suppress(EOFError, BrokenPipeError):
        while True:
            job: Job = connection.recv()
            try:
                connection.send((DONE, job(lambda item: connection.send((TOLD, item)))))
            except BrokenPipeError:
                raise
            except Exception as error:
                # As text, since not every exception can be sent; one that is not ours needs its name.
                ours = type(error).__module__.startswith("outply")
                connection.send((FAILED, str(error) if ours else repr(error)))


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """A terminal's Ctrl-C goes to every process; one that is just starting would complain about it.

    A process that is started here never hears of it, and this one hears of it afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _die_with_parent() -> None:
    """End a long search, too, when the process that wanted it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
