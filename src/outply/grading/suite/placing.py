"""Puts a suite in its place: all of it at once, over an older suite, never over what somebody else put there."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from outply.formats.atomic_io import FileError
from outply.grading.suite import folder as suite
from outply.grading.suite.folder import SuiteError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from outply.grading.suite.case import Case


def expect_room(folder: Path, force: bool = False) -> None:
    """Say before long work why a suite cannot be put there; `force` lets other files be beside it."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise SuiteError(f"{folder} is no folder")
    if folder.resolve() == Path.cwd().resolve():
        raise SuiteError("a suite takes the place of a whole folder: name another one than that you are in")
    if not force and (others := _others(folder)):
        raise SuiteError(
            f"{folder} has files that are of no suite, such as {others[0].name}: "
            "name another folder, or let them be with --force"
        )


def place(folder: Path, cases: Sequence[Case], about: dict[str, Any], force: bool = False) -> None:
    """Write a suite; one that is there already is replaced. Until all is written, nothing is changed."""
    expect_room(folder, force)
    folder = folder.resolve()
    staying = _others(folder) if folder.exists() else []
    taken = {path.name for path in staying}.intersection(_files([case.name for case in cases]))
    if taken:
        raise SuiteError(f"{folder} has a file {min(taken)} already, which is of no suite")
    new = folder.with_name(f".{folder.name}.new-{os.getpid()}")
    try:
        suite.write(new, cases, about)
        _put(new, folder, staying)
    except OSError as error:
        raise FileError(str(folder), error) from None
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _put(new: Path, folder: Path, staying: Sequence[Path]) -> None:
    if not folder.exists():
        new.rename(folder)
        return
    old = folder.with_name(f".{folder.name}.old-{os.getpid()}")
    folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        old.rename(folder)
        raise
    for path in staying:
        (old / path.name).rename(path)
    shutil.rmtree(old, ignore_errors=True)


def _others(folder: Path) -> list[Path]:
    """Return what is in a folder besides the files of the suite that its index names."""
    own = _files(_named(folder))
    return sorted(path for path in folder.iterdir() if path.name not in own)


def _files(names: Sequence[str]) -> set[str]:
    """Return the files of a suite with cases of these names; without any there is none."""
    return {f"{name}{end}" for name in names for end in (".in", ".out")} | ({suite.INDEX} if names else set())


def _named(folder: Path) -> list[str]:
    """Return the cases that the index of a suite names; none if there is no index that can be read."""
    try:
        return [str(about["name"]) for about in json.loads((folder / suite.INDEX).read_bytes())["cases"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []
