"""Two texts side by side, with what is different in them marked."""

from __future__ import annotations

from itertools import groupby, zip_longest

Line = list[tuple[str, bool]]
"""Pieces of a line, each with whether it is different from the other's."""


def compared(expected: str, theirs: str) -> tuple[list[Line], list[Line]]:
    """Return the lines of both. Blanks count only if nothing else is different."""
    pairs = list(zip_longest(_lines(expected), _lines(theirs)))
    if any(not _same_words(*pair) for pair in pairs):
        pairs = [(one, one) if _same_words(one, other) else (one, other) for one, other in pairs]
    wanted = [_marked(one, other) for one, other in pairs if one is not None]
    return wanted, [_marked(other, one) for one, other in pairs if other is not None]


def _lines(text: str) -> list[str]:
    """Return the lines; what ends one besides a line feed stays in it."""
    return text.removesuffix("\n").split("\n")


def _same_words(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and one.split() == other.split()


def _marked(line: str, other: str | None) -> Line:
    if other is None:
        return [(line, True)]
    differs = ((char, index >= len(other) or other[index] != char) for index, char in enumerate(line))
    pieces = [("".join(char for char, _ in part), mark) for mark, part in groupby(differs, key=lambda one: one[1])]
    return pieces or [("", False)]
