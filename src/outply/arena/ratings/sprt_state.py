"""The state of a sequential test: what came of its games, in one SQLite file, so that it goes on after a stop."""

from __future__ import annotations

import json
from collections import Counter

from outply.arena.tournament.plan import PlanError
from outply.jobs.sqlite_state import Database

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TABLES = """
CREATE TABLE IF NOT EXISTS comparison (text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (
    pair INTEGER NOT NULL,  -- two games on one board
    first TEXT NOT NULL,    -- who began
    points REAL NOT NULL,   -- of A
    failure TEXT NOT NULL,  -- who failed how, in words
    UNIQUE (pair, first)
);
"""


class Comparison(Database):
    """The file: who is compared and how, and each result as soon as it is there."""

    WHAT = "comparison"
    VERSION = 1
    TABLES = TABLES
    NEEDED = frozenset(("comparison", "results"))

    def begin(self, settings: dict[str, Any]) -> None:
        """Say what is compared and how; a `PlanError` names what was said in another way before."""
        with self._explained():
            row = self._database.execute("SELECT text FROM comparison").fetchone()
            if row is None:
                self._database.execute("INSERT INTO comparison VALUES (?)", [json.dumps(settings)])
                return
        before = json.loads(row[0])
        if differ := [name for name, value in settings.items() if before.get(name) != value]:
            raise PlanError(
                f"the comparison in {self.path} is another one: {' and '.join(differ)} differ; "
                "--state begins one in another file"
            )

    def keep(self, pair: int, first: str, points: float, failure: str) -> None:
        """Keep the result of a game."""
        with self._explained():
            self._database.execute(
                "INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?)", [pair, first, points, failure]
            )

    def results(self) -> list[tuple[int, str, float, str]]:
        """Return the results: of which pair, who began, the points of A, and who failed how."""
        with self._explained():
            return list(self._database.execute("SELECT pair, first, points, failure FROM results ORDER BY pair"))


class Tally:
    """What came of the games so far; kept in a comparison where there is one."""

    def __init__(self, kept: Comparison | None = None) -> None:
        self._kept = kept
        self._games: dict[int, dict[str, float]] = {}
        self.failures: Counter[str] = Counter()
        for result in kept.results() if kept is not None else ():
            self._count(*result)

    @property
    def points(self) -> list[float]:
        """The points of A in each pair of which both games are over."""
        return [sum(games.values()) for games in self._games.values() if len(games) == 2]

    def has(self, pair: int, first: str) -> bool:
        """Return whether the game of the pair that this one began is over."""
        return first in self._games.get(pair, {})

    def add(self, pair: int, first: str, points: float, failure: str = "") -> None:
        """Count a game that is over, and keep it."""
        self._count(pair, first, points, failure)
        if self._kept is not None:
            self._kept.keep(pair, first, points, failure)

    def _count(self, pair: int, first: str, points: float, failure: str) -> None:
        self._games.setdefault(pair, {})[first] = points
        if failure:
            self.failures[failure] += 1
