"""How numbers are written for people: thousands separated, three digits of what was measured."""

from __future__ import annotations

NOT_TOLD = "not told"
"""Stands for the nodes of a player that does not count them."""


def count(number: float | None) -> str:
    """Return a number of nodes: `1,234`."""
    return NOT_TOLD if number is None else f"{number:,.0f}"


def average(number: float | None) -> str:
    """Return an average number of nodes: `1,234.5`, from 10,000 on without the part behind the point."""
    return NOT_TOLD if number is None else f"{number:,.1f}" if number < 10_000 else f"{number:,.0f}"


def milliseconds(seconds: float | None) -> str:
    """Return the milliseconds of a time, without their unit: `0.012`, `1.23`, `12.3`, `1,234`; a dash for none."""
    return "-" if seconds is None else significant(1000 * seconds)


def duration(seconds: float) -> str:
    """Return a time with the unit that suits it: `0.012 ms`, `12.3 ms`, `1.23 s`."""
    return f"{significant(seconds)} s" if seconds >= 1 else f"{significant(1000 * seconds)} ms"


def significant(number: float) -> str:
    """Return a number with three digits, or all of those before the point: `0.012`, `1.23`, `12.3`, `1,234`."""
    places = next((places for limit, places in ((0.9995, 3), (9.995, 2), (99.95, 1)) if number < limit), 0)
    return f"{number:,.{places}f}"
