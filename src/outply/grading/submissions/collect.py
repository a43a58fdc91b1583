"""Collect the submissions of a class: folders and archives in one folder, matched to a roster."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from outply.grading.submissions.roster import Student
from outply.grading.submissions.unpack import SUPPORTED_SUFFIXES, UnpackError, is_archive, stem, unpack
from outply.players.contestant import fingerprint
from outply.text import join_or, plural

NO_SUBMISSION = "nothing was submitted"
EXPECTED_FORMAT = f"neither a folder nor an archive ({join_or(SUPPORTED_SUFFIXES)})"


class SubmissionsError(Exception):
    """The folder of submissions is missing or empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """Files that one student submitted, or the reason why there are none.

    `student` is the student's name on the roster, or `name` if the submission matches no student. `folder` holds
    the unpacked files and `fingerprint` is the hash of these files. If `folder` is None, `problem` says why.
    `columns` are pairs of header and cell from the student's row of the roster. `late` is the lateness as
    the roster or the download of a course system gives it, such as `2 h` or `yes`; empty if the submission is not
    late or its lateness is unknown. `attempt` counts from 1; None if unknown.
    """

    name: str
    student: str
    folder: str | None = None
    fingerprint: str = ""
    problem: str = ""
    columns: tuple[tuple[str, str], ...] = ()
    late: str = ""
    attempt: int | None = None


def read_submission(folder: Path) -> Submission:
    """Return the submission in `folder`; it is named after the folder.

    Raises SubmissionsError if there is no such folder.
    """
    if not folder.is_dir():
        raise SubmissionsError(f"no such directory: {folder}")
    folder = folder.resolve()
    return _from_folder(folder.name, folder)


def collect(
    source: Path, unpack_folder: Path, roster: Sequence[Student] = ()
) -> tuple[tuple[Submission, ...], tuple[str, ...]]:
    """Return the submissions in the folder `source`, and warnings, for example about skipped files.

    Archives are unpacked in `unpack_folder`. With a `roster`, the result has one entry per student, in roster
    order, even for students who submitted nothing. Submissions that match no student come last.

    Raises SubmissionsError if `source` is not a folder, or if it contains no submissions and there is no roster.
    """
    if not source.is_dir():
        raise SubmissionsError(f"no such directory: {source}")
    submissions, other_files, warnings = _read_all(source, unpack_folder)
    if not submissions and not roster:
        raise SubmissionsError(
            f"{source} contains no submissions: expected folders or {join_or(SUPPORTED_SUFFIXES)}"
        )
    if roster:
        submissions, other_files = _assign_students(submissions, other_files, roster, warnings)
    warnings += [f"{file.problem}; skipped." for file in other_files]
    return tuple(submissions), tuple(warnings)


def _read_all(source: Path, unpack_folder: Path) -> tuple[list[Submission], list[Submission], list[str]]:
    """Return the submissions sorted by name, the files that are not submissions, and warnings.

    A folder takes precedence over an archive of the same name.
    """
    submissions: dict[str, Submission] = {}
    other_files, warnings = [], []
    paths = [path for path in sorted(source.iterdir()) if not path.name.startswith((".", "__MACOSX"))]
    for path in sorted(paths, key=lambda path: not path.is_dir()):
        name = path.name if path.is_dir() else stem(path.name)
        if not path.is_dir() and not is_archive(path):
            problem = f"{path.name} is {EXPECTED_FORMAT}"
            other_files.append(Submission(name=path.stem, student=path.stem, problem=problem))
        elif name in submissions:
            warnings.append(f"{path.name} skipped: there is another submission named {name}.")
        elif path.is_dir():
            submissions[name] = _from_folder(name, path.resolve())
        else:
            target = unpack_folder / f"submission-{len(submissions)}"
            submissions[name], archive_warnings = _from_archive(name, path, target)
            warnings += archive_warnings
    return [submissions[name] for name in sorted(submissions)], other_files, warnings


def _from_folder(name: str, folder: Path) -> Submission:
    return Submission(name=name, student=name, folder=str(folder), fingerprint=fingerprint(folder))


def _from_archive(name: str, path: Path, target: Path) -> tuple[Submission, list[str]]:
    try:
        skipped = unpack(path, target)
    except UnpackError as error:
        shutil.rmtree(target, ignore_errors=True)
        return Submission(name=name, student=name, problem=f"cannot unpack {path.name}: {error}"), []
    warnings = (
        [f"{path.name}: skipped {plural(skipped, 'link or device', 'links or devices')}."] if skipped else []
    )
    return _from_folder(name, target), warnings


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
    for names_of in (lambda name: {name}, _words):
        remaining = []
        for submission in unmatched:
            owners = [student for student in roster if student.keys & names_of(submission.name.casefold())]
            if len(owners) == 1 and owners[0].key not in by_key:
                by_key[owners[0].key] = submission
            else:
                remaining.append(submission)
        unmatched = remaining
    return unmatched


def _words(name: str) -> set[str]:
    """Return the words of a file name from a course system, such as doe_jane_12345_homework."""
    return set(re.split(r"[\s_,()-]+", name))
