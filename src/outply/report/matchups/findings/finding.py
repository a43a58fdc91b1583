"""The class of a finding, and functions for the wording of findings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A finding: its topic, a sentence that states the fact, and further sentences, if any."""

    topic: str
    fact: str
    more: str = ""


def factor_text(factor: float) -> str:
    """Format a factor with at least two digits: `1.8`, `46`, `1,234`."""
    return f"{factor:.1f}" if factor < 9.95 else f"{factor:,.0f}"


def capitalize(text: str) -> str:
    """Return the text with its first letter in upper case; the other letters stay unchanged."""
    return f"{text[0].upper()}{text[1:]}"
