"""The state of a tournament: one SQLite file, and nothing else. One process writes it, a game at a time."""

from __future__ import annotations

import json

from outply.arena.tournament.game_job import Result
from outply.arena.tournament.plan import Board, Entrant, Game, Plan
from outply.arena.tournament.standings import Score
from outply.games.struct import Struct
from outply.jobs.sqlite_state import Database, StoreError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

__all__ = ["Kept", "Store", "StoreError", "score"]

TABLES = """
CREATE TABLE IF NOT EXISTS plan (text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS entrants (
    name TEXT PRIMARY KEY,
    place INTEGER NOT NULL,  -- in the order in which they entered
    player TEXT NOT NULL,
    digest TEXT NOT NULL,
    problem TEXT,            -- why it would not build; NULL if it did, or has not tried yet
    evidence TEXT
);
CREATE TABLE IF NOT EXISTS games (
    stage INTEGER NOT NULL,
    one TEXT NOT NULL, one_digest TEXT NOT NULL,
    other TEXT NOT NULL, other_digest TEXT NOT NULL,
    number INTEGER NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    board TEXT NOT NULL,
    start TEXT NOT NULL,
    final INTEGER NOT NULL,
    total INTEGER NOT NULL,
    failed TEXT, failure TEXT, sentence TEXT NOT NULL, output TEXT NOT NULL, errors TEXT NOT NULL,
    turns TEXT NOT NULL,     -- moves and their times; null is the move that the loser failed at
    UNIQUE (stage, one, one_digest, other, other_digest, number)
);
CREATE TABLE IF NOT EXISTS marks (mark TEXT PRIMARY KEY);  -- what stays true of the tournament once it was
"""

UNSAFE = "unsafe"


class Kept(Struct):
    """A game of the store: its number there, which it is, and what came of it."""

    __slots__ = ("key", "game", "result")

    key: int
    game: Game
    result: Result

    def __init__(self, key: int, game: Game, result: Result) -> None:
        self._set(key, game, result)

    @property
    def score(self) -> Score:
        """The result as the standing counts it."""
        return score(self.game, self.result)


class Store(Database):
    """The file. Each game goes in as a whole, at once, and the same game never twice."""

    WHAT = "tournament"
    VERSION = 1
    TABLES = TABLES
    NEEDED = frozenset(("plan", "entrants", "games"))

    @property
    def plan(self) -> Plan | None:
        """How the tournament is held; None before it was said."""
        with self._explained():
            row = self._database.execute("SELECT text FROM plan").fetchone()
        if row is None:
            return None
        told = json.loads(row[0])
        return Plan(**told | {"boards": [Board(*board) for board in told["boards"]]})

    def begin(self, plan: Plan, entrants: Iterable[Entrant]) -> None:
        """Say how the tournament is held and who takes part."""
        told = {name: getattr(plan, name) for name in Plan.__slots__}
        told["boards"] = [[board.name, board.start] for board in plan.boards]
        with self._explained(), self._at_once():
            self._database.execute("DELETE FROM plan")
            self._database.execute("INSERT INTO plan VALUES (?)", [json.dumps(told)])
            entrants = list(entrants)
            before = {entrant.name: entrant.digest for entrant in self.entrants}
            for name in before.keys() - {entrant.name for entrant in entrants}:
                self._database.execute("DELETE FROM entrants WHERE name = ?", [name])
            for place, entrant in enumerate(entrants):
                if before.get(entrant.name) != entrant.digest:
                    self._database.execute("DELETE FROM entrants WHERE name = ?", [entrant.name])
                self._database.execute(
                    "INSERT INTO entrants VALUES (?, ?, ?, ?, NULL, NULL)"
                    " ON CONFLICT (name) DO UPDATE SET place = excluded.place, player = excluded.player",
                    [entrant.name, place, entrant.player, entrant.digest],
                )

    @property
    def entrants(self) -> list[Entrant]:
        """Who takes part, in the order in which they entered."""
        with self._explained():
            rows = self._database.execute("SELECT name, player, digest FROM entrants ORDER BY place")
            return [Entrant(*row) for row in rows]

    @property
    def problems(self) -> dict[str, tuple[str, str]]:
        """Why who would not build, and what make printed."""
        with self._explained():
            rows = self._database.execute("SELECT name, problem, evidence FROM entrants WHERE problem IS NOT NULL")
            return {name: (problem, evidence) for name, problem, evidence in rows}

    def eliminate(self, name: str, problem: str, evidence: str) -> None:
        """Keep that an entrant would not build."""
        with self._explained():
            self._database.execute(
                "UPDATE entrants SET problem = ?, evidence = ? WHERE name = ?", [problem, evidence, name]
            )

    @property
    def unsafe(self) -> bool:
        """Whether programs were ever run without walls."""
        with self._explained():
            # A file that was begun before there were marks has no such table while it is only read.
            known = self._database.execute("SELECT 1 FROM sqlite_master WHERE name = 'marks'").fetchone()
            found = known and self._database.execute("SELECT 1 FROM marks WHERE mark = ?", [UNSAFE]).fetchone()
        return bool(found)

    def mark_unsafe(self) -> None:
        """Keep for good that programs are run without walls."""
        with self._explained():
            self._database.execute("INSERT OR IGNORE INTO marks VALUES (?)", [UNSAFE])

    def keep(self, game: Game, digests: dict[str, str], result: Result) -> bool:
        """Keep a game that is over; say whether it is new."""
        one, other = game.pair
        failed = score(game, result).failed
        values = [game.stage, one, digests[one], other, digests[other], game.number, game.first, game.second]
        values += [game.board.name, game.board.start, result.final, result.total, failed, result.failure]
        values += [result.sentence, result.output, result.errors, json.dumps(_timed(result))]
        places = ", ".join("?" * len(values))
        with self._explained():
            done = self._database.execute(f"INSERT OR IGNORE INTO games VALUES ({places})", values)
        return done.rowcount == 1

    def scores(self) -> list[tuple[int, Score]]:
        """Return the number of each game within its pairing, and its result.

        Games that an entrant played before it changed do not count.
        """
        with self._explained():
            rows = self._database.execute(
                f"SELECT number, stage, first, second, board, final, total, failed, failure {_COUNTED}"
            )
            return [(number, Score(*rest)) for number, *rest in rows]

    def games(self) -> list[Kept]:
        """Return all games that count, with their moves."""
        with self._explained():
            rows = self._database.execute(
                "SELECT games.rowid, stage, number, first, second, board, start, turns, final, total, failed,"
                f" failure, sentence, output, errors {_COUNTED} ORDER BY stage, one, other, number"
            )
            return [_kept(row) for row in rows]


def score(game: Game, result: Result) -> Score:
    """Return the result of a game as the standing counts it."""
    failed = None if result.failed is None else (game.first, game.second)[result.failed]
    about = (game.stage, game.first, game.second, game.board.name)
    return Score(*about, result.final, result.total, failed, result.failure)


_COUNTED = """FROM games
    JOIN entrants AS a ON a.name = one AND a.digest = one_digest
    JOIN entrants AS b ON b.name = other AND b.digest = other_digest"""


def _timed(result: Result) -> list[tuple[str | None, float, float]]:
    return [*result.turns, (None, *result.last)] if result.last is not None else list(result.turns)


def _kept(row: tuple[Any, ...]) -> Kept:
    key, stage, number, first, second, board, start, turns, final, total, failed, failure, *said = row
    side = None if failed is None else 0 if failed == first else 1
    timed = json.loads(turns)
    moves = tuple((move, cpu, wall) for move, cpu, wall in timed if move is not None)
    last = next(((cpu, wall) for move, cpu, wall in timed if move is None), None)
    game = Game(stage, number, first, second, Board(board, start))
    sentence, output, errors = said
    return Kept(key, game, Result(moves, final, total, side, failure, sentence, output, errors, last))
