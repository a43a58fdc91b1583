"""Rosters as gradebooks export them."""

from pathlib import Path

import pytest

from outply.grading.submissions import roster
from outply.grading.submissions.collect import NO_SUBMISSION, collect
from outply.grading.submissions.roster import RosterError


def test_duplicate_rows_are_merged(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("name,E-mail\nAda,ada@x.edu\nBob,bob@x.edu\nAda,ada@x.edu\n")
    students, warnings = roster.read(tmp_path / "roster.csv")
    assert [(student.name, student.key) for student in students] == [("Ada", "ada@x.edu"), ("Bob", "bob@x.edu")]
    assert "ada" in students[0].keys
    (warning,) = warnings
    assert warning.endswith("roster.csv, line 4 skipped: duplicate of line 2 (Ada).")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected a column `name`; got an empty file"),
        ("surname,id\nAda,1\n", "line 1: expected a column `name`; got 'surname', 'id'"),
        ("name,age\nAda,1\n", "line 1: expected one of the columns `folder`, `submission`"),
        ("name,id\n", "contains no students"),
        ("name,id\nAda,\n", "line 2 skipped: it has no name or no identifier"),
        ("name,id\nAda,1\nBob\n", "line 3: expected at least 2 columns, got 1"),
        ("name,id\nAda,1\nBob,2\nCy,1\n", "line 4: '1' is already used by Ada in line 2"),
        ('name,id\nAda,1\n"Bob,2\n', "line 3: unexpected end of data"),
        ('name,id\n"Ada" x,1\n', "line 2: "),
    ],
)
def test_invalid_roster_is_reported_with_the_line(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text(text)
    with pytest.raises(RosterError) as error:
        roster.read(tmp_path / "roster.csv")
    assert message in str(error.value)


def test_canvas_gradebook_is_a_roster(tmp_path: Path) -> None:
    submitted = tmp_path / "submitted"
    (submitted / "ada1").mkdir(parents=True)
    (tmp_path / "roster.csv").write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section,Homework\n"
        "    Points Possible,,,,,10\n"
        '"Lovelace, Ada",17,1001,ada1,A,\n'
        '"Student, Test",,,guest,A,\n'
    )
    students, warnings = roster.read(tmp_path / "roster.csv")
    assert [student.name for student in students] == ["Lovelace, Ada", "Student, Test"]
    assert [warning.partition(" skipped")[0][-6:] for warning in warnings] == ["line 2"]
    submissions, _ = collect(submitted, tmp_path, students)
    assert [submission.problem for submission in submissions] == ["", NO_SUBMISSION]


def test_roster_in_another_encoding_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_bytes("name,id\nAda,1\nJos\u00e9,2\n".encode("latin-1"))
    with pytest.raises(RosterError, match="line 3: not UTF-8"):
        roster.read(tmp_path / "roster.csv")


def test_lateness_and_attempt_are_read_from_a_gradescope_export(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text(
        "First Name,Last Name,SID,Lateness (H:M:S),Submission Count\n"
        "Ada,Lovelace,1,26:13:05,3\nBob,Kahn,2,00:00:00,1\nCy,Twombly,3,,\n"
    )
    students, _ = roster.read(tmp_path / "roster.csv")
    assert [(student.late, student.attempt) for student in students] == [("26:13:05", 3), ("", 1), ("", None)]
    assert [title for title, _ in students[0].columns] == ["First Name", "Last Name", "SID"]


@pytest.mark.parametrize(
    ("cell", "late"),
    [
        ("2", "2 h"),
        ("1.5", "1.5 h"),
        ("2 h", "2 h"),
        ("yes", "yes"),
        ("No", ""),
        ("0", ""),
        ("0.0", ""),
        ("-", ""),
    ],
)
def test_late_column_may_contain_hours_or_yes_or_no(cell: str, late: str) -> None:
    assert roster.parse_late(cell) == late


def test_attempt_that_is_not_a_number_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("name,id,attempt\nAda,1,second\n")
    with pytest.raises(RosterError, match="line 2: attempt: expected a whole number, got 'second'"):
        roster.read(tmp_path / "roster.csv")


def test_submission_gets_lateness_and_attempt_from_the_roster(tmp_path: Path) -> None:
    (tmp_path / "submitted" / "ada").mkdir(parents=True)
    (tmp_path / "roster.csv").write_text("name,id,late,attempt\nAda,ada,2,4\n")
    (submission,), _ = collect(tmp_path / "submitted", tmp_path, roster.read(tmp_path / "roster.csv")[0])
    assert (submission.late, submission.attempt) == ("2 h", 4)
