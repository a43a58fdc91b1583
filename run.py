"""Run a program in Outply's own virtual environment, which this script creates in .outply and keeps up to date.

    python3 run.py outply solve examples/warfare-3.in -o -
    python3 run.py pytest
    python3 run.py pip install examples/connectfour

Needs Python 3.11+ with pip, and a C++20 compiler. Programs other than outply and pip also get the development
dependencies.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".outply"
BIN = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
STAMP = ENVIRONMENT / "installed"  # lines: hash of the installed sources, path of the environment, extras
COMMAND_EXTRAS = {"report": "report", "tournament": "tournament"}  # extras needed by commands of outply
PYTHON = vars(sys)["_base_executable"] if Path(sys.prefix) == ENVIRONMENT else sys.executable  # .outply has no pip
DEVELOPMENT = "dev"  # includes all other extras
SOURCES = ("pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE", "native", "src")


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    if sys.version_info < (3, 11):  # noqa: UP036
        sys.exit(f"Outply needs Python 3.11 or later; this is {sys.version.split()[0]}")
    program = arguments[0]
    install(COMMAND_EXTRAS.get(" ".join(arguments[1:2]), "") if program in ("outply", "pip") else DEVELOPMENT)
    environment = os.environ | {
        "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}",
        "VIRTUAL_ENV": str(ENVIRONMENT),
    }
    if program == "pip":
        command = [PYTHON, "-m", "pip", "--python", str(BIN / "python"), *arguments[1:]]
        return subprocess.run(command, check=False).returncode
    path = str(BIN / program)
    try:
        if os.name == "nt":
            return subprocess.run([path, *arguments[1:]], env=environment, check=False).returncode
        os.execve(path, [path, *arguments[1:]], environment)
    except OSError:
        sys.exit(f"program {program!r} not found in {BIN}")


def install(extra: str) -> None:
    """Install this folder's Outply with an extra, unless it is installed already."""
    sources = hash_of_sources()
    installed, path, *extras = STAMP.read_text().splitlines() if STAMP.exists() else ["", ""]
    if path != str(ENVIRONMENT):
        # Missing, incomplete, or moved: scripts in an environment contain its path.
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        extras = []
    elif installed == sources and (extra in ["", *extras] or DEVELOPMENT in extras):
        return
    extras = sorted({extra, *extras} - {""})
    what = "Outply and its development dependencies" if DEVELOPMENT in extras else "Outply"
    print(f"installing {what} in {ENVIRONMENT} ...", file=sys.stderr)
    if not ENVIRONMENT.exists():
        # Without pip: Debian's Python cannot install pip into an environment, so this Python's own pip is used.
        run_or_exit([PYTHON, "-m", "venv", "--without-pip", str(ENVIRONMENT)])
    STAMP.unlink(missing_ok=True)
    package = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
    python = str(BIN / "python")
    run_or_exit([PYTHON, "-m", "pip", "--python", python, "install", "-q", "--disable-pip-version-check", package])
    STAMP.write_text("\n".join([sources, str(ENVIRONMENT), *extras]))


def hash_of_sources() -> str:
    digest = hashlib.sha256()
    for name in SOURCES:
        path = ROOT / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(f"{file.relative_to(ROOT)}\n".encode() + file.read_bytes())
    return digest.hexdigest()


def run_or_exit(command: list[str]) -> None:
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit("installation failed, see above (it needs pip and a C++20 compiler)")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
