"""Games of the ladder: which is next, and what becomes of it when it ends or is interrupted."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path

from outply.arena.tournament.jobs import GameJob, GameResult
from outply.arena.tournament.plan import Board, Contestant, ScheduledGame
from outply.arena.tournament.state import StoredGame
from outply.classroom.database import ClassDatabase, Row
from outply.classroom.settings.class_settings import ClassSettings
from outply.classroom.work_queue import MAX_ATTEMPTS, WorkQueue
from outply.grading.submissions.recipe import project_root
from outply.players.registry import player_title
from outply.players.spec import PROGRAM
from outply.text import plural

MAX_OUTPUT_CHARS = 20_000
"""Characters kept of each output of a program that failed."""

MAX_PROBLEM_CHARS = 500

CAN_PLAY = "(submission.result IS NULL OR json_extract(submission.result, '$.preflight') IS NOT NULL)"
"""SQL condition on a version that has passed its check: it has a Makefile, so that it plays games."""


class GameState(Enum):
    """The state of a ladder game. DROPPED: it was not played."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    DROPPED = "dropped"


GAMES = WorkQueue(table="ladder_game", waiting=GameState.WAITING, running=GameState.RUNNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderGame:
    """A game of the ladder. `first` and `second` are the keys of the entrants.

    `points` are those of the first player. `failed` is the key of the entrant whose program failed, and `failure`
    the label of the failure. `result` is the result as JSON text. `problem` is the reason why the server could not
    play the game the last time.
    """

    id: int
    first: str
    second: str
    board: str
    start: str
    state: GameState
    created_at: float
    started_at: float | None
    finished_at: float | None
    attempts: int
    points: float | None
    first_cpu_s: float
    second_cpu_s: float
    failed: str | None
    failure: str | None
    result: str | None
    problem: str

    def game_result(self) -> GameResult:
        """Return the result of a finished game."""
        assert self.result is not None
        return parse_result(self.result)


def key_of(submission: int) -> str:
    """Return the key of a version on the ladder: `#12`."""
    return f"#{submission}"


def submission_of(key: str) -> int | None:
    """Return the ID of the version with this key; None for a baseline."""
    return int(key[1:]) if key.startswith("#") else None


def claim_game(database: ClassDatabase, now: float) -> LadderGame | None:
    """Mark the next waiting game as running and return it; None if there is none."""
    with database.transaction():
        row = database.row(
            "SELECT id FROM ladder_game WHERE state = ? ORDER BY id LIMIT 1", GameState.WAITING.value
        )
        if row is None:
            return None
        GAMES.start(database, row["id"], now)
        return get_game(database, row["id"])


def get_game(database: ClassDatabase, game: int) -> LadderGame:
    """Return the game with this ID.

    Raises KeyError if there is none.
    """
    row = database.row("SELECT * FROM ladder_game WHERE id = ?", game)
    if row is None:
        raise KeyError(game)
    return _parse_game(row)


def recent_games(database: ClassDatabase, key: str | None = None, limit: int = 20) -> list[LadderGame]:
    """Return the finished games, the newest first; with `key`, only those of an entrant."""
    condition = "state = ?1" if key is None else "state = ?1 AND (first = ?3 OR second = ?3)"
    rows = database.rows(
        f"SELECT * FROM ladder_game WHERE {condition} ORDER BY finished_at DESC, id DESC LIMIT ?2",
        GameState.DONE.value,
        limit,
        *([] if key is None else [key]),
    )
    return [_parse_game(row) for row in rows]


def unplayed_games(database: ClassDatabase, since: float, limit: int = 5) -> list[LadderGame]:
    """Return the games that the server could not play since a time, the newest first."""
    rows = database.rows(
        "SELECT * FROM ladder_game WHERE state IN (?, ?, ?) AND problem != '' AND started_at >= ? "
        "ORDER BY started_at DESC, id DESC LIMIT ?",
        *(state.value for state in GameState if state is not GameState.DONE),  # these have no long results to read
        since,
        limit,
    )
    return [_parse_game(row) for row in rows]


def teams_of(database: ClassDatabase, games: Iterable[LadderGame]) -> tuple[dict[int, int], dict[int, str]]:
    """Return the ID and the alias of the team of each version in the games, by the ID of the version."""
    keys = {submission_of(key) for game in games for key in (game.first, game.second)} - {None}
    rows = database.rows(
        "SELECT submission.id, team, alias FROM submission JOIN team ON team.id = submission.team "
        f"WHERE submission.id IN ({', '.join('?' * len(keys))})",
        *keys,
    )
    return {row["id"]: row["team"] for row in rows}, {row["id"]: row["alias"] for row in rows}


def title_of(key: str, aliases: Mapping[int, str]) -> str:
    """Return the name of an entrant for readers: the alias of its team, or the title of a baseline."""
    submission = submission_of(key)
    return player_title(key) if submission is None else aliases[submission]


def stored_game(game: LadderGame, aliases: Mapping[int, str]) -> StoredGame:
    """Return a finished game as the pages and records of tournaments show it, with aliases of its players."""
    first, second = (title_of(key, aliases) for key in (game.first, game.second))
    scheduled = ScheduledGame(number=1, first=first, second=second, board=Board(game.board, game.start))
    return StoredGame(id=game.id, game=scheduled, result=game.game_result())


def count_games(database: ClassDatabase, since: float) -> dict[GameState, int]:
    """Return the number of games that wait, run, and were finished since a time."""
    rows = database.rows(
        "SELECT state, count(*) AS number FROM ladder_game WHERE finished_at IS NULL OR finished_at >= ? "
        "GROUP BY state",
        since,
    )
    counts = {GameState(row["state"]): row["number"] for row in rows}
    return {state: counts.get(state, 0) for state in GameState}


def count_failures(database: ClassDatabase, since: float) -> list[tuple[str, int]]:
    """Return how often programs failed in games since a time, by the label of the failure, most frequent first."""
    rows = database.rows(
        "SELECT failure, count(*) AS number FROM ladder_game WHERE failed IS NOT NULL AND finished_at >= ? "
        "GROUP BY failure ORDER BY number DESC, failure",
        since,
    )
    return [(row["failure"], row["number"]) for row in rows]


def game_job(database: ClassDatabase, game: LadderGame, settings: ClassSettings, submissions: Path) -> GameJob:
    """Return the job that plays a game. `submissions` is the folder of the submissions."""
    first, second = (contestant(database, key, submissions) for key in (game.first, game.second))
    scheduled = ScheduledGame(
        number=game.id, first=first.name, second=second.name, board=Board(game.board, game.start)
    )
    return GameJob(game=scheduled, first=first, second=second, seconds=settings.ladder.seconds, sandboxed=True)


def contestant(database: ClassDatabase, key: str, submissions: Path) -> Contestant:
    """Return an entrant as a contestant of games. `submissions` is the folder of the submissions."""
    submission = submission_of(key)
    if submission is None:
        return Contestant(key, key)
    row = database.row("SELECT folder, fingerprint FROM submission WHERE id = ?", submission)
    assert row is not None
    root = project_root((submissions / row["folder"]).resolve())
    return Contestant(key, f"{PROGRAM}{root}", row["fingerprint"])


def finish_game(
    database: ClassDatabase, claim: LadderGame, result: GameResult, settings: ClassSettings, now: float
) -> bool:
    """Save the result of a game; return False if the game was put back in the meantime.

    A version that fails too often in a row is paused.
    """
    failed = None if result.failed is None else (claim.first, claim.second)[result.failed]
    with database.transaction():
        is_saved = GAMES.update(
            database,
            claim,
            state=GameState.DONE.value,
            finished_at=now,
            points=points_of(result),
            first_cpu_s=sum(result.cpu_seconds(0)),
            second_cpu_s=sum(result.cpu_seconds(1)),
            failed=failed,
            failure=result.failure,
            result=write_result(result),
        )
        if is_saved and failed is not None and submission_of(failed) is not None:
            _pause_if_it_fails_often(database, failed, settings.ladder.failures_before_pause, now)
    return is_saved


def points_of(result: GameResult) -> float:
    """Return the points of the first player: 1, 0.5 or 0. A player whose program fails loses."""
    if result.failed is not None:
        return float(result.failed)
    return (result.final_score > 0) + 0.5 * (result.final_score == 0)


def _pause_if_it_fails_often(database: ClassDatabase, key: str, limit: int, now: float) -> None:
    games = recent_games(database, key, limit)
    if len(games) == limit and all(game.failed == key for game in games):
        reason = f"The program failed in its last {plural(limit, 'game')}: {games[0].failure}"
        database.execute("INSERT OR IGNORE INTO ladder_pause VALUES (?, ?, ?)", submission_of(key), now, reason)


def resume_version(database: ClassDatabase, submission: int, actor: str, now: float) -> None:
    """Let a paused version play again."""
    with database.transaction():
        if database.execute("DELETE FROM ladder_pause WHERE submission = ?", submission):
            database.audit(now, actor, "resumed on the ladder", f"submission {submission}")


def put_back(database: ClassDatabase, claim: LadderGame, *, is_planned: bool = False, problem: str = "") -> bool:
    """Make an interrupted game wait again; return False if it was put back or finished before.

    `problem` is the reason why it could not be played, for the staff.

    A game that was started `MAX_ATTEMPTS` times is dropped. If `is_planned`, at an orderly stop of the server,
    this start does not count.
    """
    problem = problem[:MAX_PROBLEM_CHARS] or claim.problem
    if claim.attempts >= MAX_ATTEMPTS and not is_planned:
        return GAMES.update(database, claim, state=GameState.DROPPED.value, problem=problem)
    return GAMES.put_back(database, claim, is_planned=is_planned, problem=problem)


def put_back_all(database: ClassDatabase) -> int:
    """Make all games wait again that were running when the server ended; return their number."""
    with database.transaction():
        rows = database.rows("SELECT * FROM ladder_game WHERE state = ?", GameState.RUNNING.value)
        return sum(put_back(database, _parse_game(row)) for row in rows)


def drop_outdated(database: ClassDatabase) -> int:
    """Drop waiting games of versions that are no longer active or are paused; return their number."""
    with database.transaction():
        active = {
            key_of(row["active_submission"])
            for row in database.rows("SELECT active_submission FROM team WHERE active_submission IS NOT NULL")
        }
        active -= {key_of(row["submission"]) for row in database.rows("SELECT submission FROM ladder_pause")}
        rows = database.rows("SELECT * FROM ladder_game WHERE state = ?", GameState.WAITING.value)
        outdated = [
            row["id"]
            for row in rows
            if any(submission_of(key) is not None and key not in active for key in (row["first"], row["second"]))
        ]
        for game in outdated:
            database.execute("UPDATE ladder_game SET state = ? WHERE id = ?", GameState.DROPPED.value, game)
    return len(outdated)


def write_result(result: GameResult) -> str:
    """Return the result of a game as JSON text, with the ends of long outputs."""
    values = asdict(result)
    for name in ("output", "errors"):
        values[name] = values[name][-MAX_OUTPUT_CHARS:]
    return json.dumps(values)


def parse_result(text: str) -> GameResult:
    """Parse a result that `write_result` wrote."""
    values = json.loads(text)
    seconds = values["failed_move_seconds"]
    values["turns"] = tuple((move, cpu, wall) for move, cpu, wall in values["turns"])
    values["failed_move_seconds"] = None if seconds is None else (seconds[0], seconds[1])
    return GameResult(**values)


def _parse_game(row: Row) -> LadderGame:
    values = {name: row[name] for name in LadderGame.__slots__}
    return LadderGame(**values | {"state": GameState(row["state"])})
