"""Assertions that return the checked value."""

from typing import TypeVar

Value = TypeVar("Value")


def not_none(value: Value | None) -> Value:
    """Return the value; fail if it is None."""
    assert value is not None
    return value
