"""The next process removes the work directories of killed processes."""

import errno
import os
from pathlib import Path

import pytest

from outply.jobs import job
from outply.jobs.job import WorkDirectory
from outply.sandbox.locks import creator_tag

UNUSED_PID = 1 << 22  # one more than the largest process ID
ENDED = f"{creator_tag().partition('.')[0]}.{UNUSED_PID}.1"
OTHER_CONTAINER = f"1.{UNUSED_PID}.1"


def make_stale(temporary_dir: Path, count: int) -> list[Path]:
    paths = [temporary_dir / f"{job.PREFIX}{ENDED}-{number}" for number in range(count)]
    for path in paths:
        (path / "workspace").mkdir(parents=True)
    return paths


def test_only_work_directories_of_dead_processes_are_removed(temp_dir: Path) -> None:
    stale = make_stale(temp_dir, 2)
    with WorkDirectory() as first, WorkDirectory() as second:
        assert sorted(temp_dir.iterdir()) == sorted([first.path, second.path])
    assert not any(path.exists() for path in stale)


def test_work_directory_of_a_process_in_another_container_is_kept(temp_dir: Path) -> None:
    other = temp_dir / f"{job.PREFIX}{OTHER_CONTAINER}-1"
    other.mkdir()
    with WorkDirectory():
        assert other.exists()


def test_locked_work_directory_is_kept_whatever_its_age(temp_dir: Path) -> None:
    with WorkDirectory() as first:
        os.utime(first.path, (0, 0))
        with WorkDirectory():
            assert first.path.exists()


@pytest.mark.parametrize("number", [errno.ENOENT, errno.ENOTEMPTY])
def test_work_directory_removed_or_used_by_another_process_is_skipped(
    temp_dir: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    stale = make_stale(temp_dir, 2)

    def remove_with_another(path: Path) -> None:
        for each in stale:  # the second is gone before we come to it
            (each / "workspace").rmdir()
            each.rmdir()
        raise OSError(number, "", path)

    with monkeypatch.context() as patched:
        patched.setattr(job, "remove_tree", remove_with_another)
        directory = WorkDirectory()
    with directory:
        assert list(temp_dir.iterdir()) == [directory.path]
