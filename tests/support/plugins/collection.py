"""A pytest plugin that shares the collection among the test processes, and lets them run long tests first.

All processes collect all tests. Each begins with another folder and writes bytecode, so that a module is compiled
by the process that comes to it first, and read by the others.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parents[2]

LONGEST = (
    "native/test_sanitizers.py",
    "project/test_repository.py",
    "docs/test_site.py",
    "docs/test_pages.py",
    "docs/test_guide.py",
    "project/test_examples.py",
    "frontend/test_pages.py",
    "grading/suite/test_generate.py",
    "search/test_engine.py",
    "arena/tournament/test_cluster.py",
)
"""Modules with tests of 10 s and more; they run first, so that no process is left with one at the end."""


def pytest_configure(config: pytest.Config) -> None:
    worker: dict[str, Any] | None = getattr(config, "workerinput", None)
    if worker is not None and [Path(argument).resolve() for argument in config.args] == [TESTS]:
        number = int(worker["workerid"].removeprefix("gw"))
        config.args[:] = map(str, rotated(parts(), number, worker["workercount"]))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not hasattr(config, "workerinput"):
        return
    if len(config.args) == len(parts()):
        items.sort(key=lambda item: item.path)  # the order must be the same in all processes
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    path = item.path.relative_to(TESTS).as_posix() if item.path.is_relative_to(TESTS) else ""
    return LONGEST.index(path) if path in LONGEST else len(LONGEST)


def parts() -> list[Path]:
    """Return the folders and modules of tests."""
    return sorted(path for path in TESTS.iterdir() if path.match("test_*.py") or any(path.rglob("test_*.py")))


def rotated(paths: list[Path], number: int, count: int) -> list[Path]:
    """Return the paths in the order of test process `number` of `count`."""
    start = len(paths) * number // count
    return paths[start:] + paths[:start]
