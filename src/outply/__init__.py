"""Two-player search games as AI courses teach them: rules, textbook search, and the speed to answer at once."""

from __future__ import annotations


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version

        return version("outply")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
