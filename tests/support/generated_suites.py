"""Suites that several tests use, generated once."""

from functools import cache

from outply.grading.suite.case import Case
from outply.grading.suite.generate import generate
from outply.grading.suite.kinds import KINDS, CaseConstraints
from support.shared_files import shared_value

COUNT = 40


@cache
def generated_suite(game: str, rule_variant: str = "raid") -> tuple[Case, ...]:
    """Return a suite with the default settings."""
    constraints = CaseConstraints(rule_variant=rule_variant)
    return shared_value(
        f"suite-{game}-{rule_variant}",
        lambda: generate(game, KINDS[game], count=COUNT, seed=1, constraints=constraints),
    )
