"""A tree of processes is added up right, whatever happens while we look."""

import os
import subprocess
import sys

import pytest

from outply.sandbox import process_tree
from outply.sandbox.process_tree import START_TIME, ProcessTree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc")

TICKS = 100


class Proc:
    """What /proc tells of processes: the state, the own time, that of children waited for, and the children."""

    def __init__(self):
        self.all = {}
        self.then = lambda process: None

    def stat(self, process):
        state, own, waited, _ = self._of(process)
        fields = [state, *["0"] * 21]
        fields[11], fields[13] = str(own * TICKS), str(waited * TICKS)
        fields[START_TIME] = str(process)
        self.then(process)
        return fields

    def children(self, process):
        return self._of(process)[3]

    def _of(self, process):
        if process not in self.all:
            raise ProcessLookupError
        return self.all[process]


@pytest.fixture
def proc(monkeypatch):
    proc = Proc()
    monkeypatch.setattr(process_tree, "_stat", proc.stat)
    monkeypatch.setattr(process_tree, "_children", proc.children)
    monkeypatch.setattr("os.sysconf", lambda name: TICKS)
    return proc


def test_a_child_counts_once_whether_it_is_waited_for_or_not(proc):
    tree = ProcessTree(1)
    proc.all = {1: ("S", 1, 0, [2, 3]), 2: ("R", 5, 0, []), 3: ("R", 7, 0, [])}
    tree.poll()
    assert tree.user_seconds == 13
    proc.all = {1: ("S", 1, 5, [])}  # it waited for one and not for the other
    tree.poll()
    assert tree.user_seconds == 13
    tree.poll()
    proc.all = {1: ("S", 1, 9, [])}  # and for one more that we have not seen
    tree.poll()
    assert tree.user_seconds == 17


def test_a_child_that_is_waited_for_while_we_look_counts_once(proc):
    tree = ProcessTree(1)
    proc.all = {1: ("S", 1, 0, [2]), 2: ("R", 5, 0, [])}
    tree.poll()

    def end_the_child(process):
        proc.all = {1: ("S", 1, 5, [])}

    proc.then = end_the_child
    tree.poll()
    assert tree.user_seconds == 6
    tree.poll()
    assert tree.user_seconds == 6


def test_who_loses_its_parent_while_we_look_counts_once_and_goes_on_to_count(proc):
    tree = ProcessTree(1)
    proc.all = {1: ("S", 1, 0, [2]), 2: ("S", 0, 0, [3]), 3: ("R", 5, 0, [])}
    tree.poll()

    def end_the_parent(process):
        proc.all = {1: ("S", 1, 0, []), 3: ("R", 6, 0, [])}

    proc.then = end_the_parent
    tree.poll()
    assert tree.user_seconds == 7
    proc.then = lambda process: None
    proc.all = {3: ("R", 8, 0, [])}
    tree.poll()
    assert tree.user_seconds == 9


NAMED = "open('/proc/self/comm', 'wb').write(b'\\xff) S 1'); print('named', flush=True); input()"


@pytest.fixture
def child():
    """A process of ours that is called by what is no text."""
    with subprocess.Popen([sys.executable, "-c", NAMED], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"named\n"
        yield process.pid
        process.kill()


def test_a_thread_that_ends_while_we_look_takes_nobody_along(child, monkeypatch):
    threads = os.listdir("/proc/self/task")
    monkeypatch.setattr("os.listdir", lambda path: ["0", *threads])
    assert child in process_tree._children(os.getpid())


def test_whatever_a_process_is_called_it_counts(child):
    tree = ProcessTree(child)
    assert tree.poll() > 0
    assert tree.processes == [child]
