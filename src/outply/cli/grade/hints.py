"""Hints for swapped arguments of `outply grade`, and for arguments that name a file instead of a folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from outply.formats.case_files import find_inputs
from outply.grading.submissions.collect import is_source
from outply.grading.suite.folder import SuiteError


@contextmanager
def swapped_arguments(cases: Path, programs: Path | None) -> Iterator[None]:
    """Add a hint to a SuiteError about the folder `cases` if the arguments seem to be swapped or to name a file.

    `programs` is the path of `--program` or `--submissions`, if given.
    """
    try:
        yield
    except SuiteError as error:
        hint = _hint(cases, programs)
        raise SuiteError(f"{error}. {hint}" if hint else str(error)) from None


def _hint(cases: Path, programs: Path | None) -> str:
    if programs is not None and programs.is_dir() and find_inputs(programs)[0]:
        return f"{programs} contains cases: swap {cases} and {programs}"
    if not cases.exists() and shutil.which(cases):
        return "CASES comes first, then the command: outply grade CASES -- COMMAND"
    if is_source(cases):
        return f"CASES comes first. To grade a program: outply grade CASES -- COMMAND, or --program {cases}"
    if cases.is_file() and find_inputs(cases.parent)[0]:
        folder = cases.parent if cases.parent.name else "./"  # a "." at the end of a sentence would be lost
        return f"Give the folder of the cases: {folder}"
    return ""
