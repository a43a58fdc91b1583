"""Submissions are collected and matched to the roster."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from support.grading.archives import files_of, member, tarred, zipped

from outply.grading.submissions import roster
from outply.grading.submissions.collect import (
    EXPECTED_FORMATS,
    NO_SUBMISSION,
    Submission,
    SubmissionsError,
    collect,
    read_submission,
)
from outply.grading.submissions.roster import Student


def students(tmp_path: Path, text: str) -> tuple[Student, ...]:
    (tmp_path / "roster.csv").write_text(text)
    return roster.read(tmp_path / "roster.csv")[0]


def collect_all(submitted: Path, roster: Sequence[Student] = ()) -> tuple[tuple[Submission, ...], tuple[str, ...]]:
    return collect(submitted, submitted.parent / "unpacked", roster)


def test_folders_and_archives_are_submissions(submitted: Path) -> None:
    (submitted / "ada").mkdir()
    zipped(submitted / "bob.zip", homework3__py="1")
    tarred(submitted / "cy.TAR.GZ", (member("./homework3.py"), b"1"))
    (submitted / ".hidden").mkdir()
    (submitted / "notes.txt").write_text("")
    submissions, warnings = collect_all(submitted)
    assert [(one.name, one.student, one.problem) for one in submissions] == [
        (n, n, "") for n in ("ada", "bob", "cy")
    ]
    assert [files_of(submitted.parent / "unpacked" / str(one.folder)) for one in submissions[1:]] == [
        ["homework3.py"]
    ] * 2
    assert warnings == (f"notes.txt is not {EXPECTED_FORMATS}; skipped.",)


@pytest.mark.parametrize(
    ("name", "data", "suffix"),
    [
        ("bob.rar", b"", ".rar"),
        ("bob.7z", b"", ".7z"),
        ("bob.tar.xz", b"", ".tar.xz"),
        ("bob.zip", b"Rar!\x1a\x07\x01\x00rest", ".rar"),
        ("bob.tar.gz", b"7z\xbc\xaf\x27\x1crest", ".7z"),
    ],
)
def test_unsupported_archive_is_reported_with_the_supported_formats(
    name: str, data: bytes, suffix: str, submitted: Path, tmp_path: Path
) -> None:
    (submitted / name).write_bytes(data)
    (submitted / "ada").mkdir()
    for listed in ((), students(tmp_path, "name,id\nAda,ada\nBob,bob\n")):
        (ada, bob), warnings = collect_all(submitted, listed)
        assert (ada.problem, bob.name, warnings) == ("", "bob", ())
        assert bob.problem == f"cannot unpack {name}: expected .zip, .tar.gz, .tgz or .tar, got a {suffix} archive"


def test_student_who_submitted_only_a_file_of_another_type_is_ungradable(submitted: Path, tmp_path: Path) -> None:
    (submitted / "ada_late.zip").write_bytes(b"")
    for name in ("ada.txt", "bob_1.pdf", "readme.md"):
        (submitted / name).write_text("")
    (ada, bob), warnings = collect_all(submitted, students(tmp_path, "name,id\nAda,ada\nBob,bob\n"))
    assert ada.problem == "cannot unpack ada_late.zip: it is damaged or not an archive"
    assert bob.problem == f"bob_1.pdf is not {EXPECTED_FORMATS}"
    assert [warning.split()[0] for warning in warnings] == ["ada.txt", "readme.md"]


def test_fingerprint_depends_on_the_files_and_not_on_the_archive(submitted: Path) -> None:
    zipped(submitted / "a.zip", homework3__py="1")
    tarred(submitted / "b.tgz", (member("homework3.py"), b"1"))
    zipped(submitted / "c.zip", homework3__py="2")
    one, same, other = (submission.fingerprint for submission in collect_all(submitted)[0])
    assert one == same != other


def test_folder_takes_precedence_over_archive_of_the_same_name(submitted: Path) -> None:
    (submitted / "ada").mkdir()
    zipped(submitted / "ada.zip", homework3__py="1")
    submissions, warnings = collect_all(submitted)
    assert [one.folder for one in submissions] == [str(submitted / "ada")]
    assert warnings == ("ada.zip skipped: there is another submission named ada.",)


def test_class_without_submissions_is_an_error(submitted: Path) -> None:
    with pytest.raises(SubmissionsError, match="contains no submissions"):
        collect_all(submitted)
    with pytest.raises(SubmissionsError, match="none does not exist"):
        collect_all(submitted / "none")
    with pytest.raises(SubmissionsError, match="none does not exist"):
        read_submission(submitted / "none", submitted)


def test_source_file_is_a_submission_named_after_the_file(submitted: Path) -> None:
    (submitted / "alice.py").write_text("")
    (submitted / "bob.java").write_text("public class homework { }")
    submissions, warnings = collect_all(submitted)
    assert [(one.name, files_of(Path(str(one.folder)))) for one in submissions] == [
        ("alice", ["alice.py"]),
        ("bob", ["homework.java"]),
    ]
    assert warnings == ()


def test_file_given_instead_of_the_class_folder_gets_a_hint(submitted: Path) -> None:
    (submitted / "alice.py").write_text("")
    with pytest.raises(SubmissionsError, match=r"alice\.py is a file, .*; to grade one program, use --program"):
        collect_all(submitted / "alice.py")


def test_program_in_a_single_source_file_is_read(submitted: Path, tmp_path: Path) -> None:
    (submitted / "alice.py").write_text("")
    submission = read_submission(submitted / "alice.py", tmp_path)
    assert (submission.name, files_of(Path(str(submission.folder)))) == ("alice", ["alice.py"])


def test_submissions_are_matched_to_students(submitted: Path, tmp_path: Path) -> None:
    for name in ("ada", "doe_jane_1002_homework", "guest", "x_grace@uni.edu"):
        (submitted / name).mkdir()
    roster = students(
        tmp_path,
        "SID,First Name,Last_Name,Email\n"
        "1001,Ada,Lovelace,ADA@uni.edu\n\n"
        "1002,Jane,Doe,jd@uni.edu\n"
        '1003,"Hopper, Grace",,grace@uni.edu\n'
        "1004,Alan,Turing,alan@uni.edu\n",
    )
    submissions, warnings = collect_all(submitted, roster)
    assert [(one.name, one.student, one.problem) for one in submissions] == [
        ("ada", "Ada Lovelace", ""),
        ("doe_jane_1002_homework", "Jane Doe", ""),
        ("x_grace@uni.edu", "Hopper, Grace", ""),
        ("1004", "Alan Turing", NO_SUBMISSION),
        ("guest", "guest", ""),
    ]
    (warning,) = warnings
    assert warning.startswith("guest: no roster entry (or a second submission)")


def test_second_submission_of_a_student_keeps_its_own_name(submitted: Path, tmp_path: Path) -> None:
    for name in ("1001", "1001_late"):
        (submitted / name).mkdir()
    submissions, warnings = collect_all(submitted, students(tmp_path, "name;id\nAda;1001\n"))
    assert [(one.name, one.student) for one in submissions] == [("1001", "Ada"), ("1001_late", "1001_late")]
    assert len(warnings) == 1


def test_submission_carries_all_roster_columns(submitted: Path, tmp_path: Path) -> None:
    (submitted / "ada").mkdir()
    roster = students(tmp_path, " Name ,login,,Section,section\nAda,ada,x, B ,7\nBob,bob\n")
    ada, bob = collect_all(submitted, roster)[0]
    titles = ["Name", "login", "column 3", "Section", "section 2"]
    assert ada.columns == tuple(zip(titles, ["Ada", "ada", "x", "B", "7"], strict=True))
    assert bob.columns == tuple(zip(titles, ["Bob", "bob", "", "", ""], strict=True))


def test_student_without_submission_is_listed(submitted: Path, tmp_path: Path) -> None:
    submissions, _ = collect_all(submitted, students(tmp_path, "\ufeffName\tLogin\r\nAda\tada\r\n"))
    assert [one.problem for one in submissions] == [NO_SUBMISSION]
