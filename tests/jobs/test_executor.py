"""The local executor and a Dask cluster run the same jobs with the same results."""

import os
import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen

import pytest
from support.processes.dask_cluster import CONNECT_TIMEOUT_S, DaskCluster, kill
from support.processes.sample_jobs import BuildOnce, Cores, Fail, Square

from outply.jobs.dask import ClusterError, WorkerContext, pack
from outply.jobs.executor import DaskExecutor, Executor, LocalExecutor, open_executor
from outply.jobs.job import TransferError, WorkerError


@pytest.fixture(params=["local", "dask"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    if request.param == "local":
        executor: Executor = LocalExecutor(2)
    else:
        pytest.importorskip("distributed")
        request.getfixturevalue("workers")
        executor = open_executor(cluster=request.getfixturevalue("scheduler"), connect_timeout_s=CONNECT_TIMEOUT_S)
    with executor:
        yield executor


def test_executor_yields_reports_and_results(executor: Executor) -> None:
    assert executor.workers == 2
    jobs = [Square(number) for number in range(5)]
    events = list(executor.run(deque(jobs)))
    assert {event.job: event.value for event in events if event.is_result} == {job: job.number**2 for job in jobs}
    assert {event.job: event.value for event in events if not event.is_result} == {job: job.number for job in jobs}


def test_job_error_is_raised_or_yielded_as_a_result_with_keep_going(executor: Executor) -> None:
    with pytest.raises(WorkerError, match="it cannot be done"):
        list(executor.run(deque([Fail()])))
    events = list(executor.run(deque([Fail(), Square(2)]), keep_going=True))
    values = {event.job: event.value for event in events if event.is_result}
    assert isinstance(values.pop(Fail()), WorkerError)
    assert values == {Square(2): 4}


def test_jobs_on_one_machine_share_a_build(executor: Executor, tmp_path: Path) -> None:
    log, key = tmp_path / "log", str(tmp_path)
    events = list(executor.run(deque(BuildOnce(key, str(log)) for _ in range(3))))
    assert len({event.value for event in events}) == 1
    assert log.read_text() == "x"


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="needs CPU affinity")
def test_pinned_job_and_its_programs_have_one_core(executor: Executor) -> None:
    values = [event.value for event in executor.run(deque(map(Cores, range(4))), pin_cores=True)]
    assert all(len(job) == 1 and programs == job for programs, job in values)
    (event,) = executor.run(deque([Cores(0)]))
    assert event.value == (os.sched_getaffinity(0), os.sched_getaffinity(0)), "cores are free again afterwards"


def test_job_of_a_lost_worker_is_run_again_without_repeating_reports(
    scheduler: str, workers: list[Popen[bytes]]
) -> None:
    pytest.importorskip("distributed")
    jobs = [Square(number) for number in range(40)]
    events = []
    with DaskExecutor(scheduler, CONNECT_TIMEOUT_S) as executor:
        for event in executor.run(deque(jobs)):
            events.append(event)
            if len(events) == 10:
                kill(workers[0])
    assert len(events) == len(set(events)) == 80


def test_directory_over_the_size_limit_cannot_be_packed(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * 2000)
    assert len(pack(tmp_path, max_mib=1)) > 100
    with pytest.raises(TransferError, match="the directory cannot be copied: the files are larger than 0 MiB"):
        pack(tmp_path, max_mib=0)


def test_directory_sent_to_a_cluster_has_the_same_files_as_a_workspace(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "empty").mkdir(parents=True)
    (source / "link").symlink_to("/etc")
    (source / "program").write_text("program")
    (source / "program").chmod(0o755)
    os.mkfifo(source / "fifo")
    context = WorkerContext(lambda _: None, tmp_path, {"source": pack(source, max_mib=1)})
    with context.source("source") as directory:
        assert sorted(path.name for path in directory.iterdir()) == ["empty", "link", "program"]
        assert os.readlink(directory / "link") == "/etc"
        assert os.access(directory / "program", os.X_OK)


def test_lost_scheduler_is_reported_in_one_sentence(
    dask_cluster: DaskCluster,
    scheduler: str,
    workers: list[Popen[bytes]],
    capfd: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("distributed")
    with DaskExecutor(scheduler, CONNECT_TIMEOUT_S) as executor:
        events = executor.run(deque(map(Square, range(1000))))
        next(events)
        dask_cluster.kill_scheduler()
        with pytest.raises(ClusterError, match="the connection to the Dask scheduler"):
            list(events)
    assert "Traceback" not in capfd.readouterr().err


def test_unreachable_scheduler_is_reported() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(ClusterError, match="cannot connect to a Dask scheduler at"):
        DaskExecutor("tcp://127.0.0.1:9", connect_timeout_s=0.5)


@pytest.mark.parametrize("address", ["nowhere://127.0.0.1:8786", "127.0.0.1", "localhost:port", "tcp://", "::1"])
def test_wrong_address_of_a_scheduler_is_reported_before_connecting(address: str) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(ClusterError, match=f"wrong address of a Dask scheduler: '{re.escape(address)}'"):
        DaskExecutor(address)
