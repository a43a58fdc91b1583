"""Imports of downloads: students and teams are found, the newest version counts, nothing is imported twice."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.grading.archives import member, tarred, zipped
from support.web.classrooms import (
    PROGRAM,
    START,
    FakeClock,
    Site,
    make_class,
    make_runner,
    person,
    ready,
    submit,
    visible,
)

from outply.classroom.checks import hidden
from outply.classroom.classroom import ClassError, Classroom
from outply.classroom.imports import ImportReport, import_download
from outply.classroom.submissions import Submission, get_submission, team_submissions
from outply.errors import UserError
from outply.grading.submissions.roster import Student

HOUR_S = 3600.0
DEADLINE = "\n[[deadlines]]\nname = 'HW'\ndue = 2027-01-15T09:00:00Z\ncloses = 2027-01-15T11:00:00Z\n"
METADATA = """---
submission_1:
  :submitters:
  - :name: Annette L.
    :sid: '1'
    :email: ann@example.edu
  :created_at: 2027-01-15 07:30:00.000000000 Z
  :history: []
submission_2:
  :submitters:
  - :name: Bob
    :email: bob@example.edu
  - :name: Cyd Fox
    :email:
  :created_at: 2027-01-15 09:30:00.000000000 Z
  :history: []
submission_3:
  :submitters:
  - :name: Ann Lee
  - :name: Cyd Fox
  :created_at: 2027-01-15 09:30:00.000000000 Z
"""
GRADES = """github_username,roster_identifier,student_repository_name,submission_timestamp,group_name
annie99,ann@example.edu,hw-annie99,2027-01-15 07:10:00 UTC,
robert,,hw-the-reds,2027-01-15T07:20:00Z,red
mallory,,hw-mallory,,
"""


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def classroom(tmp_path: Path, clock: FakeClock) -> Iterator[Classroom]:
    with make_class(tmp_path / "class", clock=clock) as made:
        yield made


def versions(classroom: Classroom, key: str) -> list[Submission]:
    """Return the versions of a student's team, the newest first."""
    team = person(classroom, key).team
    assert team is not None
    return team_submissions(classroom.database, team)


def imported(classroom: Classroom, source: Path, deadline: str = "") -> ImportReport:
    return import_download(classroom, source, "tom", deadline)


def set_deadline(classroom: Classroom, extra: str = "") -> None:
    path = classroom.folder / "class.toml"
    path.write_text(path.read_text() + DEADLINE + extra)


def test_canvas_download_is_imported_once(classroom: Classroom, tmp_path: Path) -> None:
    source = zipped(
        tmp_path / "submissions.zip",
        ("leeann_101_900_homework.py", PROGRAM),
        ("foxcyd_LATE_102_901_agent.zip", zipped(tmp_path / "a.zip", ("agent/Makefile", b"run:\n")).read_bytes()),
        ("nilnemo_103_902_homework.py", PROGRAM),
        ("bob_104_903_essay.pdf", b"x"),
    )
    report = imported(classroom, source)
    assert [(one.name.split("_")[0], one.version) for one in report.imported] == [("foxcyd", 1), ("leeann", 1)]
    assert [name.split("_")[0] for name in report.unknown] == ["nilnemo"]
    assert "essay.pdf" in report.remarks[0]
    (ann,) = versions(classroom, "ann")
    assert (ann.file_name, ann.received_at, ann.person) == ("submission.zip", START, person(classroom, "ann").id)
    assert (classroom.submissions / ann.folder / "homework.py").read_bytes() == PROGRAM
    again = imported(classroom, source)
    assert again.imported == ()
    assert [reason for _, reason in again.skipped] == ["its files are those of version 1"] * 2
    assert len(list(classroom.submissions.iterdir())) == 2
    assert make_runner(classroom).run_available() == 2


def test_gradescope_download_maps_teams_and_has_times(classroom: Classroom, tmp_path: Path) -> None:
    set_deadline(classroom)
    files = [(f"export/submission_{number}/agent.py", PROGRAM + b"#" * number) for number in (1, 2, 3)]
    source = zipped(tmp_path / "x.zip", ("export/submission_metadata.yml", METADATA.encode()), *files)
    report = imported(classroom, source)
    assert len(report.imported) == 2
    assert report.unknown == ("submission_3 (Ann Lee, Cyd Fox)",)  # two teams
    (ann,), (bob,) = versions(classroom, "ann"), versions(classroom, "bob")
    assert (ann.received_at, ann.deadline, ann.late_s) == (START - 0.5 * HOUR_S, "HW", 0)
    assert bob.late_s == 0.5 * HOUR_S


def test_moodle_download_is_imported(classroom: Classroom, tmp_path: Path) -> None:
    source = zipped(
        tmp_path / "m.zip",
        ("Ann Lee_7_assignsubmission_file_/agent.py", PROGRAM),
        ("x_8_assignsubmission_file_/b.py", PROGRAM),
    )
    report = imported(classroom, source)
    assert (len(report.imported), len(report.unknown)) == (1, 1)
    assert len(versions(classroom, "ann")) == 1


def test_github_classroom_download_is_imported_without_the_history(classroom: Classroom, tmp_path: Path) -> None:
    source = tmp_path / "clones"
    for name in ("hw-annie99", "hw-the-reds", "hw-mallory"):
        (source / name / ".git").mkdir(parents=True)
        (source / name / ".git" / "config").write_text("[core]")
        (source / name / "agent.py").write_bytes(PROGRAM)
    (source / "grades.csv").write_text(GRADES)
    report = imported(classroom, source)
    assert report.unknown == ("hw-mallory (mallory)",)
    (ann,), (bob,) = versions(classroom, "ann"), versions(classroom, "bob")
    assert (ann.received_at, bob.received_at) == (START - 50 * 60, START - 40 * 60)
    assert not (classroom.submissions / ann.folder / ".git").exists()


def test_clones_without_grades_are_found_by_what_follows_the_assignment(
    classroom: Classroom, tmp_path: Path
) -> None:
    for name in ("hw-1-ann", "hw-1-red"):
        (tmp_path / "clones" / name / ".git").mkdir(parents=True)
        (tmp_path / "clones" / name / "agent.py").write_bytes(PROGRAM)
    assert len(imported(classroom, tmp_path / "clones").imported) == 2
    assert len(versions(classroom, "cyd")) == 1


def test_roster_adds_names_that_the_class_does_not_know(classroom: Classroom, tmp_path: Path) -> None:
    source = zipped(tmp_path / "x.zip", ("nick_555_1_homework.py", PROGRAM), ("nil_5_1_homework.py", PROGRAM))
    student = Student(name="Ann Lee", key="ann", keys=frozenset({"ann", "555"}))
    assert len(import_download(classroom, source, "tom", roster=[student]).imported) == 1
    assert len(versions(classroom, "ann")) == 1


def test_older_submission_than_the_newest_version_is_skipped(classroom: Classroom, tmp_path: Path) -> None:
    submit(classroom, "ann")
    files = [
        ("submission_metadata.yml", METADATA.encode()),
        ("submission_1/b.py", b"1"),
        ("submission_2/b.py", b"2"),
    ]
    report = imported(classroom, zipped(tmp_path / "x.zip", *files))
    assert [reason for _, reason in report.skipped] == ["version 1 was received later, on 2027-01-15 08:00 UTC"]
    assert len(versions(classroom, "ann")) == 1


def test_submission_without_a_time_counts_for_the_chosen_deadline(
    classroom: Classroom, tmp_path: Path, clock: FakeClock
) -> None:
    set_deadline(classroom)
    clock.advance(100 * HOUR_S)
    files = [("ann_1_2_homework.py", PROGRAM), ("bob_LATE_2_3_homework.py", PROGRAM)]
    imported(classroom, zipped(tmp_path / "x.zip", *files), "HW")
    (ann,), (bob,) = versions(classroom, "ann"), versions(classroom, "bob")
    assert (ann.received_at, ann.late_s) == (START + HOUR_S, 0)
    assert (bob.received_at, bob.late_s) == (START + 3 * HOUR_S, 2 * HOUR_S)
    with pytest.raises(ClassError, match="no deadline 'XY'; its deadlines: HW"):
        imported(classroom, tmp_path / "x.zip", "XY")


def test_import_after_the_deadline_queues_the_hidden_suite_again(
    classroom: Classroom, tmp_path: Path, examples: Path, clock: FakeClock
) -> None:
    (classroom.folder / "hidden").mkdir()
    set_deadline(classroom, "hidden_suite = 'hidden'\n")
    ready(classroom, "ann")
    clock.advance(100 * HOUR_S)
    hidden.schedule(classroom.database, classroom.settings, clock.now)
    imported(classroom, zipped(tmp_path / "x.zip", ("bob_1_2_a.py", b"1"), ("x_1_2_a.py", b"1")))
    runs = hidden.list_runs(classroom.database)
    assert [get_submission(classroom.database, run.submission).team for run in runs] == [
        person(classroom, "ann").team,
        person(classroom, "bob").team,
    ]


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("a.txt", b"x", "is not a download"),
        ("a.zip", b"x", "cannot unpack a.zip: it is damaged"),
    ],
)
def test_unusable_download_is_explained(
    classroom: Classroom, tmp_path: Path, name: str, data: bytes, problem: str
) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(UserError, match=problem):
        imported(classroom, tmp_path / name)


def test_hostile_archives_in_a_download_are_skipped_one_by_one(classroom: Classroom, tmp_path: Path) -> None:
    outside = zipped(tmp_path / "o.zip", ("../../evil.py", PROGRAM)).read_bytes()
    links = tarred(tmp_path / "l.tar.gz", (member("a.py", b"2", linkname="/etc/passwd"), b"")).read_bytes()
    source = zipped(
        tmp_path / "x.zip", ("ann_1_2_o.zip", outside), ("bob_1_2_l.tar.gz", links), ("nil_1_2_x.py", PROGRAM)
    )
    report = imported(classroom, source)
    reasons = " ".join(reason for _, reason in report.skipped)
    assert report.imported == ()
    assert "outside of the archive" in reasons
    assert "contains no files" in reasons
    assert not list(classroom.submissions.iterdir())


def test_administrator_imports_on_the_page_and_reads_the_report(classroom: Classroom, tmp_path: Path) -> None:
    site = Site.of(classroom)
    data = zipped(tmp_path / "x.zip", ("ann_1_2_a.py", PROGRAM), ("<b>_1_2_a.py", PROGRAM)).read_bytes()
    admin = site.session("administrator")
    page = admin.post("/staff/import", file=("all.zip", data)).text
    assert "1 version imported, 0 skipped, 1 unknown" in visible(page)
    assert "<b>_" not in page
    assert len(versions(classroom, "ann")) == 1
    refused = admin.post("/staff/import", file=("all.txt", data))
    assert refused.status == 422
    assert "All.txt is not a download" in visible(refused.text)
    assert "imported submissions" in visible(admin.get("/staff").text)
