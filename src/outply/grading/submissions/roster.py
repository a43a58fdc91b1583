"""Class roster: a CSV file whose columns are identified by their headers."""

from __future__ import annotations

import csv
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from outply.errors import UserError
from outply.formats.atomic_io import read_input

NAME_COLUMNS = (("name",), ("full name",), ("student",), ("first name", "last name"))
"""Headers of the columns with a student's name or its parts; the first alternative found is used."""

EMAIL_COLUMNS = ("email", "email address")
KEY_COLUMNS = (
    *("folder", "submission", "login", "username", "sid", "id"),
    *("sis login id", "sis user id", *EMAIL_COLUMNS),
)
"""Headers of columns that identify a student's submission; the first non-empty one is the student's key."""

LATE_COLUMNS = ("late", "hours late", "lateness", "lateness (h:m:s)")
ATTEMPT_COLUMNS = ("attempt", "attempts", "attempt number", "submission count")
"""Headers of the columns with a submission's lateness and number; the first one found is used."""

NOT_LATE = re.compile(r"(no|n|false|on time|-|[0:., ]*(h|hours)?)", re.IGNORECASE)
MAX_ROSTER_BYTES = 16 << 20


class RosterError(UserError):
    """The roster is invalid; the message names the file and, where possible, the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Student:
    """A row of the roster.

    `key` identifies the student in the course. `keys` are all names that a submission of the student may have, in
    lower case. `columns` are pairs of header and cell, one for each column of the roster except those of lateness
    and attempt. `late` is the lateness of the submission as the roster gives it, such as `2 h` or `yes`; empty if
    the submission is not late or there is no such column. `attempt` counts from 1; None if unknown.
    """

    name: str
    key: str
    keys: frozenset[str]
    columns: tuple[tuple[str, str], ...] = ()
    late: str = ""
    attempt: int | None = None


def read(path: Path) -> tuple[tuple[Student, ...], tuple[str, ...]]:
    """Return the students in the order of the roster, and warnings about skipped lines, such as totals.

    Raises RosterError if the file is not a valid roster.
    """
    try:
        text = read_input(str(path), MAX_ROSTER_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise RosterError(f"{path}, line {line}: not UTF-8; save the roster as `CSV UTF-8`") from None
    rows = _rows(text, path)
    line, header = next(rows, (1, []))
    columns = _Columns(header, path, line)
    students: list[Student] = []
    warnings: list[str] = []
    by_key: dict[str, tuple[int, Student]] = {}
    for line, row in rows:
        student = columns.parse(row, line)
        if student is None:
            warnings.append(f"{path}, line {line} skipped: it has no name or no identifier.")
            continue
        if duplicates := sorted(student.keys & by_key.keys()):
            first_line, first = by_key[duplicates[0]]
            if (student.name, student.keys) != (first.name, first.keys):
                raise RosterError(
                    f"{path}, line {line}: {duplicates[0]!r} is already used by {first.name} in line {first_line}"
                )
            warnings.append(f"{path}, line {line} skipped: duplicate of line {first_line} ({student.name}).")
            continue
        by_key |= dict.fromkeys(student.keys, (line, student))
        students.append(student)
    if not students:
        reason = f": {warnings[0].removesuffix('.')}" if warnings else ""
        raise RosterError(f"{path} contains no students{reason}")
    return tuple(students), tuple(warnings)


def make_unique(titles: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Return the titles, with a number appended to those that repeat an earlier or a `taken` title.

    Upper and lower case are not distinguished.
    """
    used = {title.casefold() for title in taken}
    unique = []
    for title in titles:
        candidates = itertools.chain([title], (f"{title} {number}" for number in itertools.count(2)))
        unique.append(next(candidate for candidate in candidates if candidate.casefold() not in used))
        used.add(unique[-1].casefold())
    return unique


def parse_late(text: str) -> str:
    """Return the lateness in a cell of a roster: empty if not late, and with the unit `h` if it is a number."""
    if NOT_LATE.fullmatch(text.strip()):
        return ""
    return f"{text.strip()} h" if re.fullmatch(r"[0-9]+([.,][0-9]+)?", text.strip()) else text.strip()


class _Columns:
    """Positions of the columns with names, keys and email addresses, found by the header of the roster.

    Raises RosterError if there is no column with names or no column with keys.
    """

    def __init__(self, header: list[str], path: Path, line: int) -> None:
        self._path = path
        self._titles = make_unique(
            title.strip() or f"column {number}" for number, title in enumerate(header, start=1)
        )
        titles = [_normalize(title) for title in header]
        parts = next((parts for parts in NAME_COLUMNS if set(parts) <= set(titles)), None)
        if parts is None:
            raise RosterError(f"{path}, line {line}: expected a column `name`; got {_describe(header)}")
        self._names = [titles.index(part) for part in parts]
        self._keys = [titles.index(key) for key in KEY_COLUMNS if key in titles]
        if not self._keys:
            expected = ", ".join(f"`{key}`" for key in KEY_COLUMNS)
            raise RosterError(
                f"{path}, line {line}: expected one of the columns {expected}; got {_describe(header)}"
            )
        self._emails = [titles.index(title) for title in EMAIL_COLUMNS if title in titles]
        self._late = next((titles.index(title) for title in LATE_COLUMNS if title in titles), None)
        self._attempt = next((titles.index(title) for title in ATTEMPT_COLUMNS if title in titles), None)

    def parse(self, row: list[str], line: int) -> Student | None:
        """Return the student in a row of the roster; None if the row has no name or no key.

        Raises RosterError if the row has too few columns or if the attempt is not a whole number.
        """
        min_length = max(*self._names, *self._keys) + 1
        if len(row) < min_length:
            raise RosterError(f"{self._path}, line {line}: expected at least {min_length} columns, got {len(row)}")
        name = " ".join(filter(None, (row[column].strip() for column in self._names)))
        keys = [key for column in self._keys if (key := row[column].strip())]
        if not name or not keys:
            return None
        email_users = [row[column].strip().partition("@")[0] for column in self._emails]
        cells = [*map(str.strip, row), *[""] * len(self._titles)][: len(self._titles)]
        return Student(
            name=name,
            key=keys[0],
            keys=frozenset(key.casefold() for key in (*keys, *filter(None, email_users))),
            columns=tuple(
                (title, cell)
                for column, (title, cell) in enumerate(zip(self._titles, cells, strict=True))
                if column not in (self._late, self._attempt)
            ),
            late="" if self._late is None else parse_late(cells[self._late]),
            attempt=None if self._attempt is None else self._parse_attempt(cells[self._attempt], line),
        )

    def _parse_attempt(self, text: str, line: int) -> int | None:
        if text in ("", "-"):
            return None
        if not (text.isascii() and text.isdigit()):
            raise RosterError(f"{self._path}, line {line}: attempt: expected a whole number, got {text!r}")
        return int(text) or None


def _rows(text: str, path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number and the cells of each non-blank row of a CSV text.

    Raises RosterError if the text is not valid CSV.
    """
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(_lines(text), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            if any(field.strip() for field in row):
                yield reader.line_num, row
    except csv.Error as error:
        raise RosterError(f"{path}, line {reader.line_num}: {error}") from None


def _lines(text: str) -> Iterable[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").splitlines(keepends=True)


def _normalize(title: str) -> str:
    """Return a header in canonical form: the same for `e-mail` and `Email`, or `first_name` and `First Name`."""
    return " ".join(title.replace("_", " ").split()).casefold().replace("e-mail", "email")


def _describe(header: list[str]) -> str:
    return ", ".join(repr(title) for title in header[:8]) or "an empty file"
