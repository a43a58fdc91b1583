"""Errors that the user can correct, and the check for optional dependencies."""

from __future__ import annotations


class UserError(Exception):
    """An error that the user can correct. The command line prints the message without a traceback."""


class MissingExtraError(UserError):
    """An optional package is not installed; the message states how to install it."""


def require_extra(package: str, feature: str, extra: str) -> None:
    """Raise MissingExtraError unless `package`, which `feature` needs and `extra` provides, is installed."""
    if not has_package(package):
        raise MissingExtraError(missing_package(package, feature, extra))


def has_package(package: str) -> bool:
    """Return whether an optional package is installed."""
    import importlib.util
    import sys

    if package in sys.modules:
        return sys.modules[package] is not None
    return importlib.util.find_spec(package) is not None


def missing_package(package: str, feature: str, extra: str) -> str:
    """Return a sentence that `feature` needs `package`, with the command that installs it in this environment."""
    return f"{feature} needs {package}: {_install_command(package, extra)}"


def _install_command(package: str, extra: str) -> str:
    """Return the command that adds an extra to this installation: by run.py, pipx, uv or pip."""
    import sys
    from pathlib import Path

    environment = Path(sys.prefix)
    origin = _installed_from()
    if environment.name == ".outply" and (environment.parent / "run.py").exists():
        return f"python3 run.py pip install {package}"
    if (environment / "pipx_metadata.json").exists():
        return f"pipx inject outply {package}"
    if (environment / "uv-receipt.toml").exists():
        return f"uv tool install --with {package} {origin}"
    return f"pip install '{origin}[{extra}]'"


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
