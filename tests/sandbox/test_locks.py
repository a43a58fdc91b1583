"""The next process removes the directories that killed processes have left behind."""

import contextlib
import errno
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.waiting import wait_until

from outply.sandbox import cgroups, locks, workspace
from outply.sandbox.process import MARKER, kill_stale
from outply.sandbox.untrusted_dirs import remove_tree

RUN = """
import sys, tempfile
from pathlib import Path
from typing import Any
from outply.sandbox.limits import Limits
from outply.sandbox.workspace import Workspace
tempfile.tempdir = sys.argv[1]
with Workspace(Path(sys.argv[1], "source"), 4) as workspace:
    limits = Limits(cpu_seconds=60, wall_seconds=600)
    workspace.run(["sh", "-c", "setsid sleep 600 & sleep 600"], limits)
"""

PREPARE = """
import os, signal, sys
from pathlib import Path
from typing import Any
from outply.sandbox.limits import Limits
from outply.sandbox.process import ProgramProcess
ProgramProcess(["touch", "started"], Path(sys.argv[1]), Limits(cpu_seconds=60, wall_seconds=600), user=65534)
os.kill(os.getpid(), signal.SIGKILL)
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


def sandboxed_processes(folder_name: str) -> list[str]:
    """Return the processes with a folder of this name, a regular expression, in their mounts."""
    processes = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if re.search(folder_name, Path(f"/proc/{process}/mountinfo").read_text()):
                processes.append(process)
    return processes


def command_name(process: str) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/comm").read_text().strip()
    return ""


def test_program_does_not_start_if_its_runner_is_killed_before(temp_dir: Path, needs_sandbox: None) -> None:
    """The sandbox may outlive the killed process, because it was not yet bound to the life of that process."""
    os.chmod(temp_dir, 0o777)
    done = subprocess.run([sys.executable, "-c", PREPARE, str(temp_dir)], stdout=subprocess.PIPE, check=False)
    assert done.returncode == -signal.SIGKILL
    wait_until(lambda: not sandboxed_processes(temp_dir.name), "the sandbox ends by itself")
    assert not (temp_dir / "started").exists()


def test_killed_runner_leaves_stale_workspaces_but_no_running_programs(
    temp_dir: Path, needs_sandbox: None
) -> None:
    coordinator = subprocess.Popen([sys.executable, "-c", RUN, str(temp_dir)])
    name = rf"{workspace.PREFIX}\w+\.{coordinator.pid}\."
    wait_until(
        lambda: "sleep" in map(command_name, sandboxed_processes(name)) or coordinator.poll() is not None,
        "the program runs",
    )
    assert coordinator.poll() is None
    coordinator.send_signal(signal.SIGKILL)
    coordinator.wait()
    wait_until(lambda: not sandboxed_processes(name), "the programs end by themselves")
    assert len(workspaces(temp_dir)) == 1
    locks.remove_stale(temp_dir, workspace.PREFIX, remove_tree)
    assert workspaces(temp_dir) == []
    for folder in (cgroups.parent_dirs() or {}).values():
        locks.remove_stale(folder, cgroups.PREFIX, cgroups.kill_and_remove)
        assert list(folder.glob(f"{cgroups.PREFIX}*.{coordinator.pid}.*")) == []


def test_locked_workspaces_are_not_removed(temp_dir: Path) -> None:
    with workspace.Workspace(temp_dir / "source", 4, temp_dir) as used:
        locks.remove_stale(temp_dir, workspace.PREFIX, remove_tree, min_age_s=0.0)
        assert workspaces(temp_dir) == [used.outer]


def test_workspaces_younger_than_a_minute_are_not_removed(temp_dir: Path) -> None:
    folder = temp_dir / f"{workspace.PREFIX}new"
    folder.mkdir()
    created = folder.stat().st_mtime
    locks.remove_stale(temp_dir, workspace.PREFIX, remove_tree, clock=lambda: created + 59.9)
    assert workspaces(temp_dir) == [folder]
    locks.remove_stale(temp_dir, workspace.PREFIX, remove_tree, clock=lambda: created + 60.1)
    assert workspaces(temp_dir) == []


def test_young_workspace_of_a_process_that_has_ended_is_removed(temp_dir: Path) -> None:
    namespace, pid, started = locks.creator_tag().split(".")
    for tag in (f"{namespace}.{pid}.{started}", f"{namespace}.{pid}.{int(started) - 1}", f"1.{pid}.1"):
        (temp_dir / f"{workspace.PREFIX}{tag}-x").mkdir()
    locks.remove_stale(temp_dir, workspace.PREFIX, remove_tree)
    left = sorted(path.name.removeprefix(workspace.PREFIX) for path in workspaces(temp_dir))
    assert left == sorted([f"1.{pid}.1-x", f"{namespace}.{pid}.{started}-x"])


@pytest.mark.parametrize(("creator", "survives"), [("this process", True), ("a process that has ended", False)])
def test_stuck_sandbox_of_a_process_that_has_ended_is_killed(
    creator: str, survives: bool, needs_sandbox: None
) -> None:
    tag = locks.creator_tag() if creator == "this process" else f"{locks.creator_tag()}0"
    options = ["--unsetenv", f"{MARKER}{tag}", "--dev-bind", "/", "/", "--unshare-pid", "--die-with-parent"]
    command, pipe = ["bwrap", *options, "sh", "-c", "echo begin; cat"], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as stuck:
        assert stuck.stdout is not None
        stuck.stdout.readline()
        kill_stale()
        if survives:
            assert stuck.communicate("answer")[0] == "answer"
        wait_until(lambda: stuck.poll() is not None, "the end of the stuck sandbox")
        assert stuck.returncode == (0 if survives else -signal.SIGKILL)


def test_tag_that_no_process_has_written_is_not_of_a_process_that_has_ended() -> None:
    namespace = locks.creator_tag().partition(".")[0]
    assert locks.has_ended(f"{namespace}.2.1")
    assert not locks.has_ended(f"{namespace}.\u00b2.1")


def test_names_of_control_groups_are_unique_even_if_a_pid_is_reused() -> None:
    """A killed process leaves its groups behind, and a later process may have the same PID."""
    names = {cgroups.group_name() for _ in range(9)}
    assert len(names) == 9
    assert all(name.startswith(f"{cgroups.PREFIX}{locks.creator_tag()}-") for name in names)


def test_empty_control_group_is_removed_even_after_the_timeout(tmp_path: Path) -> None:
    (tmp_path / "group").mkdir()
    cgroups.remove_group(tmp_path / "group", timeout_s=-1.0)
    assert list(tmp_path.iterdir()) == []


def test_control_group_is_removed_when_its_processes_have_ended(tmp_path: Path) -> None:
    process = tmp_path / "group" / "process"
    process.mkdir(parents=True)
    cgroups.remove_group(tmp_path / "group", clock=lambda: 0.0, sleep=lambda _: process.rmdir())
    assert list(tmp_path.iterdir()) == []


def test_control_group_whose_processes_do_not_end_is_left_after_the_timeout(tmp_path: Path) -> None:
    (tmp_path / "group" / "process").mkdir(parents=True)
    now = [100.0]

    def sleep(seconds: float) -> None:
        now[0] += 1000 * seconds

    cgroups.remove_group(tmp_path / "group", timeout_s=5.0, clock=lambda: now[0], sleep=sleep)
    assert (tmp_path / "group").is_dir()
    assert 105.0 < now[0] <= 106.0


def test_process_is_not_taken_for_ended_if_its_status_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    tag = locks.creator_tag()
    assert not locks.has_ended(tag)
    assert locks.has_ended(f"{tag}0")

    read_text = Path.read_text

    def fail(path: Path, **options: Any) -> str:
        if path.name == "stat":
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), path)
        return read_text(path, **options)

    monkeypatch.setattr(Path, "read_text", fail)
    with pytest.raises(OSError, match="Too many open files"):
        locks.has_ended(tag)
