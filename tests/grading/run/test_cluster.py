"""The same grading on a real Dask cluster of processes, one of which is lost midway."""

import signal

import pytest
from support.submissions import cases, knows, quick, submission

from outply.formats import question as questions
from outply.grading.result.verdict import Verdict
from outply.grading.run.batch import Batch
from outply.grading.run.job import Outcome
from outply.grading.run.state import Store
from outply.grading.submissions.collect import collect
from outply.jobs.executor import DaskExecutor

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.usefixtures("needs_sandbox")

CASES = cases()[:2]


@pytest.fixture
def executor(scheduler):
    with DaskExecutor(scheduler) as executor:
        yield executor


def test_a_lost_worker_s_submissions_are_graded_again_and_broken_ones_stop_nobody(workers, executor, tmp_path):
    for number in range(6):
        submission(tmp_path / "class" / f"right{number}", f"# {number}\n{knows(CASES)}")
    submission(tmp_path / "class" / "broken", "true", agent="false")
    (submission(tmp_path / "class" / "linked", "true") / "link").symlink_to("/etc/passwd")
    found, _ = collect(tmp_path / "class", tmp_path)
    heard = []

    def lose_one(progress):
        heard.append(progress.news)
        if sum(isinstance(news, Outcome) for news in heard) == 2:
            workers[0].send_signal(signal.SIGKILL)

    with Store(tmp_path / "grading.db", write=True) as store:
        batch = Batch(store, found, CASES, quick())
        assert batch.run(executor, on_progress=lose_one)
        graded = {one.name: one for one in batch.graded()}
    assert graded.pop("broken").problem == "`make -s agent` exited with status 2"
    assert "cannot be sent" in graded.pop("linked").problem
    assert {judgement.verdict for one in graded.values() for _, judgement in one.judgements} == {Verdict.RIGHT}


def test_when_time_runs_out_the_cases_that_are_done_are_kept(workers, executor, tmp_path, monkeypatch):
    """The program answers one case and hangs on the next; the time is over as soon as a case is told of."""

    class UntilTold(distributed.as_completed):
        def __init__(self, loop, timeout):
            assert 0 < timeout <= 3600
            super().__init__(loop=loop)

        def __next__(self):
            executor._messages.put(executor._messages.get())
            raise TimeoutError

    monkeypatch.setattr("distributed.as_completed", UntilTold)
    asked = questions.write(CASES[1].question).rstrip()
    hangs = f"if [ \"$(cat input.txt)\" = '{asked}' ]; then sleep 60; fi\n{knows(CASES)}"
    submission(tmp_path / "class" / "hangs", hangs)
    found, _ = collect(tmp_path / "class", tmp_path)
    heard = []
    with Store(tmp_path / "grading.db", write=True) as store:
        batch = Batch(store, found, CASES, quick())
        assert not batch.run(executor, within=3600, on_progress=heard.append)
        assert [one.case for one in heard] == [CASES[0].name]
        (graded,) = batch.graded()
        assert [judgement and judgement.verdict for _, judgement in graded.judgements] == [Verdict.RIGHT, None]
        assert batch.missing() == 1
