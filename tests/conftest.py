import atexit
import gc
import multiprocessing.forkserver
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest
from support.processes.dask_cluster import dask_cluster, scheduler, workers

from outply.sandbox import bubblewrap

ROOT = Path(__file__).parent.parent

__all__ = ["ROOT", "dask_cluster", "scheduler", "workers"]

pytest_plugins = [
    "support.plugins.selection",  # first, because others import it
    "support.plugins.collection",
    "support.plugins.costs",
    "support.plugins.hypothesis_profiles",
    "support.plugins.random_order",
    "support.plugins.source_paths",
    "support.plugins.tiers",
]

# The output of commands depends on these variables; tests must not depend on the terminal they are started from.
TERMINAL = ["COLUMNS", "LINES", "TERM", "COLORTERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE"]
# This pytest has read its options, which are not those of the pytest runs that tests start.
for name in [*TERMINAL, "FORCE_COLOR", "NO_COLOR", "PYTEST_ADDOPTS"]:
    os.environ.pop(name, None)

# Builds of other tests and of the user must not be reused. The folder is removed when this process ends; processes
# that the tests start inherit it.
CACHE_PREFIX = "outply-test-cache-"
if CACHE_PREFIX not in os.environ.get("OUTPLY_CACHE", ""):
    os.environ["OUTPLY_CACHE"] = tempfile.mkdtemp(prefix=CACHE_PREFIX)
    atexit.register(shutil.rmtree, os.environ["OUTPLY_CACHE"], ignore_errors=True)

# Simulated searches allocate so many objects that the default thresholds cost a sixth of their time.
gc.set_threshold(50_000, 20, 50)

# A shell that runs the tests in the background ignores SIGINT for them, and child processes would inherit that.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def examples() -> Path:
    """The directory with the examples of the assignments: x.in and x.out."""
    return ROOT / "examples"


@pytest.fixture(scope="session")
def needs_sandbox() -> None:
    """Skip tests that run untrusted programs where there is no sandbox. In CI, fail instead."""
    try:
        bubblewrap.require_sandbox()
    except bubblewrap.NoSandboxError as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.fixture
def temp_dir(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A directory for temporary files that belongs to this test alone and that other users can reach."""
    tmp_path_factory.getbasetemp()  # create pytest's own directory first, outside of this one
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o711)
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    shutil.rmtree(folder)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Start the server from which workers are forked with the modules of all jobs, not only those of the first."""
    if item.get_closest_marker("system"):
        start_fork_server()


@cache
def start_fork_server() -> None:
    multiprocessing.set_forkserver_preload(
        [
            "outply.arena.matchup",
            "outply.arena.tournament.jobs",
            "outply.grading.run.job",
            "outply.grading.run.own_command",
        ]
    )
    with pytest.MonkeyPatch.context() as patch:
        if "PYTEST_XDIST_WORKER" in os.environ:
            # Such a process ends without removing the directory of the server, so it goes with the caches.
            patch.setattr(tempfile, "tempdir", os.environ["OUTPLY_CACHE"])
        multiprocessing.forkserver.ensure_running()


def pytest_xdist_auto_num_workers() -> int:
    """Run two tests more than there are cores: tests that start processes spend a fifth of their time waiting."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exclude what the collection creates from garbage collection: it lives as long as the process."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
