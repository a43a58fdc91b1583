"""The official tournament: the active versions at the last deadline play each other, and the result counts."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime

from outply.arena.tournament.entry import enter
from outply.arena.tournament.jobs import GameResult
from outply.arena.tournament.plan import Contestant
from outply.arena.tournament.run import Progress, Tournament
from outply.arena.tournament.state import TournamentState
from outply.classroom.baselines import baseline_names
from outply.classroom.checks import hidden, queue
from outply.classroom.classroom import Classroom
from outply.classroom.database import ClassDatabase
from outply.classroom.ladder.games import CAN_PLAY, contestant, key_of
from outply.classroom.settings.class_settings import ClassSettings, tournament_plan
from outply.classroom.submissions import State
from outply.jobs.executor import Executor
from outply.text import plural

REQUESTED, ENTRANTS, RESULT = "official_requested", "official_entrants", "official_result"
"""Flags: a request to play now, the IDs of the frozen versions, and the result as JSON text."""

MIN_CONTESTANTS = 2
SERVER = "server"
"""Name of the server in the audit log."""


class StoppedError(Exception):
    """Ends a tournament at once when the server stops; its finished games are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialResult:
    """The result of a finished tournament, by the aliases of the teams and the names of the baselines.

    `places` count from 1. `against` has the points of each team against each baseline, and the number of games.
    """

    places: Mapping[str, int] = field(default_factory=dict)
    against: Mapping[str, Mapping[str, tuple[float, int]]] = field(default_factory=dict)

    def has_beaten(self, alias: str, baseline: str) -> bool:
        """Return whether a team has won more than half of the points against a baseline."""
        points, games = self.against.get(alias, {}).get(baseline, (0.0, 0))
        return points > games / 2


def is_due(database: ClassDatabase, settings: ClassSettings, now: float) -> bool:
    """Return whether the tournament is to be played now, or played on.

    It waits for the checks of all versions that were received in time, because they may change the active version.
    """
    if database.flag(RESULT) or not settings.checks.preflight or queue.is_paused(database):
        return False
    is_begun = bool(database.flag(ENTRANTS) or database.flag(REQUESTED))
    if not is_begun and not (settings.tournament.is_automatic and settings.is_closed(now)):
        return False
    return not has_unfinished_checks(database)


def has_unfinished_checks(database: ClassDatabase) -> bool:
    """Return whether a check or a run of a hidden suite is queued or running."""
    if hidden.has_unfinished(database):
        return True
    query = "SELECT 1 FROM submission WHERE state IN (?, ?) LIMIT 1"
    return database.row(query, State.QUEUED.value, State.CHECKING.value) is not None


def request(database: ClassDatabase, actor: str, now: float) -> bool:
    """Ask the server to play the tournament now; return False if it was asked before or has begun."""
    with database.transaction():
        if any(map(database.flag, (REQUESTED, ENTRANTS, RESULT))):
            return False
        database.set_flag(REQUESTED, "1")
        database.audit(now, actor, "requested the official tournament")
    return True


def status(database: ClassDatabase) -> str:
    """Return whether the tournament is `waiting`, `requested`, `playing` or `finished`."""
    if database.flag(RESULT):
        return "finished"
    if database.flag(ENTRANTS):
        return "playing"
    return "requested" if database.flag(REQUESTED) else "waiting"


def freeze(database: ClassDatabase, now: float, *, has_baselines: bool = True) -> list[int]:
    """Return the IDs of the versions that take part: the active ones when this is called for the first time.

    Versions that answer cases only are left out. With `has_baselines`, those of programs that are baselines are
    included.
    """
    with database.transaction():
        if not database.flag(ENTRANTS):
            rows = database.rows(
                "SELECT active_submission FROM team JOIN submission ON submission.id = active_submission "
                f"WHERE {CAN_PLAY} AND (? OR team.id NOT IN (SELECT team FROM baseline)) ORDER BY alias",
                has_baselines,
            )
            frozen = [row["active_submission"] for row in rows]
            database.set_flag(ENTRANTS, json.dumps(frozen))
            database.audit(now, SERVER, "froze the active versions", plural(len(frozen), "version"))
        return entrants(database)


def entrants(database: ClassDatabase) -> list[int]:
    """Return the IDs of the versions that take part; none before they are frozen."""
    frozen: list[int] = json.loads(database.flag(ENTRANTS) or "[]")
    return frozen


def list_contestants(classroom: Classroom) -> list[Contestant]:
    """Return the frozen versions under the aliases of their teams, and the baselines."""
    database, settings = classroom.database, classroom.settings
    versions = []
    has_baselines = settings.tournament.has_baselines
    for submission in freeze(database, classroom.now(), has_baselines=has_baselines):
        row = database.row(
            "SELECT alias FROM team JOIN submission ON team.id = submission.team WHERE submission.id = ?",
            submission,
        )
        assert row is not None
        program = contestant(database, key_of(submission), classroom.submissions)
        versions.append(Contestant(row["alias"], program.player, program.fingerprint))
    baselines = settings.ladder.baselines if has_baselines else ()
    return versions + [Contestant(name, name) for name in baselines]


def play(classroom: Classroom, executor: Executor, is_stopping: Callable[[], bool]) -> int:
    """Play the games that are missing and, after the last one, store the result; return the number of games.

    The games end when `is_stopping` returns true, and after the running ones if the queue is paused or a check
    waits. Finished games are stored in the file of `Classroom.official`, so that the next call continues.
    """
    database, played = classroom.database, 0
    contestants = list_contestants(classroom)
    with TournamentState(classroom.official, write=True) as state:
        classroom.official.chmod(0o600)  # it contains what programs wrote
        plan = state.plan
        if plan is not None:  # the entrants of a tournament that has begun stay, whatever the settings say now
            names = {one.name for one in state.contestants}
            baselines = [one for one in state.contestants if one.directory is None]
            versions = [one for one in contestants if one.name in names and one.directory is not None]
            contestants = versions + baselines
        if len(contestants) < MIN_CONTESTANTS:
            _save(database, OfficialResult(), classroom.now())
            return 0
        enter(state, plan or tournament_plan(classroom.settings), contestants)
        state.set_start_date(datetime.fromtimestamp(classroom.now(), UTC).date())
        tournament = Tournament(state)

        def on_progress(progress: Progress) -> None:
            nonlocal played
            if is_stopping():
                raise StoppedError
            if isinstance(progress.event, int):
                return
            played += isinstance(progress.event, GameResult)
            if queue.is_paused(database) or has_unfinished_checks(database):
                tournament.stop()

        if tournament.run(executor, on_progress=on_progress):
            _save(database, _result(tournament, contestants, baseline_names(database)), classroom.now())
    return played


def _result(tournament: Tournament, contestants: list[Contestant], programs: set[str]) -> OfficialResult:
    """Return the result of a finished tournament; `programs` are the names of baselines that are programs."""
    standings = tournament.standings()
    baselines = {one.name for one in contestants if one.directory is None or one.name in programs}
    against: defaultdict[str, dict[str, tuple[float, int]]] = defaultdict(dict)
    for (name, opponent), counts in standings.cross_table().items():
        if opponent in baselines and name not in baselines:
            against[name][opponent] = counts.points, counts.games
    places = [row.name for row in standings.rows if row.name not in baselines]
    return OfficialResult(
        places={name: place for place, name in enumerate(places, start=1)}, against=dict(against)
    )


def _save(database: ClassDatabase, result: OfficialResult, now: float) -> None:
    with database.transaction():
        database.set_flag(RESULT, json.dumps(asdict(result)))
        database.audit(now, SERVER, "finished the official tournament", plural(len(result.places), "team"))


def result(database: ClassDatabase) -> OfficialResult | None:
    """Return the result of the tournament; None until it is finished."""
    text = database.flag(RESULT)
    if not text:
        return None
    values = json.loads(text)
    against = {
        name: {baseline: (points, games) for baseline, (points, games) in results.items()}
        for name, results in values["against"].items()
    }
    return OfficialResult(places=values["places"], against=against)
