"""People and teams of a class, and the import of the roster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from outply.classroom.accounts.aliases import make_aliases
from outply.classroom.accounts.roles import Role
from outply.classroom.database import ClassDatabase, Row
from outply.grading.submissions import roster
from outply.grading.submissions.roster import EMAIL_COLUMNS, RosterError, Student
from outply.text import join_or

ADMINISTRATOR_KEY = "administrator"
TEAM_COLUMNS = ("team", "group")
ROLE_COLUMN = "role"
ROSTER_ROLES = {role.value: role for role in (Role.STUDENT, Role.ASSISTANT, Role.ADMINISTRATOR)}

PERSON_QUERY = """
SELECT person.*, team.alias AS alias, team.title AS team_title
FROM person LEFT JOIN team ON team.id = person.team
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterEntry:
    """A row of the roster. `team` is empty for a student without a team, who is a team of one."""

    key: str
    name: str
    email: str = ""
    role: Role = Role.STUDENT
    team: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person of the class. `team` is the ID of the team and `alias` its alias; staff have neither."""

    id: int
    key: str
    name: str
    email: str
    role: Role
    team: int | None
    alias: str
    is_active: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterChange:
    """The keys of the people whom an import added, updated and deactivated."""

    added: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    deactivated: tuple[str, ...] = ()


def read_roster(path: Path) -> tuple[tuple[RosterEntry, ...], tuple[str, ...]]:
    """Read a class roster; return its entries and warnings about skipped lines.

    The columns `role` (student, assistant or administrator) and `team` are optional.

    Raises RosterError if the file is not a valid roster.
    """
    students, warnings = roster.read(path)
    return tuple(_entry(student, path) for student in students), warnings


def _entry(student: Student, path: Path) -> RosterEntry:
    cells = {" ".join(title.replace("_", " ").split()).casefold(): cell for title, cell in student.columns}
    emails = [cells.get(title, "") for title in (*EMAIL_COLUMNS, "e-mail", "e-mail address")]
    word = cells.get(ROLE_COLUMN, "").strip().casefold() or Role.STUDENT.value
    if word not in ROSTER_ROLES:
        raise RosterError(f"{path}: role of {student.name}: expected {join_or(ROSTER_ROLES)}, got {word!r}")
    role = ROSTER_ROLES[word]
    team = next((cells[title] for title in TEAM_COLUMNS if cells.get(title)), "") if role is Role.STUDENT else ""
    return RosterEntry(
        key=student.key, name=student.name, email=next(filter(None, emails), ""), role=role, team=team
    )


def import_roster(database: ClassDatabase, entries: Sequence[RosterEntry], random: Random) -> RosterChange:
    """Make the people of the class those of the roster.

    People who are missing from the roster are deactivated: their submissions stay, and they cannot sign in. The
    administrator whom `add_administrator` created stays. A team keeps its alias and its submissions.
    """
    added, updated, deactivated = [], [], []
    with database.transaction():
        people = {person.key.casefold(): person for person in list_people(database)}
        teams = _add_teams(database, entries, random)
        for entry in entries:
            before = people.pop(entry.key.casefold(), None)
            team = teams.get(_team_key(entry)) if entry.role is Role.STUDENT else None
            values = entry.name, entry.email, entry.role.value, team
            if before is None:
                database.execute(
                    "INSERT INTO person (key, name, email, role, team) VALUES (?, ?, ?, ?, ?)", entry.key, *values
                )
                added.append(entry.key)
            elif (before.name, before.email, before.role.value, before.team, before.is_active) != (*values, True):
                database.execute(
                    "UPDATE person SET name = ?, email = ?, role = ?, team = ?, is_active = 1 WHERE id = ?",
                    *values,
                    before.id,
                )
                updated.append(entry.key)
        for person in people.values():
            if person.is_active and person.key != ADMINISTRATOR_KEY:
                set_active(database, person.id, is_active=False)
                deactivated.append(person.key)
    return RosterChange(added=tuple(added), updated=tuple(updated), deactivated=tuple(deactivated))


def _team_key(entry: RosterEntry) -> str:
    return f"team:{entry.team.casefold()}" if entry.team else f"student:{entry.key.casefold()}"


def _add_teams(database: ClassDatabase, entries: Sequence[RosterEntry], random: Random) -> dict[str, int]:
    """Add the teams of the entries that are missing; return the IDs of all teams by key."""
    rows = database.rows("SELECT id, key, alias FROM team")
    ids = {row["key"]: row["id"] for row in rows}
    titles = {_team_key(entry): entry.team or entry.name for entry in entries if entry.role is Role.STUDENT}
    missing = [key for key in titles if key not in ids]
    aliases = make_aliases(len(missing), [row["alias"] for row in rows], random)
    for key, alias in zip(missing, aliases, strict=True):
        ids[key] = database.insert("team", key=key, title=titles[key], alias=alias)
    return ids


def add_administrator(database: ClassDatabase) -> Person:
    """Add the administrator of a new class."""
    person = database.insert("person", key=ADMINISTRATOR_KEY, name="Administrator", role=Role.ADMINISTRATOR.value)
    return get_person(database, person)


def list_people(database: ClassDatabase) -> list[Person]:
    """Return all people, staff first, then by name."""
    people = [_person(row) for row in database.rows(PERSON_QUERY)]
    return sorted(people, key=lambda one: (one.role is Role.STUDENT, one.name.casefold(), one.id))


def get_person(database: ClassDatabase, person: int) -> Person:
    """Return the person with this ID.

    Raises KeyError if there is none.
    """
    row = database.row(f"{PERSON_QUERY} WHERE person.id = ?", person)
    if row is None:
        raise KeyError(person)
    return _person(row)


def find_person(database: ClassDatabase, name: str) -> Person | None:
    """Return the active person with this key or email address; None if there is none or more than one."""
    query = f"{PERSON_QUERY} WHERE is_active = 1 AND (person.key = ? COLLATE NOCASE OR email = ? COLLATE NOCASE)"
    rows = database.rows(query, name, name) if name else []
    return _person(rows[0]) if len(rows) == 1 else None


def set_active(database: ClassDatabase, person: int, *, is_active: bool) -> None:
    """Activate or deactivate a person. A deactivated person loses all sessions, links and tokens."""
    with database.transaction():
        database.execute("UPDATE person SET is_active = ? WHERE id = ?", int(is_active), person)
        if not is_active:
            for table in ("session", "link", "token"):
                database.execute(f"DELETE FROM {table} WHERE person = ?", person)


def _person(row: Row) -> Person:
    return Person(
        id=row["id"],
        key=row["key"],
        name=row["name"],
        email=row["email"],
        role=Role(row["role"]),
        team=row["team"],
        alias=row["alias"] or "",
        is_active=bool(row["is_active"]),
    )
