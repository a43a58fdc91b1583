"""Texts of strangers, made fit to be read: what would hide or turn round what follows is written out."""

from __future__ import annotations

KEPT = "\n\t"


def visible(text: str) -> str:
    """Return the text with everything that cannot be seen as its code, but for the ends of lines and tabs."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char in KEPT else char.encode("unicode_escape").decode() for char in text
    )
