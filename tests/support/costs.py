"""A pytest plugin that measures each test: `pytest --costs FILE` writes CPU and wall time per test as CSV.

CPU time is that of the test process and of its descendants, so browsers, compilers and programs in the sandbox count.
What a shared fixture costs is counted for the first test that uses it. `benchmarks/tests.py` summarizes the file.
"""

from __future__ import annotations

import csv
import os
import time
from collections.abc import Iterator
from pathlib import Path

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
    def __init__(self, config: pytest.Config) -> None:
        self.path: Path = config.getoption("--costs")
        self.writes = not hasattr(config, "workerinput")
        self.rows: dict[str, list[float]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[None]:
        report = yield
        now = (time.process_time(), children_cpu_s(), time.time())
        before = vars(item).setdefault("_costs", vars(item.session).get("_costs", now))
        report.user_properties.append((KEY, [max(0.0, end - begin) for begin, end in zip(before, now, strict=True)]))
        vars(item)["_costs"] = vars(item.session)["_costs"] = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for own, children, wall in (value for key, value in report.user_properties[-1:] if key == KEY):
            row = self.rows.setdefault(report.nodeid, [0.0] * 4)
            for index, value in enumerate((own, children, wall, wall if report.when == "setup" else 0.0)):
                row[index] += value

    def pytest_sessionfinish(self) -> None:
        if self.writes:
            with self.path.open("w", newline="") as file:
                rows = csv.writer(file)
                rows.writerow(HEADER)
                rows.writerows([test, *(f"{value:.3f}" for value in row)] for test, row in self.rows.items())


def children_cpu_s() -> float:
    """Return the CPU time of all descendants of this process, the ended ones included."""
    times = os.times()
    return times.children_user + times.children_system + sum(map(_tree_cpu_s, _children(os.getpid())))


def _tree_cpu_s(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS_PER_S + sum(map(_tree_cpu_s, _children(process)))


def _children(process: int) -> list[int]:
    try:
        threads = os.listdir(f"/proc/{process}/task")
        texts = [Path(f"/proc/{process}/task/{thread}/children").read_text() for thread in threads]
    except OSError:
        return []
    return [int(child) for text in texts for child in text.split()]
