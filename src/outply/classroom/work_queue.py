"""Work queues: tables whose rows wait, are claimed by a runner, and are put back if their run is interrupted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from outply.classroom.database import ClassDatabase

MAX_ATTEMPTS = 3
"""Number of starts after which work that is interrupted each time is given up."""


class Claim(Protocol):
    """A row as it was when it was claimed. `attempts` counts its starts."""

    @property
    def id(self) -> int: ...
    @property
    def attempts(self) -> int: ...
    @property
    def started_at(self) -> float | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkQueue:
    """The rows of `table` as work to do; `waiting` and `running` are states of a row.

    A claim is current while its row is running and has the claimed values in the columns `identity`.
    """

    table: str
    waiting: Enum
    running: Enum
    identity: tuple[str, ...] = ("attempts", "started_at")

    def start(self, database: ClassDatabase, row: int, now: float, **values: Any) -> None:
        """Mark a waiting row as running, and set the columns `values`."""
        with database.transaction():
            database.execute(f"UPDATE {self.table} SET attempts = attempts + 1 WHERE id = ?", row)
            database.update(self.table, row, state=self.running.value, started_at=now, **values)

    def is_current(self, database: ClassDatabase, claim: Claim) -> bool:
        """Return whether a claimed row is still the running one: not put back, and not started again since."""
        row = database.row(f"SELECT state, {', '.join(self.identity)} FROM {self.table} WHERE id = ?", claim.id)
        claimed = (self.running.value, *(getattr(claim, name) for name in self.identity))
        return row is not None and tuple(row) == claimed

    def update(self, database: ClassDatabase, claim: Claim, **values: Any) -> bool:
        """Set columns of a claimed row; return False if the claim is not current."""
        with database.transaction():
            if not self.is_current(database, claim):
                return False
            database.update(self.table, claim.id, **values)
        return True

    def put_back(self, database: ClassDatabase, claim: Claim, *, is_planned: bool, **values: Any) -> bool:
        """Make a claimed row wait again and set the columns `values`; return False if the claim is not current.

        If `is_planned`, at an orderly stop of the server, this start does not count.
        """
        attempts = claim.attempts - int(is_planned)
        return self.update(database, claim, state=self.waiting.value, attempts=attempts, **values)
