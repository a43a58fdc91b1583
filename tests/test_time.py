"""Tests depend on no clock: they wait for conditions, and pass time as a parameter."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT
from support.waiting import wait_until

TESTS = ROOT / "tests"
NOT_CHECKED = ("contestants", "programs", "student_programs")
FILES = [path for path in sorted(TESTS.rglob("*.py")) if path.relative_to(TESTS).parts[0] not in NOT_CHECKED]
CLOCKS = {"time", "monotonic", "time_ns", "monotonic_ns", "perf_counter", "process_time", "localtime", "sleep"}
PATCHED_CLOCKS = {
    "cli/test_match_live.py",
    "formats/test_zip_archive.py",
    "grading/run/test_own_command.py",
    "grading/run/test_stopping.py",
    "jobs/test_cores.py",
    "web/test_tournament_pages.py",
}
"""Modules that replace a clock because the code has no parameter for it yet; the list may only shrink."""


def problems(source: str) -> Iterator[str]:
    """Yield what in the source of a test depends on the speed of the machine."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if ast.unparse(node.func) == "time.sleep":
                yield "sleeps"
            if node.func.attr == "setattr" and any(_is_clock(argument) for argument in node.args[:2]):
                yield "replaces a clock"
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            if any(name.name == "sleep" for name in node.names):
                yield "sleeps"
        elif isinstance(node, ast.While) and all(isinstance(statement, ast.Pass) for statement in node.body):
            yield "waits in a loop"


def _is_clock(argument: ast.expr) -> bool:
    return isinstance(argument, ast.Constant) and str(argument.value).rpartition(".")[2] in CLOCKS


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_test_waits_for_conditions_only(path: Path) -> None:
    found = set(problems(path.read_text()))
    expected = {"replaces a clock"} if str(path.relative_to(TESTS)) in PATCHED_CLOCKS else set()
    assert found == expected, "use support.waiting.wait_until, or pass the time as a parameter"


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("time.sleep(1)", "sleeps"),
        ("from time import sleep", "sleeps"),
        ("while not path.exists():\n    pass", "waits in a loop"),
        ("monkeypatch.setattr('time.monotonic', lambda: 1)", "replaces a clock"),
        ("monkeypatch.setattr(screen, 'time', clock)", "replaces a clock"),
    ],
)
def test_dependence_on_time_is_found(source: str, problem: str) -> None:
    assert list(problems(source)) == [problem]


def test_condition_is_awaited() -> None:
    states = iter([False, False, True])
    wait_until(lambda: next(states), "the third state")
    assert list(states) == []


def test_condition_that_never_holds_is_named() -> None:
    with pytest.raises(AssertionError, match="in vain: the moon"):
        wait_until(lambda: False, "the moon", budget_s=0.01)
