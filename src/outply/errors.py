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
        raise MissingExtraError(f"{feature} needs {package}: pip install '{_installed_from()}[{extra}]'")


def _installed_from() -> str:
    """Return the argument of `pip install` that installed Outply: its name, or the path of a checkout or wheel."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from pathlib import Path
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        origin = distribution("outply").read_text("direct_url.json")  # absent if installed from an index (PEP 610)
    except PackageNotFoundError:
        origin = None
    url = urlsplit(json.loads(origin)["url"] if origin else "")
    path = url2pathname(url.path)
    return path if url.scheme == "file" and Path(path).exists() else "outply"
