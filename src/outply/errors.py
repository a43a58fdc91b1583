"""Errors that the user can correct, and the check for optional dependencies."""

from __future__ import annotations


class UserError(Exception):
    """An error that the user can correct. The command line prints the message without a traceback."""


class MissingExtraError(UserError):
    """An optional package is not installed; the message states how to install it."""


def require_extra(package: str, feature: str, extra: str) -> None:
    """Raise MissingExtraError unless `package`, which `feature` needs and `extra` provides, is installed."""
    import importlib.util

    if importlib.util.find_spec(package) is None:
        raise MissingExtraError(f"{feature} needs {package}: pip install 'outply[{extra}]'")
