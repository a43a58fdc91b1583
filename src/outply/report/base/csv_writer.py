"""Texts of strangers in the cells of a spreadsheet."""

from __future__ import annotations

FORMULAS = ("=", "+", "-", "@")
"""What a cell begins with that a spreadsheet calculates."""


def cell(text: str) -> str:
    """Return a text such that no terminal acts on it, and no spreadsheet takes it for a formula."""
    seen = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
    return f"'{seen}" if seen.startswith(FORMULAS) else seen
