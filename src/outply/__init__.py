"""Two-player search games as AI courses teach them: rules, textbook search, and the speed to answer at once.

What `homework3.py` needs on its way to an answer imports no `typing`, `re` or `pathlib`: that would take longer
than the answer. So modules there write `TYPE_CHECKING = False`, which type checkers understand.
"""

from __future__ import annotations


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version

        return version("outply")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
