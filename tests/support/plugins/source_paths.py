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
    """Return the path of a copy's source, relative to the current folder; other paths are returned unchanged."""
    absolute = Path.cwd() / path
    if not absolute.is_relative_to(PACKAGE):
        return path
    source = SOURCE / absolute.relative_to(PACKAGE)
    return os.path.relpath(source) if source.exists() else path
