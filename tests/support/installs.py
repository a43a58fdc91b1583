"""Install plug-in packages into private folders and run Outply with them."""

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from conftest import ROOT

PACKAGES = sorted(
    path.parent for path in (ROOT / "examples").glob("*/pyproject.toml") if "outply.games" in path.read_text()
)
"""The packages of plug-in games among the examples."""
NAMES = [package.name for package in PACKAGES]


def install(package: Path, target: Path) -> None:
    """Install the package into the folder `target`."""
    # An environment created by run.py has no pip; its base Python has.
    here = importlib.util.find_spec("pip") is not None
    python: str = sys.executable if here else vars(sys)["_base_executable"]
    command = [python, "-m", "pip", "--disable-pip-version-check", "--python", sys.executable, "install", "-q"]
    where = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(target), str(package)]
    subprocess.run([*command, *where], check=True, capture_output=True, text=True)


def bring(target: Path, package: str, source: str, entry: str) -> None:
    """Write an installed package with one module and one `outply.games` entry point."""
    (target / f"{package}.py").write_text(source)
    info = target / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[outply.games]\n{entry}\n")


def environment(target: Path) -> dict[str, str]:
    """Return environment variables with which Python finds the packages in `target`."""
    path = os.pathsep.join(filter(None, (str(target), os.environ.get("PYTHONPATH"))))
    return os.environ | {"PYTHONPATH": path}


@contextmanager
def playing(target: Path) -> Iterator[str]:
    """Run the real server with the packages in `target` and yield its URL."""
    command = [sys.executable, "-m", "outply", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, env=environment(target), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"(http://\S+)/", server.stdout.readline())
            assert address is not None
            yield address[1]
        finally:
            server.terminate()
