"""What a class handed in: folders and archives in one folder, and the people whose they are."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from outply.games.struct import Struct
from outply.grading.submissions.unpack import TAKEN, UnpackError, is_archive, one_of, stem, unpack
from outply.players.contestant import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outply.grading.submissions.roster import Person

NOTHING = "handed in nothing"


class SubmissionsError(Exception):
    """A folder that holds no submissions; the sentence says why."""


class Submission(Struct):
    """What one person handed in: the folder that it is in now, and a mark of its contents.

    `student` is the person as the roster names them, else the submission's own name. Without a folder, `problem`
    says why there is none. `columns` are all that the roster says of the person.
    """

    __slots__ = ("name", "student", "folder", "digest", "problem", "columns")

    name: str
    student: str
    folder: str | None
    digest: str
    problem: str
    columns: tuple[tuple[str, str], ...]

    def __init__(
        self,
        name: str,
        student: str,
        folder: str | None,
        digest: str = "",
        problem: str = "",
        columns: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self._set(name, student, folder, digest, problem, columns)


def of_folder(folder: Path) -> Submission:
    """Return the submission that a single folder is."""
    if not folder.is_dir():
        raise SubmissionsError(f"there is no directory {folder}")
    folder = folder.resolve()
    return Submission(folder.name, folder.name, str(folder), digest(folder))


def collect(
    source: Path, workshop: Path, roster: Sequence[Person] = ()
) -> tuple[tuple[Submission, ...], tuple[str, ...]]:
    """Return the submissions of a class and remarks about them, in sentences.

    Archives are unpacked into the folder `workshop`. With a roster everybody on it is there, in its order, also
    those who handed in nothing; what matches nobody comes after them, under its own name.
    """
    if not source.is_dir():
        raise SubmissionsError(f"there is no directory {source}")
    found, others, remarks = _taken(source, workshop)
    if not found and not roster:
        raise SubmissionsError(f"{source} has no submissions: neither folders nor archives ({one_of(TAKEN)})")
    if roster:
        found, others = _matched(found, others, roster, remarks)
    remarks += [f"{other.problem}, and is left out." for other in others]
    return tuple(found), tuple(remarks)


def _taken(source: Path, workshop: Path) -> tuple[list[Submission], list[Submission], list[str]]:
    """Return what was handed in by its own names, other files, and remarks.

    A folder counts before an archive of its name.
    """
    found: dict[str, Submission] = {}
    others, remarks = [], []
    paths = [path for path in sorted(source.iterdir()) if not path.name.startswith((".", "__MACOSX"))]
    for path in sorted(paths, key=lambda path: not path.is_dir()):
        name = path.name if path.is_dir() else stem(path.name)
        if not path.is_dir() and not is_archive(path):
            problem = f"{path.name} is neither a folder nor an archive ({one_of(TAKEN)})"
            others.append(Submission(path.stem, path.stem, None, problem=problem))
        elif name in found:
            remarks.append(f"{path.name} is left out: there is another submission called {name}.")
        elif path.is_dir():
            found[name] = Submission(name, name, str(path.resolve()), digest(path))
        else:
            found[name], told = _unpacked(path, name, workshop / f"submission-{len(found)}")
            remarks += told
    return [found[name] for name in sorted(found)], others, remarks


def _unpacked(path: Path, name: str, place: Path) -> tuple[Submission, list[str]]:
    try:
        left_out = unpack(path, place)
    except UnpackError as error:
        shutil.rmtree(place, ignore_errors=True)
        return Submission(name, name, None, problem=f"{path.name} cannot be unpacked: {error}"), []
    remarks = [f"{path.name} has {left_out} links or devices, which are left out."] if left_out else []
    return Submission(name, name, str(place), digest(place)), remarks


def _matched(
    found: list[Submission], others: list[Submission], roster: Sequence[Person], remarks: list[str]
) -> tuple[list[Submission], list[Submission]]:
    """Give submissions their people, and return them and the files that are nobody's.

    By the whole name first, then by a word of it. A file that is no submission is somebody's who has none: they
    did not hand in nothing, but what cannot be graded.
    """
    people: dict[str, Submission] = {}
    rest, strays = _given(found, roster, people), _given(others, roster, people)
    everybody = [
        Submission(mine.name, person.name, mine.folder, mine.digest, mine.problem, person.columns)
        if (mine := people.get(person.key))
        else Submission(person.key, person.name, None, problem=NOTHING, columns=person.columns)
        for person in roster
    ]
    remarks += [
        f"{submission.name} keeps its own name: nobody on the roster is called so, or they handed in another one."
        for submission in rest
    ]
    return [*everybody, *rest], strays


def _given(
    submissions: list[Submission], roster: Sequence[Person], people: dict[str, Submission]
) -> list[Submission]:
    """Give submissions to those of the roster who have none, by their keys, and return those that are left."""
    rest = submissions
    for marks in (lambda name: {name}, _words):
        left = []
        for submission in rest:
            whose = [person for person in roster if person.keys & marks(submission.name.casefold())]
            if len(whose) == 1 and whose[0].key not in people:
                people[whose[0].key] = submission
            else:
                left.append(submission)
        rest = left
    return rest


def _words(name: str) -> set[str]:
    """Return the words of a name as courses' systems write them: doe_jane_12345_homework."""
    return set(re.split(r"[\s_,()-]+", name))
