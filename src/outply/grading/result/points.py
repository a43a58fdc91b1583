"""Points as they are told."""

from __future__ import annotations


def neat(points: float) -> float:
    """Return points without the dust of adding up fractions."""
    return round(points, 6)
