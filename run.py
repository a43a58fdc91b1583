"""Runs a program in Outply's own environment, which it makes and keeps up to date in the folder .outply here.

    python3 run.py outply solve examples/warfare-3.in -o -
    python3 run.py pytest
    python3 run.py pip install examples/connectfour

Needs Python 3.11+ with pip, and a C++20 compiler. Others than outply and pip get what development needs, too.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOME = HERE / ".outply"
BIN = HOME / ("Scripts" if os.name == "nt" else "bin")
STAMP = HOME / "installed"  # lines: the hash of the installed sources, where, and the extras
OF_COMMANDS = {"report": "report", "tournament": "tournament"}  # the extras that commands of outply need
PYTHON = sys._base_executable if Path(sys.prefix) == HOME else sys.executable  # that in .outply has no pip
DEVELOPMENT = "dev"  # has all the others in it
SOURCES = ("pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE", "native", "src")


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    if sys.version_info < (3, 11):  # noqa: UP036
        sys.exit(f"Outply needs Python 3.11 or later; this is {sys.version.split()[0]}")
    install(OF_COMMANDS.get(" ".join(arguments[1:2]), "") if arguments[0] in ("outply", "pip") else DEVELOPMENT)
    environment = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}", "VIRTUAL_ENV": str(HOME)}
    if arguments[0] == "pip":  # which is not in there
        command = [PYTHON, "-m", "pip", "--python", str(BIN / "python"), *arguments[1:]]
        return subprocess.run(command, check=False).returncode
    program = str(BIN / arguments[0])
    try:
        if os.name == "nt":
            return subprocess.run([program, *arguments[1:]], env=environment, check=False).returncode
        os.execve(program, [program, *arguments[1:]], environment)
    except OSError:
        sys.exit(f"there is no program {arguments[0]!r} in {BIN}")


def install(extra: str) -> None:
    """Install this folder's Outply, with what `extra` names, unless it is installed already."""
    sources = hash_of_sources()
    installed, home, *extras = STAMP.read_text().splitlines() if STAMP.exists() else ["", ""]
    if home != str(HOME):
        # Nothing there, half of it, or moved: the programs of an environment know its place.
        shutil.rmtree(HOME, ignore_errors=True)
        extras = []
    elif installed == sources and (extra in ["", *extras] or DEVELOPMENT in extras):
        return
    extras = sorted({extra, *extras} - {""})
    what = "Outply and what its development needs" if DEVELOPMENT in extras else "Outply"
    print(f"installing {what} in {HOME} ...", file=sys.stderr)
    if not HOME.exists():
        # pip comes from the Python that runs this, so that Debian's, which cannot put it there, will do.
        must([PYTHON, "-m", "venv", "--without-pip", str(HOME)])
    STAMP.unlink(missing_ok=True)
    what = f"{HERE}[{','.join(extras)}]" if extras else str(HERE)
    python = str(BIN / "python")
    must([PYTHON, "-m", "pip", "--python", python, "install", "-q", "--disable-pip-version-check", what])
    STAMP.write_text("\n".join([sources, str(HOME), *extras]))


def hash_of_sources() -> str:
    found = hashlib.sha256()
    for name in SOURCES:
        path = HERE / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                found.update(f"{file.relative_to(HERE)}\n".encode() + file.read_bytes())
    return found.hexdigest()


def must(command: list[str]) -> None:
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit("the installation failed: see above (it needs pip and a C++20 compiler)")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
