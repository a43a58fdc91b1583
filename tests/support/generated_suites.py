"""The suites that several tests look at, made once in a process."""

from functools import cache

from outply.grading.suite.generate import generate
from outply.grading.suite.kinds import KINDS, Wanted

COUNT = 40


@cache
def suite_of(game, rules="raid"):
    """Return a suite with everything as it is by default."""
    return generate(game, KINDS[game], COUNT, 1, Wanted(rules))
