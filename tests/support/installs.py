"""Install plug-in packages into private folders and run Outply with them."""

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from conftest import ROOT

PACKAGES = sorted(path.parent for path in (ROOT / "examples").glob("*/pyproject.toml"))
NAMES = [package.name for package in PACKAGES]


def install(package: Any, target: Any) -> None:
    """Install the package into the folder `target`."""
    # An environment created by run.py has no pip; its base Python has.
    here = importlib.util.find_spec("pip") is not None
    python = sys.executable if here else sys._base_executable
    command = [python, "-m", "pip", "--disable-pip-version-check", "--python", sys.executable, "install", "-q"]
    where = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(target), str(package)]
    subprocess.run([*command, *where], check=True, capture_output=True, text=True)


def bring(target: Any, package: Any, source: Any, entry: Any) -> None:
    """Write an installed package with one module and one `outply.games` entry point."""
    (target / f"{package}.py").write_text(source)
    info = target / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[outply.games]\n{entry}\n")


def environment(target: Any) -> Any:
    """Return environment variables with which Python finds the packages in `target`."""
    path = os.pathsep.join(filter(None, (str(target), os.environ.get("PYTHONPATH"))))
    return os.environ | {"PYTHONPATH": path}


@contextmanager
def playing(target: Any) -> Iterator[Any]:
    """Run the real server with the packages in `target` and yield its URL."""
    command = [sys.executable, "-m", "outply", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, env=environment(target), stdout=subprocess.PIPE, text=True) as server:
        try:
            yield re.search(r"(http://\S+)/", server.stdout.readline())[1]
        finally:
            server.terminate()
