"""The bounds of an alpha-beta window, as text and as values for JSON, which has no infinity."""

from __future__ import annotations

import math
from functools import lru_cache


def json_bound(bound: float) -> int | None:
    """Return a bound as an integer for JSON; None if the bound is infinite."""
    return None if math.isinf(bound) else int(bound)


@lru_cache(maxsize=4096)  # a million visits have few different bounds
def format_bound(bound: float) -> str:
    """Return a bound of a window as text: `3`, `-inf`."""
    return str(bound) if math.isinf(bound) else str(int(bound))


def format_window(alpha: float, beta: float) -> str:
    """Return a window as text: `[-inf, 3]`."""
    return f"[{format_bound(alpha)}, {format_bound(beta)}]"
