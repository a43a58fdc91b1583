"""Tests depend on no clock, but wait for conditions and pass time as a parameter; they use public names."""

import ast
from collections.abc import Iterator

import pytest
from conftest import ROOT
from support.waiting import wait_until

TESTS = ROOT / "tests"
NOT_CHECKED = ("contestants", "engine_programs", "programs", "student_programs")
FILES = [path for path in sorted(TESTS.rglob("*.py")) if path.relative_to(TESTS).parts[0] not in NOT_CHECKED]
CLOCKS = {"time", "monotonic", "time_ns", "monotonic_ns", "perf_counter", "process_time", "localtime", "sleep"}
OWNERS = ("self", "cls")
ALLOWED_PRIVATE = {"_exit", "_fields", "_native", "_replace"}
"""Names that are public in spite of their underscore."""


def problems(source: str) -> Iterator[str]:
    """Yield what in the source of a test depends on the speed of the machine or on private names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if ast.unparse(node.func) == "time.sleep":
                yield "sleeps"
            if node.func.attr == "setattr":
                names = [_last_name(argument) for argument in node.args[:2]]
                yield from ("replaces a clock" for name in names if name in CLOCKS)
                yield from (f"replaces the private {name}" for name in names if _is_private(name))
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            if any(name.name == "sleep" for name in node.names):
                yield "sleeps"
        elif isinstance(node, ast.While) and all(isinstance(statement, ast.Pass) for statement in node.body):
            yield "waits in a loop"
        if isinstance(node, ast.Attribute) and _is_private(node.attr) and ast.unparse(node.value) not in OWNERS:
            yield f"uses the private {node.attr}"
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("outply"):
            yield from (f"uses the private {name.name}" for name in node.names if _is_private(name.name))


def _last_name(argument: ast.expr) -> str:
    """Return what a text names: an attribute, or the last part of a dotted path."""
    return str(argument.value).rpartition(".")[2] if isinstance(argument, ast.Constant) else ""


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("_") and name not in ALLOWED_PRIVATE


def test_tests_wait_for_conditions_and_use_public_names() -> None:
    found = [f"{path.relative_to(TESTS)}: {problem}" for path in FILES for problem in problems(path.read_text())]
    assert found == [], "use support.waiting.wait_until, pass the time as a parameter, test public behaviour"


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("time.sleep(1)", "sleeps"),
        ("from time import sleep", "sleeps"),
        ("while not path.exists():\n    pass", "waits in a loop"),
        ("monkeypatch.setattr('time.monotonic', lambda: 1)", "replaces a clock"),
        ("monkeypatch.setattr(screen, 'time', clock)", "replaces a clock"),
        ("monkeypatch.setattr('outply.jobs.dask._connect', fail)", "replaces the private _connect"),
        ("state._database.close()", "uses the private _database"),
        ("from outply.jobs.cores import _lock_core", "uses the private _lock_core"),
    ],
)
def test_dependence_on_time_or_private_names_is_found(source: str, problem: str) -> None:
    assert list(problems(source)) == [problem]


def test_condition_is_awaited() -> None:
    states = iter([False, False, True])
    wait_until(lambda: next(states), "the third state")
    assert list(states) == []


def test_condition_that_never_holds_is_named() -> None:
    with pytest.raises(AssertionError, match="in vain: the moon"):
        wait_until(lambda: False, "the moon", budget_s=0.01)
