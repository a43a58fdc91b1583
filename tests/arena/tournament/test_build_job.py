"""The workshop of a process that was killed is removed by the next one, as far as it can be."""

import errno

import pytest

from outply.arena.tournament import build_job
from outply.arena.tournament.build_job import PREFIX, Workshop

NOBODY = 1 << 22  # no process has this number, which is one more than the largest


def left_behind(place, count):
    folders = [place / f"{PREFIX}{NOBODY}-{number}" for number in range(count)]
    for folder in folders:
        (folder / "room").mkdir(parents=True)
    return folders


def test_what_nobody_owns_is_removed_and_what_somebody_owns_is_not(place):
    left = left_behind(place, 2)
    with Workshop() as first, Workshop() as second:
        assert sorted(place.iterdir()) == sorted([first.folder, second.folder])
    assert not any(folder.exists() for folder in left)


@pytest.mark.parametrize("number", [errno.ENOENT, errno.ENOTEMPTY])
def test_whoever_else_removes_it_or_is_still_in_it_is_no_hindrance(place, monkeypatch, number):
    left = left_behind(place, 2)

    def remove_with_another(folder):
        for each in left:  # the second is gone before we come to it
            (each / "room").rmdir()
            each.rmdir()
        raise OSError(number, "", folder)

    with monkeypatch.context() as patched:
        patched.setattr(build_job, "remove_tree", remove_with_another)
        workshop = Workshop()
    with workshop:
        assert list(place.iterdir()) == [workshop.folder]
