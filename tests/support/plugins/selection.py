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
    """Yield an error for each argument such as `tests/test_x.py::test_y` of which a part is missing."""
    for argument in arguments:
        name, *tests = argument.partition("[")[0].split("::")
        path = Path(name)
        if not path.exists():
            siblings = [one.name for one in path.parent.iterdir()] if path.parent.is_dir() else []
            close = [str(path.with_name(one)) for one in get_close_matches(path.name, siblings, 1)]
            yield f"no file or folder {name}" + _suggestion(close)
        elif tests and path.is_file():
            defined = re.findall(r"^\s*(?:class|def|async def) (\w+)", path.read_text(), re.MULTILINE)
            for test in tests:
                if test not in defined:
                    yield f"no test {test!r} in {name}" + _suggestion(get_close_matches(test, defined, 1))


def _suggestion(close: Sequence[str]) -> str:
    return f"; did you mean: {close[0]}?" if close else ""


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    """Say how to see why there is no test, which test processes do not report: a wrong parameter, for example."""
    is_distributed = config.getoption("numprocesses", None)
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and is_distributed and not config.option.keyword:
        terminalreporter.write_line("No test was found. To see why: -n0")
