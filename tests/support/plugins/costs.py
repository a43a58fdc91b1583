"""A pytest plugin that measures each test: `pytest --costs=FILE` writes CPU and wall time per test as CSV.

CPU time is that of the test process and of its descendants, so browsers, compilers and sandboxed programs count.
What a shared fixture costs is counted for the first test that uses it. `benchmarks/tests.py` summarizes the file.
"""

from __future__ import annotations

import csv
import os
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from outply.sandbox.process_tree import CHILD_SYSTEM_TICKS, USER_TICKS, Proc

HEADER = ("test", "own_cpu_s", "children_cpu_s", "wall_s", "setup_wall_s")
KEY = "cost"
PROC = Proc()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", metavar="FILE", type=Path, help="write CPU and wall time per test to a CSV file")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--costs"):
        config.pluginmanager.register(Costs(config), "costs-of-tests")


class Costs:
    """Measures each test where it runs, and writes its row where it is reported."""

    def __init__(self, config: pytest.Config) -> None:
        self.last: tuple[float, ...] | None = None
        self.rows: dict[str, list[float]] = {}
        self.table: Any = None  # in a worker, whose reports go to the process that started it
        if not hasattr(config, "workerinput"):
            try:
                file = config.getoption("--costs").open("w", newline="", buffering=1)
            except OSError as error:
                raise pytest.UsageError(f"--costs: {error}") from None
            self.table = csv.writer(file)
            self.table.writerow(HEADER)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = (time.process_time(), children_cpu_s(), time.monotonic())
        cost = [max(0.0, end - begin) for begin, end in zip(self.last or now, now, strict=True)]
        report.user_properties.append((KEY, cost))
        self.last = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        cost: Any = dict(report.user_properties).get(KEY)
        if self.table is None or cost is None:  # a worker that crashes has measured nothing
            return
        row = self.rows.setdefault(report.nodeid, [0.0] * 4)
        for index, value in enumerate([*cost, cost[-1] if report.when == "setup" else 0.0]):
            row[index] += value
        if report.when == "teardown":
            self.table.writerow([report.nodeid, *(f"{value:.3f}" for value in self.rows.pop(report.nodeid))])


def children_cpu_s() -> float:
    """Return the CPU time of all descendants of this process, the ended ones included."""
    times = os.times()
    return times.children_user + times.children_system + sum(map(_tree_cpu_s, PROC.children(os.getpid())))


def _tree_cpu_s(process: int) -> float:
    try:
        ticks = sum(map(int, PROC.stat(process)[USER_TICKS : CHILD_SYSTEM_TICKS + 1]))
    except OSError:
        return 0.0
    return ticks * PROC.tick_seconds + sum(map(_tree_cpu_s, PROC.children(process)))
