"""The ways to grade that `outply grade` has: a command of one's own, a directory, a class."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from outply.cli.progress import progress_bar, stop_on_interrupt
from outply.cli.terminal import warn
from outply.grading.result.verdict import GradedSubmission
from outply.grading.run import own_command
from outply.grading.run.batch import Batch
from outply.grading.run.job import Outcome, Running
from outply.grading.run.state import Store
from outply.grading.run.stopping import wanted
from outply.grading.submissions import roster
from outply.grading.submissions.collect import collect, read_submission
from outply.jobs.job import JobContext
from outply.jobs.work_directory import WorkDirectory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from outply.grading.result.verdict import Judgement
    from outply.grading.run.batch import Progress
    from outply.grading.run.deadline import Deadline
    from outply.grading.run.settings import Settings
    from outply.grading.suite.case import Case
    from outply.jobs.executor import Executor

    Tell = Callable[[tuple[str, Judgement]], None]


def of_command(
    cases: Sequence[Case], command: Sequence[str], settings: Settings, deadline: Deadline
) -> tuple[GradedSubmission, bool]:
    """Grade one's own command; say whether that came to its end, and was neither interrupted nor out of time."""

    def run(tell: Tell) -> Outcome:
        for case, judgement in own_command.grade(list(command), cases, settings, deadline):
            tell((case.name, judgement))
        return Outcome()

    return _one(" ".join(command), cases, run, settings.give_up)


def of_directory(
    cases: Sequence[Case], folder: Path, settings: Settings, deadline: Deadline
) -> tuple[GradedSubmission, bool]:
    """Grade the program in a directory, in the same way."""
    submission = read_submission(folder)
    assert submission.folder is not None
    run = Running(submission.name, submission.folder, tuple(cases), settings, deadline=deadline)
    return _one(submission.name, cases, lambda tell: run(JobContext(tell)), settings.give_up)


def of_class(
    cases: Sequence[Case],
    source: Path,
    people: Path | None,
    settings: Settings,
    state: Path,
    executor: Executor,
    within: float | None,
) -> tuple[Sequence[GradedSubmission], bool]:
    """Grade all that a class handed in; say whether that came to its end. What is in `state` is not run again."""
    known, remarks = roster.read(people) if people is not None else ((), ())
    with WorkDirectory() as directory, Store(state, write=True) as store:
        submissions, more = collect(source, directory.path, known)
        for remark in (*remarks, *more):
            warn(remark)
        batch = Batch(store, submissions, cases, settings)
        with progress_bar(batch.missing(), "grading") as advance:

            def hear(progress: Progress) -> None:
                if progress.case:
                    advance()

            with stop_on_interrupt(batch.stop, warn, "ending; Ctrl-C again ends at once"):
                over = batch.run(executor, within, hear)
        if missing := batch.missing():
            warn(f"{missing} runs are missing; the same command goes on from here")
        return batch.graded(), over


def _one(
    name: str, cases: Sequence[Case], run: Callable[[Tell], Outcome], give_up: int
) -> tuple[GradedSubmission, bool]:
    judged: dict[str, Judgement] = {}
    outcome = Outcome()
    with progress_bar(len(cases), "grading") as advance:

        def tell(news: tuple[str, Judgement]) -> None:
            judged[news[0]] = news[1]
            advance()

        with suppress(KeyboardInterrupt):
            outcome = run(tell)
    judgements = tuple((case.name, judged.get(case.name)) for case in cases)
    verdicts = {case: judgement.verdict for case, judgement in judged.items()}
    missing, given_up = wanted(cases, verdicts, give_up)
    over = outcome.problem != "" or not missing
    tired = give_up if given_up else 0
    graded = GradedSubmission(
        name=name,
        student=name,
        judgements=judgements,
        problem=outcome.problem,
        build_output=outcome.build_output,
        given_up_after=tired,
    )
    return graded, over
