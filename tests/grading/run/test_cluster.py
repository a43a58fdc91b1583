"""Grading on a real Dask cluster of processes, one of which is killed."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.grading.submissions import answer_script, cases, quick_settings, write_submission
from support.processes.dask_cluster import CONNECT_TIMEOUT_S, kill
from support.waiting import wait_until

from outply.formats import question as questions
from outply.grading.result.verdict import Verdict
from outply.grading.run.batch import Batch, GradeProgress
from outply.grading.run.job import BuildOutcome
from outply.grading.run.state import GradingState
from outply.grading.submissions.collect import collect
from outply.jobs.executor import DaskExecutor

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.usefixtures("needs_sandbox")

CASES = cases()[:2]


@pytest.fixture
def executor(scheduler: str) -> Iterator[DaskExecutor]:
    with DaskExecutor(scheduler, CONNECT_TIMEOUT_S) as executor:
        yield executor


def test_submissions_of_a_killed_worker_are_graded_again(
    workers: list[subprocess.Popen[bytes]], executor: DaskExecutor, tmp_path: Path
) -> None:
    for number in range(6):
        write_submission(tmp_path / "class" / f"right{number}", f"# {number}\n{answer_script(CASES)}")
    write_submission(tmp_path / "class" / "broken", "true", agent="false")
    (write_submission(tmp_path / "class" / "linked", "true") / "link").symlink_to("/etc/passwd")
    submissions, _ = collect(tmp_path / "class", tmp_path)
    results = []

    def kill_worker(progress: GradeProgress) -> None:
        results.append(progress.result)
        if sum(isinstance(result, BuildOutcome) for result in results) == 2:
            kill(workers[0])

    with GradingState(tmp_path / "grading.db", write=True) as state:
        batch = Batch(state, submissions, CASES, quick_settings())
        assert batch.run(executor, on_progress=kill_worker)
        graded = {one.name: one for one in batch.graded()}
    assert graded.pop("broken").problem == "`make -s agent` exited with status 2"
    linked = graded.pop("linked")  # runs as on one machine, and writes no answer
    assert {judgement and judgement.verdict for _, judgement in linked.judgements} == {Verdict.NO_OUTPUT}
    assert {judgement and judgement.verdict for one in graded.values() for _, judgement in one.judgements} == {
        Verdict.RIGHT
    }


def test_finished_cases_are_kept_when_the_time_limit_is_reached(
    workers: list[subprocess.Popen[bytes]], executor: DaskExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program answers one case and hangs on the next; the time is over as soon as a case is reported."""

    class UntilReported(distributed.as_completed):  # type: ignore[misc, name-defined]
        def __init__(self, loop: Any, timeout: float) -> None:
            assert 0 < timeout <= 3600
            super().__init__(loop=loop)

        def __next__(self) -> Any:
            wait_until(lambda: executor.has_reports, "a case is reported")
            raise TimeoutError

    monkeypatch.setattr("distributed.as_completed", UntilReported)
    question = questions.write(CASES[1].question).rstrip()
    hangs = f"if [ \"$(cat input.txt)\" = '{question}' ]; then sleep 60; fi\n{answer_script(CASES)}"
    write_submission(tmp_path / "class" / "hangs", hangs)
    submissions, _ = collect(tmp_path / "class", tmp_path)
    events: list[GradeProgress] = []
    with GradingState(tmp_path / "grading.db", write=True) as state:
        batch = Batch(state, submissions, CASES, quick_settings())
        assert not batch.run(executor, time_limit_s=3600, on_progress=events.append)
        assert [one.case for one in events] == [CASES[0].name]
        (graded,) = batch.graded()
        assert [judgement and judgement.verdict for _, judgement in graded.judgements] == [Verdict.RIGHT, None]
        assert batch.count_missing() == 1
