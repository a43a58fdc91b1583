"""Control groups: the delegated group of version 2 in which they are created, their limits and measurements."""

import os
from pathlib import Path

import pytest

from outply.sandbox import cgroups
from outply.sandbox.limits import Limits


@pytest.fixture
def group(tmp_path: Path) -> Path:
    """A directory with the files of a delegated group that contains this process."""
    (tmp_path / "cgroup.controllers").write_text("cpu memory pids\n")
    (tmp_path / "cgroup.subtree_control").write_text("")
    (tmp_path / "cgroup.procs").write_text(f"{os.getppid()}\n{os.getpid()}\n")
    return tmp_path


def test_processes_are_moved_to_an_inner_group_and_controllers_enabled(group: Path) -> None:
    assert cgroups.delegate(group)
    assert (group / cgroups.MAIN_GROUP / "cgroup.procs").read_text() == str(os.getpid())
    assert (group / "cgroup.subtree_control").read_text() == "+memory +pids"


@pytest.mark.parametrize(
    ("file", "text"),
    [("cgroup.controllers", "cpu pids\n"), ("cgroup.procs", f"{os.getpid()}\n2\n"), ("cgroup.procs", "")],
    ids=["no memory controller", "another process", "no process"],
)
def test_group_with_other_processes_or_without_controllers_is_left_alone(
    group: Path, file: str, text: str
) -> None:
    (group / file).write_text(text)
    assert not cgroups.delegate(group)
    assert not (group / cgroups.MAIN_GROUP).exists()


def test_group_of_version_2_is_limited_and_measured(tmp_path: Path) -> None:
    limits = Limits(cpu_seconds=1, wall_seconds=1, memory_mib=3, processes=7)
    group = cgroups.ControlGroup({"unified": tmp_path}, limits)
    folder = next(tmp_path.iterdir())
    assert (folder / "memory.max").read_text() == str(3 << 20)
    assert (folder / "pids.max").read_text() == "7"
    (folder / "cpu.stat").write_text("usage_usec 3500000\nuser_usec 2500000\nsystem_usec 1000000\n")
    (folder / "memory.events").write_text("max 9\noom 1\noom_kill 1\n")
    (folder / "memory.peak").write_text(f"{2 << 20}\n")
    assert (group.cpu_seconds, group.user_seconds, group.memory_mib, group.oom_killed) == (3.5, 2.5, 2.0, True)


def test_group_of_version_1_is_limited_and_measured(tmp_path: Path) -> None:
    parents = {controller: tmp_path / controller for controller in ("cpuacct", "memory", "pids")}
    for parent in parents.values():
        parent.mkdir()
    limits = Limits(cpu_seconds=1, wall_seconds=1, memory_mib=3, processes=7)
    group = cgroups.ControlGroup(parents, limits)
    cpuacct, memory, pids = (next(parent.iterdir()) for parent in parents.values())
    assert (memory / "memory.limit_in_bytes").read_text() == str(3 << 20)
    assert (memory / "memory.memsw.limit_in_bytes").read_text() == str(3 << 20)
    assert (pids / "pids.max").read_text() == "7"
    (cpuacct / "cpuacct.usage").write_text("3500000000\n")
    (cpuacct / "cpuacct.stat").write_text("user 150\nsystem 50\n")
    (memory / "memory.max_usage_in_bytes").write_text(f"{2 << 20}\n")
    (memory / "memory.oom_control").write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 1\n")
    assert (group.cpu_seconds, group.user_seconds, group.memory_mib, group.oom_killed) == (3.5, 2.625, 2.0, True)
