"""Process trees are measured correctly, even if processes end during a poll."""

import mmap
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from outply.sandbox import process_tree
from outply.sandbox.process_tree import (
    CHILD_MINOR_FAULTS,
    CHILD_USER_TICKS,
    MINOR_FAULTS,
    START_TIME,
    THREADS,
    USER_TICKS,
    Proc,
    ProcessTree,
    deleted_bytes,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="requires /proc")

TICKS = 100


FAULTS = 10
"""Page faults of a process per second of CPU time."""


class FakeProc(Proc):
    """A fake /proc; `table` maps a PID to (state, CPU time, CPU time of children waited for, children)."""

    def __init__(self) -> None:
        self.tick_seconds, self.page_bytes = 1 / TICKS, 1
        self.table: dict[int, tuple[str, int, int, list[int]]] = {}
        self.after_stat: Callable[[int], None] = lambda process: None
        self.seconds = 0.0

    def stat(self, process: int) -> list[str]:
        state, own, children, _ = self._entry(process)
        fields = [state, *["0"] * 21]
        fields[MINOR_FAULTS], fields[CHILD_MINOR_FAULTS] = str(own * FAULTS), str(children * FAULTS)
        fields[USER_TICKS], fields[CHILD_USER_TICKS] = str(own * TICKS), str(children * TICKS)
        fields[THREADS] = "1"
        fields[START_TIME] = str(process)
        self.after_stat(process)
        return fields

    def children(self, process: int) -> list[int]:
        return self._entry(process)[3]

    def cpu_seconds(self, process: int, default: float) -> float:
        return default

    def namespace_pid(self, process: int) -> int:
        return process

    def tree(self) -> ProcessTree:
        return ProcessTree(1, clock=lambda: self.seconds, proc=self)

    def _entry(self, process: int) -> tuple[str, int, int, list[int]]:
        if process not in self.table:
            raise ProcessLookupError
        return self.table[process]


@pytest.fixture
def proc() -> FakeProc:
    return FakeProc()


def test_cpu_time_of_a_child_counts_once_whether_or_not_it_is_waited_for(proc: FakeProc) -> None:
    tree = proc.tree()
    proc.table = {1: ("S", 1, 0, [2, 3]), 2: ("R", 5, 0, []), 3: ("R", 7, 0, [])}
    tree.poll()
    assert tree.cpu_seconds == 13
    proc.table = {1: ("S", 1, 5, [])}  # process 1 waited for 2 and not for 3
    tree.poll()
    assert tree.cpu_seconds == 13
    tree.poll()
    proc.table = {1: ("S", 1, 9, [])}  # and for another one that was never polled
    tree.poll()
    assert tree.cpu_seconds == 17


def test_cpu_time_of_a_child_waited_for_during_a_poll_counts_once(proc: FakeProc) -> None:
    tree = proc.tree()
    proc.table = {1: ("S", 1, 0, [2]), 2: ("R", 5, 0, [])}
    tree.poll()

    def end_child(process: int) -> None:
        proc.table = {1: ("S", 1, 5, [])}

    proc.after_stat = end_child
    tree.poll()
    assert tree.cpu_seconds == 6
    tree.poll()
    assert tree.cpu_seconds == 6


def test_process_reparented_during_a_poll_is_still_measured(proc: FakeProc) -> None:
    tree = proc.tree()
    proc.table = {1: ("S", 1, 0, [2]), 2: ("S", 0, 0, [3]), 3: ("R", 5, 0, [])}
    tree.poll()

    def end_parent(process: int) -> None:
        proc.table = {1: ("S", 1, 0, []), 3: ("R", 6, 0, [])}

    proc.after_stat = end_parent
    tree.poll()
    assert tree.cpu_seconds == 7
    proc.after_stat = lambda process: None
    proc.table = {3: ("R", 8, 0, [])}
    tree.poll()
    assert tree.cpu_seconds == 9


def test_wall_time_is_charged_if_a_process_ends_without_being_waited_for(proc: FakeProc) -> None:
    tree = proc.tree()
    proc.table = {1: ("S", 1, 0, [2]), 2: ("R", 5, 0, [])}
    tree.poll()
    proc.table, proc.seconds = {1: ("S", 1, 0, [])}, 0.5
    tree.poll()
    assert tree.cpu_seconds == 6 + 0.5
    proc.seconds = 8.0  # nothing has changed since: no more is charged
    tree.poll()
    assert tree.cpu_seconds == 6 + 0.5


def test_pause_of_the_machine_is_not_charged_as_cpu_time(proc: FakeProc) -> None:
    tree = proc.tree()
    proc.table = {1: ("S", 1, 0, [2]), 2: ("R", 5, 0, [])}
    tree.poll()
    proc.table, proc.seconds = {1: ("S", 1, 0, [])}, 60.0
    tree.poll()
    assert tree.cpu_seconds == 6 + process_tree.MAX_CHARGED_GAP_S


def test_wall_time_is_charged_if_process_ids_reveal_unseen_processes(proc: FakeProc) -> None:
    tree = proc.tree()
    proc.table = {1: ("S", 1, 0, [2]), 2: ("R", 5, 0, [])}
    tree.poll()
    for seconds in (1.0, 2.0):
        proc.seconds = seconds
        tree.poll()
    proc.table, proc.seconds = {1: ("S", 1, 0, [2, 9]), 2: ("R", 5, 0, []), 9: ("R", 0, 0, [])}, 3.0
    tree.poll()
    assert tree.cpu_seconds == 6 + 3
    proc.table, proc.seconds = proc.table | {1: ("S", 1, 0, [2, 9, 10]), 10: ("R", 1, 0, [])}, 9.0
    tree.poll()  # 10 comes after 9: there is no gap
    assert tree.cpu_seconds == 7 + 3


def test_one_unseen_process_is_charged_for_one_poll_interval_at_most(proc: FakeProc) -> None:
    tree = proc.tree()
    proc.table = {1: ("S", 1, 0, [2]), 2: ("R", 5, 0, [])}
    for seconds in range(10):
        proc.seconds = float(seconds)
        tree.poll()
    proc.table, proc.seconds = {1: ("S", 1, 0, [2, 4]), 2: ("R", 5, 0, []), 4: ("R", 0, 0, [])}, 10.0
    tree.poll()
    assert tree.cpu_seconds == 6 + 1


NAMED = "open('/proc/self/comm', 'wb').write(b'\\xff) S 1'); print('named', flush=True); input()"


@pytest.fixture
def child() -> Iterator[int]:
    """A child process whose name is not valid text and contains a parenthesis."""
    with subprocess.Popen([sys.executable, "-c", NAMED], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"named\n"
        yield process.pid
        process.kill()


def test_thread_that_ends_during_a_poll_is_ignored(child: int, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = os.listdir("/proc/self/task")
    monkeypatch.setattr("os.listdir", lambda path: ["0", *threads])
    assert child in Proc().children(os.getpid())


@pytest.fixture
def disguised_child() -> Iterator[int]:
    """A child process whose name looks like a line of /proc/PID/status."""
    name = NAMED.replace(r"\xff) S 1", r"\x0cNSpid:\t1 x")
    with subprocess.Popen([sys.executable, "-c", name], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"named\n"
        yield process.pid
        process.kill()


def test_name_of_a_process_is_not_taken_for_its_id(disguised_child: int) -> None:
    assert b"\x0cNSpid:" in Path(f"/proc/{disguised_child}/comm").read_bytes()
    assert Proc().namespace_pid(disguised_child) == Proc().namespace_pid(os.getpid())


def test_mapped_deleted_file_of_any_name_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "a\x0cb\u2028c"
    path.write_bytes(b"x" * mmap.PAGESIZE)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ):
        os.dup2(os.open(os.devnull, os.O_RDONLY), file.fileno())
        before = deleted_bytes([os.getpid()], tmp_path.stat().st_dev)
        path.unlink()
        assert deleted_bytes([os.getpid()], tmp_path.stat().st_dev) - before == mmap.PAGESIZE


def test_process_with_a_malformed_name_is_measured(child: int) -> None:
    tree = ProcessTree(child)
    assert tree.poll() > 0
    assert tree.processes == [child]
