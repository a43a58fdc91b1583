"""Compare two texts line by line and mark the differences."""

from __future__ import annotations

from itertools import groupby, zip_longest

Line = list[tuple[str, bool]]
"""Pieces of a line, each with whether it differs from the other text."""


def compare(expected: str, actual: str) -> tuple[list[Line], list[Line]]:
    """Return the marked lines of both texts. Whitespace is marked only if nothing else differs."""
    pairs = list(zip_longest(_lines(expected), _lines(actual)))
    if any(not _same_words(*pair) for pair in pairs):
        pairs = [(one, one) if _same_words(one, other) else (one, other) for one, other in pairs]
    marked_expected = [_mark(one, other) for one, other in pairs if one is not None]
    return marked_expected, [_mark(other, one) for one, other in pairs if other is not None]


def unmarked_lines(text: str) -> list[Line]:
    """Return the lines of a text without marks; none for an empty text."""
    return [[(line, False)] for line in _lines(text)] if text else []


def _lines(text: str) -> list[str]:
    """Split at line feeds only; other line endings stay in the line."""
    return text.removesuffix("\n").split("\n")


def _same_words(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and one.split() == other.split()


def _mark(line: str, other: str | None) -> Line:
    if other is None:
        return [(line, True)]
    chars = ((char, index >= len(other) or other[index] != char) for index, char in enumerate(line))
    pieces = [
        ("".join(char for char, _ in group), differs) for differs, group in groupby(chars, key=lambda one: one[1])
    ]
    return pieces or [("", False)]
