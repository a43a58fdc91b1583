"""A pytest plugin that sorts tests into tiers, and says at the end of a run what was not tested.

Each test has the marker of one tier: `pytest -m unit`. The tier follows from the folder, from the fixtures and
from what the test calls, so a new test needs no marker of its own.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

TESTS = Path(__file__).parents[2]

TIERS = {
    "unit": "needs no process, browser, compiler or network",
    "slow": "needs no process either, but seconds of CPU time: generates suites, plays games, samples results",
    "properties": "states a property, which Hypothesis tries on generated examples",
    "system": "starts processes: programs in the sandbox, servers, clusters, installations, linters",
    "browser": "drives Chromium",
    "native": "compiles the native core with sanitizers",
    "docs": "runs the examples of the documentation",
}
PATHS = {
    "docs": ("docs", "docs/test_guide.py", "project/test_readme.py"),
    "browser": ("browser",),
    "native": ("native/test_sanitizers.py",),
    "system": (
        "frontend",
        "grading/run",
        "jobs",
        "sandbox",
        "web",
        "project/test_examples.py",
        "project/test_repository.py",
        "arena/tournament/test_run.py",
        "cli/test_grade.py",
        "cli/test_report.py",
        "cli/tournament/test_contestants.py",
        "cli/tournament/test_run.py",
        "cli/tournament/test_show.py",
        "cli/tournament/test_sprt.py",
    ),
}
SLOW_PATHS = (
    "arena/ratings/test_bradley_terry.py",
    "arena/ratings/test_sprt.py",
    "arena/tournament/test_fairness.py",
    "cli/test_cases.py",
    "diagnosis/test_finding.py",
    "diagnosis/test_mutants.py",
    "grading/suite/test_generate.py",
    "report/matchups/test_page.py",
)
"""Modules whose tests would otherwise belong to the unit tier; a single test has the marker `slow`."""
SYSTEM_FIXTURES = {"needs_sandbox", "scheduler", "workers", "at_terminal", "server", "small_server", "installed"}
SYSTEM_NAMES = {"subprocess", "Popen", "fork", "Process", "ProcessPool", "serving", "stand_in"}
"""Functions and classes that start processes or servers."""

MAX_REASONS = 4
EVERYTHING = "python3 run.py pytest"
INSTALL = "python3 run.py --install-tools"
INSTALLED_PROGRAMS = ("bubblewrap", "Chromium", "javac")
"""Programs that INSTALL provides and without which tests are skipped."""
_not_selected: Counter[str] = Counter()


def pytest_configure(config: pytest.Config) -> None:
    for name, description in TIERS.items():
        config.addinivalue_line("markers", f"{name}: {description}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        item.add_marker(tier_of(item))


def pytest_deselected(items: list[pytest.Item]) -> None:
    _not_selected.update(tier_of(item) for item in items)


def tier_of(item: pytest.Item) -> str:
    """Return the name of the tier of a test."""
    own = [marker.name for marker in item.iter_markers() if marker.name in TIERS]
    if own:
        return own[0]
    path = item.path.relative_to(TESTS).as_posix() if item.path.is_relative_to(TESTS) else ""
    for tier, folders in PATHS.items():
        if any(path == folder or path.startswith(f"{folder}/") for folder in folders):
            return tier
    function: Any = getattr(item, "obj", None)
    if not SYSTEM_FIXTURES.isdisjoint(getattr(item, "fixturenames", ())) or _starts_process(item, function):
        return "system"
    if hasattr(function, "hypothesis"):
        return "properties"
    return "slow" if path in SLOW_PATHS else "unit"


def _starts_process(item: pytest.Item, function: Any) -> bool:
    definitions = vars(item)["_fixtureinfo"].name2fixturedefs if "_fixtureinfo" in vars(item) else {}
    fixtures = [definition.func for values in definitions.values() for definition in values]
    functions = (getattr(getattr(one, "hypothesis", None), "inner_test", one) for one in (function, *fixtures))
    return any(_uses_system_names(getattr(one, "__func__", one)) for one in functions)


@cache  # a parametrized test and the fixtures of many tests are looked at once
def _uses_system_names(function: Any) -> bool:
    names: set[str] = set()
    _add_names(function, names)
    return not SYSTEM_NAMES.isdisjoint(names)


def _add_names(function: Any, names: set[str]) -> None:
    """Add the names that a function uses, and those used by the functions of the tests that it calls."""
    function = inspect.unwrap(function)
    codes = [getattr(function, "__code__", None)]
    while codes:
        if (code := codes.pop()) is None:
            continue
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        for name in set(code.co_names) - names:
            names.add(name)
            called = function.__globals__.get(name)
            if isinstance(called, FunctionType) and not called.__module__.startswith("outply"):
                _add_names(called, names)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker has not selected; all workers select the same."""
    output: dict[str, Any] | None = getattr(node, "workeroutput", None)
    if output is not None:  # otherwise the worker has crashed
        _not_selected.clear()
        _not_selected.update(output["not_selected"])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, None, None]:
    """Say after everything else what was not tested; a worker hands over what it has not selected."""
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["not_selected"] = dict(_not_selected)
    result = yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and output is None:
        for sentence in not_tested(_not_selected, reporter.stats.get("skipped", [])):
            reporter.write_line(sentence, yellow=True, bold=True)
    return result


def not_tested(not_selected: Counter[str], skipped: list[pytest.TestReport]) -> Iterator[str]:
    """Return a sentence about the tests that were not selected, and one about those that were skipped."""
    if not_selected:
        tiers = ", ".join(f"{not_selected[tier]:,} {tier}" for tier in TIERS if not_selected[tier])
        yield f"Not selected: {tiers}. To run everything: {EVERYTHING}"
    if skipped:
        reasons = Counter(_reason(report) for report in skipped)
        causes = "; ".join(f"{count:,} because {reason}" for reason, count in reasons.most_common(MAX_REASONS))
        more = " and for other reasons" if len(reasons) > MAX_REASONS else ""
        helps = any(program in reason for program in INSTALLED_PROGRAMS for reason in reasons)
        advice = f" To install missing programs (Debian, as root): {INSTALL}" if helps else ""
        yield f"Not tested: {causes}{more}.{advice}"


def _reason(report: pytest.TestReport) -> str:
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return text.removeprefix("Skipped: ").partition(";")[0]
