"""Numbers and ranges of numbers as options: 4, or 3-5."""

from __future__ import annotations

import math
from collections.abc import Callable

import click

SPAN = "A-B"
"""What help texts call them."""


def whole(least: int, most: int) -> Callable[[str], tuple[int, ...]]:
    """Return what reads whole numbers from one to another, both included: as a tuple of all of them."""

    def read(text: str) -> tuple[int, ...]:
        low, high = _ends(text)
        if not (_is_plain(low) and _is_plain(high)) or not least <= int(low) <= int(high) <= most:
            raise click.BadParameter(f"{text!r} is not a number or a range within {least}-{most}.")
        return tuple(range(int(low), int(high) + 1))

    return read


def share(text: str) -> tuple[float, float]:
    """Read a share from 0 to 1, or a range of such: its two ends."""
    try:
        low, high = map(float, _ends(text))
    except ValueError:
        low = high = math.nan
    if not 0 <= low <= high <= 1:
        raise click.BadParameter(f"{text!r} is not a share from 0 to 1, such as 0.5, or a range, such as 0.2-0.6.")
    return low, high


def joined(spans: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return the numbers of several spans, each once, the lowest first."""
    return tuple(sorted({number for span in spans for number in span}))


def _ends(text: str) -> tuple[str, str]:
    low, hyphen, high = text.partition("-")
    return low, high if hyphen else low


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9
