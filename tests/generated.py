"""The suites that several tests look at, made once in a process."""

from functools import cache

from outply.grading.generator import generate
from outply.grading.kinds import KINDS, Wanted

COUNT = 40


@cache
def suite_of(game, rules="raid"):
    """Return a suite with everything as it is by default."""
    return generate(game, KINDS[game], COUNT, 1, Wanted(rules))
