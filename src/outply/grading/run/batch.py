"""Grades many submissions: runs what is missing, and keeps each judgement as soon as it is known."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

from outply.games.struct import Struct
from outply.grading.result.verdict import GradedSubmission, Judgement, Verdict
from outply.grading.run.job import Outcome, Running
from outply.grading.run.settings import Settings
from outply.grading.run.state import Store, mark
from outply.grading.run.stopping import wanted
from outply.grading.submissions.collect import Submission
from outply.grading.suite.case import Case
from outply.jobs.executor import Executor
from outply.jobs.job import WorkerError


class Progress(Struct):
    """What has just happened to a submission: a case's `Judgement`, or the `Outcome` when all are run.

    `case` is the name of the case, empty for an outcome.
    """

    __slots__ = ("submission", "case", "news")

    submission: Submission
    case: str
    news: Judgement | Outcome

    def __init__(self, submission: Submission, case: str, news: Judgement | Outcome) -> None:
        self._set(submission, case, news)


OnProgress = Callable[[Progress], None]


class Batch:
    """Submissions on cases, whose state is in the store; the same files are run once, whoever handed them in."""

    def __init__(
        self, store: Store, submissions: Sequence[Submission], cases: Sequence[Case], settings: Settings
    ) -> None:
        self._store = store
        self._submissions, self._cases, self._settings = tuple(submissions), tuple(cases), settings
        self._mark = settings.mark()
        self._marks = {case.name: mark(case) for case in cases}
        self._problems: dict[str, str] = {}
        self._stopped = False
        self._queue: deque[Running] = deque()

    def graded(self) -> tuple[GradedSubmission, ...]:
        """Return what is known by now of each submission, in their order."""
        return tuple(map(self._graded, self._submissions))

    def missing(self) -> int:
        """Return how many cases are still to be run, over all submissions that can be."""
        return sum(len(self._missing(submission)) for submission in self._submissions)

    def run(
        self, executor: Executor, within: float | None = None, on_progress: OnProgress = lambda _: None
    ) -> bool:
        """Run all that is missing; say whether nothing is, and it was not told to `stop`.

        What is not run `within` seconds is left. A submission whose job cannot be brought to an end has a problem
        that is not kept: the next run tries again.
        """
        until = None if within is None else time.monotonic() + within
        self._stopped = False
        self._problems.clear()
        same: dict[str, list[Submission]] = {}
        for submission in self._submissions:
            same.setdefault(submission.fingerprint, []).append(submission)
        owners = {str(group[0].folder): group for group in same.values()}
        self._queue.extend(
            Running(
                group[0].name,
                folder,
                self._cases,
                self._settings,
                known=self._known(group[0]),
            )
            for folder, group in owners.items()
            if self._missing(group[0])
        )
        # What is begun and not done is dropped, but for the judgements, which are here already.
        with closing(executor.run(self._queue, pin_cores=True, keep_going=True, deadline=until)) as events:
            for event in events:
                group = owners[event.job.folder]
                case, news = self._keep(group[0].fingerprint, event.is_result, event.value)
                for submission in group:
                    on_progress(Progress(submission, case, news))
                if self._stopped:
                    break
        self._queue.clear()
        return not self._stopped and self.missing() == 0

    def stop(self) -> None:
        """Begin nothing more, and end when the next case is judged; what is lost by that is run again later."""
        self._stopped = True
        self._queue.clear()

    def _keep(self, digest: str, done: bool, told: Any) -> tuple[str, Judgement | Outcome]:
        """Keep what a job tells; return the case that it is about, if it is about one, and what it is."""
        if not done:
            case, judgement = told
            self._store.keep(digest, self._mark, self._marks[case], judgement)
            return case, judgement
        if isinstance(told, WorkerError):
            self._problems[digest] = str(told)
            return "", Outcome(str(told))
        self._store.keep_outcome(digest, self._mark, told)
        return "", told

    def _missing(self, submission: Submission) -> tuple[Case, ...]:
        if submission.folder is None or self._outcome(submission).problem:
            return ()
        return wanted(self._cases, self._known(submission), self._settings.give_up)[0]

    def _known(self, submission: Submission) -> dict[str, Verdict]:
        known = self._store.judgements(submission.fingerprint, self._mark)
        marks = self._marks.items()
        return {case: known[mark].verdict for case, mark in marks if mark in known}

    def _outcome(self, submission: Submission) -> Outcome:
        if problem := submission.problem or self._problems.get(submission.fingerprint, ""):
            return Outcome(problem)
        return self._store.outcome(submission.fingerprint, self._mark) or Outcome()

    def _graded(self, submission: Submission) -> GradedSubmission:
        known = self._store.judgements(submission.fingerprint, self._mark) if submission.folder else {}
        judgements = tuple((case.name, known.get(self._marks[case.name])) for case in self._cases)
        outcome = self._outcome(submission)
        verdicts = {name: judgement.verdict for name, judgement in judgements if judgement is not None}
        _, given_up = wanted(self._cases, verdicts, self._settings.give_up)
        return GradedSubmission(
            name=submission.name,
            student=submission.student,
            judgements=judgements,
            problem=outcome.problem,
            build_output=outcome.build_output,
            columns=submission.columns,
            given_up_after=self._settings.give_up if given_up else 0,
        )
