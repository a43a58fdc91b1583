import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from outply.sandbox import workspace
from outply.sandbox.limits import Limits, RunResult
from outply.sandbox.run import run
from outply.sandbox.workspace import remove_tree

USER = workspace.free_user_ids()[-1 - os.getpid() % 20_000] if sys.platform == "linux" else None
"""A user ID that only this test process uses, because the kernel counts processes by user."""


class RunProgram(Protocol):
    def __call__(
        self,
        *program: str,
        cpu: float = 10.0,
        wall: float = 240.0,
        on_poll: Callable[[], None] | None = None,
        **limits: Any,
    ) -> RunResult: ...


class RunPython(Protocol):
    def __call__(self, text: str, **limits: Any) -> RunResult: ...


@pytest.fixture(params=[True, False], ids=["control groups", "proc"])
def sandbox(request: pytest.FixtureRequest, folder: Path, monkeypatch: pytest.MonkeyPatch) -> RunProgram:
    """A function that runs a program in the sandbox, measured by control groups (if available) or by /proc."""
    monkeypatch.setattr("outply.sandbox.meter.open_task_clock", lambda _: None)

    def run_program(
        *program: str,
        cpu: float = 10.0,
        wall: float = 240.0,
        on_poll: Callable[[], None] | None = None,
        **limits: Any,
    ) -> RunResult:
        return run(
            list(program),
            folder,
            Limits(cpu_seconds=cpu, wall_seconds=wall, **limits),
            user=USER,
            use_cgroups=request.param,
            on_poll=on_poll,
        )

    return run_program


@pytest.fixture
def folder(needs_sandbox: None) -> Iterator[Path]:
    """Create a directory to which other users have access, unlike pytest's `tmp_path`; remove it at the end."""
    outer = Path(tempfile.mkdtemp(prefix="outply-test-"))
    outer.chmod(0o711)
    path = outer / "folder"
    path.mkdir()
    if os.geteuid() == 0:
        assert USER is not None
        shutil.chown(path, USER, USER)
    yield path
    remove_tree(outer)


@pytest.fixture
def python(sandbox: RunProgram, folder: Path) -> RunPython:
    """A function that runs a Python program in the sandbox."""

    def run_python(text: str, **limits: Any) -> RunResult:
        (folder / "program.py").write_text(text)
        return sandbox("python3", "program.py", **limits)

    return run_python
