"""Suites that several tests use, generated once per process."""

from functools import cache

from outply.grading.suite.case import Case
from outply.grading.suite.generate import generate
from outply.grading.suite.kinds import KINDS, CaseConstraints

COUNT = 40


@cache
def generated_suite(game: str, rule_variant: str = "raid") -> tuple[Case, ...]:
    """Return a suite with the default settings."""
    constraints = CaseConstraints(rule_variant=rule_variant)
    return generate(game, KINDS[game], count=COUNT, seed=1, constraints=constraints)
