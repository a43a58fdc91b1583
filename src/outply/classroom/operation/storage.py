"""Disk space of a class: its use by team, the quota, and the removal of files of old versions."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from outply.classroom.classroom import SUITES, Classroom
from outply.classroom.database import ClassDatabase
from outply.classroom.ladder.games import GameState, submission_of
from outply.classroom.results import official
from outply.classroom.settings.class_settings import StorageSettings
from outply.classroom.submissions import DAY_S, State
from outply.classroom.uploads import folder_bytes
from outply.errors import UserError

MIB = 1 << 20


class QuotaError(UserError):
    """An upload is refused because the class has no disk space left; the message is for the student."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskUse:
    """The disk space of a class in bytes. `teams` is that of the submissions by the ID of the team."""

    database: int
    suites: int
    teams: Mapping[int, int]
    free: int
    quota: int

    @property
    def submissions(self) -> int:
        return sum(self.teams.values())

    @property
    def used(self) -> int:
        return self.database + self.suites + self.submissions

    @property
    def is_full(self) -> bool:
        return self.used >= self.quota


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredVersion:
    """A version whose files are kept."""

    submission: int
    team: int
    version: int
    received_at: float


def database_bytes(classroom: Classroom) -> int:
    """Return the size of the databases of a class with their write-ahead logs."""
    return sum(path.stat().st_size for path in classroom.folder.glob("*.db*") if path.is_file())


def disk_use(classroom: Classroom) -> DiskUse:
    """Return the disk space that a class uses."""
    rows = classroom.database.rows(
        "SELECT team, sum(disk_bytes) AS bytes FROM submission WHERE files_removed_at IS NULL GROUP BY team"
    )
    return DiskUse(
        database=database_bytes(classroom),
        suites=folder_bytes(classroom.folder / SUITES),
        teams={row["team"]: row["bytes"] or 0 for row in rows},
        free=shutil.disk_usage(classroom.folder).free,
        quota=classroom.settings.storage.max_mib * MIB,
    )


def measure_submissions(classroom: Classroom) -> int:
    """Measure the submissions whose size is not stored yet; return their number."""
    rows = classroom.database.rows(
        "SELECT id, folder FROM submission WHERE disk_bytes IS NULL AND files_removed_at IS NULL"
    )
    for row in rows:
        size = folder_bytes(classroom.submissions / row["folder"])
        classroom.database.execute("UPDATE submission SET disk_bytes = ? WHERE id = ?", size, row["id"])
    return len(rows)


def check_quota(classroom: Classroom, extra_bytes: int = 0) -> None:
    """Raise QuotaError if the class has no disk space for `extra_bytes` more."""
    use = disk_use(classroom)
    if use.used + extra_bytes > use.quota:
        raise QuotaError(
            f"the disk space of the class is full ({use.used / MIB:,.0f} of {use.quota / MIB:,.0f} MiB); "
            "your version was not stored, and earlier ones are safe. Tell the course staff, then submit again"
        )


def outdated_versions(
    versions: Sequence[StoredVersion], protected: Collection[int], storage: StorageSettings, now: float
) -> list[StoredVersion]:
    """Return the versions whose files are to be removed by the settings, the oldest first.

    Protected versions, which are given by their IDs, stay and do not count. Of the others, the newest
    `keep_versions` of each team stay, as far as they were received in the last `keep_days`; 0 means all.
    """
    kept: dict[int, int] = {}
    outdated = []
    for one in sorted(versions, key=lambda one: -one.version):
        if one.submission in protected:
            continue
        kept[one.team] = kept.get(one.team, 0) + 1
        is_surplus = 0 < storage.keep_versions < kept[one.team]
        is_old = 0 < storage.keep_days * DAY_S < now - one.received_at
        if is_surplus or is_old:
            outdated.append(one)
    return sorted(outdated, key=lambda one: one.submission)


def protected_versions(database: ClassDatabase) -> set[int]:
    """Return the IDs of the versions whose files always stay.

    These are the active version and the newest one of each team, of which one counts for the grade, those of the
    official tournament and of hidden suites, and those that are being checked or play a game.
    """
    queries = (
        "SELECT active_submission AS id FROM team WHERE active_submission IS NOT NULL",
        "SELECT id FROM submission WHERE version = (SELECT max(version) FROM submission AS other "
        "WHERE other.team = submission.team)",
        "SELECT submission AS id FROM hidden_run",
        "SELECT result_submission AS id FROM hidden_run WHERE result_submission IS NOT NULL",
    )
    protected = {row["id"] for query in queries for row in database.rows(query)}
    unfinished = database.rows(
        "SELECT id FROM submission WHERE state IN (?, ?)", State.QUEUED.value, State.CHECKING.value
    )
    playing = database.rows(
        "SELECT first, second FROM ladder_game WHERE state IN (?, ?)",
        GameState.WAITING.value,
        GameState.RUNNING.value,
    )
    protected |= {row["id"] for row in unfinished}
    protected |= {submission_of(row[side]) or 0 for row in playing for side in ("first", "second")}
    return protected | set(official.entrants(database))


def prune(classroom: Classroom) -> int:
    """Remove the files of outdated versions; return the number of versions.

    Their results, games and ratings stay.
    """
    storage, now = classroom.settings.storage, classroom.now()
    if not storage.keep_versions and not storage.keep_days:
        return 0
    database = classroom.database
    with database.transaction():  # no version becomes active in the meantime
        rows = database.rows(
            "SELECT id, team, version, received_at, folder, disk_bytes FROM submission "
            "WHERE files_removed_at IS NULL"
        )
        versions = [
            StoredVersion(
                submission=row["id"], team=row["team"], version=row["version"], received_at=row["received_at"]
            )
            for row in rows
        ]
        outdated = outdated_versions(versions, protected_versions(database), storage, now)
        for one in outdated:
            database.execute("UPDATE submission SET files_removed_at = ? WHERE id = ?", now, one.submission)
            subject = f"submission {one.submission}, version {one.version}"
            database.audit(now, official.SERVER, "removed the files", subject)
    removed = {one.submission for one in outdated}
    for row in rows:
        if row["id"] in removed:  # after the commit: a file without a row is removed at the next start
            shutil.rmtree(classroom.submissions / row["folder"], ignore_errors=True)
    return len(outdated)
