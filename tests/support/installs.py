"""Packages that bring games, those of examples/ and others, where no other test sees them."""

import importlib.util
import os
import re
import subprocess
import sys
from contextlib import contextmanager

from conftest import ROOT

PACKAGES = sorted(path.parent for path in (ROOT / "examples").glob("*/pyproject.toml"))
NAMES = [package.name for package in PACKAGES]


def install(package, target):
    """Install the package into a folder of its own."""
    # An environment that run.py made has no pip; the Python that it was made from has.
    here = importlib.util.find_spec("pip") is not None
    python = sys.executable if here else sys._base_executable
    command = [python, "-m", "pip", "--disable-pip-version-check", "--python", sys.executable, "install", "-q"]
    where = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(target), str(package)]
    subprocess.run([*command, *where], check=True, capture_output=True, text=True)


def bring(target, package, source, entry):
    """Put a package of that name there, with this module and this entry point of a game."""
    (target / f"{package}.py").write_text(source)
    info = target / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[outply.games]\n{entry}\n")


def environment(target):
    """Return the environment of a program that finds the packages installed in `target`."""
    path = os.pathsep.join(filter(None, (str(target), os.environ.get("PYTHONPATH"))))
    return os.environ | {"PYTHONPATH": path}


@contextmanager
def playing(target):
    """Run the real server with what is installed there, and give its address."""
    command = [sys.executable, "-m", "outply", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, env=environment(target), stdout=subprocess.PIPE, text=True) as server:
        try:
            yield re.search(r"(http://\S+)/", server.stdout.readline())[1]
        finally:
            server.terminate()
