"""Install plug-in packages into private folders and run Outply with them."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from conftest import ROOT

import outply
from support.shared_files import shared_file

PACKAGES = sorted(
    path.parent for path in (ROOT / "examples").glob("*/pyproject.toml") if "outply.games" in path.read_text()
)
"""The packages of plug-in games among the examples."""
NAMES = [package.name for package in PACKAGES]
BUILD_SETTINGS = (
    "cmake.build-type=Debug",  # with the assertions of the searches
    "cmake.define.CMAKE_CXX_FLAGS_DEBUG=-O1",
    "cmake.define.CMAKE_UNITY_BUILD=ON",  # nanobind in one piece: 23 s of CPU time instead of 40 s
)


def install(package: Path, target: Path) -> None:
    """Install the package into the folder `target`."""
    with zipfile.ZipFile(wheel(package)) as archive:
        archive.extractall(target)


def wheel(package: Path) -> Path:
    """Return the wheel of a package, which is built once: a native core takes long to compile."""
    unused = {"__pycache__", "tests"}
    sources = [
        path
        for path in sorted(package.rglob("*"))
        if path.is_file() and unused.isdisjoint(path.relative_to(package).parts)
    ]
    headers = sorted(Path(outply.native_headers()).rglob("*.hpp"))

    def build(path: Path) -> None:
        # An environment created by run.py has no pip; its base Python has.
        here = importlib.util.find_spec("pip") is not None
        python: str = sys.executable if here else vars(sys)["_base_executable"]
        command = [python, "-m", "pip", "--disable-pip-version-check", "--python", sys.executable, "wheel", "-q"]
        with tempfile.TemporaryDirectory() as folder:
            options = ["--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", folder]
            settings = [word for setting in BUILD_SETTINGS for word in ("--config-settings", setting)]
            subprocess.run(
                [*command, *options, *settings, str(package)], check=True, capture_output=True, text=True
            )
            (built,) = Path(folder).glob("*.whl")
            shutil.move(built, path)

    return shared_file(f"{package.name}.whl", [sys.version, *BUILD_SETTINGS, *sources, *headers], build)


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
