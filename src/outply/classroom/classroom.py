"""A class: the directory with its settings, its database and the submitted programs."""

from __future__ import annotations

import shutil
import tarfile
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom
from typing import BinaryIO

from outply.arena.tournament.jobs import GameJob
from outply.classroom.accounts.credentials import issue_link
from outply.classroom.accounts.people import RosterChange, RosterEntry, add_administrator, import_roster
from outply.classroom.checks import hidden, queue
from outply.classroom.checks.check import CheckJob, PreflightGames
from outply.classroom.checks.hidden import HiddenJob, HiddenRun
from outply.classroom.checks.suites import ClassSuite, read_suite
from outply.classroom.database import BUSY_TIMEOUT_S, ClassDatabase, copy_database
from outply.classroom.ladder import games as ladder_games
from outply.classroom.ladder.games import LadderGame
from outply.classroom.settings.class_settings import ClassSettings, Deadline, preflight_start
from outply.classroom.settings.file import SettingsFile, parse
from outply.classroom.submissions import Submission, get_submission
from outply.classroom.uploads import remove_orphans
from outply.errors import UserError
from outply.formats.atomic_io import write_output
from outply.grading.run.settings import Settings, case_limits
from outply.grading.suite.case import Case
from outply.sandbox.locks import lock_file
from outply.text import os_reason

SETTINGS, DATABASE, SUBMISSIONS, SUITES, LOCK = "class.toml", "class.db", "submissions", "suites", "server.lock"
OFFICIAL = "official.db"
PUBLIC_SUITE = f"{SUITES}/public"

Clock = Callable[[], float]
"""Returns the time in seconds since 1970."""


class ClassError(UserError):
    """Raised if the directory of a class cannot be created, opened or locked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInLink:
    """A sign-in link of a person, with what a mail merge needs."""

    name: str
    email: str
    key: str
    role: str
    link: str


class Classroom:
    """The class in the directory `folder`. `clock` returns the time.

    Raises ClassError if `folder` contains no class, SettingsError if its settings are invalid, and StateError if
    its database cannot be opened.
    """

    def __init__(self, folder: Path, clock: Clock = time.time, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        if not (folder / DATABASE).is_file():
            raise ClassError(
                f"{folder} contains no class. Create one with: outply class new {folder} --roster roster.csv"
            )
        self.folder = folder
        self.now = clock
        self.settings_file = SettingsFile(folder / SETTINGS)
        self.database = ClassDatabase(folder / DATABASE, busy_timeout_s)
        self._lock: BinaryIO | None = None

    @property
    def settings(self) -> ClassSettings:
        """The settings in force."""
        return self.settings_file.current()

    @property
    def submissions(self) -> Path:
        """The folder with a directory for each submission."""
        return self.folder / SUBMISSIONS

    @property
    def official(self) -> Path:
        """The file of the official tournament, which exists after its start."""
        return self.folder / OFFICIAL

    def lock(self) -> None:
        """Reserve the class for the server in this process.

        Raises ClassError if another server is running.
        """
        lock = (self.folder / LOCK).open("wb")
        try:
            lock_file(lock.fileno())
        except OSError:
            lock.close()
            raise ClassError(f"another server is running the class in {self.folder}") from None
        self._lock = lock

    def recover(self) -> int:
        """Put interrupted checks and games back and remove unfinished uploads; return the number of checks.

        Only the server that holds the lock may call this.
        """
        with self.database.transaction():  # waits for an import that is storing files
            rows = self.database.rows("SELECT folder FROM submission WHERE files_removed_at IS NULL")
            remove_orphans(self.submissions, {row["folder"] for row in rows})
        ladder_games.put_back_all(self.database)
        hidden.put_back_all(self.database, self.now())
        return queue.put_back_all(self.database, self.now())

    def close(self) -> None:
        self.database.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Classroom:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def sign_in_url(self, secret: str) -> str:
        """Return the address of a sign-in link."""
        return f"{self.settings.course.url.rstrip('/')}/sign-in/{secret}"

    def sign_in_link(self, person: int) -> str:
        """Issue a sign-in link for a person and return its address."""
        secret = issue_link(self.database, person, self.now(), self.settings.sign_in.link_days)
        return self.sign_in_url(secret)

    def grade_settings(self) -> Settings:
        """Return the limits for the cases of a suite."""
        limits = self.settings.limits
        return Settings(
            limits=case_limits(limits.case_cpu_seconds, limits.case_wall_seconds, limits.case_memory_mib),
            give_up_after=limits.give_up_after_timeouts,
        )

    def public_suite(self) -> ClassSuite:
        """Return the public suite; one without cases if the class has none.

        Raises SuiteError if the suite is invalid.
        """
        return self.read_suite(self.settings.checks.public_suite)

    def public_cases(self) -> tuple[Case, ...]:
        """Return the cases of the public suite; none if the class has no such suite.

        Raises SuiteError if the suite is invalid.
        """
        return self.public_suite().cases

    def read_suite(self, name: str) -> ClassSuite:
        """Return the suite in a folder of the class directory; one without cases if `name` is empty.

        Raises SuiteError if the suite is invalid.
        """
        return read_suite(self.folder / name if name else None, self.settings.game)

    def find_deadline(self, name: str) -> Deadline | None:
        """Return the deadline with this name; None if there is none."""
        return next((one for one in self.settings.deadlines if one.name == name), None)

    def check_job(self, submission: Submission) -> CheckJob:
        """Return the job that checks a submission by the settings in force."""
        settings = self.settings
        checks, preflight = settings.checks, None
        if checks.preflight:
            preflight = PreflightGames(
                start=preflight_start(settings),
                opponent=checks.preflight_opponent,
                max_moves=checks.preflight_moves,
                seconds=checks.preflight_seconds,
            )
        suite = self.public_suite()
        query = "SELECT 1 FROM baseline WHERE team = ?"
        is_baseline = self.database.row(query, submission.team) is not None
        return CheckJob(
            submission=submission.id,
            folder=str((self.submissions / submission.folder).resolve()),
            preflight=preflight,
            cases=() if is_baseline and preflight is not None else suite.cases,
            settings=self.grade_settings(),
            suite_hash=suite.hash,
        )

    def hidden_job(self, run: HiddenRun) -> HiddenJob:
        """Return the job that runs a hidden suite.

        Raises ClassError if the deadline was removed from the settings.
        """
        deadline = self.find_deadline(run.deadline)
        if deadline is None or not deadline.hidden_suite:
            raise ClassError(f"class.toml has no hidden suite for {run.deadline}")
        suite = self.read_suite(deadline.hidden_suite)
        submission = get_submission(self.database, run.submission)
        return HiddenJob(
            run=run.id,
            submission=submission.id,
            folder=str((self.submissions / submission.folder).resolve()),
            preflight=None,
            cases=suite.cases,
            settings=self.grade_settings(),
            suite_hash=suite.hash,
        )

    def game_job(self, game: LadderGame) -> GameJob:
        """Return the job that plays a game of the ladder by the settings in force."""
        return ladder_games.game_job(self.database, game, self.settings, self.submissions)

    def import_roster(
        self, entries: Sequence[RosterEntry], actor: str, random: Random | None = None
    ) -> RosterChange:
        """Make the people of the class those of the roster."""
        with self.database.transaction():
            change = import_roster(self.database, entries, random or SystemRandom())
            counts = f"{len(change.added)} added, {len(change.updated)} updated, {len(change.deactivated)} removed"
            self.database.audit(self.now(), actor, "imported the roster", counts)
        return change

    def _settings_folders(self) -> list[str]:
        """Return the paths in the class directory that the settings name, and the folder of suites."""
        settings = self.settings
        names = {SUITES, settings.checks.public_suite, *(one.hidden_suite for one in settings.deadlines)}
        names |= {one.directory for one in settings.baselines}
        paths = {(self.folder / name).resolve() for name in names if name and (self.folder / name).exists()}
        outer = [path for path in paths if not any(parent in paths for parent in path.parents)]
        return sorted(str(path.relative_to(self.folder.resolve())) for path in outer)

    def backup(self, path: Path) -> int:
        """Write the whole class to a compressed tar archive while it runs; return the number of submissions.

        The archive contains a consistent copy of the database, the settings, the suites and the submissions of
        that copy, which never change.

        Raises ClassError if the file cannot be written.
        """
        try:
            with tempfile.TemporaryDirectory(dir=path.absolute().parent, prefix=".outply-backup-") as work:
                copy = Path(work, DATABASE)
                folders = self.database.copy_to(copy)
                partial = Path(work, "backup.tar.gz")
                with tarfile.open(partial, "w:gz") as archive:
                    archive.add(copy, DATABASE)
                    if self.official.is_file():
                        copy_database(self.official, Path(work, OFFICIAL))
                        archive.add(Path(work, OFFICIAL), OFFICIAL)
                    archive.add(self.folder / SETTINGS, SETTINGS)
                    for name in self._settings_folders():
                        archive.add(self.folder / name, name)
                    for folder in folders:
                        if not (self.submissions / folder).is_dir():
                            continue  # an old version, removed since the copy of the database
                        archive.add(self.submissions / folder, f"{SUBMISSIONS}/{folder}")
                partial.chmod(0o600)  # it contains names and programs of students
                partial.replace(path)
        except OSError as error:
            raise ClassError(f"cannot write {path}: {os_reason(error)}") from None
        return len(folders)


def create_class(
    folder: Path,
    settings: str,
    entries: Sequence[RosterEntry],
    *,
    suite: Path | None = None,
    clock: Clock = time.time,
) -> tuple[Classroom, str]:
    """Create a class in a new or empty directory; return it with the administrator's sign-in link.

    `settings` is the text of the settings file. `suite` is a folder of cases that becomes the public suite.

    Raises ClassError if the directory is not empty or cannot be written, and SettingsError if the settings are
    invalid.
    """
    parse(settings, SETTINGS)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ClassError(f"{folder} already exists and is not an empty directory; choose another one")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / SUBMISSIONS).mkdir(mode=0o700)
        if suite is not None:
            shutil.copytree(suite, folder / PUBLIC_SUITE)
        write_output(str(folder / SETTINGS), settings)
    except OSError as error:
        raise ClassError(f"cannot write {folder}: {os_reason(error)}") from None
    with ClassDatabase(folder / DATABASE) as database:
        administrator = add_administrator(database)
    (folder / DATABASE).chmod(0o600)
    classroom = Classroom(folder, clock)
    classroom.import_roster(entries, "outply class new")
    return classroom, classroom.sign_in_link(administrator.id)
