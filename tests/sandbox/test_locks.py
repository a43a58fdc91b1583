"""The next process removes the directories that killed processes have left behind."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from outply.sandbox import cgroups, locks, workspace
from outply.sandbox.limits import Limits
from outply.sandbox.untrusted_dirs import remove_tree

RUN = """
import sys, tempfile
from pathlib import Path
from outply.sandbox.limits import Limits
from outply.sandbox.workspace import Workspace
tempfile.tempdir = sys.argv[1]
with Workspace(Path(sys.argv[1], "source"), 4) as workspace:
    limits = Limits(cpu_seconds=60, wall_seconds=600)
    workspace.run(["sh", "-c", "touch ready; setsid sleep 600 & sleep 600"], limits)
"""


@pytest.fixture
def temp_dir() -> Iterator[Path]:
    """A directory for temporary files that other users can reach, with a directory to copy."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o711)
        Path(name, "source").mkdir()
        yield Path(name)


def workspaces(temp_dir: Path) -> list[Path]:
    return list(temp_dir.glob(f"{workspace.PREFIX}*"))


def sandboxed_processes(temp_dir: Path) -> list[str]:
    """Return the processes that have a workspace of this directory mounted."""
    processes = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if f"/{temp_dir.name}/" in Path(f"/proc/{process}/mountinfo").read_text():
                processes.append(process)
        except OSError:
            continue
    return processes


def test_killed_runner_leaves_stale_workspaces_but_no_running_programs(
    temp_dir: Path, monkeypatch: pytest.MonkeyPatch, needs_sandbox: None
) -> None:
    coordinator = subprocess.Popen([sys.executable, "-c", RUN, str(temp_dir)])
    while not list(temp_dir.glob("*/workspace/ready")):
        assert coordinator.poll() is None
    assert sandboxed_processes(temp_dir) != []
    coordinator.send_signal(signal.SIGKILL)
    coordinator.wait()
    while sandboxed_processes(temp_dir):  # they end by themselves; otherwise the test times out
        pass
    assert len(workspaces(temp_dir)) == 1
    monkeypatch.setattr(locks, "MIN_AGE_S", 0.0)
    locks.remove_stale(temp_dir, workspace.PREFIX, remove_tree)
    assert workspaces(temp_dir) == []
    for folder in (cgroups.parent_dirs() or {}).values():
        left = f"{cgroups.PREFIX}{coordinator.pid}-"
        locks.remove_stale(folder, left, cgroups.kill_and_remove)
        assert list(folder.glob(f"{left}*")) == []


def test_locked_workspaces_are_not_removed(temp_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(temp_dir))
    monkeypatch.setattr(locks, "MIN_AGE_S", 0.0)
    with workspace.Workspace(temp_dir / "source", 4) as used:
        locks.remove_stale(temp_dir, workspace.PREFIX, remove_tree)
        assert workspaces(temp_dir) == [used.folder.parent]


def test_workspaces_younger_than_a_minute_are_not_removed(temp_dir: Path) -> None:
    (temp_dir / f"{workspace.PREFIX}new").mkdir()
    locks.remove_stale(temp_dir, workspace.PREFIX, remove_tree)
    assert len(workspaces(temp_dir)) == 1


def test_names_of_control_groups_are_unique_even_if_a_pid_is_reused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed process leaves its groups behind, and a later process may have the same PID."""
    monkeypatch.setattr(cgroups.ControlGroup, "_set", lambda *_: None)
    groups = [cgroups.ControlGroup({"unified": tmp_path}, Limits(cpu_seconds=1, wall_seconds=1)) for _ in range(9)]
    names = {path.name for path in tmp_path.glob(f"{cgroups.PREFIX}{os.getpid()}-*")}
    for group in groups:
        group.close()
    assert len(names) == 9
    assert not names & {f"{cgroups.PREFIX}{os.getpid()}-{number}" for number in range(9)}
    assert list(tmp_path.iterdir()) == []


def test_empty_control_group_is_removed_even_after_the_timeout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroups, "REMOVE_TIMEOUT_S", -1.0)
    (tmp_path / "group").mkdir()
    cgroups._remove(tmp_path / "group")
    assert list(tmp_path.iterdir()) == []
