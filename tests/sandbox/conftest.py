import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from outply.sandbox import workspace
from outply.sandbox.limits import Limits
from outply.sandbox.run import run
from outply.sandbox.workspace import remove_tree

USER = workspace._free_user_ids()[-1 - os.getpid() % 20_000] if sys.platform == "linux" else None
"""A user ID of this test process alone: the kernel counts processes by user."""


@pytest.fixture(params=[True, False], ids=["control groups", "proc"])
def sandbox(request, folder):
    """A function that runs a program in the sandbox, measured by control groups (if available) or by /proc."""

    def run_program(*program, cpu=10.0, wall=240.0, **limits):
        return run(
            list(program),
            folder,
            Limits(cpu_seconds=cpu, wall_seconds=wall, **limits),
            user=USER,
            use_cgroups=request.param,
        )

    return run_program


@pytest.fixture
def folder(needs_sandbox):
    """A directory that other users can reach, unlike pytest's own. It is removed whatever it contains."""
    outer = Path(tempfile.mkdtemp(prefix="outply-test-"))
    outer.chmod(0o711)
    path = outer / "folder"
    path.mkdir()
    if os.geteuid() == 0:
        shutil.chown(path, USER, USER)
    yield path
    remove_tree(outer)


@pytest.fixture
def python(sandbox, folder):
    """A function that runs a Python program in the sandbox."""

    def run_python(text, **limits):
        (folder / "program.py").write_text(text)
        return sandbox("python3", "program.py", **limits)

    return run_python
