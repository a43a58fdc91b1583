"""Submissions: versions of a team's program, their states, limits and deadlines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from outply.classroom.accounts.people import Person
from outply.classroom.database import ClassDatabase, Row
from outply.classroom.settings.class_settings import ClassLimits, ClassSettings, Deadline, format_time
from outply.classroom.uploads import Upload
from outply.errors import UserError
from outply.text import plural

HOUR_S, DAY_S = 3600.0, 24 * 3600.0


class State(Enum):
    """The state of a version.

    QUEUED: waits for its check. CHECKING: the check is running. READY: it builds and plays. FAILED: it does not.
    ERROR: the server could not check it, which is not the fault of the program.
    """

    QUEUED = "queued"
    CHECKING = "checking"
    READY = "ready"
    FAILED = "failed"
    ERROR = "error"


TRANSITIONS: Mapping[State, Collection[State]] = {
    State.QUEUED: (State.CHECKING,),
    State.CHECKING: (State.READY, State.FAILED, State.ERROR, State.QUEUED),
    State.READY: (State.QUEUED,),
    State.FAILED: (State.QUEUED,),
    State.ERROR: (State.QUEUED,),
}
FINISHED = frozenset({State.READY, State.FAILED, State.ERROR})


class SubmissionError(UserError):
    """A submission is refused, or an action does not suit its state; the message is for the student."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A version of a team's program.

    `version` counts the versions of the team from 1. `late_s` is the time after the deadline in seconds, 0 if it
    is not late. `attempts` counts the starts of its check. `progress` is the current step of a running check.
    `headline` and `advice` summarize a finished check, `result` is the check's result as JSON text, and
    `suite_hash` the content of the public suite that gave it. A check that runs again keeps them until its end.
    The files of an old version may have been removed, at `files_removed_at`.
    """

    id: int
    team: int
    person: int
    version: int
    file_name: str
    folder: str
    fingerprint: str
    bytes: int
    received_at: float
    deadline: str
    late_s: float
    state: State
    queued_at: float
    started_at: float | None
    finished_at: float | None
    attempts: int
    progress: str
    headline: str
    advice: str
    result: str | None
    suite_hash: str
    files_removed_at: float | None

    @property
    def is_finished(self) -> bool:
        return self.state in FINISHED


def check_limits(received: Sequence[float], waiting: int, limits: ClassLimits, now: float) -> None:
    """Check whether a team may submit another version.

    `received` are the times of the team's earlier versions, `waiting` is the number that wait for their check.

    Raises SubmissionError if a limit is reached, with the time at which the next version is accepted.
    """
    if waiting >= limits.waiting_submissions:
        raise SubmissionError(
            f"{plural(waiting, 'version')} of your program wait for the check; submit the next one afterwards"
        )
    for period_s, limit, name in (
        (HOUR_S, limits.submissions_per_hour, "an hour"),
        (DAY_S, limits.submissions_per_day, "a day"),
    ):
        recent = sorted(time for time in received if time > now - period_s)
        if len(recent) >= limit:
            again = format_time(recent[-limit] + period_s)
            raise SubmissionError(
                f"at most {plural(limit, 'version')} {name} are accepted; submit the next one after {again}"
            )


def check_open(settings: ClassSettings, now: float) -> tuple[str, float]:
    """Return the name of the deadline that counts at `now`, and how late a version is, in seconds.

    Raises SubmissionError if all deadlines have closed.
    """
    if settings.is_closed(now):
        raise SubmissionError(f"submissions closed on {format_time(settings.deadlines[-1].closes)}")
    deadline = settings.deadline_at(now)
    return ("", 0.0) if deadline is None else (deadline.name, max(0.0, now - deadline.due))


def update_lateness(database: ClassDatabase, deadlines: Iterable[Deadline], now: float) -> None:
    """Compute the lateness of versions anew whose deadline has been moved.

    Lateness that does not follow from the time of receipt, as of some imported versions, stays.
    """
    with database.transaction():
        for deadline in deadlines:
            flag = f"due:{deadline.name}"
            known = database.flag(flag)
            if known == (due := repr(deadline.due)):
                continue
            database.set_flag(flag, due)
            if known:
                database.execute(
                    "UPDATE submission SET late_s = max(0.0, received_at - ?) "
                    "WHERE deadline = ? AND late_s = max(0.0, received_at - ?)",
                    deadline.due,
                    deadline.name,
                    float(known),
                )
                database.audit(now, "server", "moved a deadline", f"{deadline.name}: {format_time(deadline.due)}")


def check_team(database: ClassDatabase, team: int, settings: ClassSettings, now: float) -> None:
    """Raise SubmissionError if a team may not submit a version now."""
    check_open(settings, now)
    rows = database.rows("SELECT received_at, state FROM submission WHERE team = ?", team)
    waiting = sum(row["state"] == State.QUEUED.value for row in rows)
    check_limits([row["received_at"] for row in rows], waiting, settings.limits, now)


def add_submission(
    database: ClassDatabase, person: Person, upload: Upload, settings: ClassSettings, now: float
) -> Submission:
    """Add an unpacked upload as the next version of a person's team, and queue its check.

    Raises SubmissionError if a limit is reached or all deadlines have closed.
    """
    assert person.team is not None
    with database.transaction():
        check_team(database, person.team, settings, now)
        deadline, late_s = check_open(settings, now)
        return add_version(database, person, upload, now, deadline=deadline, late_s=late_s, now=now)


def add_version(
    database: ClassDatabase,
    person: Person,
    upload: Upload,
    received_at: float,
    *,
    deadline: str,
    late_s: float,
    now: float,
    team: int | None = None,
) -> Submission:
    """Add an unpacked upload as the next version of a team, by default that of the person, and queue its check."""
    team = person.team if team is None else team
    with database.transaction():
        row = database.row("SELECT max(version) AS version FROM submission WHERE team = ?", team)
        version = ((row["version"] if row is not None else 0) or 0) + 1
        submission = database.insert(
            "submission",
            team=team,
            person=person.id,
            version=version,
            file_name=upload.file_name,
            folder=upload.folder,
            fingerprint=upload.fingerprint,
            bytes=upload.bytes,
            disk_bytes=upload.disk_bytes,
            received_at=received_at,
            deadline=deadline,
            late_s=late_s,
            state=State.QUEUED.value,
            queued_at=now,
        )
        database.audit(now, person.key, "submitted", f"submission {submission}, version {version}")
    return get_submission(database, submission)


def get_submission(database: ClassDatabase, submission: int) -> Submission:
    """Return the submission with this ID.

    Raises KeyError if there is none.
    """
    row = database.row("SELECT * FROM submission WHERE id = ?", submission)
    if row is None:
        raise KeyError(submission)
    return parse_submission(row)


def team_submissions(database: ClassDatabase, team: int) -> list[Submission]:
    """Return the versions of a team, the newest first."""
    rows = database.rows("SELECT * FROM submission WHERE team = ? ORDER BY version DESC", team)
    return [parse_submission(row) for row in rows]


def latest_submissions(database: ClassDatabase) -> dict[int, Submission]:
    """Return the newest version of each team that has submitted, by the ID of the team."""
    rows = database.rows("SELECT *, max(version) FROM submission GROUP BY team")
    return {row["team"]: parse_submission(row) for row in rows}


def active_submission(database: ClassDatabase, team: int) -> int | None:
    """Return the ID of the active version of a team; None if there is none."""
    row = database.row("SELECT active_submission FROM team WHERE id = ?", team)
    return None if row is None else row["active_submission"]


def change_state(database: ClassDatabase, submission: int, before: State, after: State) -> bool:
    """Change the state of a submission; return False if it is not in the state `before`.

    Raises ValueError if the transition is not allowed.
    """
    if after not in TRANSITIONS[before]:
        raise ValueError(f"a submission cannot go from {before.value} to {after.value}")
    query = "UPDATE submission SET state = ? WHERE id = ? AND state = ?"
    return database.execute(query, after.value, submission, before.value) == 1


def activate(
    database: ClassDatabase, submission: Submission, settings: ClassSettings, actor: str, now: float
) -> None:
    """Make a version the active one of its team.

    Raises SubmissionError if the version has not passed its check, if its files were removed, or if all deadlines
    have closed.
    """
    if submission.state is not State.READY:
        raise SubmissionError("only a version that has passed its check can be active")
    check_open(settings, now)
    with database.transaction():
        _require_files(database, submission.id)
        database.execute("UPDATE team SET active_submission = ? WHERE id = ?", submission.id, submission.team)
        database.audit(now, actor, "activated", f"submission {submission.id}")


def rerun(database: ClassDatabase, submission: Submission, actor: str, now: float) -> None:
    """Queue the check of a finished submission again.

    Raises SubmissionError if its check has not finished, or if its files were removed.
    """
    if not submission.is_finished:
        raise SubmissionError(f"the check of this version is {submission.state.value}; wait until it has finished")
    with database.transaction():
        _require_files(database, submission.id)
        if change_state(database, submission.id, submission.state, State.QUEUED):
            database.execute(
                "UPDATE submission SET queued_at = ?, attempts = 0, progress = '' WHERE id = ?", now, submission.id
            )
            database.audit(now, actor, "queued again", f"submission {submission.id}")


def _require_files(database: ClassDatabase, submission: int) -> None:
    """Raise SubmissionError if the files of a version were removed."""
    removed_at = get_submission(database, submission).files_removed_at
    if removed_at is not None:
        raise SubmissionError(f"the files of this version were removed on {format_time(removed_at)}")


def parse_submission(row: Row) -> Submission:
    """Return the submission in a row of the table."""
    values = {name: row[name] for name in Submission.__slots__}
    return Submission(**values | {"state": State(row["state"])})
