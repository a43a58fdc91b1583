"""Read the suite of test cases that a CASES argument names."""

from __future__ import annotations

from pathlib import Path

import click

from outply.games.warfare import RULES
from outply.grading.suite import folder as suites
from outply.grading.suite.case import Case


def read_suite(folder: Path, rules: str | None) -> tuple[Case, ...]:
    """Read the cases in a folder.

    `rules` is the rule variant of Warfare cases if the suite does not name one.
    Raises UsageError if `rules` applies to no case, or contradicts the suite.
    """
    cases = suites.read(folder, rules or RULES[0])
    if rules is not None:
        variants = {case.question.position.variant for case in cases}.intersection(RULES)
        if not variants:
            raise click.UsageError(f"--rules {rules} does not apply: {folder} contains no Warfare cases")
        if others := variants - {rules}:
            raise click.UsageError(f"the suite in {folder} has {others.pop()} rules; drop --rules {rules}")
    return cases
