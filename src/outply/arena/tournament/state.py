"""The state of a tournament in a SQLite file, to which only one process writes. Each game is one transaction."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from outply.arena.tournament.jobs import GameResult
from outply.arena.tournament.plan import Board, Contestant, Plan, ScheduledGame
from outply.arena.tournament.standings import GameOutcome
from outply.formats import notation
from outply.games import game_of
from outply.games.record import GameRecord, Turn
from outply.jobs.sqlite_state import SqliteState, StateError

__all__ = ["ContestantVersion", "StateError", "StoredGame", "TournamentState"]

VERSIONS = """
CREATE TABLE versions (      -- all programs that have played under a contestant's name
    contestant TEXT NOT NULL,
    number INTEGER NOT NULL, -- from 1
    player TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    UNIQUE (contestant, fingerprint)
);
"""

SCHEMA = (
    """
CREATE TABLE plan (text TEXT NOT NULL);
CREATE TABLE contestants (
    name TEXT PRIMARY KEY,
    entry_order INTEGER NOT NULL,
    player TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    build_failure TEXT,      -- NULL if the build succeeded or was not tried yet
    build_output TEXT
);
CREATE TABLE games (
    round INTEGER NOT NULL,
    contestant TEXT NOT NULL, contestant_fingerprint TEXT NOT NULL,  -- contestant < opponent
    opponent TEXT NOT NULL, opponent_fingerprint TEXT NOT NULL,
    number INTEGER NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    board TEXT NOT NULL,
    start TEXT NOT NULL,
    final_score INTEGER NOT NULL,
    board_total INTEGER NOT NULL,
    failed TEXT, failure TEXT, explanation TEXT NOT NULL, output TEXT NOT NULL, errors TEXT NOT NULL,
    turns TEXT NOT NULL,     -- JSON: moves with their times; null for a move at which the loser failed
    note TEXT NOT NULL DEFAULT '',  -- why the game was played again
    UNIQUE (round, contestant, contestant_fingerprint, opponent, opponent_fingerprint, number)
);
CREATE TABLE flags (flag TEXT PRIMARY KEY);  -- permanent facts about the tournament
"""
    + VERSIONS
)

FROM_VERSION_1 = """
ALTER TABLE entrants RENAME TO contestants;
ALTER TABLE contestants RENAME COLUMN place TO entry_order;
ALTER TABLE contestants RENAME COLUMN problem TO build_failure;
ALTER TABLE contestants RENAME COLUMN evidence TO build_output;
ALTER TABLE contestants RENAME COLUMN digest TO fingerprint;
ALTER TABLE games RENAME COLUMN stage TO round;
ALTER TABLE games RENAME COLUMN one TO contestant;
ALTER TABLE games RENAME COLUMN one_digest TO contestant_fingerprint;
ALTER TABLE games RENAME COLUMN other TO opponent;
ALTER TABLE games RENAME COLUMN other_digest TO opponent_fingerprint;
ALTER TABLE games RENAME COLUMN final TO final_score;
ALTER TABLE games RENAME COLUMN total TO board_total;
ALTER TABLE games RENAME COLUMN sentence TO explanation;
UPDATE games SET failure = 'build failed' WHERE failure = 'would not build';
CREATE TABLE IF NOT EXISTS marks (mark TEXT PRIMARY KEY);
ALTER TABLE marks RENAME TO flags;
ALTER TABLE flags RENAME COLUMN mark TO flag;
UPDATE plan SET text = json_remove(json_set(text, '$.format', json_extract(text, '$.kind')), '$.kind');
"""

FROM_VERSION_2 = (
    VERSIONS
    + """
INSERT INTO versions SELECT name, 1, player, fingerprint FROM contestants;
ALTER TABLE games ADD COLUMN note TEXT NOT NULL DEFAULT '';
UPDATE plan SET text = json_set(text, '$.schedule_version', 1, '$.cpu_time', 'user');
"""
)

UNSANDBOXED = "unsafe"
BUILDS = "builds:"
"""Prefix of the flag that stores the generation of builds."""

STARTED = "started:"
"""Prefix of the flag that stores the date of the start."""

# Games that a contestant played before its directory changed do not count.
_COUNTED_GAMES = """FROM games
    JOIN contestants AS a ON a.name = contestant AND a.fingerprint = contestant_fingerprint
    JOIN contestants AS b ON b.name = opponent AND b.fingerprint = opponent_fingerprint"""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame:
    """A finished game. `id` is the number of its row in the state file."""

    id: int
    game: ScheduledGame
    result: GameResult

    @property
    def outcome(self) -> GameOutcome:
        """The part of the game's result that the standings use."""
        return self.result.outcome(self.game)

    def record(self) -> GameRecord:
        """Return the game record. If a player failed, the record ends with the last move before the failure."""
        start = _start_position(self.game.board.start)
        parse_move = game_of(start).parse_move
        names = self.game.first, self.game.second
        turns = tuple(
            Turn(names[index % 2], parse_move(move), cpu_seconds, wall_seconds)
            for index, (move, cpu_seconds, wall_seconds) in enumerate(self.result.turns)
        )
        position = start
        for turn in turns:
            position = position.play(turn.move)
        return GameRecord(start, names, turns, position, self.game.board.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestantVersion:
    """A program that entered under a contestant's name.

    `number` counts from 1. `games` is the number of its games; they count only if the version `is_current`.
    """

    number: int
    player: str
    is_current: bool
    games: int


_start_position = lru_cache(notation.from_line)  # a tournament has few boards and many games on each


class TournamentState(SqliteState):
    """An open state file of a tournament. Each game is stored in one transaction, and only once."""

    SUBJECT = "tournament"
    START_COMMAND = "outply tournament run PLAYERS"
    VERSION = 3
    SCHEMA = SCHEMA
    TABLES = frozenset(("plan", "contestants", "games", "flags", "versions"))
    MIGRATIONS = MappingProxyType({1: FROM_VERSION_1, 2: FROM_VERSION_2})

    @property
    def plan(self) -> Plan | None:
        """The tournament plan; None if `begin` was never called for this file."""
        with self._sqlite_errors():
            row = self._database.execute("SELECT text FROM plan").fetchone()
        if row is None:
            return None
        settings = json.loads(row[0])
        return Plan(**settings | {"boards": tuple(Board(*board) for board in settings["boards"])})

    def begin(self, plan: Plan, contestants: Iterable[Contestant]) -> None:
        """Replace the plan and the contestants. Earlier games between unchanged contestants still count."""
        settings = asdict(plan) | {"boards": [[board.name, board.start] for board in plan.boards]}
        with self._sqlite_errors(), self._transaction():
            self._database.execute("DELETE FROM plan")
            self._database.execute("INSERT INTO plan VALUES (?)", [json.dumps(settings)])
            contestants = list(contestants)
            fingerprints = {contestant.name: contestant.fingerprint for contestant in self.contestants}
            for name in fingerprints.keys() - {contestant.name for contestant in contestants}:
                self._database.execute("DELETE FROM contestants WHERE name = ?", [name])
            for index, contestant in enumerate(contestants):
                if fingerprints.get(contestant.name) != contestant.fingerprint:
                    self._database.execute("DELETE FROM contestants WHERE name = ?", [contestant.name])
                self._database.execute(
                    "INSERT INTO contestants VALUES (?, ?, ?, ?, NULL, NULL) ON CONFLICT (name)"
                    " DO UPDATE SET entry_order = excluded.entry_order, player = excluded.player",
                    [contestant.name, index, contestant.player, contestant.fingerprint],
                )
                self._database.execute(
                    "INSERT OR IGNORE INTO versions SELECT :name, COUNT(*) + 1, :player, :fingerprint"
                    " FROM versions WHERE contestant = :name",
                    asdict(contestant),
                )

    @property
    def contestants(self) -> list[Contestant]:
        """All contestants, in the order in which they entered."""
        with self._sqlite_errors():
            rows = self._database.execute("SELECT name, player, fingerprint FROM contestants ORDER BY entry_order")
            return [Contestant(*row) for row in rows]

    def versions(self) -> dict[str, list[ContestantVersion]]:
        """Return all versions of each contestant, the earliest first."""
        versions: dict[str, list[ContestantVersion]] = {contestant.name: [] for contestant in self.contestants}
        with self._sqlite_errors():
            rows = self._database.execute(
                "SELECT name, number, versions.player, versions.fingerprint = contestants.fingerprint,"
                " (SELECT COUNT(*) FROM games"
                "  WHERE (games.contestant, contestant_fingerprint) = (name, versions.fingerprint)"
                "  OR (opponent, opponent_fingerprint) = (name, versions.fingerprint))"
                " FROM versions JOIN contestants ON name = contestant ORDER BY number"
            )
            for name, number, player, is_current, games in rows:
                version = ContestantVersion(number=number, player=player, is_current=bool(is_current), games=games)
                versions[name].append(version)
        return versions

    @property
    def build_failures(self) -> dict[str, tuple[str, str]]:
        """The reason of the build failure and the build output of each contestant whose build failed, by name."""
        with self._sqlite_errors():
            rows = self._database.execute(
                "SELECT name, build_failure, build_output FROM contestants WHERE build_failure IS NOT NULL"
            )
            return {name: (reason, output) for name, reason, output in rows}

    def add_build_failure(self, name: str, reason: str, output: str) -> None:
        """Store that the build of a contestant failed. This eliminates the contestant."""
        with self._sqlite_errors():
            self._database.execute(
                "UPDATE contestants SET build_failure = ?, build_output = ? WHERE name = ?", [reason, output, name]
            )

    def remove_build_failure(self, name: str) -> None:
        """Record a successful build: remove the stored build failure of a contestant, if any."""
        with self._sqlite_errors():
            self._database.execute(
                "UPDATE contestants SET build_failure = NULL, build_output = NULL"
                " WHERE name = ? AND build_failure IS NOT NULL",
                [name],
            )

    @property
    def build_generation(self) -> str:
        """The generation of builds that the tournament uses; empty unless `begin_build_generation` was called."""
        return self._flag_value(BUILDS)

    @property
    def start_date(self) -> date | None:
        """The date on which the tournament started; None if it was started by an older version of Outply."""
        value = self._flag_value(STARTED)
        return date.fromisoformat(value) if value else None

    def set_start_date(self, day: date) -> None:
        """Store the date on which the tournament started, unless a date is stored already."""
        if self.start_date is None:
            with self._sqlite_errors():
                self._database.execute("INSERT INTO flags VALUES (?)", [f"{STARTED}{day.isoformat()}"])

    def _flag_value(self, prefix: str) -> str:
        """Return the rest of the flag that begins with `prefix`; an empty string if there is none."""
        with self._sqlite_errors():
            row = self._database.execute(
                "SELECT substr(flag, ?) FROM flags WHERE flag LIKE ?", [len(prefix) + 1, f"{prefix}%"]
            ).fetchone()
        return str(row[0]) if row is not None else ""

    def begin_build_generation(self) -> None:
        """Begin a new generation of builds, so that no earlier build is used on any machine."""
        with self._sqlite_errors(), self._transaction():
            self._database.execute("DELETE FROM flags WHERE flag LIKE ?", [f"{BUILDS}%"])
            self._database.execute("INSERT INTO flags VALUES (?)", [f"{BUILDS}{secrets.token_hex(8)}"])

    @property
    def has_unsandboxed_games(self) -> bool:
        """Whether any program of this tournament has run without a sandbox."""
        with self._sqlite_errors():
            row = self._database.execute("SELECT 1 FROM flags WHERE flag = ?", [UNSANDBOXED]).fetchone()
        return row is not None

    def flag_unsandboxed(self) -> None:
        """Store permanently that programs of this tournament run without a sandbox."""
        with self._sqlite_errors():
            self._database.execute("INSERT OR IGNORE INTO flags VALUES (?)", [UNSANDBOXED])

    def add_game(self, game: ScheduledGame, result: GameResult) -> bool:
        """Store a finished game between the current versions of its contestants.

        Returns False, and stores nothing, if the game was stored before.
        """
        contestant, opponent = game.pair
        timed_turns: list[tuple[str | None, float, float]] = list(result.turns)
        if result.failed_move_seconds is not None:
            timed_turns.append((None, *result.failed_move_seconds))
        row = {
            "round": game.round,
            "contestant": contestant,
            "opponent": opponent,
            "number": game.number,
            "first": game.first,
            "second": game.second,
            "board": game.board.name,
            "start": game.board.start,
            "final_score": result.final_score,
            "board_total": result.board_total,
            "failed": result.outcome(game).failed,
            "failure": result.failure,
            "explanation": result.explanation,
            "output": result.output,
            "errors": result.errors,
            "turns": json.dumps(timed_turns),
            "note": result.note,
        }
        columns = ", ".join(row)
        values = ", ".join(f":{column}" for column in row)
        fingerprint = "(SELECT fingerprint FROM contestants WHERE name = :{})"
        with self._sqlite_errors():
            cursor = self._database.execute(
                f"INSERT OR IGNORE INTO games ({columns}, contestant_fingerprint, opponent_fingerprint)"
                f" VALUES ({values}, {fingerprint.format('contestant')}, {fingerprint.format('opponent')})",
                row,
            )
        return cursor.rowcount == 1

    def outcomes(self) -> list[GameOutcome]:
        """Return the outcomes of all games between unchanged contestants, without reading the moves."""
        columns = "round, number, first, second, board, final_score, board_total, failed, failure"
        names = columns.split(", ")
        with self._sqlite_errors():
            rows = self._database.execute(f"SELECT {columns} {_COUNTED_GAMES}")
            return [GameOutcome(**dict(zip(names, row, strict=True))) for row in rows]

    def games(self) -> list[StoredGame]:
        """Return all games between unchanged contestants, sorted by round, names and number."""
        with self._sqlite_errors():
            cursor = self._database.execute(
                f"SELECT games.rowid AS id, games.* {_COUNTED_GAMES} ORDER BY round, contestant, opponent, number"
            )
            cursor.row_factory = sqlite3.Row
            return [_stored_game(row) for row in cursor]


def _stored_game(row: Any) -> StoredGame:
    failed = None if row["failed"] is None else 0 if row["failed"] == row["first"] else 1
    timed_turns = json.loads(row["turns"])
    game = ScheduledGame(
        round=row["round"],
        number=row["number"],
        first=row["first"],
        second=row["second"],
        board=Board(row["board"], row["start"]),
    )
    result = GameResult(
        turns=tuple((move, cpu, wall) for move, cpu, wall in timed_turns if move is not None),
        final_score=row["final_score"],
        board_total=row["board_total"],
        failed=failed,
        failure=row["failure"],
        explanation=row["explanation"],
        output=row["output"],
        errors=row["errors"],
        failed_move_seconds=next(((cpu, wall) for move, cpu, wall in timed_turns if move is None), None),
        note=row["note"],
    )
    return StoredGame(id=row["id"], game=game, result=result)
