"""Jobs of different processes have different cores."""

import os
import threading
from pathlib import Path

import pytest
from support.waiting import wait_until

from outply.jobs.cores import lock_core, pinned

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="needs CPU affinity")


@pytest.fixture(autouse=True)
def locks(monkeypatch: pytest.MonkeyPatch, tmp_path: os.PathLike[str]) -> None:
    """Use locks that no other test uses."""
    monkeypatch.setenv("OUTPLY_CACHE", os.fspath(tmp_path))


def test_each_job_has_a_core_of_its_own() -> None:
    first, second = lock_core([0, 1]), lock_core([0, 1])
    assert (first[1], second[1]) == (0, 1)
    os.close(first[0])
    third = lock_core([0, 1])
    assert third[1] == 0
    for descriptor in (second[0], third[0]):
        os.close(descriptor)


def test_job_waits_until_a_core_is_free() -> None:
    taken = lock_core([0])
    is_waiting = threading.Event()
    locked: list[int] = []

    def lock() -> None:
        descriptor, core = lock_core([0], sleep=lambda _: is_waiting.set())
        locked.append(core)
        os.close(descriptor)

    thread = threading.Thread(target=lock)
    thread.start()
    wait_until(is_waiting.is_set, "the job waits")
    assert locked == []
    os.close(taken[0])
    thread.join()
    assert locked == [0]


def test_core_is_released_if_the_job_fails() -> None:
    before = os.sched_getaffinity(0)

    def fail() -> None:
        with pinned():
            assert len(os.sched_getaffinity(0)) == 1
            raise ValueError

    for _ in range(len(before) + 1):
        with pytest.raises(ValueError):
            fail()
        assert os.sched_getaffinity(0) == before


def test_locks_are_in_the_temporary_directory_if_the_cache_is_not_writable(
    monkeypatch: pytest.MonkeyPatch, temp_dir: Path
) -> None:
    monkeypatch.setenv("OUTPLY_CACHE", "/dev/null/cache")
    descriptor, core = lock_core([5])
    assert core == 5
    os.close(descriptor)
    assert len(os.listdir(temp_dir)) == 1
