"""A SQLite file as the resumable state of a long task, written by one process at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, ClassVar, Self

from outply.errors import UserError
from outply.sandbox.locks import lock_file
from outply.text import os_reason

BUSY_TIMEOUT_S = 60.0
"""Time to wait while another process is writing. It is long because a disk can be slow."""


class StateError(UserError):
    """Raised if a state file cannot be opened, locked, read or written."""


class SqliteState:
    """An open state file; the base class of the states of tournaments, SPRTs and gradings.

    A subclass defines the `SUBJECT` of the state, the `START_COMMAND` that creates it, the `SCHEMA` with the names
    of its `TABLES`, and its `VERSION`. `MIGRATIONS` maps each older version to the script that converts it to the
    next one. A file of an older version is converted when it is opened for writing. A file that is opened for
    reading is copied to memory, so that all reads are consistent while another process writes, and the copy is
    converted. A database that another process is writing is waited for, up to `busy_timeout_s`. If `IS_SHARED` is
    set, several processes may write and several threads may use the object; the subclass serializes the threads.
    """

    SUBJECT: ClassVar[str]
    START_COMMAND: ClassVar[str]
    VERSION: ClassVar[int]
    SCHEMA: ClassVar[str]
    TABLES: ClassVar[frozenset[str]]
    MIGRATIONS: ClassVar[Mapping[int, str]] = {}
    IS_SHARED: ClassVar[bool] = False

    def __init__(self, path: Path, write: bool = False, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        self.path = path
        if not write and not path.is_file():
            raise StateError(f"{path} contains no {self.SUBJECT}. Start one with: {self.START_COMMAND}")
        self._lock: BinaryIO | None = None
        with self._sqlite_errors():
            self._database = sqlite3.connect(
                path, timeout=busy_timeout_s, isolation_level=None, check_same_thread=not self.IS_SHARED
            )
            try:
                self._open(write)
            except BaseException:
                self.close()
                raise

    def _open(self, write: bool) -> None:
        if write:
            if not self.IS_SHARED:
                self._lock = self._acquire_lock()
            if not self._tables():
                self._run_script(f"{self.SCHEMA} PRAGMA user_version = {self.VERSION};")
        elif self._tables():
            self._read_into_memory()
        version = self._version()
        if version < self.VERSION and set(range(version, self.VERSION)) <= self.MIGRATIONS.keys():
            self._migrate(version)
        if not self._tables() >= self.TABLES:
            raise StateError(f"{self.path} is not a database of type {self.SUBJECT!r}; choose another file")
        if (version := self._version()) != self.VERSION:
            raise StateError(
                f"{self.path} is a {self.SUBJECT!r} database of version {version}, expected {self.VERSION}; "
                "open it with the version of Outply that created it, or choose another file"
            )

    def close(self) -> None:
        self._database.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _tables(self) -> set[str]:
        return {name for (name,) in self._database.execute("SELECT name FROM sqlite_master")}

    def _version(self) -> int:
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        return int(version) or 1  # Outply 0.1 may have been killed before it set the version

    def _read_into_memory(self) -> None:
        copy = sqlite3.connect(":memory:", isolation_level=None)
        self._database.backup(copy)
        self._database.close()
        self._database = copy

    def _migrate(self, version: int) -> None:
        try:
            for older in range(version, self.VERSION):
                self._run_script(f"{self.MIGRATIONS[older]} PRAGMA user_version = {older + 1};")
        except sqlite3.OperationalError as error:
            if "no such" not in str(error):
                raise
            raise StateError(
                f"{self.path} is not a database of type {self.SUBJECT!r}; choose another file"
            ) from None

    def _run_script(self, script: str) -> None:
        try:
            self._database.executescript(f"BEGIN IMMEDIATE; {script} COMMIT;")
        except sqlite3.Error:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise

    def _acquire_lock(self) -> BinaryIO:
        """Lock the state file for this process, and return the open file that holds the lock.

        Raises StateError if another process holds the lock.
        """
        lock = self.path.open("rb")
        try:
            lock_file(lock.fileno())
        except OSError:
            lock.close()
            raise StateError(f"{self.path} is in use: another process is running this {self.SUBJECT}") from None
        return lock

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Commit all writes of the `with` block at its end, or none of them if the block raises an exception."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:  # SQLite itself rolls back if the disk is full
                self._database.execute("ROLLBACK")
            raise

    @contextmanager
    def _sqlite_errors(self) -> Iterator[None]:
        """Convert errors of SQLite and of the operating system in the `with` block to StateError."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise StateError(f"{self.path}: {error}") from None
        except OSError as error:
            raise StateError(f"{self.path}: {os_reason(error)}") from None
