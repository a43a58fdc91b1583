"""Suites that several tests use, generated once."""

from functools import cache

from outply.grading.suite.case import Case
from outply.grading.suite.generate import generate
from outply.grading.suite.kinds import KINDS
from support.shared_files import shared_value

COUNT = 40


@cache
def generated_suite(game: str) -> tuple[Case, ...]:
    """Return a suite with the default settings."""
    return shared_value(f"suite-{game}", lambda: generate(game, KINDS[game], count=COUNT, seed=1))
