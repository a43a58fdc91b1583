"""Grade a command, a folder or a class: the entry points for commands, servers and notebooks."""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from outply.grading.result.verdict import GradedSubmission, Judgement
from outply.grading.run.batch import Batch, graded_submission
from outply.grading.run.job import BuildOutcome, GradeJob
from outply.grading.run.own_command import CommandJob, find_command
from outply.grading.run.settings import Settings
from outply.grading.run.state import GradingState
from outply.grading.run.stopping import NO_DEADLINE, Deadline
from outply.grading.submissions import roster as rosters
from outply.grading.submissions.collect import Submission, collect, read_submission
from outply.grading.submissions.recipe import Recipe
from outply.grading.submissions.tools import tool_of
from outply.grading.suite.case import Case
from outply.jobs.executor import LocalExecutor
from outply.jobs.job import Job, JobContext, WorkDirectory

DEFAULT_SETTINGS = Settings()
NO_OUTCOME = BuildOutcome()

MAX_CASES_PER_JOB = 50
"""Maximum number of cases per job: small, so that all processes are busy until the end."""

OnJudgement = Callable[[str, Judgement], None]
"""Called with the name of a case and its judgement."""


def grade_command(
    cases: Sequence[Case],
    command: Sequence[str],
    settings: Settings = DEFAULT_SETTINGS,
    *,
    deadline: Deadline = NO_DEADLINE,
    jobs: int = 1,
    on_judgement: OnJudgement = lambda *_: None,
) -> GradedSubmission:
    """Grade a local command without a sandbox, in `jobs` processes.

    A KeyboardInterrupt ends the grading; the cases judged until then count.

    Raises RecipeError if the program of the command is not found.
    """
    tool = tool_of(shutil.which(find_command(command)) or command[0])
    name = " ".join(command)

    def job_of(cases: Sequence[Case]) -> CommandJob:
        return CommandJob(command=tuple(command), cases=tuple(cases), settings=settings, deadline=deadline)

    def run(report: OnJudgement) -> BuildOutcome:
        _run_jobs(job_of, cases, jobs, report)
        return outcome

    outcome = BuildOutcome(tools=(tool,) if tool.version else ())
    return _grade(Submission(name=name, student=name), cases, settings, run, on_judgement, outcome)


def grade_folder(
    cases: Sequence[Case],
    folder: Path,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    deadline: Deadline = NO_DEADLINE,
    jobs: int = 1,
    on_judgement: OnJudgement = lambda *_: None,
) -> GradedSubmission:
    """Build and grade the program in a folder or source file, in `jobs` processes.

    A KeyboardInterrupt ends the grading; the cases judged until then count.

    Raises SubmissionsError if there is no such folder or file.
    """
    with WorkDirectory() as directory:
        submission = read_submission(folder, directory.path)
        job = GradeJob(
            name=submission.name,
            folder=str(submission.folder),
            cases=tuple(cases),
            settings=settings,
            deadline=deadline,
        )

        def run(report: OnJudgement) -> BuildOutcome:
            def run_cases(build: Path, recipe: Recipe) -> None:
                work_dir = directory.path
                _run_jobs(lambda cases: job.cases_job(build, recipe, cases), cases, jobs, report, work_dir)

            return job.build(JobContext(work_dir=directory.path), run_cases)

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


def _run_jobs(
    job_of: Callable[[Sequence[Case]], Job],
    cases: Sequence[Case],
    jobs: int,
    report: OnJudgement,
    work_dir: Path | None = None,
) -> None:
    """Run the job that `job_of` returns for the cases: in this process, or divided among several processes.

    If the job runs in this process, its files are created in `work_dir`.
    """
    if jobs == 1:
        job_of(cases)(JobContext(lambda item: report(*item), work_dir))
        return
    size = max(1, min(MAX_CASES_PER_JOB, len(cases) // (4 * jobs)))
    parts = deque(job_of(cases[start : start + size]) for start in range(0, len(cases), size))
    with LocalExecutor(jobs) as executor, closing(executor.run(parts, pin_cores=True)) as events:
        for event in events:
            if not event.is_result:
                report(*event.value)


def _grade(
    submission: Submission,
    cases: Sequence[Case],
    settings: Settings,
    run: Callable[[OnJudgement], BuildOutcome],
    on_judgement: OnJudgement,
    outcome: BuildOutcome = NO_OUTCOME,
) -> GradedSubmission:
    """Grade a submission with `run`; `outcome` is its build outcome in case `run` is interrupted."""
    judgements: dict[str, Judgement] = {}

    def report(case: str, judgement: Judgement) -> None:
        judgements[case] = judgement
        on_judgement(case, judgement)

    with suppress(KeyboardInterrupt):
        outcome = run(report)
    return graded_submission(submission, cases, judgements, outcome, settings.give_up_after)
