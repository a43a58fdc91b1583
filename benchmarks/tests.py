"""Summarize what tests cost: CPU and wall time per folder, and the most expensive tests.

python3 run.py pytest --costs=costs.csv
python3 run.py python benchmarks/tests.py costs.csv --top 50
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Cost(NamedTuple):
    """The cost of a test or of several, in seconds."""

    name: str
    cpu: float
    wall: float
    tests: int = 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="CSV file written by pytest --costs=FILE")
    parser.add_argument("--top", type=int, default=50, help="number of tests to list (default 50)")
    options = parser.parse_args()
    try:
        tests = read(options.file)
    except (OSError, KeyError, ValueError) as error:
        parser.error(f"{options.file} is not a table written by pytest --costs=FILE: {error}")
    print_table("folder", by_folder(tests))
    print_table("module", by_module(tests)[: options.top])
    print_table("test", sorted(tests, key=lambda cost: -cost.cpu)[: options.top])


def read(path: Path) -> list[Cost]:
    """Return the cost of each test in a file."""
    with path.open(newline="") as file:
        return [
            Cost(row["test"], float(row["own_cpu_s"]) + float(row["children_cpu_s"]), float(row["wall_s"]))
            for row in csv.DictReader(file)
        ]


def by_folder(tests: list[Cost]) -> list[Cost]:
    """Return the sums of the folders in tests/."""
    return _sums(tests, lambda name: "/".join(name.split("::")[0].split("/")[:2]))


def by_module(tests: list[Cost]) -> list[Cost]:
    """Return the sums of the modules."""
    return _sums(tests, lambda name: name.split("::")[0])


def print_table(title: str, costs: list[Cost]) -> None:
    """Print costs, and their sum in the heading."""
    total = f"{sum(cost.cpu for cost in costs):,.0f} s of CPU time, {sum(cost.tests for cost in costs):,} tests"
    print(f"\n{'CPU s':>8} {'wall s':>8} {'tests':>6}  {title} ({total})")
    for cost in costs:
        print(f"{cost.cpu:8.1f} {cost.wall:8.1f} {cost.tests:6}  {cost.name}")


def _sums(tests: list[Cost], group: Callable[[str], str]) -> list[Cost]:
    groups: dict[str, list[Cost]] = defaultdict(list)
    for test in tests:
        groups[group(test.name)].append(test)
    sums = [
        Cost(name, sum(cost.cpu for cost in costs), sum(cost.wall for cost in costs), len(costs))
        for name, costs in groups.items()
    ]
    return sorted(sums, key=lambda cost: -cost.cpu)


if __name__ == "__main__":
    main()
