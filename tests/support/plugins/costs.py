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

HEADER = ("test", "own_cpu_s", "children_cpu_s", "wall_s", "setup_wall_s")
TICKS_PER_S = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
KEY = "cost"


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
            self.table = csv.writer(config.getoption("--costs").open("w", newline="", buffering=1))
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
        cost: Any = report.user_properties[-1][1]
        row = self.rows.setdefault(report.nodeid, [0.0] * 4)
        for index, value in enumerate([*cost, cost[-1] if report.when == "setup" else 0.0]):
            row[index] += value
        if report.when == "teardown" and self.table is not None:
            self.table.writerow([report.nodeid, *(f"{value:.3f}" for value in self.rows.pop(report.nodeid))])


def children_cpu_s() -> float:
    """Return the CPU time of all descendants of this process, the ended ones included."""
    times = os.times()
    return times.children_user + times.children_system + sum(map(_tree_cpu_s, _children(os.getpid())))


def _tree_cpu_s(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS_PER_S + sum(map(_tree_cpu_s, _children(process)))


def _children(process: int) -> list[int]:
    try:
        threads = os.listdir(f"/proc/{process}/task")
    except OSError:
        return []
    return [child for thread in threads for child in _children_of_thread(process, thread)]


def _children_of_thread(process: int, thread: str) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{process}/task/{thread}/children").read_text().split()]
    except OSError:  # the thread has ended, but the other threads and their children have not
        return []
