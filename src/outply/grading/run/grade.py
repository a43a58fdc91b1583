"""Grade a command, a folder or a class: the entry points for commands, servers and notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from outply.grading.result.verdict import GradedSubmission, Judgement
from outply.grading.run.batch import Batch, graded_submission
from outply.grading.run.job import BuildOutcome, GradeJob
from outply.grading.run.own_command import judge_command
from outply.grading.run.settings import Settings
from outply.grading.run.state import GradingState
from outply.grading.run.stopping import NO_DEADLINE, Deadline
from outply.grading.submissions import roster as rosters
from outply.grading.submissions.collect import Submission, collect, read_submission
from outply.grading.suite.case import Case
from outply.jobs.job import JobContext, WorkDirectory

DEFAULT_SETTINGS = Settings()

OnJudgement = Callable[[str, Judgement], None]
"""Called with the name of a case and its judgement."""


def grade_command(
    cases: Sequence[Case],
    command: Sequence[str],
    settings: Settings = DEFAULT_SETTINGS,
    *,
    deadline: Deadline = NO_DEADLINE,
    on_judgement: OnJudgement = lambda *_: None,
) -> GradedSubmission:
    """Grade a local command without a sandbox.

    A KeyboardInterrupt ends the grading; the cases judged until then count.

    Raises RecipeError if the program of the command is not found.
    """
    name = " ".join(command)

    def run(report: OnJudgement) -> BuildOutcome:
        for case, judgement in judge_command(list(command), cases, settings, deadline):
            report(case.name, judgement)
        return BuildOutcome()

    return _grade(Submission(name=name, student=name), cases, settings, run, on_judgement)


def grade_folder(
    cases: Sequence[Case],
    folder: Path,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    deadline: Deadline = NO_DEADLINE,
    on_judgement: OnJudgement = lambda *_: None,
) -> GradedSubmission:
    """Build and grade the program in a folder.

    A KeyboardInterrupt ends the grading; the cases judged until then count.

    Raises SubmissionsError if there is no such folder, and MissingToolError if a compiler or interpreter is not
    installed.
    """
    submission = read_submission(folder)
    job = GradeJob(
        name=submission.name,
        folder=str(submission.folder),
        cases=tuple(cases),
        settings=settings,
        deadline=deadline,
    )

    def run(report: OnJudgement) -> BuildOutcome:
        return job(JobContext(lambda item: report(*item)))

    return _grade(submission, cases, settings, run, on_judgement)


@contextmanager
def open_class(
    cases: Sequence[Case],
    folder: Path,
    state: Path,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    roster: Path | None = None,
    on_warning: Callable[[str], object] = lambda _: None,
) -> Iterator[Batch]:
    """Yield the submissions in a folder as a batch. Cases with a judgement in the `state` file are not run again.

    Raises SubmissionsError if there is nothing to grade, RosterError if the roster is invalid, and StateError if
    the file `state` is invalid.
    """
    students, roster_warnings = rosters.read(roster) if roster is not None else ((), ())
    with WorkDirectory() as directory, GradingState(state, write=True) as grading:
        submissions, warnings = collect(folder, directory.path, students)
        for warning in (*roster_warnings, *warnings):
            on_warning(warning)
        yield Batch(grading, submissions, cases, settings)


def _grade(
    submission: Submission,
    cases: Sequence[Case],
    settings: Settings,
    run: Callable[[OnJudgement], BuildOutcome],
    on_judgement: OnJudgement,
) -> GradedSubmission:
    judgements: dict[str, Judgement] = {}
    outcome = BuildOutcome()

    def report(case: str, judgement: Judgement) -> None:
        judgements[case] = judgement
        on_judgement(case, judgement)

    with suppress(KeyboardInterrupt):
        outcome = run(report)
    return graded_submission(submission, cases, judgements, outcome, settings.give_up_after)
