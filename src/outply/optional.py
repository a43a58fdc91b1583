"""Optional dependencies, which `pip install outply` does not install."""

from __future__ import annotations

import importlib.util


class MissingExtraError(Exception):
    """An optional package is not installed; the message states how to install it."""


def require_extra(package: str, feature: str, extra: str) -> None:
    """Raise MissingExtraError unless `package`, which `feature` needs and `extra` provides, is installed."""
    if importlib.util.find_spec(package) is None:
        raise MissingExtraError(f"{feature} needs {package}: pip install 'outply[{extra}]'")
