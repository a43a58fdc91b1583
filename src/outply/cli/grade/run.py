"""Run a grading with a progress bar, messages and orderly interruption."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from outply.cli.progress import progress_bar, stop_on_interrupt
from outply.cli.terminal import warn
from outply.grading.result.verdict import GradedSubmission
from outply.grading.run import grade
from outply.grading.run.batch import GradeProgress
from outply.grading.run.settings import Settings
from outply.grading.run.stopping import Deadline
from outply.grading.similarity.submissions import ClassSimilarity, compare_submissions
from outply.grading.submissions.collect import Submission
from outply.grading.suite.case import Case
from outply.jobs.executor import Executor
from outply.text import plural


def grade_command(
    cases: Sequence[Case], command: Sequence[str], settings: Settings, deadline: Deadline, jobs: int
) -> GradedSubmission:
    """Grade a local command on the cases and return the result. Ctrl-C ends the grading early."""
    with progress_bar(len(cases), "grading") as advance:
        return grade.grade_command(
            cases, command, settings, deadline=deadline, jobs=jobs, on_judgement=lambda *_: advance()
        )


def grade_folder(
    cases: Sequence[Case], folder: Path, settings: Settings, deadline: Deadline, jobs: int
) -> GradedSubmission:
    """Grade the program in a folder on the cases and return the result. Ctrl-C ends the grading early."""
    with progress_bar(len(cases), "grading") as advance:
        return grade.grade_folder(
            cases, folder, settings, deadline=deadline, jobs=jobs, on_judgement=lambda *_: advance()
        )


def grade_class(
    cases: Sequence[Case],
    folder: Path,
    state: Path,
    settings: Settings,
    *,
    roster: Path | None,
    executor: Executor,
    time_limit_s: float | None,
    templates: Sequence[Path] | None,
) -> tuple[Sequence[GradedSubmission], ClassSimilarity | None, bool]:
    """Grade the submissions of a class; return the graded submissions and whether the grading is complete.

    Unless `templates` is None, the submissions are also compared with each other; code in `templates` does not
    count. Ctrl-C ends the grading early.
    """
    with grade.open_class(cases, folder, state, settings, roster=roster, on_warning=warn) as batch:
        with progress_bar(batch.count_missing(), "grading") as advance:

            def on_progress(progress: GradeProgress) -> None:
                if progress.case:
                    advance()

            with stop_on_interrupt(batch.stop, warn, "stopping; press Ctrl-C again to abort"):
                is_finished = batch.run(executor, time_limit_s, on_progress)
        if missing := batch.count_missing():
            warn(f"{plural(missing, 'case')} not graded yet; repeat the command to continue")
        similarity = None if templates is None else _compare(batch.submissions, templates)
        return batch.graded(), similarity, is_finished


def _compare(submissions: Sequence[Submission], templates: Sequence[Path]) -> ClassSimilarity:
    with progress_bar(len(submissions), "comparing") as advance:
        return compare_submissions(submissions, templates, on_progress=advance)
