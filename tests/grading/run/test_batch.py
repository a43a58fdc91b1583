"""A class is graded: whatever is among the submissions, all the others are, and an interruption loses nothing."""

import os
import signal
import subprocess
import sys
from collections import deque

import pytest
from conftest import ROOT
from support.sample_jobs import KillGrader
from support.submissions import CONTESTANTS, cases, contestant, knows, left_running, quick, submission

from outply.formats.question import Question
from outply.games.warfare import Position
from outply.grading.result.verdict import Judgement, Verdict
from outply.grading.run.batch import Batch
from outply.grading.run.settings import Settings
from outply.grading.run.state import Store
from outply.grading.submissions.collect import NO_SUBMISSION, Submission, collect, read_submission
from outply.grading.suite.case import Case
from outply.jobs.executor import LocalExecutor
from outply.sandbox.limits import Limits

pytestmark = pytest.mark.usefixtures("needs_sandbox", "temp_dir")

CASES = cases()[:3]
FIRST = CASES[0].name


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "grading.db", write=True) as store:
        yield store


@pytest.fixture
def executor(temp_dir):
    executor = LocalExecutor(2)
    yield executor
    executor.close()
    assert list(temp_dir.iterdir()) == []


def run(batch, executor, **how):
    """Run the batch; return whether it is done, and which cases of whom were judged."""
    heard = []
    done = batch.run(executor, on_progress=heard.append, **how)
    return done, sorted((one.submission.name, one.case) for one in heard if isinstance(one.news, Judgement))


def verdicts(graded):
    return [None if judgement is None else judgement.verdict for _, judgement in graded.judgements]


def test_each_submission_is_judged_on_each_case_in_order(tmp_path, store, executor):
    submission(tmp_path / "class" / "ada", knows(CASES))
    submission(tmp_path / "class" / "bob", knows(CASES, but=[FIRST]))
    submission(tmp_path / "class" / "cy", "true", agent="false")
    found, _ = collect(tmp_path / "class", tmp_path)
    nobody = Submission(name="dee", student="Dee", problem=NO_SUBMISSION)
    batch = Batch(store, [*found, nobody], CASES, quick())
    assert batch.missing() == 9
    assert run(batch, executor)[0]
    ada, bob, cy, dee = batch.graded()
    assert [name for name, _ in ada.judgements] == [case.name for case in CASES]
    assert verdicts(ada) == [Verdict.RIGHT] * 3
    assert verdicts(bob) == [Verdict.NO_OUTPUT, Verdict.RIGHT, Verdict.RIGHT]
    assert (cy.problem, verdicts(cy)) == ("`make -s agent` exited with status 2", [None] * 3)
    assert (dee.student, dee.problem, verdicts(dee)) == ("Dee", NO_SUBMISSION, [None] * 3)


class Escaping(LocalExecutor):
    """An executor on which the submission called evil escapes from the sandbox."""

    def run(self, jobs, **options):
        return super().run(deque(map(escaping, jobs)), **options)


def escaping(job):
    return KillGrader(*(getattr(job, name) for name in job.__slots__)) if job.name == "evil" else job


def test_a_submission_that_kills_whoever_grades_it_stops_nobody(tmp_path, store, temp_dir):
    for name in ("ada", "evil", "zoe"):
        submission(tmp_path / "class" / name, f"# {name}\n{knows(CASES)}")
    found, _ = collect(tmp_path / "class", tmp_path)
    batch = Batch(store, found, CASES, quick())
    executor = Escaping(1)
    run(batch, executor)
    executor.close()
    ada, evil, zoe = batch.graded()
    assert verdicts(ada) == verdicts(zoe) == [Verdict.RIGHT] * 3
    assert evil.problem == "the grading of evil was started 3 times, and its process died each time"
    executor = LocalExecutor(1)
    assert run(Batch(store, found, CASES, quick()), executor) == (True, [("evil", case.name) for case in CASES])
    executor.close()


def test_what_is_known_is_not_run_again_and_what_changes_is(tmp_path, store, executor):
    for name in ("ada", "bob"):
        submission(tmp_path / "class" / name, f"# {name}\n{knows(CASES)}")
    first, second, third = (case.name for case in CASES)

    def again(wanted=CASES, settings=None):
        found, _ = collect(tmp_path / "class", tmp_path)
        return run(Batch(store, found, wanted, settings or quick()), executor)[1]

    assert len(again(CASES[:2])) == 4
    assert again(CASES[:2]) == []
    assert again() == [("ada", third), ("bob", third)]
    changed = Case(first, CASES[0].question, CASES[0].expected, "another rule")
    assert again([changed, *CASES[1:]]) == [("ada", first), ("bob", first)]
    (tmp_path / "class" / "bob" / "run.sh").write_text(knows(CASES))
    assert again() == [("bob", first), ("bob", second), ("bob", third)]
    assert len(again(settings=quick(strict=True))) == 6


def test_the_same_files_are_run_once(tmp_path, store, executor):
    for name in ("ada", "copy"):
        submission(tmp_path / "class" / name, knows(CASES))
    found, _ = collect(tmp_path / "class", tmp_path)
    ran = []
    run_jobs = executor.run
    executor.run = lambda jobs, **options: (ran.extend(jobs), run_jobs(jobs, **options))[1]
    batch = Batch(store, found, CASES, quick())
    assert run(batch, executor)[0]
    assert [job.name for job in ran] == ["ada"]
    assert [verdicts(graded) for graded in batch.graded()] == [[Verdict.RIGHT] * 3] * 2


def test_who_stops_it_goes_on_later_where_it_was(tmp_path, store, executor):
    for name in ("ada", "bob", "cy"):
        submission(tmp_path / "class" / name, f"# {name}\n{knows(CASES)}")
    found, _ = collect(tmp_path / "class", tmp_path)
    batch = Batch(store, found, CASES, quick())
    heard = []

    def stop_soon(progress):
        heard.append((progress.submission.name, progress.case))
        if len(heard) == 2:
            batch.stop()

    assert not batch.run(executor, on_progress=stop_soon)
    assert len(heard) == 2
    assert batch.missing() == 7
    done, rest = run(Batch(store, found, CASES, quick()), executor)
    assert done
    assert not set(rest) & set(heard)
    assert len(rest) == 7


def test_when_time_runs_out_what_is_not_reached_stays_open(tmp_path, store, executor):
    submission(tmp_path / "hangs", f'if [ "$(head -n 1 input.txt)" != Star ]; then sleep 600; fi\n{knows(CASES)}')
    settings = Settings(Limits(cpu_seconds=600.0, wall_seconds=600.0))
    batch = Batch(store, [read_submission(tmp_path / "hangs")], CASES, settings)
    assert not batch.run(executor, within=4)
    (graded,) = batch.graded()
    assert graded.problem == ""
    games = [case.question.position.game for case in CASES]
    assert all(found is None for game, found in zip(games, verdicts(graded), strict=True) if game == "warfare")


def test_who_is_given_up_is_not_run_further_until_all_is_wanted(tmp_path, store, executor):
    """It is interrupted after the first timeout, and goes on to count from there."""
    folder = submission(tmp_path / "loops", "sleep 600")
    few, every = (Settings(Limits(cpu_seconds=600.0, wall_seconds=0.3), give_up=number) for number in (2, 0))

    def batch(settings):
        return Batch(store, [read_submission(folder)], CASES, settings)

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
from support.submissions import cases, quick
from outply.grading.run.batch import Batch
from outply.grading.run.state import Store
from outply.grading.submissions.collect import collect
from outply.jobs.executor import LocalExecutor
if __name__ == "__main__":
    folder = Path(sys.argv[2])
    with Store(folder / "grading.db", write=True) as store:
        found, _ = collect(folder / "class", folder)
        executor = LocalExecutor(2)
        Batch(store, found, cases()[:3], quick()).run(executor, on_progress=lambda one: print("case", flush=True))
"""


@pytest.mark.parametrize("after", [1, 4])
def test_killed_anywhere_it_goes_on_and_nothing_is_left(after, tmp_path, temp_dir):
    for number in range(4):
        submission(tmp_path / "class" / str(number), f"# {number}\n{knows(CASES)}")
    command = [sys.executable, "-c", SCRIPT, str(ROOT / "tests"), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ | {"TMPDIR": str(temp_dir)}) as grading:
        for _ in range(after):
            grading.stdout.readline()
        grading.send_signal(signal.SIGKILL)
        grading.stdout.read()  # until its processes have followed it
    while left_running(temp_dir):  # and theirs; the time limit of tests says if not
        pass
    found, _ = collect(tmp_path / "class", tmp_path)
    with Store(tmp_path / "grading.db", write=True) as store:
        batch = Batch(store, found, CASES, quick())
        assert batch.missing() <= 12 - after + 1  # an outcome is a line, too
        executor = LocalExecutor(2)
        assert batch.run(executor)
        executor.close()
        assert [verdicts(graded) for graded in batch.graded()] == [[Verdict.RIGHT] * 3] * 4
    assert list(temp_dir.iterdir()) == []
    assert left_running(temp_dir) == []


FATES = {
    "honest-python": Verdict.RIGHT,
    "honest-c": Verdict.RIGHT,
    "crash": Verdict.CRASH,
    "hang": Verdict.TIMEOUT,
    "fork-bomb": Verdict.TIMEOUT,
    "orphans": Verdict.TIMEOUT,
    "unwaited": Verdict.TIMEOUT,
    "large-file": Verdict.OUTPUT_LIMIT,
    "many-files": Verdict.OUTPUT_LIMIT,
    "deleted-files": Verdict.OUTPUT_LIMIT,
    "deep-folders": Verdict.OUTPUT_LIMIT,
    "memory": Verdict.MEMORY_LIMIT,
    "memory-of-many": Verdict.MEMORY_LIMIT,
    "hidden-memory": Verdict.CRASH,
    "spy": Verdict.RIGHT,
    "network": Verdict.CRASH,
    "wrong-board": Verdict.WRONG_BOARD,
    "late": Verdict.TIMEOUT,
    "prints": Verdict.OUTPUT_LIMIT,
    "deaf": Verdict.TIMEOUT,
    "background": Verdict.RIGHT,
    "output-link": Verdict.NO_OUTPUT,
    "output-fifo": Verdict.NO_OUTPUT,
    "input-link": Verdict.RIGHT,
    "input-fifo": Verdict.RIGHT,
    "closed": Verdict.RIGHT,
    "agent-loops": None,
    "calibrate-loops": Verdict.RIGHT,
    "newgame-loops": Verdict.RIGHT,
    "calibrated": Verdict.CRASH,  # only a tournament calibrates
}


WAITING = {"hang": "run", "deaf": "run", "agent-loops": "build"}
"""Who waits for the end of which time; all the others have more of it than a busy machine takes."""


def test_all_that_does_harm_in_a_tournament_is_survived(tmp_path, store, temp_dir):
    for name in FATES:
        contestant(tmp_path / "class" / name, name)
    found, _ = collect(tmp_path / "class", tmp_path)
    any_move = Case("any", Question(Position.of([[5, 1], [1, 2]]), "COMPETITION", seconds=9.0), "")
    executor = LocalExecutor(2)
    graded = []
    for waits_for, wall, build in (("run", 0.5, 240.0), ("build", 240.0, 0.5), ("", 240.0, 240.0)):
        settings = Settings(
            Limits(cpu_seconds=1.0, wall_seconds=wall, memory_mib=64, disk_mib=8), build_seconds=build
        )
        those = [one for one in found if WAITING.get(one.name, "") == waits_for]
        batch = Batch(store, those, [any_move], settings)
        run(batch, executor)
        graded += batch.graded()
    assert {one.name: verdicts(one)[0] for one in graded} == FATES
    ((name, problem),) = [(one.name, one.problem) for one in graded if one.problem]
    assert (name, problem.startswith("`make -s agent` ran for ")) == ("agent-loops", True), problem
    assert left_running(temp_dir) == []
    executor.close()
    assert list(temp_dir.iterdir()) == []


def test_there_is_a_fate_for_each_contestant():
    assert {path.name for path in CONTESTANTS.iterdir() if path.is_dir()} == set(FATES)
