"""The state of an SPRT between contestants A and B: its results so far, optionally in a SQLite file."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from outply.arena.tournament.plan import PlanError
from outply.jobs.sqlite_state import SqliteState

SCHEMA = """
CREATE TABLE comparison (text TEXT NOT NULL);  -- JSON: the settings
CREATE TABLE results (
    pair INTEGER NOT NULL,  -- two games on one board
    first TEXT NOT NULL,    -- the contestant that moved first
    points REAL NOT NULL,   -- points of contestant A
    failure TEXT NOT NULL,  -- description of a forfeit, or empty
    UNIQUE (pair, first)
);
"""


class SprtState(SqliteState):
    """An open state file of an SPRT: the settings and the result of each game."""

    SUBJECT = "SPRT"
    START_COMMAND = "outply tournament sprt A B --state FILE"
    VERSION = 1
    SCHEMA = SCHEMA
    TABLES = frozenset(("comparison", "results"))

    def begin(self, settings: dict[str, Any]) -> None:
        """Store the settings of the SPRT if the file has none.

        Raises PlanError if the file contains settings that differ.
        """
        with self._sqlite_errors():
            row = self._database.execute("SELECT text FROM comparison").fetchone()
            if row is None:
                self._database.execute("INSERT INTO comparison VALUES (?)", [json.dumps(settings)])
                return
        stored = json.loads(row[0])
        if differences := [name for name, value in settings.items() if stored.get(name) != value]:
            raise PlanError(
                f"{self.path} was created with other settings: {', '.join(differences)}. "
                "Use --state FILE to start a new SPRT."
            )

    def add(self, pair: int, first: str, points: float, failure: str) -> None:
        """Store the game of a `pair` in which `first` moved first. `points` are the points of A."""
        with self._sqlite_errors():
            self._database.execute(
                "INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?)", [pair, first, points, failure]
            )

    def results(self) -> list[tuple[int, str, float, str]]:
        """Return all games as tuples: index of the pair, contestant that moved first, points of A, and failure."""
        with self._sqlite_errors():
            return list(self._database.execute("SELECT pair, first, points, failure FROM results ORDER BY pair"))


class SprtResults:
    """The results of an SPRT in memory.

    If a `state` is given, earlier results are read from it, and new results are also stored in it.
    """

    def __init__(self, state: SprtState | None = None) -> None:
        self._state = state
        self._pairs: dict[int, dict[str, float]] = {}
        self.failures: Counter[str] = Counter()
        for result in state.results() if state is not None else ():
            self._count(*result)

    @property
    def points(self) -> list[float]:
        """The points of A, the first contestant of the SPRT, in each pair whose two games are finished."""
        return [sum(games.values()) for games in self._pairs.values() if len(games) == 2]

    def has(self, pair: int, first: str) -> bool:
        """Return whether the game of the `pair` in which the contestant `first` moves first is finished."""
        return first in self._pairs.get(pair, {})

    def add(self, pair: int, first: str, points: float, failure: str = "") -> None:
        """Add the finished game of a `pair` in which `first` moved first. `points` are the points of A."""
        self._count(pair, first, points, failure)
        if self._state is not None:
            self._state.add(pair, first, points, failure)

    def _count(self, pair: int, first: str, points: float, failure: str) -> None:
        self._pairs.setdefault(pair, {})[first] = points
        if failure:
            self.failures[failure] += 1
