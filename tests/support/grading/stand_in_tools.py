"""Stand-ins for compilers and interpreters: executables that print a version."""

from pathlib import Path

VERSIONS = {
    "python2": "Python 2.7.18",
    "python3": "Python 3.11.2",
    "g++": "g++ (Debian 12.2.0) 12.2.0",
    "javac": "javac 17.0.9",
    "java": 'openjdk version "17.0.9"',
    "make": "GNU Make 4.3",
}


def stand_in(path: Path, version: str, script: str = "exit 1") -> Path:
    """Write an executable that prints `version` on request, and otherwise runs the shell `script`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\ncase $1 in *-version) echo '{version}' >&2; exit 0;; esac\n{script}\n")
    path.chmod(0o755)
    return path


def install(folder: Path, *names: str) -> str:
    """Write stand-ins for the named tools to a folder, and return the folder as a value of PATH."""
    for name in names:
        stand_in(folder / name, VERSIONS[name])
    return str(folder)
