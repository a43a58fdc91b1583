"""Students, lateness and attempts are read from downloads from Gradescope, Canvas and Moodle."""

from pathlib import Path

import pytest

from outply.grading.submissions.collect import Submission, collect
from outply.grading.submissions.downloads import parse_name, read_gradescope
from outply.grading.submissions.roster import Student

METADATA = """---
submission_101:
  :submitters:
  - :name: Alice Smith
    :sid: '1001'
    :email: alice@example.edu
  :created_at: 2018-02-01 10:00:00.000000000 Z
  :results:
    tests:
    - output: |
        submission_102:
          :submitters:
          - :name: Mallory
  :history:
  - :id: 90
    :results: {}
  - :id: 91
    :results: {}
submission_102:
  :submitters:
  - :name: Bob Jones
    :sid:
    :email: bob@example.edu
  - :name: Carol Wu
    :sid: '1003'
    :email: carol@example.edu
  :history: []
"""


def collected(folder: Path, tmp_path: Path, *roster: Student) -> list[Submission]:
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    return list(collect(folder, unpacked, roster)[0])


def student(name: str, key: str) -> Student:
    return Student(name=name, key=key, keys=frozenset((key,)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "download"
    folder.mkdir()
    return folder


@pytest.mark.parametrize(
    ("name", "student", "file", "late", "attempt"),
    [
        ("alicesmith_12345_67890_homework3.py", "alicesmith", "homework3.py", "", 1),
        ("alicesmith_LATE_12345_67890_homework3-2.py", "alicesmith", "homework3.py", "yes", 3),
        ("alicesmith_12345_67890_project-1.zip", "alicesmith", "project-1.zip", "", None),
        ("Alice Smith_123456_assignsubmission_file_", "Alice Smith", "", "", None),
        ("Alice Smith_123456_assignsubmission_file", "Alice Smith", "", "", None),
        ("Alice Smith_123456_assignsubmission_file_homework.java", "Alice Smith", "homework.java", "", None),
    ],
)
def test_file_names_from_canvas_and_moodle_are_parsed(
    name: str, student: str, file: str, late: str, attempt: int | None
) -> None:
    entry = parse_name(name)
    assert entry is not None
    assert (entry.student, entry.file, entry.late, entry.attempt) == (student, file, late, attempt)


@pytest.mark.parametrize("name", ["alice", "doe_jane_12345", "homework3.py", "hw_1_final.zip", "submission_101"])
def test_file_names_from_other_systems_are_not_parsed(name: str) -> None:
    assert parse_name(name) is None


def test_students_are_read_from_gradescope_metadata(folder: Path) -> None:
    (folder / "submission_metadata.yml").write_text(METADATA)
    alice, bob = read_gradescope(folder).values()
    assert (alice.student, alice.attempt) == ("Alice Smith", 3)
    assert {"1001", "alice", "alice@example.edu"} < alice.identifiers
    assert (bob.student, bob.attempt) == ("Bob Jones, Carol Wu", 1)


def test_download_from_gradescope_is_matched_to_the_roster(folder: Path, tmp_path: Path) -> None:
    (folder / "submission_metadata.yml").write_text(METADATA)
    for name in ("submission_101", "submission_102"):
        (folder / name).mkdir()
        (folder / name / "homework3.py").write_text(name)
    bob, alice = collected(folder, tmp_path, student("Bob J.", "bob"), student("Alice S.", "1001"))
    assert (alice.name, alice.student, alice.attempt) == ("submission_101", "Alice S.", 3)
    assert (bob.name, bob.student, bob.attempt) == ("submission_102", "Bob J.", 1)


def test_files_from_canvas_are_grouped_by_student(folder: Path, tmp_path: Path) -> None:
    for name in ("adal_1_11_homework3.py", "adal_1_12_helper.py", "bobj_LATE_2_13_homework-1.java"):
        (folder / name).write_text("")
    ada, bob = collected(folder, tmp_path)
    assert sorted(path.name for path in Path(str(ada.folder)).iterdir()) == ["helper.py", "homework3.py"]
    assert (ada.name, ada.student, ada.late, ada.attempt) == ("adal_1", "adal", "", 1)
    assert [path.name for path in Path(str(bob.folder)).iterdir()] == ["homework.java"]
    assert (bob.late, bob.attempt) == ("yes", 2)


def test_folders_from_moodle_are_matched_by_name_and_online_texts_are_skipped(
    folder: Path, tmp_path: Path
) -> None:
    submitted = folder / "Ada Lovelace_7_assignsubmission_file_"
    submitted.mkdir()
    (submitted / "homework3.py").write_text("")
    (folder / "Ada Lovelace_7_assignsubmission_onlinetext_").mkdir()
    submissions, warnings = collect(folder, tmp_path, [student("Ada Lovelace", "al")])
    assert [(one.student, one.folder) for one in submissions] == [("Ada Lovelace", str(submitted))]
    assert len(warnings) == 1
    assert "text that was typed into the course system" in warnings[0]


@pytest.mark.parametrize("name", ["a_1_2_..", "a_1_2_.", "Ada_7_assignsubmission_file_"])
def test_hostile_file_names_create_no_file_outside_the_folder(name: str, folder: Path, tmp_path: Path) -> None:
    (folder / name).write_text("")
    (folder / name.replace("..", "x").rstrip(".")).with_suffix(".py").write_text("")
    (folder / "b.py").write_text("")
    assert collected(folder, tmp_path)
    assert sorted(path.name for path in (tmp_path / "unpacked").iterdir())[0].startswith("submission-")
