"""Who is in a class: a CSV file whose columns are found by their headers."""

from __future__ import annotations

import csv
import itertools
from pathlib import Path

from outply.formats.atomic_io import read_input
from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NAMES = (("name",), ("full name",), ("student",), ("first name", "last name"))
"""Headers of a person's name, or of its parts."""

KEYS = (
    *("folder", "submission", "login", "username", "sid", "id"),
    *("sis login id", "sis user id", "email", "email address"),
)
"""Headers of what tells whose a submission is; all that are there count, and the first one names the person."""

LONGEST = 16 << 20


class RosterError(Exception):
    """A file that is no roster; the sentence says in which line and why."""


class Person(Struct):
    """Somebody of a class: their name, what the course knows them by, and all that a submission may be called.

    `columns` are all that the roster says of them, by its headers and in their order.
    """

    __slots__ = ("name", "key", "keys", "columns")

    name: str
    key: str
    keys: frozenset[str]
    columns: tuple[tuple[str, str], ...]

    def __init__(
        self, name: str, key: str, keys: frozenset[str], columns: tuple[tuple[str, str], ...] = ()
    ) -> None:
        self._set(name, key, keys, columns)


def read(path: Path) -> tuple[tuple[Person, ...], tuple[str, ...]]:
    """Return the people of a roster, in its order, and sentences about lines that name nobody, such as totals."""
    try:
        text = read_input(str(path), LONGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise RosterError(f"{path}, line {line}: it is not UTF-8; save the roster as `CSV UTF-8`") from None
    rows = _rows(text, path)
    line, header = next(rows, (1, []))
    columns = _Columns(header, path, line)
    people: list[Person] = []
    remarks: list[str] = []
    seen: dict[str, tuple[int, Person]] = {}
    for line, row in rows:
        person = columns.person(row, line)
        if person is None:
            remarks.append(f"{path}, line {line} is left out: it has no name, or nothing to know a submission by.")
            continue
        if known := sorted(person.keys & seen.keys()):
            before, other = seen[known[0]]
            if (person.name, person.keys) != (other.name, other.keys):
                raise RosterError(f"{path}, line {line}: {known[0]} is {other.name}'s in line {before} already")
            remarks.append(f"{path}, line {line} is left out: {person.name} is in line {before} already.")
            continue
        seen |= dict.fromkeys(person.keys, (line, person))
        people.append(person)
    if not people:
        raise RosterError(f"{path} names nobody")
    return tuple(people), tuple(remarks)


class _Columns:
    """Where in a line the names and the keys are."""

    def __init__(self, header: list[str], path: Path, line: int) -> None:
        self._path = path
        self._titles = make_unique(
            title.strip() or f"column {number}" for number, title in enumerate(header, start=1)
        )
        titles = [_plain(title) for title in header]
        parts = next((parts for parts in NAMES if set(parts) <= set(titles)), None)
        if parts is None:
            raise RosterError(f"{path}, line {line}: no column is called `name`; {_shown(header)}")
        self._names = [titles.index(part) for part in parts]
        self._keys = [titles.index(key) for key in KEYS if key in titles]
        if not self._keys:
            wanted = ", ".join(f"`{key}`" for key in KEYS)
            raise RosterError(f"{path}, line {line}: no column is called one of {wanted}; {_shown(header)}")
        self._emails = [titles.index(title) for title in ("email", "email address") if title in titles]

    def person(self, row: list[str], line: int) -> Person | None:
        if len(row) <= max(*self._names, *self._keys):
            needed = max(*self._names, *self._keys) + 1
            raise RosterError(f"{self._path}, line {line}: {len(row)} columns, and at least {needed} are needed")
        name = " ".join(filter(None, (row[column].strip() for column in self._names)))
        keys = [key for column in self._keys if (key := row[column].strip())]
        if not name or not keys:
            return None
        locals_ = [row[column].strip().partition("@")[0] for column in self._emails]
        everything = itertools.zip_longest(self._titles, row[: len(self._titles)], fillvalue="")
        return Person(
            name,
            keys[0],
            frozenset(key.casefold() for key in (*keys, *filter(None, locals_))),
            tuple((title, text.strip()) for title, text in everything),
        )


def make_unique(titles: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Return the titles, with a number where one is there already, or is `taken`; capitals make no difference."""
    seen = {title.casefold() for title in taken}
    found = []
    for title in titles:
        names = itertools.chain([title], (f"{title} {number}" for number in itertools.count(2)))
        found.append(next(name for name in names if name.casefold() not in seen))
        seen.add(found[-1].casefold())
    return found


def _rows(text: str, path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that are not empty, each with its number."""
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


def _plain(title: str) -> str:
    """Return a header as we know it, whether it is written `e-mail` or `Email`, `first_name` or `First Name`."""
    return " ".join(title.replace("_", " ").split()).casefold().replace("e-mail", "email")


def _shown(header: list[str]) -> str:
    return f"its columns are {', '.join(repr(title) for title in header[:8])}" if header else "it is empty"
