"""Downloads of course systems: find the student of each file by its name or the metadata.

| system | name in the download |
| --- | --- |
| Gradescope | `submission_123/`, described in submission_metadata.yml |
| Canvas | `alicesmith_123_456_homework3.py`, `alicesmith_LATE_123_456_homework3-1.py` (late, second attempt) |
| Moodle | `Alice Smith_123_assignsubmission_file_/`, or a file with this prefix |
| GitHub Classroom | `homework-3-alice/`, a clone, described in the CSV file of grades beside it |
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from outply.formats.atomic_io import read_input
from outply.grading.submissions.recipe import HOMEWORK

GRADESCOPE_METADATA = "submission_metadata.yml"
MAX_METADATA_BYTES = 256 << 20
REPOSITORY = "student_repository_name"
"""Column of the grades of GitHub Classroom that names the folder of a clone."""

CANVAS = re.compile(r"(?P<student>[^_]+)_(?P<late>LATE_)?(?P<id>\d+)_\d+_(?P<file>.+)")
MOODLE = re.compile(r"(?P<student>.+)_(?P<id>\d+)_assignsubmission_(?P<kind>file|onlinetext)_?(?P<file>.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadEntry:
    """A file or folder of a download, with its student, lateness and attempt.

    `submission` is the name of the submission to which the entry belongs, and `student` its author. `file` is the
    original name of a file, empty for a folder. `identifiers` are names by which a roster may know the student, in
    lower case. `late` is `yes` or empty; `attempt` is None if unknown. `time` is the time of the submission in
    seconds since 1970, None if unknown. `is_text` is set for text that was typed into the course system.
    """

    submission: str
    student: str
    file: str = ""
    identifiers: frozenset[str] = frozenset()
    late: str = ""
    attempt: int | None = None
    time: float | None = None
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

    Only names, identifiers, the time and the number of earlier submissions are read. The file may also contain
    arbitrary output of programs, at a deeper indentation.
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
    attempt, section, time = 1, "", None
    for line in lines:
        if match := re.match(r"  :(\w+):\s*(.*)", line):
            section = match[1]
            if section == "created_at":
                time = parse_time(match[2])
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
        time=time,
    )


def parse_time(text: str) -> float | None:
    """Parse a time such as `2018-02-01 10:00:00.000000000 Z`; return None for other texts."""
    match = re.fullmatch(
        r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?\s*(Z|UTC|[+-]\d\d:?\d\d)", text.strip("'\" ")
    )
    if match is None:
        return None
    zone = "+00:00" if match[3] in ("Z", "UTC") else match[3]
    try:
        return datetime.fromisoformat(f"{match[1]}T{match[2]}{zone}").timestamp()
    except (ValueError, OverflowError):
        return None


def read_github(folder: Path) -> tuple[dict[str, DownloadEntry], str]:
    """Return the entries of a download from GitHub Classroom by folder name, and the name of the file with grades.

    The grades name the repositories, their owners and the times. Without them, the folders are recognized as
    clones, and what follows their common beginning is the name of a student or team.
    """
    for path in sorted(folder.glob("*.csv")):
        text = read_input(str(path), MAX_METADATA_BYTES).decode("utf-8-sig", errors="replace")
        rows = list(csv.DictReader(text.splitlines()))
        if rows and REPOSITORY in rows[0]:
            return {row[REPOSITORY]: _github_entry(row) for row in rows if row[REPOSITORY]}, path.name
    clones = sorted(path.name for path in folder.iterdir() if (path / ".git").exists())
    prefix = clones[0] if len(clones) > 1 else ""
    while prefix and not (prefix.endswith("-") and all(name.startswith(prefix) for name in clones)):
        prefix = prefix[:-1]
    if not prefix:
        return {}, ""
    return {
        name: DownloadEntry(
            submission=name, student=name, identifiers=frozenset({name.removeprefix(prefix).casefold()})
        )
        for name in clones
    }, ""


def _github_entry(row: Mapping[str, str | None]) -> DownloadEntry:
    names = [row.get(column) or "" for column in ("roster_identifier", "github_username", "group_name")]
    identifiers = [*names, names[0].partition("@")[0]]
    return DownloadEntry(
        submission=row[REPOSITORY] or "",
        student=next(filter(None, names), row[REPOSITORY] or ""),
        identifiers=frozenset(name.casefold() for name in identifiers if name),
        time=parse_time(row.get("submission_timestamp") or ""),
    )
