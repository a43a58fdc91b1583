import multiprocessing
import os
import select
import signal
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

import pytest
from support.sample_jobs import CannotBeSent, Fail, KilledAtFirst, Pid, SearchForever, Square

from outply.jobs.process_pool import ATTEMPTS, WorkerError, run

PATIENCE = 60  # seconds until a process that should end counts as one that does not


def results(jobs, workers=2):
    return {job: item for job, done, item in run(deque(jobs), workers) if done}


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_job_has_its_result_and_what_it_tells(workers):
    jobs = [Square(number) for number in range(4)]
    heard = list(run(deque(jobs), workers))
    assert {job: item for job, done, item in heard if done} == {job: job.number**2 for job in jobs}
    assert {job: item for job, done, item in heard if not done} == {job: job.number for job in jobs}


def test_without_jobs_nothing_is_started():
    assert results([]) == {}


def test_jobs_may_be_added_while_others_run():
    jobs = deque([Square(0)])
    done = []
    for job, is_done, _ in run(jobs, 1):
        if is_done:
            done.append(job.number)
            if job.number < 3:
                jobs.append(Square(job.number + 1))
    assert done == [0, 1, 2, 3]


def test_a_job_whose_process_is_killed_is_begun_again_and_no_other_is(tmp_path):
    deadly = KilledAtFirst(str(tmp_path / "killed"), 1)
    jobs = [Square(1), deadly, Square(2)]
    heard = list(run(deque(jobs), 2))
    assert {job: item for job, done, item in heard if done} == {jobs[0]: 1, deadly: 1, jobs[2]: 4}
    assert [item for job, done, item in heard if job == deadly and not done] == [0, 1]
    assert len([job for job, done, _ in heard if job != deadly and not done]) == 2


def test_a_job_that_always_kills_is_given_up(tmp_path):
    with pytest.raises(WorkerError, match=f"a deadly job was begun {ATTEMPTS} times"):
        results([KilledAtFirst(str(tmp_path / "killed"), 99)])
    assert (tmp_path / "killed").read_text() == "x" * ATTEMPTS
    assert multiprocessing.active_children() == []


def test_where_failures_are_tolerated_the_others_go_on(tmp_path):
    deadly = KilledAtFirst(str(tmp_path / "killed"), 99)
    jobs = [deadly, Fail(), *(Square(number) for number in range(4))]
    found = {job: item for job, done, item in run(deque(jobs), 2, tolerant=True) if done}
    assert {job: found[job] for job in jobs[2:]} == {job: job.number**2 for job in jobs[2:]}
    assert f"a deadly job was begun {ATTEMPTS} times" in str(found[deadly])
    assert isinstance(found[Fail()], WorkerError)


def test_at_a_given_time_what_is_not_done_is_dropped():
    jobs = deque([SearchForever(), Square(1)])
    assert [job for job, done, _ in run(jobs, 2, until=time.monotonic() + 2) if done] in ([Square(1)], [])
    assert multiprocessing.active_children() == []


def test_a_process_that_is_killed_while_it_has_nothing_to_do_is_replaced():
    jobs = deque([Pid(0)])
    done = []
    for job, _, pid in run(jobs, 1):
        done.append(job.number)
        if job.number == 0:
            os.kill(pid, signal.SIGKILL)
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
            jobs.append(Pid(1))
    assert done == [0, 1]


@pytest.mark.parametrize(("job", "problem"), [(Fail(), "it cannot be done"), (CannotBeSent(), "local object")])
def test_what_a_job_raises_is_told_and_nothing_goes_on(job, problem):
    with pytest.raises(WorkerError, match=problem):
        results([SearchForever(), job])
    assert multiprocessing.active_children() == []


def test_no_process_is_left_when_nobody_listens_any_more():
    heard = run(deque([SearchForever(), SearchForever()]), 2)
    next(heard)
    assert len(multiprocessing.active_children()) == 2
    heard.close()
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="there is no handle to wait for a process by")
def test_the_processes_end_when_the_one_that_started_them_is_killed():
    script = (
        "from collections import deque\n"
        "from support.sample_jobs import SearchForever\n"
        "from outply.jobs.process_pool import run\n"
        "if __name__ == '__main__':\n"
        "    for job, done, pid in run(deque([SearchForever()]), 1):\n"
        "        print(pid, flush=True)\n"
    )
    paths = os.pathsep.join([str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": paths}
    ) as parent:
        worker = os.pidfd_open(int(parent.stdout.readline()))
        parent.send_signal(signal.SIGKILL)
        ended = select.select([worker], [], [], PATIENCE)[0]
        os.close(worker)
        assert ended == [worker]
