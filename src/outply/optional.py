"""Packages that only some commands need, and that `pip install outply` therefore leaves out."""

from __future__ import annotations

import importlib.util


class MissingExtraError(Exception):
    """A package that is not installed; the sentence says how to get it."""


def expect(package: str, what: str, extra: str) -> None:
    """Raise a `MissingExtraError` if `what` cannot be done because the package is missing."""
    if importlib.util.find_spec(package) is None:
        raise MissingExtraError(f"{what} needs {package}: pip install 'outply[{extra}]'")
