"""Hidden suites: run at the closing of a deadline with the version that counts of each team."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from outply.classroom.checks.check import CheckJob, CheckResult
from outply.classroom.database import ClassDatabase, Row
from outply.classroom.settings.class_settings import ClassSettings, Deadline
from outply.classroom.submissions import State, Submission, parse_submission
from outply.classroom.work_queue import MAX_ATTEMPTS, WorkQueue
from outply.grading.result.rubric import Rubric
from outply.text import plural

RELEASED = "hidden_released:"
"""Prefix of the flag that shows the hidden results of a deadline to students; the name of the deadline follows."""

SERVER = "server"
INTERRUPTED = "the server stopped during this run each time it was started"
UNFINISHED = (State.QUEUED.value, State.CHECKING.value)
RUNS = WorkQueue(
    table="hidden_run",
    waiting=State.QUEUED,
    running=State.CHECKING,
    identity=("attempts", "started_at", "submission"),  # an import may replace the version during its run
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenRun:
    """The run of a hidden suite with the version of a team that counts for a deadline.

    `result` is the newest result as JSON text; None before the first one. It stays until the next run has
    finished. `suite_hash` is the content of the suite that gave the result, and `result_submission` the version.
    """

    id: int
    deadline: str
    team: int
    submission: int
    state: State
    queued_at: float
    started_at: float | None
    finished_at: float | None
    attempts: int
    progress: str
    headline: str
    result: str | None
    result_submission: int | None
    suite_hash: str

    @property
    def is_finished(self) -> bool:
        return self.state.value not in UNFINISHED


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenJob(CheckJob):
    """Runs the cases of a hidden suite with a version; `run` is the ID of the run."""

    SUITE: ClassVar[str] = "hidden"

    run: int

    def __str__(self) -> str:
        return f"the hidden suite for submission {self.submission}"


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenScore:
    """The number of right hidden cases, of all cases, and the points."""

    right: int
    cases: int
    points: float
    maximum: float


def closed_deadlines(settings: ClassSettings, now: float) -> list[Deadline]:
    """Return the deadlines with a hidden suite that have closed."""
    return [one for one in settings.deadlines if one.hidden_suite and now > one.closes]


def schedule(database: ClassDatabase, settings: ClassSettings, now: float) -> int:
    """Queue the runs of all deadlines that have closed and have none yet; return the number of new runs.

    A deadline waits for the checks of all versions that were received in time.
    """
    added = 0
    for deadline in closed_deadlines(settings, now):
        flag = f"hidden_scheduled:{deadline.name}"
        if database.flag(flag) or _has_unfinished_checks(database, deadline):
            continue
        with database.transaction():
            count = choose_versions(database, deadline, now)
            database.set_flag(flag, "1")
            database.audit(now, SERVER, "queued the hidden suite", f"{deadline.name}, {plural(count, 'version')}")
        added += count
    return added


def _has_unfinished_checks(database: ClassDatabase, deadline: Deadline) -> bool:
    query = "SELECT 1 FROM submission WHERE state IN (?, ?) AND received_at <= ? LIMIT 1"
    return database.row(query, *UNFINISHED, deadline.closes) is not None


def choose_versions(database: ClassDatabase, deadline: Deadline, now: float) -> int:
    """Queue a run for each team whose version that counts has no run yet; return the number of queued runs.

    The active version counts if it was received before the deadline closed; otherwise the newest one that was
    received before and passed its check, or without one the newest.
    """
    queued = 0
    with database.transaction():
        runs = {run.team: run for run in list_runs(database, deadline.name)}
        for team, submission in versions_that_count(database, deadline.closes).items():
            run = runs.get(team)
            if run is None:
                database.insert(
                    "hidden_run",
                    deadline=deadline.name,
                    team=team,
                    submission=submission.id,
                    state=State.QUEUED.value,
                    queued_at=now,
                )
            elif run.submission != submission.id:
                database.execute("UPDATE hidden_run SET submission = ? WHERE id = ?", submission.id, run.id)
                queue_again(database, run, now)
            else:
                continue
            queued += 1
    return queued


def versions_that_count(database: ClassDatabase, closes: float) -> dict[int, Submission]:
    """Return the version of each team that counts for a deadline, by the ID of the team."""
    rows = database.rows(
        "SELECT submission.*, team.active_submission FROM submission JOIN team ON team.id = submission.team "
        "WHERE received_at <= ? AND team.id NOT IN (SELECT team FROM baseline) ORDER BY version",
        closes,
    )
    best: dict[int, tuple[tuple[bool, bool, int], Submission]] = {}
    for row in rows:
        one = parse_submission(row)
        rank = one.id == row["active_submission"], one.state is State.READY, one.version
        if one.team not in best or rank > best[one.team][0]:
            best[one.team] = rank, one
    return {team: one for team, (_, one) in best.items()}


def get_run(database: ClassDatabase, run: int) -> HiddenRun:
    """Return the run with this ID.

    Raises KeyError if there is none.
    """
    row = database.row("SELECT * FROM hidden_run WHERE id = ?", run)
    if row is None:
        raise KeyError(run)
    return _parse_run(row)


def list_runs(database: ClassDatabase, deadline: str | None = None) -> list[HiddenRun]:
    """Return all runs; with `deadline`, those of one deadline."""
    query = "SELECT * FROM hidden_run WHERE ? IS NULL OR deadline = ? ORDER BY id"
    return [_parse_run(row) for row in database.rows(query, deadline, deadline)]


def team_runs(database: ClassDatabase, team: int) -> list[HiddenRun]:
    """Return the runs of a team."""
    return [_parse_run(row) for row in database.rows("SELECT * FROM hidden_run WHERE team = ? ORDER BY id", team)]


def has_unfinished(database: ClassDatabase) -> bool:
    """Return whether a run is queued or running."""
    return database.row("SELECT 1 FROM hidden_run WHERE state IN (?, ?) LIMIT 1", *UNFINISHED) is not None


def claim_next(database: ClassDatabase, now: float) -> HiddenRun | None:
    """Mark the run that has waited longest as running and return it; None if there is none."""
    with database.transaction():
        row = database.row(
            "SELECT id FROM hidden_run WHERE state = ? ORDER BY queued_at, id LIMIT 1", State.QUEUED.value
        )
        if row is None:
            return None
        RUNS.start(database, row["id"], now, progress="")
        return get_run(database, row["id"])


def set_progress(database: ClassDatabase, claim: HiddenRun, progress: str) -> None:
    """Save the current step of a run."""
    RUNS.update(database, claim, progress=progress)


def finish(
    database: ClassDatabase, claim: HiddenRun, result: CheckResult, state: State, headline: str, now: float
) -> bool:
    """Save the result of a run; return False if the run was put back in the meantime.

    An error of the server keeps the result of an earlier run.
    """
    values: dict[str, object] = {"state": state.value, "finished_at": now, "progress": "", "headline": headline}
    if state is not State.ERROR or claim.result is None:
        values |= {
            "result": result.to_json(),
            "result_submission": claim.submission,
            "suite_hash": result.suite_hash,
        }
    return RUNS.update(database, claim, **values)


def put_back(database: ClassDatabase, claim: HiddenRun, now: float, *, is_planned: bool = False) -> bool:
    """Queue an interrupted run again; return False if it was put back or finished before.

    A run that was started `MAX_ATTEMPTS` times ends as an error. If `is_planned`, at an orderly stop of
    the server, this start does not count.
    """
    if claim.attempts >= MAX_ATTEMPTS and not is_planned:
        error = CheckResult(error=INTERRUPTED)
        return finish(database, claim, error, State.ERROR, "The run did not finish", now)
    return RUNS.put_back(database, claim, is_planned=is_planned, progress="")


def put_back_all(database: ClassDatabase, now: float) -> int:
    """Queue all runs again that were running when the server ended; return their number."""
    with database.transaction():
        rows = database.rows("SELECT * FROM hidden_run WHERE state = ?", State.CHECKING.value)
        return sum(put_back(database, _parse_run(row), now) for row in rows)


def queue_again(database: ClassDatabase, run: HiddenRun, now: float) -> None:
    """Queue a run again. Its result stays until the new one is there."""
    database.update("hidden_run", run.id, state=State.QUEUED.value, queued_at=now, attempts=0, progress="")


def is_released(database: ClassDatabase, deadline: Deadline) -> bool:
    """Return whether students see the hidden results of a deadline, with the cases."""
    return deadline.release_hidden or bool(database.flag(RELEASED + deadline.name))


def set_released(database: ClassDatabase, deadline: Deadline, is_released: bool, actor: str, now: float) -> None:
    """Show the hidden results of a deadline to students, or hide them again."""
    with database.transaction():
        database.set_flag(RELEASED + deadline.name, "1" if is_released else "")
        action = "released the hidden results" if is_released else "withdrew the hidden results"
        database.audit(now, actor, action, deadline.name)


def score(run: HiddenRun, deadline: Deadline) -> HiddenScore | None:
    """Return the score of a run, which counts the cases of the suite at that time; None if it has no result."""
    if run.result is None:
        return None
    result = CheckResult.from_json(run.result)
    if result.error or (result.outcome is not None and result.outcome.is_tool_missing):
        return None
    total = max(1, result.case_count)
    right = sum(judgement.is_right for _, judgement in result.judgements)
    maximum = deadline.hidden_points or float(total)
    return HiddenScore(right=right, cases=total, points=maximum * right / total, maximum=maximum)


def rubric(deadline: Deadline) -> Rubric:
    """Return the points of the cases of a hidden suite: one each, or equal shares of `hidden_points`."""
    return Rubric(total_points=deadline.hidden_points or None)


def _parse_run(row: Row) -> HiddenRun:
    values = {name: row[name] for name in HiddenRun.__slots__}
    return HiddenRun(**values | {"state": State(row["state"])})
