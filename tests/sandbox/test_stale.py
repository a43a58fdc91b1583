"""What a killed process leaves behind, the next one removes."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from outply.sandbox import cgroups, stale, workspace
from outply.sandbox.limits import Limits
from outply.sandbox.untrusted_dirs import remove_tree

RUN = """
import sys, tempfile
from pathlib import Path
from outply.sandbox.limits import Limits
from outply.sandbox.room import Room
tempfile.tempdir = sys.argv[1]
with Room(Path(sys.argv[1], "source"), 4) as room:
    room.run(["sh", "-c", "touch ready; setsid sleep 600 & sleep 600"], Limits(cpu_seconds=60, wall_seconds=600))
"""


@pytest.fixture
def place():
    """A folder for temporary files that strangers can reach, with a folder to copy."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o711)
        Path(name, "source").mkdir()
        yield Path(name)


def rooms(place):
    return list(place.glob(f"{workspace.PREFIX}*"))


def behind_walls(place):
    """Return the processes that see a room of that place."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if f"/{place.name}/" in Path(f"/proc/{process}/mountinfo").read_text():
                found.append(process)
        except OSError:
            continue
    return found


def test_a_killed_process_takes_its_programs_along_and_the_next_one_clears_up(place, monkeypatch, walls):
    coordinator = subprocess.Popen([sys.executable, "-c", RUN, str(place)])
    while not list(place.glob("*/room/ready")):
        assert coordinator.poll() is None
    assert behind_walls(place) != []
    coordinator.send_signal(signal.SIGKILL)
    coordinator.wait()
    while behind_walls(place):  # they end by themselves; the time limit of tests says if not
        pass
    assert len(rooms(place)) == 1
    monkeypatch.setattr(stale, "YOUNG", 0.0)
    stale.sweep(place, workspace.PREFIX, remove_tree)
    assert rooms(place) == []
    for folder in (cgroups.folders() or {}).values():
        left = f"{cgroups.PREFIX}{coordinator.pid}-"
        stale.sweep(folder, left, cgroups.end_and_remove)
        assert list(folder.glob(f"{left}*")) == []


def test_what_is_in_use_stays(place, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    monkeypatch.setattr(stale, "YOUNG", 0.0)
    with workspace.Room(place / "source", 4) as used:
        stale.sweep(place, workspace.PREFIX, remove_tree)
        assert rooms(place) == [used.folder.parent]


def test_what_is_young_stays(place):
    (place / f"{workspace.PREFIX}new").mkdir()
    stale.sweep(place, workspace.PREFIX, remove_tree)
    assert len(rooms(place)) == 1


def test_two_that_were_given_the_same_number_do_not_meet(tmp_path, monkeypatch):
    """A process that is killed leaves its groups behind, and a later one may have its number."""
    monkeypatch.setattr(cgroups.Group, "_set", lambda *_: None)
    groups = [cgroups.Group({"unified": tmp_path}, Limits(cpu_seconds=1, wall_seconds=1)) for _ in range(9)]
    names = {path.name for path in tmp_path.glob(f"{cgroups.PREFIX}{os.getpid()}-*")}
    for group in groups:
        group.close()
    assert len(names) == 9
    assert not names & {f"{cgroups.PREFIX}{os.getpid()}-{number}" for number in range(9)}
    assert list(tmp_path.iterdir()) == []


def test_an_empty_group_is_removed_also_by_who_has_no_patience_left(tmp_path, monkeypatch):
    monkeypatch.setattr(cgroups, "PATIENCE", -1.0)
    (tmp_path / "group").mkdir()
    cgroups._remove(tmp_path / "group")
    assert list(tmp_path.iterdir()) == []
