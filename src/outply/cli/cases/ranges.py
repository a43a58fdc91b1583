"""Option values that are a number or a range of numbers: 4, or 3-5."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import click

RANGE = "A-B"
"""The metavar of these options."""


def integer_range(minimum: int, maximum: int) -> Callable[[str], Sequence[int]]:
    """Return a function that parses an integer or a range of integers and returns all integers in the range.

    The integers must be between `minimum` and `maximum`.
    """

    def parse(text: str) -> range:
        low, high = _split(text)
        if not (_is_integer(low) and _is_integer(high)) or not minimum <= int(low) <= int(high) <= maximum:
            raise click.BadParameter(f"expected a number or a range within {minimum}-{maximum}, got {text!r}")
        return range(int(low), int(high) + 1)

    return parse


def integer_bounds(minimum: int, maximum: int) -> Callable[[str], tuple[int, int]]:
    """Return a function that parses an integer or a range of integers and returns both ends of the range.

    The integers must be between `minimum` and `maximum`.
    """

    def parse(text: str) -> tuple[int, int]:
        numbers = integer_range(minimum, maximum)(text)
        return numbers[0], numbers[-1]

    return parse


def fraction_range(text: str) -> tuple[float, float]:
    """Parse a fraction from 0 to 1, or a range of fractions, and return both ends of the range."""
    try:
        low, high = map(float, _split(text))
    except ValueError:
        low = high = math.nan
    if not 0 <= low <= high <= 1:
        raise click.BadParameter(f"expected a fraction from 0 to 1 (0.5) or a range (0.2-0.6), got {text!r}")
    return low, high


def merge_ranges(ranges: tuple[Sequence[int], ...]) -> tuple[int, ...]:
    """Return the distinct numbers of several ranges in ascending order."""
    return tuple(sorted({number for numbers in ranges for number in numbers}))


def _split(text: str) -> tuple[str, str]:
    low, hyphen, high = text.partition("-")
    return low, high if hyphen else low


def _is_integer(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9
