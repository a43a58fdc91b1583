"""Downloads from Gradescope, Canvas and Moodle: find the student of each file by its name or the metadata.

| system | name in the download |
| --- | --- |
| Gradescope | `submission_123/`, described in submission_metadata.yml |
| Canvas | `alicesmith_123_456_homework3.py`, `alicesmith_LATE_123_456_homework3-1.py` (late, second attempt) |
| Moodle | `Alice Smith_123_assignsubmission_file_/`, or a file with this prefix |
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from outply.formats.atomic_io import read_input
from outply.grading.submissions.recipe import HOMEWORK

GRADESCOPE_METADATA = "submission_metadata.yml"
MAX_METADATA_BYTES = 256 << 20

CANVAS = re.compile(r"(?P<student>[^_]+)_(?P<late>LATE_)?(?P<id>\d+)_\d+_(?P<file>.+)")
MOODLE = re.compile(r"(?P<student>.+)_(?P<id>\d+)_assignsubmission_(?P<kind>file|onlinetext)_?(?P<file>.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadEntry:
    """A file or folder of a download, with its student, lateness and attempt.

    `submission` is the name of the submission to which the entry belongs, and `student` its author. `file` is the
    original name of a file, empty for a folder. `identifiers` are names by which a roster may know the student, in
    lower case. `late` is `yes` or empty; `attempt` is None if unknown. `is_text` is set for text that was typed
    into the course system.
    """

    submission: str
    student: str
    file: str = ""
    identifiers: frozenset[str] = frozenset()
    late: str = ""
    attempt: int | None = None
    is_text: bool = False


def parse_name(name: str) -> DownloadEntry | None:
    """Parse the name of a file or folder in a download from Canvas or Moodle; return None for other names."""
    if match := MOODLE.fullmatch(name):
        return DownloadEntry(
            submission=f"{match['student']}_{match['id']}",
            student=match["student"],
            file=match["file"],
            identifiers=frozenset((match["student"].casefold(), match["id"])),
            is_text=match["kind"] == "onlinetext",
        )
    if match := CANVAS.fullmatch(name):
        file, attempt = _canvas_attempt(match["file"])
        return DownloadEntry(
            submission=f"{match['student']}_{match['id']}",
            student=match["student"],
            file=file,
            identifiers=frozenset((match["student"].casefold(), match["id"])),
            late="yes" if match["late"] else "",
            attempt=attempt,
        )
    return None


def _canvas_attempt(file: str) -> tuple[str, int | None]:
    """Return the original name of a file and its attempt: `homework3-1.py` is the second homework3.py.

    In other names, such as project-1.zip, the number is part of the name, and the attempt is unknown.
    """
    if file in HOMEWORK:
        return file, 1
    match = re.fullmatch(r"(.+)-(\d{1,3})(\.\w+)", file)
    if match and match[1] + match[3] in HOMEWORK:
        return match[1] + match[3], int(match[2]) + 1
    return file, None


def read_gradescope(folder: Path) -> dict[str, DownloadEntry]:
    """Return the entries of submission_metadata.yml by folder name; empty if there is no such file.

    Only names, identifiers and the number of earlier submissions are read. The file may also contain arbitrary
    output of programs, at a deeper indentation.
    """
    path = folder / GRADESCOPE_METADATA
    if not path.is_file():
        return {}
    text = read_input(str(path), MAX_METADATA_BYTES).decode("utf-8", errors="replace")
    return {name: _gradescope_entry(name, lines) for name, lines in _gradescope_blocks(text)}


def _gradescope_blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each submission and the lines of its block."""
    name, lines = "", list[str]()
    for line in text.splitlines():
        if match := re.fullmatch(r"[\"']?(submission_\d+)[\"']?:\s*", line):
            if name:
                yield name, lines
            name, lines = match[1], []
        else:
            lines.append(line)
    if name:
        yield name, lines


def _gradescope_entry(name: str, lines: list[str]) -> DownloadEntry:
    values: dict[str, list[str]] = {"name": [], "sid": [], "email": []}
    attempt, section = 1, ""
    for line in lines:
        if match := re.match(r"  :(\w+):", line):
            section = match[1]
        elif section == "history":
            attempt += line.startswith("  - ")
        elif section == "submitters" and (match := re.match(r"  [- ] :(name|sid|email):\s*(.*)", line)):
            value = match[2].strip().strip("'\"")
            if value:
                values[match[1]].append(value)
    emails = [email.partition("@")[0] for email in values["email"]]
    identifiers = (*values["name"], *values["sid"], *values["email"], *emails)
    return DownloadEntry(
        submission=name,
        student=", ".join(values["name"]) or name,
        identifiers=frozenset(identifier.casefold() for identifier in identifiers),
        attempt=attempt,
    )
