"""A SQLite file as the state of something long: one process writes it, and nothing is ever half in it."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager

from outply.sandbox.locks import lock_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO, ClassVar, Self

PATIENCE = 60.0  # seconds for another process to finish what it writes: a slow disk takes its time


class StoreError(Exception):
    """A file that cannot be used as the state of something; the sentence says why."""


class Database:
    """The file. `WHAT` is what it is the state of, in words; `TABLES` makes its tables, among them `NEEDED`."""

    WHAT: ClassVar[str]
    VERSION: ClassVar[int]
    TABLES: ClassVar[str]
    NEEDED: ClassVar[frozenset[str]]

    def __init__(self, path: Path, write: bool = False) -> None:
        self.path = path
        if not write and not path.is_file():
            raise StoreError(f"there is no {self.WHAT} in {path}")
        self._lock: BinaryIO | None = None
        with self._explained():
            self._database = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            try:
                self._open(write)
            except BaseException:
                self.close()
                raise

    def _open(self, write: bool) -> None:
        if write:
            self._lock = self._held()
            if not self._tables():
                self._database.executescript(f"BEGIN; {self.TABLES} COMMIT;")
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        if version not in (0, self.VERSION) or not self._tables() >= self.NEEDED:
            raise StoreError(f"{self.path} is not a {self.WHAT} that this version can read")
        if write:
            self._database.execute(f"PRAGMA user_version = {self.VERSION}")

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

    def _held(self) -> BinaryIO:
        """Hold the file for this process alone; an error if another holds it."""
        lock = self.path.open("rb")
        try:
            lock_file(lock.fileno())
        except OSError:
            lock.close()
            raise StoreError(f"another process is running the {self.WHAT} in {self.path}") from None
        return lock

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """All that is written within is kept, or nothing of it."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what SQLite and the system say into sentences."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{self.path}: {error}") from None
        except OSError as error:
            raise StoreError(f"{self.path}: {(error.strerror or str(error)).lower()}") from None
