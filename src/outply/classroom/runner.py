"""Run the queue of checks in the background: claim, run in the sandbox, save, until the server stops."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from contextlib import closing

from outply.classroom import queue
from outply.classroom.checks import CheckJob, CheckResult, summarize
from outply.classroom.classroom import Classroom
from outply.classroom.submissions import Submission
from outply.errors import UserError
from outply.jobs.executor import Executor

IDLE_S = 2.0
"""Pause between looks at an empty queue, unless `wake` is called."""

STOP_S = 5.0
"""Time that a stop waits for the next event of the running checks before they are put back."""


class QueueRunner:
    """Runs the checks of a class with an executor. `job_of` returns the job for a claimed submission.

    `problem` is the last error of the runner itself, such as a database that cannot be written.
    """

    def __init__(
        self, classroom: Classroom, executor: Executor, job_of: Callable[[Submission], CheckJob] | None = None
    ) -> None:
        self._class, self._executor = classroom, executor
        self._job_of = job_of or classroom.check_job
        self._claims: dict[int, Submission] = {}
        self._wake, self._stopping = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self.problem = ""

    @property
    def is_alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Put interrupted checks back and start the background thread."""
        self._class.recover()
        # A daemon: a check without events must not keep the process from ending; worker processes end with it.
        self._thread = threading.Thread(target=self._loop, name="outply-checks", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Make the background thread look at the queue now."""
        self._wake.set()

    def stop(self, timeout_s: float = STOP_S) -> None:
        """Start no more checks, end the running ones and put them back into the queue."""
        self._stopping.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(timeout_s)
        for claim in list(self._claims.values()):
            queue.put_back(self._class.database, claim, self._class.now())

    def run_available(self) -> int:
        """Run checks until the queue is empty, paused or stopped; return the number of finished checks."""
        jobs: deque[CheckJob] = deque()
        finished = self._fill(jobs)
        if not jobs:
            return finished
        with closing(self._executor.run(jobs, pin_cores=True, keep_going=True)) as events:
            for event in events:
                claim = self._claims[event.job.submission]
                if not event.is_result:
                    queue.set_progress(self._class.database, claim, str(event.value))
                else:
                    failed = not isinstance(event.value, CheckResult)
                    self._save(claim, CheckResult(error=str(event.value)) if failed else event.value, event.job)
                    finished += 1
                if self._stopping.is_set():
                    break
                finished += self._fill(jobs)
        for claim in list(self._claims.values()):  # of checks that a stop has ended
            queue.put_back(self._class.database, claim, self._class.now())
            del self._claims[claim.id]
        return finished

    def _fill(self, jobs: deque[CheckJob]) -> int:
        """Claim submissions for the idle workers; return the number of those that ended because of an error."""
        failed = 0
        while len(self._claims) < self._executor.workers and not self._stopping.is_set():
            claim = queue.claim_next(self._class.database, self._class.now())
            if claim is None:
                break
            self._claims[claim.id] = claim
            try:
                jobs.append(self._job_of(claim))
            except (UserError, OSError) as error:
                self._save(claim, CheckResult(error=str(error)), None)
                failed += 1
        return failed

    def _save(self, claim: Submission, result: CheckResult, job: CheckJob | None) -> None:
        settings = self._class.grade_settings()
        summary = summarize(result, () if job is None else job.cases, settings)
        queue.finish(
            self._class.database,
            claim,
            summary.state,
            self._class.now(),
            headline=summary.headline,
            advice=summary.advice,
            result=result.to_json(),
        )
        del self._claims[claim.id]

    def _loop(self) -> None:
        while not self._stopping.is_set():
            self._wake.clear()
            try:
                finished = self.run_available()
                self.problem = ""
            except Exception as error:
                finished, self.problem = 0, str(error) or type(error).__name__
                logging.getLogger("outply.classroom").exception("the queue of checks failed")
                for claim in list(self._claims.values()):
                    queue.put_back(self._class.database, claim, self._class.now())
                self._claims.clear()
            if not finished:
                self._wake.wait(IDLE_S)
