"""The database of a class: schema, transactions and online backup."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, ClassVar

from outply.jobs.sqlite_state import SqliteState

Row = sqlite3.Row
BUSY_TIMEOUT_S = 3.0
"""Time to wait for another process, such as `outply class links`, before a request fails."""


LADDER = """
CREATE TABLE ladder_game (
    id INTEGER PRIMARY KEY,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    board TEXT NOT NULL,
    start TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at REAL NOT NULL,
    started_at REAL,
    finished_at REAL,
    attempts INTEGER NOT NULL DEFAULT 0,
    points REAL,
    first_cpu_s REAL NOT NULL DEFAULT 0,
    second_cpu_s REAL NOT NULL DEFAULT 0,
    failed TEXT,
    failure TEXT,
    result TEXT
);
CREATE INDEX ladder_game_state ON ladder_game (state, id);
CREATE TABLE ladder_pause (
    submission INTEGER PRIMARY KEY REFERENCES submission (id),
    at REAL NOT NULL,
    reason TEXT NOT NULL
);
"""

LADDER_INDEXES = """
CREATE INDEX IF NOT EXISTS ladder_game_finished ON ladder_game (state, finished_at);
CREATE INDEX IF NOT EXISTS ladder_game_first ON ladder_game (first, state);
CREATE INDEX IF NOT EXISTS ladder_game_second ON ladder_game (second, state);
"""
"""For the latest games of all entrants, or of one: 0.1 ms instead of 5 ms with 5,000 games."""

HIDDEN_SUITES = """
CREATE TABLE hidden_run (
    id INTEGER PRIMARY KEY,
    deadline TEXT NOT NULL,
    team INTEGER NOT NULL REFERENCES team (id),
    submission INTEGER NOT NULL REFERENCES submission (id),
    state TEXT NOT NULL,
    queued_at REAL NOT NULL,
    started_at REAL,
    finished_at REAL,
    attempts INTEGER NOT NULL DEFAULT 0,
    progress TEXT NOT NULL DEFAULT '',
    headline TEXT NOT NULL DEFAULT '',
    result TEXT,
    result_submission INTEGER REFERENCES submission (id),
    suite_hash TEXT NOT NULL DEFAULT '',
    UNIQUE (deadline, team)
);
CREATE INDEX hidden_run_state ON hidden_run (state, queued_at);
ALTER TABLE submission ADD COLUMN suite_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE submission ADD COLUMN log TEXT NOT NULL DEFAULT '';
CREATE TABLE baseline (
    team INTEGER PRIMARY KEY REFERENCES team (id),
    directory TEXT NOT NULL,
    source_fingerprint TEXT NOT NULL,
    is_used INTEGER NOT NULL DEFAULT 1,
    problem TEXT NOT NULL DEFAULT ''
);
CREATE TABLE notification (
    id INTEGER PRIMARY KEY,
    submission INTEGER NOT NULL REFERENCES submission (id),
    channel TEXT NOT NULL,
    recipient TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL,
    created_at REAL NOT NULL,
    next_at REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    problem TEXT NOT NULL DEFAULT ''
);
CREATE INDEX notification_state ON notification (state, next_at);
"""
"""Hidden suites, and what else a version can have: a log of its check, the source of a baseline, notifications."""

OPERATION = """
ALTER TABLE submission ADD COLUMN disk_bytes INTEGER;
ALTER TABLE submission ADD COLUMN files_removed_at REAL;
ALTER TABLE session ADD COLUMN viewing INTEGER REFERENCES person (id);
CREATE INDEX audit_at ON audit (at);
CREATE TABLE game_review (
    game INTEGER PRIMARY KEY REFERENCES ladder_game (id),
    at REAL NOT NULL,
    moment TEXT
);
"""
"""Disk use of submissions, read-only views of a student, and the losing moments of ladder games."""

LADDER_PROBLEMS = """
ALTER TABLE ladder_game ADD COLUMN problem TEXT NOT NULL DEFAULT '';
"""


class ClassDatabase(SqliteState):
    """The state of a class. Several processes may open it: the server, and commands beside it.

    All times are seconds since 1970 (UTC). Secrets are stored as hashes only. `folder` of a submission is the name
    of its directory in the folder `submissions` of the class. The entrants of a ladder game are `#12` for the
    version with the ID 12, and the name of a player such as `level:3` for a baseline. `disk_bytes` of a submission
    is the size of its directory until `files_removed_at`. `viewing` of a session is the student whose pages a
    member of the staff looks at. `moment` of a reviewed game is null if no single move has lost it.
    `problem` of a ladder game is the reason why the server could not play it the last time.
    """

    SUBJECT = "class"
    START_COMMAND = "outply class new DIR --roster roster.csv"
    IS_SHARED = True
    VERSION = 6
    MIGRATIONS: ClassVar[Mapping[int, str]] = {
        1: LADDER,
        2: HIDDEN_SUITES,
        3: OPERATION,
        4: LADDER_INDEXES,
        5: LADDER_PROBLEMS,
    }
    TABLES = frozenset(
        ("person", "team", "link", "session", "token", "submission", "audit", "flag", "ladder_game", "hidden_run")
    )
    SCHEMA = (
        """
CREATE TABLE team (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    alias TEXT NOT NULL UNIQUE,
    active_submission INTEGER REFERENCES submission (id),
    last_served_at REAL
);
CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE COLLATE NOCASE,
    name TEXT NOT NULL,
    email TEXT NOT NULL DEFAULT '',
    role TEXT NOT NULL,
    team INTEGER REFERENCES team (id),
    is_active INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE link (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person (id),
    hash TEXT NOT NULL UNIQUE,
    expires_at REAL NOT NULL,
    used_at REAL,
    revoked_at REAL
);
CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person (id),
    hash TEXT NOT NULL UNIQUE,
    expires_at REAL NOT NULL
);
CREATE TABLE token (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person (id),
    title TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    created_at REAL NOT NULL,
    used_at REAL,
    revoked_at REAL
);
CREATE TABLE submission (
    id INTEGER PRIMARY KEY,
    team INTEGER NOT NULL REFERENCES team (id),
    person INTEGER NOT NULL REFERENCES person (id),
    version INTEGER NOT NULL,
    file_name TEXT NOT NULL,
    folder TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    received_at REAL NOT NULL,
    deadline TEXT NOT NULL DEFAULT '',
    late_s REAL NOT NULL DEFAULT 0,
    state TEXT NOT NULL,
    queued_at REAL NOT NULL,
    started_at REAL,
    finished_at REAL,
    attempts INTEGER NOT NULL DEFAULT 0,
    progress TEXT NOT NULL DEFAULT '',
    headline TEXT NOT NULL DEFAULT '',
    advice TEXT NOT NULL DEFAULT '',
    result TEXT,
    UNIQUE (team, version)
);
CREATE INDEX submission_state ON submission (state, queued_at);
CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL DEFAULT ''
);
CREATE TABLE flag (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
        + LADDER
        + HIDDEN_SUITES
        + OPERATION
        + LADDER_INDEXES
        + LADDER_PROBLEMS
    )

    def __init__(self, path: Path, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        self._threads = threading.RLock()
        self._depth = 0
        super().__init__(path, write=True, busy_timeout_s=busy_timeout_s)

    def _open(self, write: bool) -> None:
        self._database.row_factory = sqlite3.Row
        # With a write-ahead log, readers do not wait for writers, and a killed process loses nothing.
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA foreign_keys = ON")
        super()._open(write)

    def rows(self, query: str, *values: Any) -> list[Row]:
        """Return all rows of a query."""
        with self._threads, self._sqlite_errors():
            return self._database.execute(query, values).fetchall()

    def row(self, query: str, *values: Any) -> Row | None:
        """Return the first row of a query; None if there is none."""
        return next(iter(self.rows(query, *values)), None)

    def execute(self, query: str, *values: Any) -> int:
        """Run a statement; return the number of rows that it changed."""
        with self._threads, self._sqlite_errors():
            return self._database.execute(query, values).rowcount

    def insert(self, table: str, **values: Any) -> int:
        """Insert a row and return its ID. `table` and the names of the columns are constants of the program."""
        columns, marks = ", ".join(values), ", ".join("?" * len(values))
        with self._threads, self._sqlite_errors():
            cursor = self._database.execute(
                f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(values.values())
            )
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def update(self, table: str, row: int, **values: Any) -> None:
        """Set columns of the row with an ID. `table` and the names of the columns are constants of the program."""
        columns = ", ".join(f"{name} = ?" for name in values)
        self.execute(f"UPDATE {table} SET {columns} WHERE id = ?", *values.values(), row)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all writes of the `with` block at its end, or none of them. Transactions may be nested.

        Other threads wait until the block ends.
        """
        with self._threads, self._sqlite_errors():
            self._depth += 1
            try:
                if self._depth > 1:
                    yield
                else:
                    with self._transaction():
                        yield
            finally:
                self._depth -= 1

    def audit(self, at: float, actor: str, action: str, subject: str = "") -> None:
        """Add an entry to the audit log. It contains no secrets."""
        self.insert("audit", at=at, actor=actor, action=action, subject=subject)

    def flag(self, name: str) -> str:
        """Return the value of a flag; empty if it is not set."""
        row = self.row("SELECT value FROM flag WHERE name = ?", name)
        return "" if row is None else str(row["value"])

    def set_flag(self, name: str, value: str) -> None:
        self.execute("INSERT OR REPLACE INTO flag VALUES (?, ?)", name, value)

    def copy_to(self, path: Path) -> Sequence[str]:
        """Write a consistent copy of the database to `path` while others use it.

        Returns the folders of the submissions in the copy whose files are kept.
        """
        with self._threads, self._sqlite_errors(), closing(sqlite3.connect(path)) as copy:
            self._database.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # leaves a single file
            query = "SELECT folder FROM submission WHERE files_removed_at IS NULL ORDER BY id"
            return [folder for (folder,) in copy.execute(query)]


def copy_database(source: Path, target: Path) -> None:
    """Write a consistent copy of a SQLite file while another thread or process writes it."""
    with closing(sqlite3.connect(source)) as opened, closing(sqlite3.connect(target)) as copy:
        opened.backup(copy)
