"""A pytest plugin: `--random-order=SEED` shuffles the modules, and the tests in each of them."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from random import Random

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--random-order", metavar="SEED", help="shuffle the modules and their tests")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed: str | None = config.getoption("--random-order")
    if seed is not None:
        items[:] = shuffled(items, seed)


def shuffled(items: list[pytest.Item], seed: str) -> list[pytest.Item]:
    """Return the tests in an order that depends on the seed only; those of a module stay together."""
    modules: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        modules[item.path].append(item)
    random = Random(seed)
    groups = list(modules.values())
    random.shuffle(groups)
    for group in groups:
        random.shuffle(group)
    return [item for group in groups for item in group]
