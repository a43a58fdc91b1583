"""Conventions that keep tests independent of the speed of the machine and of private names.

Tests wait for conditions and pass time as a parameter; the code takes clocks and limits as parameters.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from conftest import ROOT
from support.waiting import wait_until

TESTS = ROOT / "tests"
NOT_CHECKED = ("contestants", "engine_programs", "programs", "student_programs")
FILES = [path for path in sorted(TESTS.rglob("*.py")) if path.relative_to(TESTS).parts[0] not in NOT_CHECKED]
REPLACED_CLOCKS = {
    "time", "monotonic", "time_ns", "monotonic_ns", "perf_counter", "process_time", "localtime", "sleep",
}  # fmt: skip
"""Functions of `time`, and the module, that a test must not replace."""
CLOCK_PARAMETERS = {"sleep", "monotonic", "time"}
"""Functions of `time` that decide what the code does next; the other clocks only measure what is printed."""
WALL_CLOCKS = {"time.time", "time.monotonic", "time.perf_counter"}
"""Clocks whose differences depend on other work on the machine."""
PACKAGE = ROOT / "src" / "outply"
SOURCES = [path for path in sorted(PACKAGE.rglob("*.py")) if "templates" not in path.parts]
"""The code of Outply, without the templates of student programs."""

CONSTANT = re.compile("[A-Z][A-Z0-9_]+")
OWNERS = ("self", "cls")
REPLACEMENT = re.compile(r"(\.setattr|\bpatch|\bpatch\.object)$")
"""The functions of monkeypatch and unittest.mock that replace an attribute."""
ALLOWED_PRIVATE = {"_exit", "_fields", "_native", "_replace"}
"""Names that are public in spite of their underscore."""


def problems(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a test that depend on the speed of the machine or on private names, and why."""
    for node in ast.walk(ast.parse(source)):
        for problem in _problems(node):
            yield getattr(node, "lineno", 0), problem


def _problems(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Compare) and any(map(_is_elapsed_time, [node.left, *node.comparators])):
        yield "compares a measured time"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        values = [*node.args, *(keyword.value for keyword in node.keywords)]
        if ast.unparse(node.func) in ("time.sleep", "asyncio.sleep") and ast.unparse(values[0]) != "0":
            yield "sleeps"
        if _waits_for_fixed_time(node):
            yield "waits for a fixed time"
    if isinstance(node, ast.Call) and (replaced := _replaced(node)):
        owner, name = replaced
        if name in REPLACED_CLOCKS:
            yield "replaces a clock"
        if _is_private(name):
            yield f"replaces the private {name}"
        if CONSTANT.fullmatch(name) and not owner[:1].isupper():  # otherwise the owner is a class
            yield f"replaces the constant {name}"
    elif isinstance(node, ast.ImportFrom) and node.module == "time":
        if any(name.name == "sleep" for name in node.names):
            yield "sleeps"
    elif isinstance(node, ast.Assign):
        if ast.unparse(node.value) == "time.sleep":
            yield "sleeps"
        for target in node.targets:
            if isinstance(target, ast.Attribute) and CONSTANT.fullmatch(target.attr):
                yield f"replaces the constant {target.attr}"
    elif isinstance(node, ast.While) and all(isinstance(statement, ast.Pass) for statement in node.body):
        yield "waits in a loop"
    if isinstance(node, ast.Attribute) and _is_private(node.attr) and ast.unparse(node.value) not in OWNERS:
        yield f"uses the private {node.attr}"
    elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("outply"):
        yield from (f"uses the private {name.name}" for name in node.names if _is_private(name.name))


def _waits_for_fixed_time(call: ast.Call) -> bool:
    """Return whether a call waits for an event, a thread, a lock or a file for at most a constant time.

    Processes and connections may have a timeout of their own, after which a hanging test fails: `timeout=200`.
    """
    match ast.unparse(call.func).rpartition(".")[2], call.args, call.keywords:
        case (("wait" | "join"), [ast.Constant(value=int() | float())], []):
            return True
        case (("wait" | "join"), [ast.Name(id=name)], []):
            return name.endswith("_S")
        case "acquire", _, keywords:
            return any(keyword.arg == "timeout" for keyword in keywords)
        case "select", [_, _, _, timeout], []:
            return ast.unparse(timeout) != "0"
    return False


def _is_elapsed_time(expression: ast.expr) -> bool:
    """Return whether the expression is the difference of a clock and an earlier time."""
    if not isinstance(expression, ast.BinOp) or not isinstance(expression.op, ast.Sub):
        return False
    return isinstance(expression.left, ast.Call) and ast.unparse(expression.left.func) in WALL_CLOCKS


def clock_calls(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of Outply's code that read a clock or sleep instead of calling a parameter, and advice."""
    tree = ast.parse(source)
    names = {f"time.{name}": f"time.{name}" for name in CLOCK_PARAMETERS}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            imported = [name for name in node.names if name.name in CLOCK_PARAMETERS]
            names |= {name.asname or name.name: f"time.{name.name}" for name in imported}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (name := names.get(ast.unparse(node.func))):
            yield (
                node.lineno,
                f"calls {name}: take the {'sleep' if name == 'time.sleep' else 'clock'} as a parameter",
            )


def _replaced(call: ast.Call) -> tuple[str, str] | None:
    """Return the last names of the owner and the attribute that a call replaces, such as `("module", "LIMIT")`.

    The first argument is the owner itself, or a text with the path of the attribute. Returns None for other calls.
    """
    if REPLACEMENT.search(ast.unparse(call.func)) is None or not call.args:
        return None
    target, *others = call.args
    if isinstance(target, ast.Constant | ast.JoinedStr):
        owner, _, name = _text(target).rpartition(".")
        return owner.rpartition(".")[2], name
    return ast.unparse(target).rpartition(".")[2], _text(others[0]) if others else ""


def _text(expression: ast.expr) -> str:
    """Return the text of a literal, or the last part of an f-string; empty if there is none."""
    if isinstance(expression, ast.JoinedStr):
        expression = expression.values[-1]
    return str(expression.value) if isinstance(expression, ast.Constant) else ""


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("_") and name not in ALLOWED_PRIVATE


def findings(paths: Iterable[Path], check: Callable[[str], Iterable[tuple[int, str]]]) -> str:
    """Return a line for each problem in the files."""
    return "\n".join(
        f"{path.relative_to(ROOT)}:{line}: {problem}"
        for path in paths
        for line, problem in check(path.read_text())
    )


def test_tests_wait_for_conditions_and_use_public_names() -> None:
    found = findings(FILES, problems)
    assert not found, (
        f"{found}\nuse support.waiting.wait_until, pass times and limits as parameters, test public behaviour"
    )


def test_code_takes_clocks_as_parameters() -> None:
    found = findings(SOURCES, clock_calls)
    assert not found, f"{found}\nadd a parameter whose default value is the clock, such as clock=time.monotonic"


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("time.sleep(1)", "sleeps"),
        ("from time import sleep", "sleeps"),
        ("pause = time.sleep", "sleeps"),
        ("mock.patch('time.monotonic', fake)", "replaces a clock"),
        ("patch.object(time, 'sleep')", "replaces a clock"),
        ("with patch('outply.web.requests.MAX_SECONDS', 1.0): pass", "replaces the constant MAX_SECONDS"),
        ("await asyncio.sleep(0.1)", "sleeps"),
        ("assert event.wait(60)", "waits for a fixed time"),
        ("assert event.wait(TIMEOUT_S)", "waits for a fixed time"),
        ("thread.join(1.5)", "waits for a fixed time"),
        ("lock.acquire(timeout=TIMEOUT_S)", "waits for a fixed time"),
        ("select.select([pipe], [], [], TIMEOUT_S)", "waits for a fixed time"),
        ("assert time.monotonic() - start < 1", "compares a measured time"),
        ("assert 1 > time.perf_counter() - start", "compares a measured time"),
        ("while not path.exists():\n    pass", "waits in a loop"),
        ("monkeypatch.setattr('time.monotonic', lambda: 1)", "replaces a clock"),
        ("monkeypatch.setattr(screen, 'time', clock)", "replaces a clock"),
        ("monkeypatch.setattr('outply.web.requests.MAX_SECONDS', 1.0)", "replaces the constant MAX_SECONDS"),
        ("monkeypatch.setattr(f'{module}.MAX_SECONDS', 1.0)", "replaces the constant MAX_SECONDS"),
        ("patched.setattr(run, 'ROOT', tmp_path)", "replaces the constant ROOT"),
        ("progress.DELAY_S = 0", "replaces the constant DELAY_S"),
        ("monkeypatch.setattr('outply.jobs.dask._connect', fail)", "replaces the private _connect"),
        ("state._database.close()", "uses the private _database"),
        ("from outply.jobs.cores import _lock_core", "uses the private _lock_core"),
    ],
)
def test_dependence_on_time_or_constants_or_private_names_is_found(source: str, problem: str) -> None:
    assert list(problems(f"\n{source}")) == [(2, problem)]


@pytest.mark.parametrize(
    "source",
    [
        "monkeypatch.setattr('outply.cli.solve.board.Control', stopped_control)",
        "monkeypatch.setattr('outply.players.registry.name', 'LEVEL')",
        "monkeypatch.setattr(TournamentState, 'SCHEMA', broken)",
        "monkeypatch.setattr(module, name, value)",
        "await asyncio.sleep(0)",
        "select.select([pipe], [], [], 0)",
        "lock.acquire(blocking=False)",
        "thread.join()",
        "process.wait(timeout=200)",
        "', '.join(LANGUAGES)",
        "asyncio.sleep(delay=0)",
        "assert clock() - start < 1",
    ],
)
def test_allowed_code_is_not_reported(source: str) -> None:
    assert list(problems(source)) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def wait():\n    time.sleep(1)", ["calls time.sleep: take the sleep as a parameter"]),
        (
            "def is_late():\n    return time.monotonic() > 1",
            ["calls time.monotonic: take the clock as a parameter"],
        ),
        (
            "class A:\n    def age(self):\n        return time.time()",
            ["calls time.time: take the clock as a parameter"],
        ),
        (
            "from time import monotonic as now\nlate = lambda: now()",
            ["calls time.monotonic: take the clock as a parameter"],
        ),
        ("def is_late(clock=time.monotonic):\n    return clock() > 1", []),
        ("at: Clock = field(default=time.time)", []),
        ("def seconds():\n    return time.perf_counter()", []),
    ],
)
def test_direct_call_of_a_clock_is_found(source: str, found: list[str]) -> None:
    assert [problem for _, problem in clock_calls(source)] == found


def test_condition_is_awaited() -> None:
    states = iter([False, False, True])
    wait_until(lambda: next(states), "the third state")
    assert list(states) == []


def test_condition_that_never_holds_is_named() -> None:
    with pytest.raises(AssertionError, match="in vain: the moon"):
        wait_until(lambda: False, "the moon", budget_s=0.01)
