"""The queue of checks: which submission is next, and what becomes of it when its check ends or is interrupted."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from outply.classroom.checks.log import CUT, MAX_LOG_CHARS
from outply.classroom.database import ClassDatabase
from outply.classroom.submissions import State, Submission, change_state, get_submission
from outply.classroom.work_queue import MAX_ATTEMPTS, WorkQueue

CHECKS = WorkQueue(table="submission", waiting=State.QUEUED, running=State.CHECKING)

PAUSED = "paused"
"""Name of the flag that stops new checks."""

INTERRUPTED = "the server stopped during this check each time it was started; the course staff can start it again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A queued submission. `last_served_at` is when a check of its team began last; None if never."""

    submission: int
    queued_at: float
    last_served_at: float | None


def choose_next(waiting: Iterable[Waiting]) -> Waiting | None:
    """Return the submission whose check is next: that of the team that was served least recently.

    Of one team, and of teams that were served at the same time, the submission that has waited longest is next. A
    team that submits often therefore waits for all others, and no submission waits forever.
    """

    def order(one: Waiting) -> tuple[float, float, int]:
        served = -math.inf if one.last_served_at is None else one.last_served_at
        return served, one.queued_at, one.submission

    return min(waiting, key=order, default=None)


def claim_next(database: ClassDatabase, now: float) -> Submission | None:
    """Mark the next submission as being checked and return it; None if the queue is empty or paused."""
    with database.transaction():
        if is_paused(database):
            return None
        chosen = choose_next(list_waiting(database))
        if chosen is None:
            return None
        CHECKS.start(database, chosen.submission, now, finished_at=None, progress="", log="")
        submission = get_submission(database, chosen.submission)
        database.execute("UPDATE team SET last_served_at = ? WHERE id = ?", now, submission.team)
    return submission


def list_waiting(database: ClassDatabase) -> list[Waiting]:
    """Return the queued submissions."""
    rows = database.rows(
        "SELECT submission.id, queued_at, last_served_at FROM submission JOIN team ON team.id = submission.team "
        "WHERE state = ?",
        State.QUEUED.value,
    )
    return [Waiting(submission=row[0], queued_at=row[1], last_served_at=row[2]) for row in rows]


def set_progress(database: ClassDatabase, claim: Submission, progress: str) -> None:
    """Save the current step of a running check."""
    CHECKS.update(database, claim, progress=progress)


def append_log(database: ClassDatabase, claim: Submission, text: str) -> None:
    """Append a part to the log of a running check, up to the maximum length of a log."""
    max_chars = MAX_LOG_CHARS + len(CUT)
    with database.transaction():
        if CHECKS.is_current(database, claim):
            database.execute(
                "UPDATE submission SET log = substr(log || ?, 1, ?) WHERE id = ?", text, max_chars, claim.id
            )


def get_log(database: ClassDatabase, submission: int) -> str:
    """Return the log of the newest check of a version."""
    row = database.row("SELECT log FROM submission WHERE id = ?", submission)
    return "" if row is None else str(row["log"])


def finish(
    database: ClassDatabase,
    claim: Submission,
    state: State,
    now: float,
    *,
    headline: str,
    advice: str,
    result: str | None,
    suite_hash: str = "",
) -> bool:
    """Save the result of a check; return False if the check was put back in the meantime.

    A version that is ready becomes the active one of its team, unless the team has a newer active one.
    """
    with database.transaction():
        summary = {"headline": headline, "advice": advice, "result": result, "suite_hash": suite_hash}
        if not CHECKS.update(database, claim, finished_at=now, progress="", **summary):
            return False
        change_state(database, claim.id, State.CHECKING, state)
        if state is State.READY:
            database.execute(
                "UPDATE team SET active_submission = ? WHERE id = ? AND NOT EXISTS (SELECT 1 FROM submission "
                "WHERE submission.id = team.active_submission AND submission.version > ?) "
                "AND id NOT IN (SELECT team FROM baseline WHERE is_used = 0)",
                claim.id,
                claim.team,
                claim.version,
            )
    return True


def put_back(database: ClassDatabase, claim: Submission, now: float, *, is_planned: bool = False) -> bool:
    """Put a check that was interrupted back into the queue; return False if it was put back or finished before.

    A check that was started `MAX_ATTEMPTS` times ends as an error. If `is_planned`, at an orderly stop of
    the server, this start does not count.
    """
    if claim.attempts >= MAX_ATTEMPTS and not is_planned:
        headline = "The check did not finish"
        return finish(database, claim, State.ERROR, now, headline=headline, advice=INTERRUPTED, result=None)
    return CHECKS.put_back(database, claim, is_planned=is_planned, progress="")


def put_back_all(database: ClassDatabase, now: float) -> int:
    """Put all checks back that were running when the server ended; return their number."""
    with database.transaction():
        rows = database.rows("SELECT id FROM submission WHERE state = ?", State.CHECKING.value)
        return sum(put_back(database, get_submission(database, row["id"]), now) for row in rows)


def is_paused(database: ClassDatabase) -> bool:
    """Return whether the queue is paused: running checks finish, and no new ones start."""
    return bool(database.flag(PAUSED))


def set_paused(database: ClassDatabase, is_paused: bool, actor: str, now: float) -> None:
    """Pause or resume the queue."""
    with database.transaction():
        database.set_flag(PAUSED, "1" if is_paused else "")
        database.audit(now, actor, "paused the queue" if is_paused else "resumed the queue")
