"""A pytest plugin for what the command line selects: all tests or some of them, or by mistake none.

The test processes of xdist would report unknown markers and tests as "no tests ran" or as an internal error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

import pytest

from support.waiting import SLOWNESS

TESTS = Path(__file__).parents[2]
OPERATORS = ("and", "or", "not", "True", "False")
SLOWNESS_OF_SELECTED_TESTS = "0.25"
"""A run of a few tests reports a failure sooner; a run of all tests must pass on a machine that is busy."""


@pytest.hookimpl(trylast=True)  # other plugins add their markers first
def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return
    markers = [str(line).partition(":")[0].partition("(")[0] for line in config.getini("markers")]
    for problem in (*unknown_markers(config.option.markexpr, markers), *missing_tests(config.args)):
        raise pytest.UsageError(problem)
    if not runs_everything(config.args, config.option.markexpr, config.option.keyword):
        os.environ.setdefault(SLOWNESS, SLOWNESS_OF_SELECTED_TESTS)


def runs_everything(arguments: Sequence[str], markers: str, keywords: str) -> bool:
    """Return whether these options of pytest select all tests."""
    return [Path(argument).resolve() for argument in arguments] == [TESTS] and not markers and not keywords


def unknown_markers(expression: str, markers: Sequence[str]) -> Iterator[str]:
    """Yield an error for each name in an expression such as `unit or docs` that is no marker."""
    if "=" in expression:
        return  # names of keyword arguments are no markers
    for name in re.findall(r"\w+", expression):
        if name not in (*OPERATORS, *markers):
            close = get_close_matches(name, markers, 1) or ["unit"]
            yield f"no marker {name!r}; did you mean: -m {close[0]}? (pytest --markers lists all)"


def missing_tests(arguments: Sequence[str]) -> Iterator[str]:
    """Yield an error for each argument such as `tests/test_x.py::test_y` whose class or function is missing."""
    for argument in arguments:
        path, *names = argument.partition("[")[0].split("::")
        if not names or not Path(path).is_file():
            continue  # pytest reports a missing file
        defined = re.findall(r"^\s*(?:class|def|async def) (\w+)", Path(path).read_text(), re.MULTILINE)
        for name in names:
            if name not in defined:
                close = get_close_matches(name, defined, 1)
                yield f"no test {name!r} in {path}" + (f"; did you mean: {close[0]}?" if close else "")
