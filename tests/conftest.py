import os
import shutil
import signal
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from support.browser import chromium
from support.dask_cluster import scheduler, workers

from outply.sandbox import bubblewrap

ROOT = Path(__file__).parent.parent

__all__ = ["ROOT", "scheduler", "workers"]

# How long an example takes depends on the machine, and no test here is about time. The examples are the same each
# time, so that a test fails for what was changed; `--hypothesis-profile explore` looks at others, and at more.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("outply", PATIENT, max_examples=200, derandomize=True)
settings.register_profile("explore", PATIENT, max_examples=2000)
settings.load_profile("outply")

# What the terminal of whoever runs the tests can show is no part of them: it would change what commands print.
for name in (
    *("COLUMNS", "LINES", "TERM", "COLORTERM"),
    *("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"),
):
    os.environ.pop(name, None)

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would every program that they start.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def examples() -> Path:
    """The folder of the assignments' own examples: x.in and x.out."""
    return ROOT / "examples"


@pytest.fixture(scope="session")
def needs_sandbox():
    """Skip tests that run untrusted programs where there is no sandbox. In CI, fail instead."""
    try:
        bubblewrap.require_sandbox()
    except bubblewrap.NoSandboxError as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.fixture
def temp_dir(monkeypatch, tmp_path_factory):
    """A directory for temporary files that belongs to this test alone and that other users can reach."""
    tmp_path_factory.getbasetemp()  # create pytest's own directory first, outside of this one
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o711)
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    shutil.rmtree(folder)


def pytest_sessionstart(session):
    """Install Chromium before the tests begin, where those in a browser are to run; a worker could not say so."""
    asked = [Path(argument.partition("::")[0]).resolve() for argument in session.config.args]
    browser = Path(__file__).parent / "browser"
    if any(path in (browser, *browser.parents) or browser in path.parents for path in asked):
        chromium.find()
