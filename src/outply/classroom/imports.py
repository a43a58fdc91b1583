"""Import the download of a course system: each submission in it becomes a version of a team."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from outply.classroom.accounts.people import Person, list_people
from outply.classroom.checks import hidden
from outply.classroom.classroom import ClassError, Classroom
from outply.classroom.database import ClassDatabase
from outply.classroom.settings.class_settings import ClassSettings, Deadline, format_time
from outply.classroom.settings.file import MAXIMA
from outply.classroom.submissions import add_version, team_submissions
from outply.classroom.uploads import UploadError, pack_directory, remove_upload, store_upload
from outply.grading.submissions.collect import Submission as CollectedSubmission
from outply.grading.submissions.collect import collect, find_owners
from outply.grading.submissions.roster import Student
from outply.grading.submissions.unpack import UnpackError, is_archive, unpack
from outply.text import plural

MAX_DOWNLOAD_MIB = 2048
"""Maximum size of the unpacked files of a download, which contains the submissions of the whole class."""

MIN_LATE_S = 60.0
"""Lateness of a version that the course system calls late without a time, if the deadline has not passed here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A submission that became a version of a team. `name` is its name in the download."""

    name: str
    alias: str
    version: int
    submission: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What became of the submissions of a download.

    `skipped` are pairs of name and reason. `unknown` are the names of submissions that belong to no student of the
    class, or to students of several teams. `remarks` are about single files of the download.
    """

    imported: tuple[Imported, ...] = ()
    skipped: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{len(self.imported)} imported, {len(self.skipped)} skipped, {len(self.unknown)} unknown"


def import_download(
    classroom: Classroom, source: Path, actor: str, deadline: str = "", roster: Sequence[Student] = ()
) -> ImportReport:
    """Import the submissions in a download, which is a directory or an archive, and queue their checks.

    Limits of the students do not apply. The newest version of a team counts, by the times in the download. A
    version without a time counts as received now, or at the end of `deadline` if that is earlier. `roster` has
    further names of students, such as the numbers of the course system. Everything is unpacked and copied by the
    rules of uploads.

    Raises UserError if the download cannot be read or the class has no such deadline.
    """
    target = _find_deadline(classroom, deadline)
    with tempfile.TemporaryDirectory(prefix="outply-import-") as work:
        folder = _open_download(source, Path(work))
        unpacked = Path(work, "submissions")
        unpacked.mkdir(mode=0o700)
        collected, warnings = collect(folder, unpacked)
        importer = _Importer(classroom, target, roster, Path(work))
        for one in sorted(collected, key=lambda one: (one.time or 0.0, one.attempt or 0, one.name)):
            importer.add(one)
    report = importer.report(warnings)
    database = classroom.database
    for closed in hidden.closed_deadlines(classroom.settings, classroom.now()):
        if report.imported and hidden.list_runs(database, closed.name):
            hidden.choose_versions(database, closed, classroom.now())
    database.audit(classroom.now(), actor, "imported submissions", str(report))
    return report


def _find_deadline(classroom: Classroom, name: str) -> Deadline | None:
    deadlines = classroom.settings.deadlines
    if not name:
        return classroom.settings.deadline_at(classroom.now()) or (deadlines[-1] if deadlines else None)
    if (found := classroom.find_deadline(name)) is None:
        names = ", ".join(one.name for one in deadlines) or "none"
        raise ClassError(f"the class has no deadline {name!r}; its deadlines: {names}")
    return found


def _open_download(source: Path, work: Path) -> Path:
    """Return the folder with the submissions of a download, whose archive may have one folder around them."""
    folder = source
    if is_archive(source):
        folder = work / "download"
        try:
            unpack(source, folder, max_mib=MAX_DOWNLOAD_MIB)
        except UnpackError as error:
            raise ClassError(f"cannot unpack {source.name}: {error}") from None
    elif source.is_file():
        raise ClassError(f"{source.name} is not a download: expected a directory or an archive such as a zip")
    entries = (
        [path for path in folder.iterdir() if not path.name.startswith((".", "__MACOSX"))]
        if folder.is_dir()
        else []
    )
    if is_archive(source) and len(entries) == 1 and entries[0].is_dir():
        inner = [path for path in entries[0].iterdir() if not path.name.startswith(".")]
        if len(inner) > 1 and not (entries[0] / "Makefile").exists():
            return entries[0]
    return folder


def team_students(people: Sequence[Person], roster: Sequence[Student] = ()) -> dict[int, list[Student]]:
    """Return the active students of each team with all names by which a download may know them, in lower case.

    Canvas writes names as one word, the family name first.
    """
    students: dict[int, list[Student]] = {}
    for person in people:
        if person.team is None or not person.is_active:
            continue
        words = [re.sub(r"\W", "", word) for word in person.name.casefold().split()]
        joined = {"".join(words[index:] + words[:index]) for index in range(len(words))}
        keys = {person.key.casefold(), person.email.casefold(), person.email.casefold().partition("@")[0]} | joined
        for row in roster:
            if row.keys & keys or row.name.casefold() == person.name.casefold():
                keys |= row.keys
        student = Student(name=person.name, key=str(person.id), keys=frozenset(filter(None, keys)))
        students.setdefault(person.team, []).append(student)
    return students


class _Importer:
    """Adds the submissions of a download to a class, one after the other."""

    def __init__(
        self, classroom: Classroom, deadline: Deadline | None, roster: Sequence[Student], work: Path
    ) -> None:
        self._class, self._deadline, self._work = classroom, deadline, work
        people = list_people(classroom.database)
        self._people = {person.id: person for person in people}
        self._students = [one for team in team_students(people, roster).values() for one in team]
        self._teams = _team_titles(classroom.database)
        self._imported: list[Imported] = []
        self._skipped: list[tuple[str, str]] = []
        self._unknown: list[str] = []

    def report(self, remarks: Sequence[str]) -> ImportReport:
        return ImportReport(
            imported=tuple(self._imported),
            skipped=tuple(self._skipped),
            unknown=tuple(self._unknown),
            remarks=tuple(remarks),
        )

    def add(self, one: CollectedSubmission) -> None:
        """Import a submission, or note why it is skipped."""
        person = self._author(one)
        label = one.name if one.student == one.name else f"{one.name} ({one.student})"
        if person is None:
            self._unknown.append(label)
        elif one.folder is None:
            self._skipped.append((label, one.problem))
        else:
            self._store(label, one, Path(one.folder), person)

    def _author(self, one: CollectedSubmission) -> Person | None:
        """Return a student of the only team that a submission can belong to; None if there is none."""
        owners = [self._people[int(owner.key)] for owner in find_owners(one, self._students)]
        teams = {owner.team for owner in owners}
        if not owners:  # the names of teams come last: they may be words of other names
            teams = {
                team for title, team in self._teams.items() if title in one.identifiers | {one.name.casefold()}
            }
            owners = [person for person in self._people.values() if person.team in teams and person.is_active]
        return owners[0] if len(teams) == 1 and owners else None

    def _store(self, label: str, one: CollectedSubmission, folder: Path, person: Person) -> None:
        classroom, database = self._class, self._class.database
        assert person.team is not None
        received_at, late_s, deadline = self._times(one)
        # A transaction around both, so that a server that starts now does not take the files for left-over ones.
        with database.transaction():
            try:
                upload = store_upload(
                    "submission.zip", pack_directory(folder), classroom.submissions, MAXIMA["upload_mib"]
                )
            except UploadError as error:
                self._skipped.append((label, str(error)))
                return
            try:
                problem = _duplicate(database, person.team, upload.fingerprint, one.time)
                if problem:
                    self._skipped.append((label, problem))
                    remove_upload(upload, classroom.submissions)
                    return
                version = add_version(
                    database, person, upload, received_at, deadline=deadline, late_s=late_s, now=classroom.now()
                )
            except BaseException:
                remove_upload(upload, classroom.submissions)
                raise
        self._imported.append(
            Imported(name=label, alias=person.alias, version=version.version, submission=version.id)
        )

    def _times(self, one: CollectedSubmission) -> tuple[float, float, str]:
        """Return when a submission was received, how late it is in seconds, and the name of its deadline."""
        settings, now = self._class.settings, self._class.now()
        if one.time is not None:
            deadline = _deadline_of(settings, one.time)
            late_s = 0.0 if deadline is None else max(0.0, one.time - deadline.due)
            return one.time, late_s, "" if deadline is None else deadline.name
        if (deadline := self._deadline) is None:
            return now, 0.0, ""
        received_at = min(now, deadline.closes if one.late else deadline.due)
        late_s = max(received_at - deadline.due, MIN_LATE_S) if one.late else 0.0
        return received_at, late_s, deadline.name


def _deadline_of(settings: ClassSettings, time: float) -> Deadline | None:
    return settings.deadline_at(time) or (settings.deadlines[-1] if settings.deadlines else None)


def _team_titles(database: ClassDatabase) -> dict[str, int]:
    return {row["title"].casefold(): row["id"] for row in database.rows("SELECT id, title FROM team")}


def _duplicate(database: ClassDatabase, team: int, fingerprint: str, time: float | None) -> str:
    """Return why a submission is not imported: it was imported before, or a newer version exists; empty if not.

    Without a time, equal files are the same submission. With times, a student may have returned to earlier files.
    """
    versions = team_submissions(database, team)
    for version in versions:
        is_same_time = time is None or version is versions[0] or version.received_at == time
        if version.fingerprint == fingerprint and is_same_time:
            return f"its files are those of version {version.version}"
    if time is not None and versions and versions[0].received_at > time:
        return f"version {versions[0].version} was received later, on {format_time(versions[0].received_at)}"
    return ""


def describe(report: ImportReport) -> list[str]:
    """Return the lines of a report for a terminal."""
    lines = [f"{one.name}: version {one.version} of {one.alias}" for one in report.imported]
    lines += [f"{name}: skipped, {reason}" for name, reason in report.skipped]
    lines += [f"{name}: unknown, it belongs to no team of the class, or to several" for name in report.unknown]
    return [
        *lines,
        *report.remarks,
        f"{plural(len(report.imported), 'version')} imported, "
        f"{len(report.skipped)} skipped, {len(report.unknown)} unknown",
    ]
