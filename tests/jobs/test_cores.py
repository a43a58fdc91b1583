"""Jobs of different processes have different cores."""

import os
import threading

import pytest

from outply.jobs.cores import _lock_core, pinned

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="needs CPU affinity")


@pytest.fixture(autouse=True)
def locks(monkeypatch: pytest.MonkeyPatch, tmp_path: os.PathLike[str]) -> None:
    """Use locks that no other test uses."""
    monkeypatch.setenv("OUTPLY_CACHE", os.fspath(tmp_path))


def test_each_job_has_a_core_of_its_own() -> None:
    first, second = _lock_core([0, 1]), _lock_core([0, 1])
    assert (first[1], second[1]) == (0, 1)
    os.close(first[0])
    third = _lock_core([0, 1])
    assert third[1] == 0
    for descriptor in (second[0], third[0]):
        os.close(descriptor)


def test_job_waits_until_a_core_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = _lock_core([0])
    is_waiting = threading.Event()
    monkeypatch.setattr("outply.jobs.cores.time.sleep", lambda _: is_waiting.set())
    locked: list[int] = []

    def lock() -> None:
        descriptor, core = _lock_core([0])
        locked.append(core)
        os.close(descriptor)

    thread = threading.Thread(target=lock)
    thread.start()
    assert is_waiting.wait(60)
    assert locked == []
    os.close(taken[0])
    thread.join(60)
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
    monkeypatch: pytest.MonkeyPatch, tmp_path: os.PathLike[str]
) -> None:
    monkeypatch.setenv("OUTPLY_CACHE", "/dev/null/cache")
    monkeypatch.setattr("outply.jobs.cores.tempfile.gettempdir", lambda: os.fspath(tmp_path))
    descriptor, core = _lock_core([5])
    assert core == 5
    os.close(descriptor)
    assert len(os.listdir(tmp_path)) == 1
