"""Two-player search games as taught in AI courses: rules, textbook search, and a fast engine.

Modules on the path from `homework3.py` to its answer do not import `typing`, `re` or `pathlib`, which would take
longer than the answer. They define `TYPE_CHECKING = False` themselves; type checkers treat that name as true.
"""

from __future__ import annotations


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version

        return version("outply")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
