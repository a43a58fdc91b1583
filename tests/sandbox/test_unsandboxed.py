"""Programs run with limits but without isolation on every system."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Protocol

import pytest

from outply.sandbox import bubblewrap, unsandboxed
from outply.sandbox.limits import Limits, RunResult, Termination
from outply.sandbox.workspace import Workspace

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the programs require POSIX")


class RunPython(Protocol):
    def __call__(
        self,
        text: str,
        cpu: float = 20.0,
        wall: float = 240.0,
        variables: dict[str, str] | None = None,
        **limits: Any,
    ) -> RunResult: ...


@pytest.fixture
def python(tmp_path: Path) -> RunPython:
    """A function that runs a Python program in a new directory."""

    def run_python(
        text: str,
        cpu: float = 20.0,
        wall: float = 240.0,
        variables: dict[str, str] | None = None,
        **limits: Any,
    ) -> RunResult:
        (tmp_path / "program.py").write_text(text)
        environment = dict(os.environ) | (variables or {})
        return unsandboxed.run(
            [sys.executable, "program.py"],
            tmp_path,
            Limits(cpu_seconds=cpu, wall_seconds=wall, **limits),
            environment,
        )

    return run_python


def test_successful_program_has_result_ok(python: RunPython, tmp_path: Path) -> None:
    result = python(
        "import os, sys\n"
        "open('output.txt', 'w').write(os.environ['MINE'])\n"
        "print('out'); print('err', file=sys.stderr)\n",
        variables={"MINE": "kept"},
    )
    assert (result.termination, result.exit_status, result.stdout, result.stderr) == (
        Termination.OK,
        0,
        "out\n",
        "err\n",
    )
    assert (tmp_path / "output.txt").read_text() == "kept"
    assert result.memory_mib > 1


def test_failing_program_has_result_error(python: RunPython) -> None:
    assert python("raise SystemExit(3)").exit_status == 3
    result = python("import os; os.abort()")
    assert (result.termination, result.exit_status) == (Termination.ERROR, -6)


def test_cpu_time_is_limited(python: RunPython) -> None:
    result = python("while True: pass", cpu=0.2)
    assert result.termination is Termination.CPU_TIME
    assert result.cpu_seconds > 0.2


def test_cpu_time_of_children_counts(python: RunPython) -> None:
    assert (
        python("import os\nos.system('exec python3 -c \"for _ in range(10**7): pass\"')", cpu=0.01).termination
        is Termination.CPU_TIME
    )


def test_wall_time_is_limited_and_all_processes_are_killed(python: RunPython, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "held")
    reader = os.open(tmp_path / "held", os.O_RDONLY | os.O_NONBLOCK)
    result = python("import subprocess\nsubprocess.Popen('exec sleep 600 > held', shell=True).wait()", wall=1.0)
    assert result.termination is Termination.WALL_TIME
    os.set_blocking(reader, True)  # a killed process may not have ended yet
    assert os.read(reader, 1) == b""  # no process has it open
    os.close(reader)


def test_wall_time_is_measured_by_the_clock(tmp_path: Path) -> None:
    now = 0.0

    def sleep(seconds: float) -> None:
        nonlocal now
        now += 10_000 * seconds

    limits = Limits(cpu_seconds=20.0, wall_seconds=240.0)
    program = ["sleep", "600"]
    result = unsandboxed.run(program, tmp_path, limits, dict(os.environ), clock=lambda: now, sleep=sleep)
    assert result.termination is Termination.WALL_TIME
    assert 240.0 < result.wall_seconds <= 400.0


def test_background_processes_are_killed(python: RunPython, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "held")
    reader = os.open(tmp_path / "held", os.O_RDONLY | os.O_NONBLOCK)
    assert python("import os\nos.system('sleep 600 > held &')").termination is Termination.OK
    os.set_blocking(reader, True)
    assert os.read(reader, 1) == b""
    os.close(reader)


def test_memory_is_limited(python: RunPython) -> None:
    assert python("text = b'x' * (200 << 20)", memory_mib=100).termination is Termination.MEMORY


@pytest.mark.skipif(shutil.which("ps") is None, reason="requires ps")
def test_memory_is_limited_during_the_run(python: RunPython) -> None:
    assert (
        python("text = b'x' * (200 << 20)\nimport time; time.sleep(600)", memory_mib=100).termination
        is Termination.MEMORY
    )


def test_output_is_limited(python: RunPython) -> None:
    result = python("while True: print('x' * 1000)", output_mib=1)
    assert result.termination is Termination.OUTPUT
    assert len(result.stdout) < 1 << 20


def test_file_size_is_limited(python: RunPython, tmp_path: Path) -> None:
    program = (
        "import signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_DFL)\nopen('file', 'wb').write(bytes(2 << 20))"
    )
    assert python(program, disk_mib=1).termination is Termination.DISK
    assert (tmp_path / "file").stat().st_size <= 1 << 20


WINDOWS = """
import asyncio, ctypes, importlib.metadata, multiprocessing.connection, os, pkgutil, socketserver, sqlite3, sys
import concurrent.futures, csv, hashlib, json, lzma, random, re, shutil, tarfile, tempfile, typing, uuid, zipfile
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[name] = None
for name in ("sysconf", "pidfd_open", "geteuid", "killpg", "wait4", "sched_getaffinity", "O_PATH", "O_NOFOLLOW"):
    delattr(os, name)
sys.platform = "win32"
import outply.arena, outply.grading, outply.sandbox
for package in (outply.arena, outply.grading, outply.sandbox):
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="removes features of Linux")
def test_all_modules_can_be_imported_on_windows() -> None:
    done = subprocess.run([sys.executable, "-c", WINDOWS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_workspace_is_refused_on_systems_other_than_linux(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delattr("os.pidfd_open")
    with pytest.raises(bubblewrap.NoSandboxError, match="requires Linux"):
        Workspace(tmp_path, 1)
    with pytest.raises(bubblewrap.NoSandboxError, match="requires Linux"):
        bubblewrap.require_sandbox.__wrapped__()
