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
from outply.sandbox.workspace import Workspace
tempfile.tempdir = sys.argv[1]
with Workspace(Path(sys.argv[1], "source"), 4) as room:
    room.run(["sh", "-c", "touch ready; setsid sleep 600 & sleep 600"], Limits(cpu_seconds=60, wall_seconds=600))
"""


@pytest.fixture
def temp_dir():
    """A folder for temporary files that strangers can reach, with a folder to copy."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o711)
        Path(name, "source").mkdir()
        yield Path(name)


def rooms(temp_dir):
    return list(temp_dir.glob(f"{workspace.PREFIX}*"))


def behind_walls(temp_dir):
    """Return the processes that see a room of that temp_dir."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if f"/{temp_dir.name}/" in Path(f"/proc/{process}/mountinfo").read_text():
                found.append(process)
        except OSError:
            continue
    return found


def test_killed_process_takes_its_programs_along_and_the_next_one_cleans_up(temp_dir, monkeypatch, needs_sandbox):
    coordinator = subprocess.Popen([sys.executable, "-c", RUN, str(temp_dir)])
    while not list(temp_dir.glob("*/room/ready")):
        assert coordinator.poll() is None
    assert behind_walls(temp_dir) != []
    coordinator.send_signal(signal.SIGKILL)
    coordinator.wait()
    while behind_walls(temp_dir):  # they end by themselves; the time limit of tests says if not
        pass
    assert len(rooms(temp_dir)) == 1
    monkeypatch.setattr(stale, "YOUNG", 0.0)
    stale.remove_stale(temp_dir, workspace.PREFIX, remove_tree)
    assert rooms(temp_dir) == []
    for folder in (cgroups.parent_dirs() or {}).values():
        left = f"{cgroups.PREFIX}{coordinator.pid}-"
        stale.remove_stale(folder, left, cgroups.kill_and_remove)
        assert list(folder.glob(f"{left}*")) == []


def test_what_is_in_use_stays(temp_dir, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(temp_dir))
    monkeypatch.setattr(stale, "YOUNG", 0.0)
    with workspace.Workspace(temp_dir / "source", 4) as used:
        stale.remove_stale(temp_dir, workspace.PREFIX, remove_tree)
        assert rooms(temp_dir) == [used.folder.parent]


def test_what_is_young_stays(temp_dir):
    (temp_dir / f"{workspace.PREFIX}new").mkdir()
    stale.remove_stale(temp_dir, workspace.PREFIX, remove_tree)
    assert len(rooms(temp_dir)) == 1


def test_two_that_were_given_the_same_number_do_not_meet(tmp_path, monkeypatch):
    """A process that is killed leaves its groups behind, and a later one may have its number."""
    monkeypatch.setattr(cgroups.ControlGroup, "_set", lambda *_: None)
    groups = [cgroups.ControlGroup({"unified": tmp_path}, Limits(cpu_seconds=1, wall_seconds=1)) for _ in range(9)]
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
