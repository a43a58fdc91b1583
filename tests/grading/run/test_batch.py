"""A class is graded whatever one submission does, and an interruption loses nothing."""

import os
import shutil
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from support.grading.deadly_submission import KillGrader
from support.grading.stand_in_tools import stand_in
from support.grading.submissions import (
    answer_script,
    cases,
    quick_settings,
    sandboxed_processes,
    write_submission,
)
from support.waiting import wait_until

from outply.formats import question as questions
from outply.grading.result.verdict import GradedSubmission, Judgement, Verdict
from outply.grading.run.batch import Batch, GradeProgress
from outply.grading.run.settings import Settings
from outply.grading.run.state import GradingState
from outply.grading.submissions import tools
from outply.grading.submissions.collect import NO_SUBMISSION, Submission, collect, read_submission
from outply.grading.submissions.recipe import RecipeOptions
from outply.grading.submissions.tools import INSTALLED_TOOLS, PYTHON2, ToolPaths
from outply.grading.suite.case import Case
from outply.jobs.executor import LocalExecutor
from outply.jobs.job import J, JobEvent
from outply.sandbox.limits import Limits

pytestmark = pytest.mark.usefixtures("needs_sandbox", "temp_dir")

CASES = cases()[:3]
FIRST = CASES[0].name


@pytest.fixture
def state(tmp_path: Path) -> Iterator[GradingState]:
    with GradingState(tmp_path / "grading.db", write=True) as state:
        yield state


@pytest.fixture
def executor(temp_dir: Path) -> Iterator[LocalExecutor]:
    executor = LocalExecutor(2)
    yield executor
    executor.close()
    assert list(temp_dir.iterdir()) == []


def run(batch: Batch, executor: LocalExecutor) -> tuple[bool, list[tuple[str, str]]]:
    """Run the batch; return whether it is finished, and the judged pairs of submission and case."""
    events: list[GradeProgress] = []
    is_finished = batch.run(executor, on_progress=events.append)
    judged = [event for event in events if isinstance(event.result, Judgement)]
    return is_finished, sorted((event.submission.name, event.case) for event in judged)


def verdicts(graded: GradedSubmission) -> list[Verdict | None]:
    return [None if judgement is None else judgement.verdict for _, judgement in graded.judgements]


def test_each_submission_is_judged_on_each_case_in_order(
    tmp_path: Path, state: GradingState, executor: LocalExecutor
) -> None:
    write_submission(tmp_path / "class" / "ada", answer_script(CASES))
    write_submission(tmp_path / "class" / "bob", answer_script(CASES, but=[FIRST]))
    write_submission(tmp_path / "class" / "cy", "true", agent="false")
    submissions, _ = collect(tmp_path / "class", tmp_path)
    missing = Submission(name="dee", student="Dee", problem=NO_SUBMISSION)
    batch = Batch(state, [*submissions, missing], CASES, quick_settings())
    assert batch.count_missing() == 9
    assert run(batch, executor)[0]
    ada, bob, cy, dee = batch.graded()
    assert [name for name, _ in ada.judgements] == [case.name for case in CASES]
    assert verdicts(ada) == [Verdict.RIGHT] * 3
    assert verdicts(bob) == [Verdict.NO_OUTPUT, Verdict.RIGHT, Verdict.RIGHT]
    assert (cy.problem, verdicts(cy)) == ("`make -s agent` exited with status 2", [None] * 3)
    assert (dee.student, dee.problem, verdicts(dee)) == ("Dee", NO_SUBMISSION, [None] * 3)


def test_submission_is_graded_again_only_if_its_tools_have_changed(
    tmp_path: Path, temp_dir: Path, state: GradingState, executor: LocalExecutor
) -> None:
    """Python 2 is installed after the first grading, and replaced after the second."""
    classroom = tmp_path / "class"
    answers = {questions.write(case.question): case.expected for case in CASES}
    lookup = f"open('output.txt', 'w').write({answers!r}[open('input.txt').read()])\n"
    for name in ("ada", "bob"):
        (classroom / name).mkdir(parents=True)
    (classroom / "ada" / "homework3.py").write_text(lookup)
    (classroom / "bob" / "homework.py").write_text(f"print 'a Python 2 program'\n{answer_script(CASES)}")
    opt = temp_dir / "opt"
    python2 = stand_in(opt / "bin" / "python2", "Python 2.7.18", '[ "$1" = -E ] || tail -n +2 "$1" | sh')
    opt.chmod(0o755)
    submissions, _ = collect(classroom, tmp_path)
    settings = quick_settings()

    def batch(python2: str) -> Batch:
        recipe = RecipeOptions(tools=ToolPaths(python2=python2))
        return Batch(state, submissions, CASES, replace(settings, recipe=recipe))

    first = batch("")
    run(first, executor)
    ada, bob = first.graded()
    assert verdicts(ada) == [Verdict.RIGHT] * 3
    if INSTALLED_TOOLS.find(PYTHON2) is None:
        assert (verdicts(bob), bob.is_tool_missing) == ([None] * 3, True)
        assert first.count_missing() == 0
        assert batch("").count_missing() == 3, "a missing interpreter is not saved"
    second = batch(str(python2))
    assert run(second, executor)[0]
    ada, bob = second.graded()
    assert verdicts(bob) == [Verdict.RIGHT] * 3
    assert [tool.path for tool in bob.tools] == [str(python2)]
    assert batch(str(python2)).count_missing() == 0
    stand_in(python2, "Python 2.7.19")
    tools.given_tool.cache_clear()
    assert batch(str(python2)).count_missing() > 0, "another version grades again"
    shutil.rmtree(opt)


class EscapeExecutor(LocalExecutor):
    """An executor on which the submission named evil escapes from the sandbox."""

    def run(self, jobs: deque[J], **options: Any) -> Generator[JobEvent[J], None, None]:
        return super().run(deque(map(escape, jobs)), **options)


def escape(job: Any) -> Any:
    if job.name != "evil":
        return job
    return KillGrader(**{field.name: getattr(job, field.name) for field in fields(job)})


def test_submission_that_kills_its_worker_does_not_affect_others(
    tmp_path: Path, state: GradingState, temp_dir: Path
) -> None:
    for name in ("ada", "evil", "zoe"):
        write_submission(tmp_path / "class" / name, f"# {name}\n{answer_script(CASES)}")
    submissions, _ = collect(tmp_path / "class", tmp_path)
    batch = Batch(state, submissions, CASES, quick_settings())
    with EscapeExecutor(1) as executor:
        run(batch, executor)
    ada, evil, zoe = batch.graded()
    assert verdicts(ada) == verdicts(zoe) == [Verdict.RIGHT] * 3
    assert evil.problem == "the grading of evil was started 3 times, and its process died each time"
    with LocalExecutor(1) as executor:
        judged = run(Batch(state, submissions, CASES, quick_settings()), executor)
    assert judged == (True, [("evil", case.name) for case in CASES])


def test_only_runs_with_a_changed_submission_or_case_or_settings_are_repeated(
    tmp_path: Path, state: GradingState, executor: LocalExecutor
) -> None:
    for name in ("ada", "bob"):
        write_submission(tmp_path / "class" / name, f"# {name}\n{answer_script(CASES)}")
    first, second, third = (case.name for case in CASES)

    def again(cases: Sequence[Case] = CASES, settings: Settings | None = None) -> list[tuple[str, str]]:
        submissions, _ = collect(tmp_path / "class", tmp_path)
        return run(Batch(state, submissions, cases, settings or quick_settings()), executor)[1]

    assert len(again(CASES[:2])) == 4
    assert again(CASES[:2]) == []
    assert again() == [("ada", third), ("bob", third)]
    changed = replace(CASES[0], requirement="another requirement")
    assert again([changed, *CASES[1:]]) == [("ada", first), ("bob", first)]
    (tmp_path / "class" / "bob" / "run.sh").write_text(answer_script(CASES))
    assert again() == [("bob", first), ("bob", second), ("bob", third)]
    assert len(again(settings=quick_settings(strict=True))) == 6


class RecordingExecutor(LocalExecutor):
    """An executor that records its jobs."""

    jobs: tuple[Any, ...] = ()

    def run(self, jobs: deque[J], **options: Any) -> Generator[JobEvent[J], None, None]:
        self.jobs += tuple(jobs)
        return super().run(jobs, **options)


def test_equal_submissions_are_run_once(tmp_path: Path, state: GradingState) -> None:
    for name in ("ada", "copy"):
        write_submission(tmp_path / "class" / name, answer_script(CASES))
    submissions, _ = collect(tmp_path / "class", tmp_path)
    batch = Batch(state, submissions, CASES, quick_settings())
    with RecordingExecutor(1) as recorder:
        assert run(batch, recorder)[0]
    assert [job.name for job in recorder.jobs] == ["ada"]
    assert [verdicts(graded) for graded in batch.graded()] == [[Verdict.RIGHT] * 3] * 2


def test_stopped_batch_resumes_where_it_was(tmp_path: Path, state: GradingState, executor: LocalExecutor) -> None:
    for name in ("ada", "bob", "cy"):
        write_submission(tmp_path / "class" / name, f"# {name}\n{answer_script(CASES)}")
    submissions, _ = collect(tmp_path / "class", tmp_path)
    batch = Batch(state, submissions, CASES, quick_settings())
    events = []

    def stop_soon(progress: GradeProgress) -> None:
        events.append((progress.submission.name, progress.case))
        if len(events) == 2:
            batch.stop()

    assert not batch.run(executor, on_progress=stop_soon)
    assert len(events) == 2
    assert batch.count_missing() == 7
    done, rest = run(Batch(state, submissions, CASES, quick_settings()), executor)
    assert done
    assert not set(rest) & set(events)
    assert len(rest) == 7


def test_cases_beyond_the_time_limit_remain_missing(
    tmp_path: Path, state: GradingState, executor: LocalExecutor
) -> None:
    write_submission(
        tmp_path / "hangs", f'if [ "$(head -n 1 input.txt)" != Star ]; then sleep 600; fi\n{answer_script(CASES)}'
    )
    settings = Settings(limits=Limits(cpu_seconds=600.0, wall_seconds=600.0))
    batch = Batch(state, [read_submission(tmp_path / "hangs", tmp_path)], CASES, settings)
    assert not batch.run(executor, time_limit_s=4)
    (graded,) = batch.graded()
    assert graded.problem == ""
    games = [case.question.position.game for case in CASES]
    assert all(verdict is None for game, verdict in zip(games, verdicts(graded), strict=True) if game == "warfare")


def test_given_up_submission_is_run_again_without_the_give_up_policy(
    tmp_path: Path, state: GradingState, executor: LocalExecutor
) -> None:
    """The grading is interrupted after the first timeout, which still counts when it resumes."""
    folder = write_submission(tmp_path / "loops", "sleep 600")
    few, every = (
        Settings(limits=Limits(cpu_seconds=600.0, wall_seconds=0.3), give_up_after=number) for number in (2, 0)
    )

    def batch(settings: Settings) -> Batch:
        return Batch(state, [read_submission(folder, tmp_path)], CASES, settings)

    first = batch(few)
    assert not first.run(executor, on_progress=lambda _: first.stop())
    assert run(batch(few), executor) == (True, [("loops", CASES[1].name)])
    (graded,) = batch(few).graded()
    assert (verdicts(graded), graded.given_up_after) == ([Verdict.TIMEOUT, Verdict.TIMEOUT, None], 2)
    assert run(batch(every), executor) == (True, [("loops", CASES[2].name)])
    (graded,) = batch(few).graded()
    assert (verdicts(graded), graded.given_up_after) == ([Verdict.TIMEOUT] * 3, 0)


SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from support.grading.submissions import cases, quick_settings
from outply.grading.run.batch import Batch
from outply.grading.run.state import GradingState
from outply.grading.submissions.collect import collect
from outply.jobs.executor import LocalExecutor
from outply.jobs.job import J, JobEvent
if __name__ == "__main__":
    folder = Path(sys.argv[2])
    with GradingState(folder / "grading.db", write=True) as state:
        submissions, _ = collect(folder / "class", folder)
        executor = LocalExecutor(2)
        batch = Batch(state, submissions, cases()[:3], quick_settings())
        batch.run(executor, on_progress=lambda _: print("event", flush=True))
"""


@pytest.mark.parametrize("after", [1, 4])
def test_killed_grading_resumes_and_leaves_nothing_behind(after: int, tmp_path: Path, temp_dir: Path) -> None:
    for number in range(4):
        write_submission(tmp_path / "class" / str(number), f"# {number}\n{answer_script(CASES)}")
    command = [sys.executable, "-c", SCRIPT, str(ROOT / "tests"), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ | {"TMPDIR": str(temp_dir)}) as grading:
        assert grading.stdout is not None
        for _ in range(after):
            grading.stdout.readline()
        grading.send_signal(signal.SIGKILL)
        grading.stdout.read()  # until its workers have ended
    wait_until(lambda: not sandboxed_processes(temp_dir), "their programs end")
    submissions, _ = collect(tmp_path / "class", tmp_path)
    with GradingState(tmp_path / "grading.db", write=True) as state:
        batch = Batch(state, submissions, CASES, quick_settings())
        assert batch.count_missing() <= 12 - after + 1  # one line may be a build outcome
        executor = LocalExecutor(2)
        assert batch.run(executor)
        executor.close()
        assert [verdicts(graded) for graded in batch.graded()] == [[Verdict.RIGHT] * 3] * 4
    # A process killed while Python's tempfile tries the directory leaves a file with the start of "blat".
    assert [path for path in temp_dir.iterdir() if path.is_dir() or path.read_bytes() not in (b"", b"blat")] == []
    assert sandboxed_processes(temp_dir) == []
