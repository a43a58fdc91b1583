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

USER = workspace._users()[-1 - os.getpid() % 20_000] if sys.platform == "linux" else None
"""Nobody has this number, also not tests that run at the same time: processes are counted by user."""


@pytest.fixture(params=[True, False], ids=["control groups", "proc"])
def sandbox(request, folder):
    """Runs a program in a folder of its own, measured either way: control groups where there are some."""

    def sandboxed(*program, cpu=10.0, wall=240.0, **limits):
        return run(
            list(program),
            folder,
            Limits(cpu_seconds=cpu, wall_seconds=wall, **limits),
            user=USER,
            use_cgroups=request.param,
        )

    return sandboxed


@pytest.fixture
def folder(needs_sandbox):
    """A folder that strangers can reach, which pytest's own are not; whatever they do to it, it is removed."""
    outside = Path(tempfile.mkdtemp(prefix="outply-test-"))
    outside.chmod(0o711)
    path = outside / "folder"
    path.mkdir()
    if os.geteuid() == 0:
        shutil.chown(path, USER, USER)
    yield path
    remove_tree(outside)


@pytest.fixture
def python(sandbox, folder):
    """Runs a Python program in the sandbox."""

    def sandboxed(text, **limits):
        (folder / "program.py").write_text(text)
        return sandbox("python3", "program.py", **limits)

    return sandboxed
