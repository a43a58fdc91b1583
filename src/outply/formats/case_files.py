"""File names of questions and answers in a folder.

A folder may contain input.txt and output.txt in subfolders, numbered files such as input7.txt and output7.txt, or
NAME.in and NAME.out.
"""

from __future__ import annotations

import os
from pathlib import Path

NO_INPUTS = "no *.in and no input*.txt"
MACOS_FOLDER = "__MACOSX"  # added to archives by macOS, with files of the same names


def find_inputs(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return the questions in a folder and its subfolders, and the subfolders that cannot be read.

    Both lists are sorted and contain paths that begin with `folder`.
    """
    unreadable: list[Path] = []
    walk = os.walk(folder, onerror=lambda error: unreadable.append(Path(error.filename)))
    files = [Path(parent, name) for parent, _, names in walk for name in names if is_input(name)]
    return sorted(file for file in files if MACOS_FOLDER not in file.parts), sorted(unreadable)


def is_input(name: str) -> bool:
    """Return whether a file name is that of a question: `*.in` or `input*.txt`."""
    return name.endswith(".in") or (name.startswith("input") and name.endswith(".txt"))


def answer_path(path: Path) -> Path:
    """Return the path of the answer to the question at `path`: x.out for x.in, output*.txt for input*.txt."""
    if path.name.startswith("input") and path.suffix == ".txt":
        return path.with_name("output" + path.name.removeprefix("input"))
    return path.with_suffix(".out")


def is_case_file(name: str) -> bool:
    """Return whether a file name is that of a question or an answer."""
    return is_input(name) or name.endswith(".out") or (name.startswith("output") and name.endswith(".txt"))


def case_name(path: Path) -> str:
    """Return the name of the case whose question has this path, relative to the folder of the cases.

    `ties/input.txt` contains the case `ties`, and `ties/3.in` the case `ties/3`.
    """
    is_only_file = path.name == "input.txt" and path.parent != Path()
    return (path.parent if is_only_file else path.with_suffix("")).as_posix()
