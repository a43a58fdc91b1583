"""Collect the submissions of a class: folders and archives in one folder, matched to a roster."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from outply.errors import UserError
from outply.grading.submissions.downloads import (
    GRADESCOPE_METADATA,
    DownloadEntry,
    parse_name,
    read_github,
    read_gradescope,
)
from outply.grading.submissions.recipe import MAX_SOURCE_BYTES, SOURCE_SUFFIXES, public_class
from outply.grading.submissions.roster import Student
from outply.grading.submissions.unpack import SUPPORTED_SUFFIXES, UnpackError, is_archive, stem, unpack
from outply.players.contestant import fingerprint
from outply.text import join_or, plural

NO_SUBMISSION = "nothing was submitted"
EXPECTED_FORMATS = (
    f"a folder, an archive ({join_or(SUPPORTED_SUFFIXES)}) or a program ({join_or(SOURCE_SUFFIXES)})"
)


class SubmissionsError(UserError):
    """The folder of submissions is missing or empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """The files that one student submitted, or the reason why they are missing.

    `student` is the student's name on the roster, or `name` if the submission matches no student. `folder` holds
    the unpacked files and `fingerprint` is the hash of these files. If `folder` is None, `problem` says why.
    `columns` are pairs of header and cell from the student's row of the roster. `late` is the lateness as
    the roster or the download of a course system gives it, such as `2 h` or `yes`; empty if the submission is not
    late or its lateness is unknown. `attempt` counts from 1; None if unknown. `identifiers` are other
    names, in lower case, by which the roster may know the student. `time` is the time of the submission in seconds
    since 1970; None if unknown.
    """

    name: str
    student: str
    folder: str | None = None
    fingerprint: str = ""
    problem: str = ""
    columns: tuple[tuple[str, str], ...] = ()
    late: str = ""
    attempt: int | None = None
    identifiers: frozenset[str] = frozenset()
    time: float | None = None


def read_submission(path: Path, unpack_folder: Path) -> Submission:
    """Return the submission in a folder or source file; it is named after `path`.

    A source file is copied to `unpack_folder`.

    Raises SubmissionsError if there is no such folder or file.
    """
    if is_source(path):
        return _Parts(path.stem, path.stem, [(path, _source_name(path))]).read(unpack_folder / "submission")[0]
    if not path.is_dir():
        problem = "is not a source file or folder" if path.exists() else "does not exist"
        raise SubmissionsError(f"{path} {problem}; expected a folder, or a file {join_or(SOURCE_SUFFIXES)}")
    path = path.resolve()
    return _from_folder(path.name, path)


def collect(
    source: Path, unpack_folder: Path, roster: Sequence[Student] = ()
) -> tuple[tuple[Submission, ...], tuple[str, ...]]:
    """Return the submissions in the folder `source`, and a list of warnings, for example about skipped files.

    Folders, archives and source files are submissions. In downloads from course systems, the students are read
    from the names or metadata. Archives are unpacked in `unpack_folder`. With a `roster`, the result has one entry
    per student, in roster order, even for students who submitted nothing. Submissions that match no student come
    last.

    Raises SubmissionsError if `source` is not a folder, or if it contains no submissions and there is no roster.
    """
    if not source.is_dir():
        problem = "is a file, expected the folder of all submissions" if source.exists() else "does not exist"
        hint = "; to grade one program, use --program" if is_source(source) else ""
        raise SubmissionsError(f"{source} {problem}{hint}")
    submissions, other_files, warnings = _read_all(source, unpack_folder)
    if not submissions and not roster:
        raise SubmissionsError(f"{source} contains no submissions: expected {EXPECTED_FORMATS} for each")
    if roster:
        submissions, other_files = _assign_students(submissions, other_files, roster, warnings)
    warnings += [f"{file.problem}; skipped." for file in other_files]
    return tuple(submissions), tuple(warnings)


def _read_all(source: Path, unpack_folder: Path) -> tuple[list[Submission], list[Submission], list[str]]:
    """Return the submissions sorted by name, the files that are not submissions, and warnings.

    A folder takes precedence over an archive or source file of the same name.
    """
    submissions: dict[str, Submission] = {}
    other_files, warnings = [], []
    parts, skipped = _group(source)
    warnings += skipped
    for one in parts:
        if not one.is_gradable:
            problem = f"{one.paths[0][0].name} is not {EXPECTED_FORMATS}"
            other_files.append(replace(one.submission(), problem=problem))
        elif one.name in submissions:
            warnings.append(f"{one.paths[0][0].name} skipped: there is another submission named {one.name}.")
        else:
            target = unpack_folder / f"submission-{len(submissions)}"
            submissions[one.name], part_warnings = one.read(target)
            warnings += part_warnings
    return [submissions[name] for name in sorted(submissions)], other_files, warnings


def _group(source: Path) -> tuple[list[_Parts], list[str]]:
    """Return the entries of `source`, grouped by submission, folders first, and warnings about skipped entries."""
    entries = read_gradescope(source)
    metadata = GRADESCOPE_METADATA if entries else ""
    if not entries:
        entries, metadata = read_github(source)
    downloads: dict[str, _Parts] = {}
    parts, warnings = [], []
    for path in sorted(source.iterdir(), key=lambda path: (not path.is_dir(), path.name)):
        if path.name.startswith((".", "__MACOSX")) or path.name == metadata:
            continue
        entry = entries.get(path.name) or parse_name(path.name)
        if entry is None:
            name = path.name if path.is_dir() else stem(path.name) if is_archive(path) else path.stem
            file = "" if path.is_dir() else _source_name(path) if is_source(path) else path.name
            parts.append(_Parts(name, name, [(path, file)]))
        elif entry.is_text:
            warnings.append(f"{path.name} skipped: it contains text that was typed into the course system.")
        elif entry.submission not in downloads:
            downloads[entry.submission] = _Parts(entry.submission, entry.student, [(path, entry.file)], entry)
            parts.append(downloads[entry.submission])
        else:
            downloads[entry.submission].add(path, entry)
    return parts, warnings


class _Parts:
    """The paths that make up one submission, each with its original name, which is empty for a folder."""

    def __init__(
        self, name: str, student: str, paths: list[tuple[Path, str]], entry: DownloadEntry | None = None
    ) -> None:
        self.name, self.student, self.paths, self._entry = name, student, paths, entry

    def add(self, path: Path, entry: DownloadEntry) -> None:
        """Add another path of the same submission; its latest file determines the attempt."""
        self.paths.append((path, entry.file))
        if self._entry is not None and (entry.attempt or 0) > (self._entry.attempt or 0):
            self._entry = entry

    @property
    def is_gradable(self) -> bool:
        return any(path.is_dir() or is_archive(path) or is_source(path) for path, _ in self.paths)

    def submission(self) -> Submission:
        """Return the submission without its files."""
        submission = Submission(name=self.name, student=self.student)
        if (entry := self._entry) is None:
            return submission
        return replace(
            submission, late=entry.late, attempt=entry.attempt, identifiers=entry.identifiers, time=entry.time
        )

    def read(self, target: Path) -> tuple[Submission, list[str]]:
        """Return the submission and warnings; files and archives are collected in the new folder `target`."""
        first = self.paths[0][0]
        if first.is_dir():
            others = [path.name for path, _ in self.paths[1:]]
            warnings = [f"{name} skipped: there is a folder of {self.name}." for name in others]
            return self._with_files(first.resolve()), warnings
        archives = [path for path, _ in self.paths if is_archive(path)]
        skipped = 0
        try:
            if archives:
                skipped = unpack(archives[0], target)
            else:
                target.mkdir(mode=0o700)
        except UnpackError as error:
            shutil.rmtree(target, ignore_errors=True)
            return replace(self.submission(), problem=f"cannot unpack {archives[0].name}: {error}"), []
        for path, name in self.paths:
            if path.is_file() and not path.is_symlink() and not is_archive(path):
                copy = target / (path.name if name in ("", ".", "..") else name)
                with suppress(OSError):  # the archive contains a folder of this name
                    shutil.copyfile(path, copy)
        warnings = [f"{path.name} skipped: there is another archive of {self.name}." for path in archives[1:]]
        if skipped:
            links = plural(skipped, "link or device", "links or devices")
            warnings.append(f"{archives[0].name}: skipped {links}.")
        return self._with_files(target), warnings

    def _with_files(self, folder: Path) -> Submission:
        return replace(self.submission(), folder=str(folder), fingerprint=fingerprint(folder))


def is_source(path: Path) -> bool:
    """Return True if `path` is a source file in one of the supported languages."""
    return path.suffix.lower() in SOURCE_SUFFIXES and path.is_file() and not path.is_symlink()


def _source_name(path: Path) -> str:
    """Return the name under which a source file can be compiled: for Java, the name of the public class."""
    if path.suffix.lower() != ".java":
        return path.name
    with path.open("rb") as file:
        name = public_class(file.read(MAX_SOURCE_BYTES).decode(errors="replace"))
    return f"{name}.java" if name else path.name


def _from_folder(name: str, folder: Path) -> Submission:
    return Submission(name=name, student=name, folder=str(folder), fingerprint=fingerprint(folder))


def _assign_students(
    submissions: list[Submission], other_files: list[Submission], roster: Sequence[Student], warnings: list[str]
) -> tuple[list[Submission], list[Submission]]:
    """Return two lists: one entry per student and unmatched submission, and the `other_files` of no student.

    `other_files` are neither folders nor archives. A student who submitted only such a file is reported as
    ungradable, not as missing. For each unmatched submission, a warning is added to `warnings`.
    """
    by_key: dict[str, Submission] = {}
    unmatched = match_to_roster(submissions, roster, by_key)
    unmatched_files = match_to_roster(other_files, roster, by_key)
    entries = [
        _of_student(
            by_key.get(student.key) or Submission(name=student.key, student="", problem=NO_SUBMISSION), student
        )
        for student in roster
    ]
    warnings += [
        f"{submission.name}: no roster entry (or a second submission); listed under its own name."
        for submission in unmatched
    ]
    return [*entries, *unmatched], unmatched_files


def _of_student(submission: Submission, student: Student) -> Submission:
    """Return the submission with the data of its student; the roster takes precedence over the download."""
    return replace(
        submission,
        student=student.name,
        columns=student.columns,
        late=student.late or submission.late,
        attempt=submission.attempt if student.attempt is None else student.attempt,
    )


def match_to_roster(
    submissions: list[Submission], roster: Sequence[Student], by_key: dict[str, Submission]
) -> list[Submission]:
    """Add each submission to `by_key` under the key of its student; return the submissions without a student.

    A submission's name is compared with the roster first as a whole, then word by word. A student gets at most one
    submission.
    """
    unmatched = submissions
    for names_of in NAMES_OF:
        remaining = []
        for submission in unmatched:
            owners = _owners(submission, roster, names_of)
            if len(owners) == 1 and owners[0].key not in by_key:
                by_key[owners[0].key] = submission
            else:
                remaining.append(submission)
        unmatched = remaining
    return unmatched


def find_owners(submission: Submission, roster: Sequence[Student]) -> list[Student]:
    """Return the students to whom a submission can belong, by its whole name or else by the words of it."""
    found = (_owners(submission, roster, names_of) for names_of in NAMES_OF)
    return next(filter(None, found), [])


def _owners(
    submission: Submission, roster: Sequence[Student], names_of: Callable[[str], set[str]]
) -> list[Student]:
    names = names_of(submission.name.casefold()) | submission.identifiers
    return [student for student in roster if student.keys & names or student.name.casefold() in names]


def _words(name: str) -> set[str]:
    """Return the words of a file name from a course system, such as doe_jane_12345_homework."""
    return set(re.split(r"[\s_,()-]+", name))


NAMES_OF: tuple[Callable[[str], set[str]], ...] = (lambda name: {name}, _words)
"""Names under which the name of a submission is looked up in a roster, the surest first."""
