"""The next process removes the work directories of killed processes."""

import errno
from pathlib import Path

import pytest

from outply.jobs import job
from outply.jobs.job import PREFIX, WorkDirectory

UNUSED_PID = 1 << 22  # one more than the largest process ID


def make_stale(temporary_dir: Path, count: int) -> list[Path]:
    paths = [temporary_dir / f"{PREFIX}{UNUSED_PID}-{number}" for number in range(count)]
    for path in paths:
        (path / "workspace").mkdir(parents=True)
    return paths


def test_only_work_directories_of_dead_processes_are_removed(temp_dir: Path) -> None:
    stale = make_stale(temp_dir, 2)
    with WorkDirectory() as first, WorkDirectory() as second:
        assert sorted(temp_dir.iterdir()) == sorted([first.path, second.path])
    assert not any(path.exists() for path in stale)


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
