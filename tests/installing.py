"""Installing a package of examples/ for real, without a network, where no other test sees it."""

import importlib.util
import os
import subprocess
import sys

from conftest import ROOT

PACKAGES = sorted(path.parent for path in (ROOT / "examples").glob("*/pyproject.toml"))


def install(package, target):
    """Install the package into a folder of its own."""
    # An environment that run.py made has no pip; the Python that it was made from has.
    here = importlib.util.find_spec("pip") is not None
    python = [sys.executable] if here else [sys._base_executable]
    command = [*python, "-m", "pip", "--disable-pip-version-check", "--python", sys.executable, "install", "-q"]
    where = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(target), str(package)]
    subprocess.run([*command, *where], check=True, capture_output=True, text=True)


def environment(target):
    """Return the environment of a program that finds what is installed there."""
    return os.environ | {"PYTHONPATH": str(target)}
