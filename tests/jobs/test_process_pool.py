"""Jobs in processes of this machine: results, reports, dead processes, deadlines."""

import multiprocessing
import os
import select
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from support.processes.sample_jobs import (
    EnvironmentVariable,
    Fail,
    KillOwnProcess,
    Pid,
    ReturnUnpicklable,
    SearchForever,
    Square,
)
from support.waiting import wait_until

from outply.jobs.job import Job, JobEvent, WorkerError
from outply.jobs.process_pool import MAX_ATTEMPTS, run_jobs


def results(events: Iterable[JobEvent[Any]]) -> dict[Job, Any]:
    return {event.job: event.value for event in events if event.is_result}


def reports(events: Iterable[JobEvent[Any]]) -> dict[Job, Any]:
    return {event.job: event.value for event in events if not event.is_result}


def wait_until_ended(process: int) -> None:
    """Wait until the process to which a descriptor refers has ended, and close the descriptor."""
    wait_until(lambda: select.select([process], [], [], 0)[0], "the end of the process")
    os.close(process)


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_job_yields_its_report_and_result(workers: int) -> None:
    jobs = [Square(number) for number in range(4)]
    events = list(run_jobs(deque(jobs), workers))
    assert results(events) == {job: job.number**2 for job in jobs}
    assert reports(events) == {job: job.number for job in jobs}


@pytest.mark.parametrize("value", ["first", "second"])
def test_process_has_the_environment_of_its_parent(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMPLE_VARIABLE", value)
    job = EnvironmentVariable("SAMPLE_VARIABLE")
    assert results(run_jobs(deque([job]), 1)) == {job: value}


def test_empty_queue_yields_nothing() -> None:
    assert results(run_jobs(deque(), 2)) == {}


def test_jobs_can_be_added_while_others_run() -> None:
    jobs = deque([Square(0)])
    finished = []
    for event in run_jobs(jobs, 1):
        if event.is_result:
            finished.append(event.job.number)
            if event.job.number < 3:
                jobs.append(Square(event.job.number + 1))
    assert finished == [0, 1, 2, 3]


def test_only_the_job_of_a_killed_process_is_started_again(tmp_path: Path) -> None:
    deadly = KillOwnProcess(str(tmp_path / "killed"), 1)
    jobs = [Square(1), deadly, Square(2)]
    events = list(run_jobs(deque(jobs), 2))
    assert results(events) == {jobs[0]: 1, deadly: 1, jobs[2]: 4}
    assert [event.value for event in events if event.job == deadly and not event.is_result] == [0, 1]
    assert len([event for event in events if event.job != deadly and not event.is_result]) == 2


def test_job_whose_process_always_dies_fails_after_max_attempts(tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match=f"a deadly job was started {MAX_ATTEMPTS} times"):
        results(run_jobs(deque([KillOwnProcess(str(tmp_path / "killed"), 99)]), 2))
    assert (tmp_path / "killed").read_text() == "x" * MAX_ATTEMPTS
    assert multiprocessing.active_children() == []


def test_keep_going_runs_the_other_jobs_after_failures(tmp_path: Path) -> None:
    deadly = KillOwnProcess(str(tmp_path / "killed"), 99)
    squares = [Square(number) for number in range(4)]
    jobs: deque[Job] = deque([deadly, Fail(), *squares])
    values = results(run_jobs(jobs, 2, keep_going=True))
    assert {job: values[job] for job in squares} == {job: job.number**2 for job in squares}
    assert f"a deadly job was started {MAX_ATTEMPTS} times" in str(values[deadly])
    assert isinstance(values[Fail()], WorkerError)


def test_unfinished_jobs_are_dropped_at_the_deadline() -> None:
    values: dict[Job, int] = {}
    jobs = deque([SearchForever(), Square(1)])
    for event in run_jobs(jobs, 2, deadline=60.0, clock=lambda: 60.0 * len(values)):
        if event.is_result:
            values[event.job] = event.value
    assert values == {Square(1): 1}
    assert multiprocessing.active_children() == []


def test_process_killed_while_idle_is_replaced() -> None:
    jobs = deque([Pid(0)])
    finished = []
    for event in run_jobs(jobs, 1):
        finished.append(event.job.number)
        if event.job.number == 0:
            process = os.pidfd_open(event.value)
            os.kill(event.value, signal.SIGKILL)
            wait_until_ended(process)
            jobs.append(Pid(1))
    assert finished == [0, 1]


@pytest.mark.parametrize(
    ("job", "problem"), [(Fail(), "it cannot be done"), (ReturnUnpicklable(), "local object")]
)
def test_exception_in_a_job_is_raised_and_ends_the_other_jobs(job: Job, problem: str) -> None:
    with pytest.raises(WorkerError, match=problem):
        results(run_jobs(deque([SearchForever(), job]), 2))
    assert multiprocessing.active_children() == []


def test_closing_the_generator_ends_all_processes() -> None:
    events = run_jobs(deque([SearchForever(), SearchForever()]), 2)
    next(events)
    assert len(multiprocessing.active_children()) == 2
    events.close()
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs pidfd_open to wait for a process")
def test_processes_exit_when_their_parent_is_killed() -> None:
    script = (
        "from collections import deque\n"
        "from support.processes.sample_jobs import SearchForever\n"
        "from outply.jobs.process_pool import run_jobs\n"
        "if __name__ == '__main__':\n"
        "    for event in run_jobs(deque([SearchForever()]), 1):\n"
        "        print(event.value, flush=True)\n"
    )
    paths = os.pathsep.join([str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": paths}
    ) as parent:
        assert parent.stdout is not None
        worker = os.pidfd_open(int(parent.stdout.readline()))
        parent.send_signal(signal.SIGKILL)
        wait_until_ended(worker)


@pytest.mark.skipif(sys.platform != "linux", reason="workers have no fork server")
def test_killed_parent_that_has_not_read_all_reports_leaves_nothing_behind(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    script = (
        "import os, signal, sys\n"
        "from collections import deque\n"
        "from pathlib import Path\n"
        "from support.processes.sample_jobs import ReportTwice\n"
        "from outply.jobs.process_pool import run_jobs\n"
        "if __name__ == '__main__':\n"
        "    fifo = Path(sys.argv[1])\n"
        "    for event in run_jobs(deque([ReportTwice(fifo)]), 1):\n"
        "        fifo.read_text()\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    paths = os.pathsep.join([str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": paths, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", script, str(tmp_path / "fifo")]
    # Standard error is closed when the last process has ended.
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (-signal.SIGKILL, "")
    assert list(tmp_path.glob("pymp-*")) == []


@pytest.mark.skipif(sys.platform != "linux", reason="workers have no fork server")
def test_jobs_go_on_after_the_fork_server_was_killed(tmp_path: Path) -> None:
    script = (
        "import os, signal\n"
        "from collections import deque\n"
        "from pathlib import Path\n"
        "from support.processes.sample_jobs import Square\n"
        "from outply.jobs.process_pool import run_jobs\n"
        "if __name__ == '__main__':\n"
        "    for _ in range(3):\n"
        "        jobs, values = deque([Square(1)]), []\n"
        "        for event in run_jobs(jobs, 2):\n"
        "            if not values:\n"
        "                for child in Path('/proc/self/task', str(os.getpid()), 'children').read_text().split():\n"
        "                    if b'forkserver' in Path('/proc', child, 'cmdline').read_bytes():\n"
        "                        os.kill(int(child), signal.SIGKILL)\n"
        "                jobs.extend(map(Square, (2, 3)))\n"
        "            values.append(event.value)\n"
        "        print(sorted(values), flush=True)\n"
    )
    paths = os.pathsep.join([str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": paths, "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment)
    assert done.stdout.splitlines() == ["[1, 1, 2, 3, 4, 9]"] * 3, done.stderr
