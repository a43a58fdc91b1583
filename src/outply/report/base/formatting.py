"""Formats of numbers for readers, and file-name slugs for untrusted names."""

from __future__ import annotations

import re
from datetime import date

NOT_COUNTED = "not counted"
"""Placeholder for the node count of a player that does not count nodes."""


MINUS = "\N{MINUS SIGN}"


def signed(number: float) -> str:
    """Format a number without decimals and with its sign: `+1,234`, `0`; a minus sign is not a hyphen."""
    text = f"{number:+,.0f}".replace("-", MINUS).replace("inf", "∞")
    return "0" if text in ("+0", f"{MINUS}0") else text


def count(number: float | None) -> str:
    """Format a number of nodes: `1,234`; `not counted` for None."""
    return NOT_COUNTED if number is None else f"{number:,.0f}"


def average(number: float | None) -> str:
    """Format an average number of nodes: `1,234.5`; `not counted` for None.

    Numbers of 10,000 and more have no decimals.
    """
    return NOT_COUNTED if number is None else f"{number:,.1f}" if number < 10_000 else f"{number:,.0f}"


def milliseconds(seconds: float | None) -> str:
    """Format a time in milliseconds without the unit: `0.012`, `1.23`, `12.3`, `1,234`; a dash for None."""
    return "-" if seconds is None else significant(1000 * seconds)


MIN_SHOWN_SECONDS = 0.001
"""Times below one millisecond are within the error of a measurement, and shown as `< 1 ms`."""


def duration(seconds: float) -> str:
    """Format a time with a suitable unit: `< 1 ms`, `12.3 ms`, `1.23 s`."""
    if seconds < MIN_SHOWN_SECONDS:
        return "< 1 ms"
    return f"{significant(seconds)} s" if seconds >= 1 else f"{significant(1000 * seconds)} ms"


def significant(number: float) -> str:
    """Format a number with three significant digits, or all digits before the point if there are more.

    Small numbers have at most three decimals: `0.012`, `1.23`, `12.3`, `1,234`.
    """
    decimals = next((decimals for limit, decimals in ((0.9995, 3), (9.995, 2), (99.95, 1)) if number < limit), 0)
    return f"{number:,.{decimals}f}"


MAX_SLUG_CHARS = 40


def day(when: date) -> str:
    """Format a date: `16 November 2026`."""
    return f"{when.day} {when:%B %Y}"


def slug(name: str) -> str:
    """Reduce a name to lower-case letters, digits and dashes: `john-smith`.

    A slug may be empty, and two names may have the same slug; callers add a number if slugs must be unique.
    """
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")[:MAX_SLUG_CHARS].strip("-")
