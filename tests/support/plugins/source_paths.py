"""A pytest plugin that names the files in src, not their copies in .outply, in reported tracebacks.

`run.py` copies src into the environment, so an edit of a copy is lost at the next run.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

import outply

SOURCE = Path(__file__).parents[3] / "src" / "outply"
PACKAGE = Path(outply.__file__).parent


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    for location in locations(report.longrepr):
        location.path = source_path(location.path)
    return report


def locations(representation: Any) -> Iterator[Any]:
    """Yield the file locations in the representation of an exception and of those that led to it."""
    for traceback, crash, _ in getattr(representation, "chain", []):
        entries = (getattr(entry, "reprfileloc", None) for entry in traceback.reprentries)
        yield from filter(None, (*entries, crash))


def source_path(path: str) -> str:
    """Return the path of a copy's source, which is relative if `path` is; other paths are returned unchanged.

    pytest reports absolute paths after a test has left the folder in which pytest was started.
    """
    is_absolute = Path(path).is_absolute()
    absolute = Path(path) if is_absolute else Path.cwd() / path
    if not absolute.is_relative_to(PACKAGE):
        return path
    source = SOURCE / absolute.relative_to(PACKAGE)
    if not source.exists():
        return path
    return str(source) if is_absolute else os.path.relpath(source)
