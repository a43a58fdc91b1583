"""Uploads, limits, deadlines and the active version."""

import re
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.grading.archives import extract, files_of, member, tarred, zipped
from support.web.classrooms import PROGRAM, START, FakeClock, make_class, make_runner, person, submit

from outply.classroom import submissions
from outply.classroom.classroom import ClassError, Classroom
from outply.classroom.settings.class_settings import ClassLimits
from outply.classroom.submissions import SubmissionError, check_limits, get_submission
from outply.classroom.uploads import MAX_NAME_CHARS, UploadError, safe_name, store_upload

DEADLINE = """
[[deadlines]]
name = "Homework 1"
due = 2027-01-15T08:00:00Z
closes = 2027-01-15T10:00:00Z
"""
DUE = START  # 15 January 2027, 08:00 UTC


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def classroom(tmp_path: Path, clock: FakeClock) -> Iterator[Classroom]:
    with make_class(tmp_path / "class", extra=DEADLINE, clock=clock) as made:
        yield made


def test_zip_tar_and_source_file_are_unpacked(tmp_path: Path) -> None:
    folder = tmp_path / "submissions"
    archive = zipped(tmp_path / "a.zip", ("agent/agent.py", PROGRAM))
    tar = tarred(tmp_path / "a.tar.gz", (member("agent.py"), PROGRAM))
    uploads = [
        store_upload("My Agent.zip", archive.read_bytes(), folder, 4),
        store_upload("C:\\agents\\a.tar.gz", tar.read_bytes(), folder, 4),
        store_upload("agent.py", PROGRAM, folder, 4),
        store_upload("x.java", b"public class Homework { }", folder, 4),
    ]
    assert [upload.file_name for upload in uploads] == ["My_Agent.zip", "a.tar.gz", "agent.py", "x.java"]
    assert [files_of(folder / upload.folder) for upload in uploads] == [
        ["agent/agent.py"],
        ["agent.py"],
        ["agent.py"],
        ["Homework.java"],
    ]
    assert uploads[1].fingerprint == uploads[2].fingerprint


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("a.zip", b"", "the file is empty"),
        ("a.zip", b"nothing", "cannot unpack a.zip: it is damaged"),
        ("a.rar", b"Rar!", "expected an archive"),
        ("..", b"x", "got a file without a name"),
        ("notes.txt", b"x", "got notes.txt"),
        ("big.py", b"x" * (1 << 20) + b"x", "the file is larger than 1 MiB"),
    ],
)
def test_unusable_upload_is_refused_and_leaves_nothing(
    tmp_path: Path, name: str, data: bytes, problem: str
) -> None:
    with pytest.raises(UploadError, match=problem):
        store_upload(name, data, tmp_path / "submissions", 1)
    assert not (tmp_path / "submissions").exists() or not list((tmp_path / "submissions").iterdir())


def test_hostile_archives_are_refused_and_leave_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "class" / "submissions"
    folder.parent.mkdir()
    bomb = zipped(tmp_path / "bomb.zip", ("zeros", bytes(65 << 20)))
    escape = zipped(tmp_path / "escape.zip", ("../../evil.py", PROGRAM))
    empty = tarred(tmp_path / "links.tar.gz", (member("link", tarfile.SYMTYPE, linkname="/etc/passwd"), b""))
    for path, problem in ((bomb, "larger than 64 MiB"), (escape, "outside of"), (empty, "contains no files")):
        with pytest.raises(UploadError, match=problem):
            store_upload(path.name, path.read_bytes(), folder, 4)
    assert not list(folder.iterdir())
    assert not (tmp_path / "evil.py").exists()


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/passwd.py", "passwd.py"),
        ("<script>.py", "script_.py"),
        ("ünï çode.zip", "n_ode.zip"),
        (".hidden.py", "hidden.py"),
        ("", ""),
    ],
)
def test_file_names_lose_paths_and_special_characters(name: str, safe: str) -> None:
    assert safe_name(name) == safe


def test_long_file_name_keeps_its_suffix() -> None:
    name = safe_name("a" * 300 + ".tar.gz")
    assert len(name) == MAX_NAME_CHARS
    assert name.endswith(".tar.gz")


def test_versions_count_per_team(classroom: Classroom) -> None:
    made = [submit(classroom, key) for key in ("bob", "ann", "cyd")]
    assert [one.version for one in made] == [1, 1, 2]
    assert [one.version for one in submissions.team_submissions(classroom.database, made[0].team)] == [2, 1]


def test_late_version_is_marked_and_one_after_the_end_refused(classroom: Classroom, clock: FakeClock) -> None:
    clock.now = DUE
    on_time = submit(classroom, "ann")
    clock.now = DUE + 600
    late = submit(classroom, "ann")
    assert [(one.deadline, one.late_s) for one in (on_time, late)] == [("Homework 1", 0.0), ("Homework 1", 600.0)]
    make_runner(classroom).run_available()
    clock.now = DUE + 2 * 3600 + 1
    with pytest.raises(SubmissionError, match="submissions closed on 2027-01-15 10:00 UTC"):
        submit(classroom, "ann")
    ready = get_submission(classroom.database, on_time.id)
    with pytest.raises(SubmissionError, match="submissions closed"):
        submissions.activate(classroom.database, ready, classroom.settings, "ann", clock.now)


def test_moved_deadline_changes_the_lateness_of_its_versions(classroom: Classroom, clock: FakeClock) -> None:
    runner = make_runner(classroom)
    clock.now = DUE - 60
    early = submit(classroom, "ann")
    clock.now = DUE + 600
    late = submit(classroom, "ann")
    marked = submit(classroom, "ann")  # called late by another system, without a time
    classroom.database.update("submission", marked.id, late_s=60.0)
    path = classroom.settings_file.path
    lateness = []
    for due in ("08:00:00", "08:05:00", "09:00:00", "07:00:00", "08:00:00"):
        moved = re.sub("due = .*", f"due = 2027-01-15T{due}Z", path.read_text())
        path.write_text(f"{moved}#")  # another size: two changes may have the same time
        runner.run_available()
        lateness.append([get_submission(classroom.database, one.id).late_s for one in (early, late, marked)])
    assert lateness == [[0, 600, 60], [0, 300, 60], [0, 0, 60], [3540, 4200, 60], [0, 600, 60]]


def test_version_that_is_not_ready_cannot_be_active(classroom: Classroom) -> None:
    with pytest.raises(SubmissionError, match="passed its check"):
        submissions.activate(classroom.database, submit(classroom, "ann"), classroom.settings, "ann", START)


def test_limits_name_the_time_of_the_next_version() -> None:
    limits = ClassLimits(submissions_per_hour=2, submissions_per_day=3, waiting_submissions=2)
    check_limits([START - 3600, START - 10], 1, limits, START)
    with pytest.raises(SubmissionError, match="2 versions of your program wait"):
        check_limits([], 2, limits, START)
    with pytest.raises(SubmissionError, match=r"at most 2 versions an hour .* after 2027-01-15 08:30 UTC"):
        check_limits([START - 1800, START - 10], 0, limits, START)
    with pytest.raises(SubmissionError, match=r"at most 3 versions a day .* after 2027-01-15 12:00 UTC"):
        check_limits([START - 20 * 3600, START - 7200, START - 3700], 0, limits, START)


def test_backup_of_a_running_class_can_be_served_elsewhere(classroom: Classroom, tmp_path: Path) -> None:
    one = submit(classroom, "ann")
    classroom.lock()
    with classroom.database.transaction():
        pass
    assert classroom.backup(tmp_path / "backup.tar.gz") == 1
    assert (tmp_path / "backup.tar.gz").stat().st_mode & 0o077 == 0
    extract(tmp_path / "backup.tar.gz", tmp_path / "copy")
    with Classroom(tmp_path / "copy") as copy:
        assert get_submission(copy.database, one.id) == one
        assert files_of(copy.submissions / one.folder) == ["agent.py"]
        assert person(copy, "ann") == person(classroom, "ann")
    with pytest.raises(ClassError, match="cannot write"):
        classroom.backup(tmp_path / "missing" / "backup.tar.gz")
