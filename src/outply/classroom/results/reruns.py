"""Results of an earlier suite: which versions they belong to, and running them again."""

from __future__ import annotations

from dataclasses import dataclass

from outply.classroom import submissions
from outply.classroom.checks import hidden
from outply.classroom.checks.hidden import HiddenRun
from outply.classroom.classroom import Classroom
from outply.classroom.submissions import Submission, parse_submission
from outply.errors import UserError
from outply.text import plural


@dataclass(frozen=True, slots=True, kw_only=True)
class Outdated:
    """Versions and runs of hidden suites with a result of an earlier suite."""

    versions: tuple[Submission, ...] = ()
    runs: tuple[HiddenRun, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.versions or self.runs)

    def __str__(self) -> str:
        parts = []
        if self.versions:
            parts.append(f"{plural(len(self.versions), 'version')} with the public suite")
        if self.runs:
            parts.append(f"{plural(len(self.runs), 'version')} with a hidden suite")
        return " and ".join(parts)


def find_outdated(classroom: Classroom, *, include_all: bool = False) -> Outdated:
    """Return the finished checks and hidden runs whose suite or rules have changed since.

    Of the checks, only those of active and newest versions are returned, unless `include_all` is set. A suite that
    cannot be read has no outdated results: it may be in the middle of a change.
    """
    return Outdated(versions=_versions(classroom, include_all), runs=_runs(classroom))


def _versions(classroom: Classroom, include_all: bool) -> tuple[Submission, ...]:
    try:
        suite = classroom.public_suite()
    except (UserError, OSError):
        return ()
    rows = classroom.database.rows(
        "SELECT submission.* FROM submission JOIN team ON team.id = submission.team "
        "WHERE suite_hash != ? AND files_removed_at IS NULL AND team.id NOT IN (SELECT team FROM baseline) "
        "AND (? OR "
        "submission.id = active_submission OR version = (SELECT max(version) FROM submission AS other "
        "WHERE other.team = submission.team)) ORDER BY submission.id",
        suite.hash,
        include_all,
    )
    return tuple(one for one in map(parse_submission, rows) if one.is_finished)


def _runs(classroom: Classroom) -> tuple[HiddenRun, ...]:
    outdated = []
    for deadline in classroom.settings.deadlines:
        try:
            suite = classroom.read_suite(deadline.hidden_suite)
        except (UserError, OSError):
            continue
        runs = hidden.list_runs(classroom.database, deadline.name) if deadline.hidden_suite else []
        outdated += [run for run in runs if run.is_finished and run.suite_hash != suite.hash]
    return tuple(outdated)


def run_again(classroom: Classroom, outdated: Outdated, actor: str) -> None:
    """Queue outdated checks and hidden runs again. Their results stay until the new ones are there."""
    database, now = classroom.database, classroom.now()
    with database.transaction():
        for version in outdated.versions:
            submissions.rerun(database, version, actor, now)
        for run in outdated.runs:
            hidden.queue_again(database, run, now)
        database.audit(now, actor, "ran again after a change of a suite", str(outdated))
