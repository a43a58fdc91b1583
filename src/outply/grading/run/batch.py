"""Grade many submissions: run the cases that have no judgement yet, and save each judgement immediately."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outply.grading.result.verdict import GradedSubmission, Judgement, Verdict
from outply.grading.run.job import BuildOutcome, GradeJob
from outply.grading.run.settings import Settings
from outply.grading.run.state import GradingState, fingerprint
from outply.grading.run.stopping import remaining_cases
from outply.grading.submissions.collect import Submission
from outply.grading.submissions.recipe import RecipeError, find_recipe, project_root
from outply.grading.submissions.tools import MissingToolError, Tool
from outply.grading.suite.case import Case
from outply.jobs.executor import Executor
from outply.jobs.job import WorkerError


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeProgress:
    """Progress on a submission: the judgement of a case or, after the last case, the outcome of the build.

    `case` is the name of the judged case; it is empty if `result` is a build outcome.
    """

    submission: Submission
    case: str
    result: Judgement | BuildOutcome


OnProgress = Callable[[GradeProgress], None]


def graded_submission(
    submission: Submission,
    cases: Sequence[Case],
    judgements: Mapping[str, Judgement],
    outcome: BuildOutcome,
    give_up_after: int,
) -> GradedSubmission:
    """Return a submission with its judgements in the order of `cases`.

    `judgements` are by case name; a case without an entry has not been run.
    """
    verdicts = {name: judgement.verdict for name, judgement in judgements.items()}
    _, is_given_up = remaining_cases(cases, verdicts, give_up_after)
    return GradedSubmission(
        name=submission.name,
        student=submission.student,
        judgements=tuple((case.name, judgements.get(case.name)) for case in cases),
        problem=outcome.problem,
        build_output=outcome.build_output,
        columns=submission.columns,
        given_up_after=give_up_after if is_given_up else 0,
        late=submission.late,
        attempt=submission.attempt,
        tools=outcome.tools,
        notes=outcome.notes,
        is_tool_missing=outcome.is_tool_missing,
    )


class Batch:
    """Submissions to be graded on the same cases. Of several submissions with equal files, only one is run."""

    def __init__(
        self, state: GradingState, submissions: Sequence[Submission], cases: Sequence[Case], settings: Settings
    ) -> None:
        self._state = state
        self._submissions, self._cases, self._settings = tuple(submissions), tuple(cases), settings
        self._settings_keys: dict[str, str] = {}
        self._case_keys = {case.name: fingerprint(case) for case in cases}
        self._unsaved_outcomes: dict[str, BuildOutcome] = {}
        self._stopped = False
        self._queue: deque[GradeJob] = deque()

    @property
    def submissions(self) -> tuple[Submission, ...]:
        """All submissions of the batch, in order. Their folders exist as long as the batch is open."""
        return self._submissions

    def graded(self) -> tuple[GradedSubmission, ...]:
        """Return all submissions of the batch, in order, with the judgements saved so far."""
        return tuple(
            graded_submission(
                submission,
                self._cases,
                self._judgements(submission),
                self._outcome(submission),
                self._settings.give_up_after,
            )
            for submission in self._submissions
        )

    def count_missing(self) -> int:
        """Return the number of cases that are still to be run, summed over all submissions."""
        return sum(len(self._missing_cases(submission)) for submission in self._submissions)

    def run(
        self,
        executor: Executor,
        time_limit_s: float | None = None,
        on_progress: OnProgress = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> bool:
        """Run the cases that have no judgement yet; return True if all were run and `stop` was not called.

        Cases that are not finished within `time_limit_s` on `clock`, that of the executor, are dropped. If a job
        fails with a WorkerError, or for lack of a compiler or interpreter, its submission gets a problem that is
        not saved, so that the next `run` grades the submission again.
        """
        deadline = None if time_limit_s is None else clock() + time_limit_s
        self._stopped = False
        self._unsaved_outcomes.clear()
        groups: dict[str, list[Submission]] = {}
        for submission in self._submissions:
            groups.setdefault(submission.fingerprint, []).append(submission)
        by_folder = {str(group[0].folder): group for group in groups.values()}
        self._queue.extend(
            GradeJob(
                name=group[0].name,
                folder=folder,
                cases=self._cases,
                settings=self._settings,
                verdicts=self._verdicts(group[0]),
            )
            for folder, group in by_folder.items()
            if self._missing_cases(group[0])
        )
        # Closing drops unfinished jobs; their reported judgements are saved already.
        with closing(executor.run(self._queue, pin_cores=True, keep_going=True, deadline=deadline)) as events:
            for event in events:
                group = by_folder[event.job.folder]
                case, result = self._save(group[0], event.value, is_result=event.is_result)
                for submission in group:
                    on_progress(GradeProgress(submission=submission, case=case, result=result))
                if self._stopped:
                    break
        self._queue.clear()
        return not self._stopped and self.count_missing() == 0

    def stop(self) -> None:
        """Make `run` start no more jobs and return at its next event; the next `run` repeats unfinished cases."""
        self._stopped = True
        self._queue.clear()

    def _save(
        self, submission: Submission, value: Any, *, is_result: bool
    ) -> tuple[str, Judgement | BuildOutcome]:
        """Save the judgement of a case or, if `is_result` is set, the build outcome of a submission.

        Returns the case name, empty for a build outcome, and the judgement or build outcome. A WorkerError becomes
        a build outcome with a problem. Neither this outcome nor a missing compiler or interpreter is saved.
        """
        files, settings = submission.fingerprint, self._settings_key(submission)
        if not is_result:
            case, judgement = value
            self._state.save_judgement(files, settings, self._case_keys[case], judgement)
            return case, judgement
        outcome = BuildOutcome(problem=str(value)) if isinstance(value, WorkerError) else value
        if isinstance(value, WorkerError) or outcome.is_tool_missing:
            self._unsaved_outcomes[files] = outcome
        else:
            self._state.save_build_outcome(files, settings, outcome)
        return "", outcome

    def _settings_key(self, submission: Submission) -> str:
        """Return a fingerprint of the settings and tools on which the results of a submission depend."""
        if submission.fingerprint not in self._settings_keys:
            tools: tuple[Tool, ...] = ()
            if submission.folder is not None:
                memory, options = self._settings.limits.memory_mib, self._settings.recipe
                with suppress(RecipeError, MissingToolError, OSError):
                    recipe = find_recipe(project_root(Path(submission.folder)), memory, options)
                    tools = recipe.toolchain(options)
            self._settings_keys[submission.fingerprint] = self._settings.fingerprint(tools)
        return self._settings_keys[submission.fingerprint]

    def _missing_cases(self, submission: Submission) -> tuple[Case, ...]:
        if submission.folder is None or self._outcome(submission).problem:
            return ()
        return remaining_cases(self._cases, self._verdicts(submission), self._settings.give_up_after)[0]

    def _verdicts(self, submission: Submission) -> dict[str, Verdict]:
        return {case: judgement.verdict for case, judgement in self._judgements(submission).items()}

    def _judgements(self, submission: Submission) -> dict[str, Judgement]:
        """Return the saved judgements of a submission by case name."""
        if submission.folder is None:
            return {}
        by_key = self._state.judgements(submission.fingerprint, self._settings_key(submission))
        return {case: by_key[key] for case, key in self._case_keys.items() if key in by_key}

    def _outcome(self, submission: Submission) -> BuildOutcome:
        if submission.problem:
            return BuildOutcome(problem=submission.problem)
        files = submission.fingerprint
        saved = self._unsaved_outcomes.get(files) or self._state.build_outcome(
            files, self._settings_key(submission)
        )
        return saved or BuildOutcome()
