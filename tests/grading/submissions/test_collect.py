"""Submissions are collected, unpacked safely and matched to the roster."""

import io
import os
import random
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

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
from outply.grading.submissions.unpack import MAX_UNPACKED_MIB, UnpackError, unpack
from outply.sandbox.untrusted_dirs import MAX_FILES


def zipped(path: Path, *entries: tuple[Any, bytes], **files: str) -> Path:
    """Write a zip of entries: pairs of a name or ZipInfo and the content."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
        for name, text in files.items():
            archive.writestr(name.replace("__", "."), text)
    return path


def tarred(path: Path, *entries: tuple[Any, bytes]) -> Path:
    """Write a tar.gz of entries: pairs of a TarInfo and the content."""
    with tarfile.open(path, "w:gz") as archive:
        for info, data in entries:
            info.size = info.size or len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def member(name: str, kind: bytes = tarfile.REGTYPE, **fields: Any) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type = kind
    for field, value in fields.items():
        setattr(info, field, value)
    return info


def files_of(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def students(tmp_path: Path, text: str) -> tuple[Student, ...]:
    (tmp_path / "roster.csv").write_text(text)
    return roster.read(tmp_path / "roster.csv")[0]


@pytest.fixture
def submitted(tmp_path: Path) -> Path:
    folder = tmp_path / "submitted"
    folder.mkdir()
    (tmp_path / "unpacked").mkdir()
    return folder


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


def test_only_the_executable_permission_of_files_is_kept(tmp_path: Path) -> None:
    info = zipfile.ZipInfo("run")
    info.external_attr = (stat.S_IFREG | 0o6777) << 16
    unpack(zipped(tmp_path / "a.zip", (info, b"#!"), ("folder\\file", b"1")), tmp_path / "a")
    assert stat.S_IMODE((tmp_path / "a" / "run").stat().st_mode) == 0o755
    assert files_of(tmp_path / "a") == ["folder/file", "run"]


OUTSIDE = ["../outside", "a/../../outside", "/outside", "..\\outside", "C:\\outside"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_paths_outside_of_the_folder_are_rejected(name: str, tmp_path: Path) -> None:
    for path in (zipped(tmp_path / "a.zip", (name, b"x")), tarred(tmp_path / "a.tar.gz", (member(name), b"x"))):
        with pytest.raises(UnpackError, match="is outside of the archive's folder"):
            unpack(path, tmp_path / path.name.replace(".", "-"))
    assert not list(tmp_path.rglob("outside"))


def test_links_and_devices_are_skipped_and_never_followed(submitted: Path) -> None:
    link = zipfile.ZipInfo("link")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    zipped(submitted / "a.zip", (link, os.fsencode(submitted)), ("link/file", b"x"))
    tarred(
        submitted / "b.tar.gz",
        (member("link", tarfile.SYMTYPE, linkname=str(submitted)), b""),
        (member("hard", tarfile.LNKTYPE, linkname="/etc/passwd"), b""),
        (member("fifo", tarfile.FIFOTYPE), b""),
        (member("null", tarfile.CHRTYPE, devmajor=1, devminor=3), b""),
        (member("link/file"), b"x"),
    )
    submissions, warnings = collect_all(submitted)
    assert [one.problem for one in submissions] == ["", ""]
    assert warnings == (
        "a.zip: skipped 1 link or device.",
        "b.tar.gz: skipped 4 links or devices.",
    )
    assert files_of(submitted) == ["a.zip", "b.tar.gz"]
    assert files_of(submitted.parent / "unpacked" / "submission-0") == ["link/file"]


def bomb(path: Path) -> Path:
    """A file a thousand times as large as its archive."""
    return zipped(path, ("zeros", bytes((MAX_UNPACKED_MIB << 20) + 1)))


def lying(path: Path) -> Path:
    """A file that is much larger than its size in the archive's headers."""
    data = bytearray(bomb(path).read_bytes())
    real = struct.pack("<I", (MAX_UNPACKED_MIB << 20) + 1)
    path.write_bytes(data.replace(real, struct.pack("<I", 10)))
    return path


def overlapping(path: Path) -> Path:
    """Many entries for the same large file."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros", bytes(1 << 20))
        first = archive.infolist()[0]
        for _ in range(200):
            archive.filelist.append(first)
        archive._didModify = True  # type: ignore[attr-defined]
    return path


def crowded(path: Path) -> Path:
    return zipped(path, *((str(number), b"") for number in range(MAX_FILES + 1)))


def listed(path: Path) -> Path:
    """A central directory that would not fit into memory."""
    data = bytearray(zipped(path, ("a", b"")).read_bytes())
    end = data.rindex(b"PK\5\6")
    data[:end] = data[:end] + bytes(64 << 20)
    end = data.rindex(b"PK\5\6")
    struct.pack_into("<II", data, end + 12, end, 0)
    path.write_bytes(data)
    return path


def encrypted(path: Path) -> Path:
    data = bytearray(zipped(path, ("a", b"secret")).read_bytes())
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    path.write_bytes(data)
    return path


def deep(path: Path) -> Path:
    return zipped(path, ("/".join("a" * 100) + "/b", b""))


def clashing(path: Path) -> Path:
    return zipped(path, ("a", b""), ("a/b", b""))


def truncated(path: Path) -> Path:
    bomb(path)
    path.write_bytes(path.read_bytes()[:-40])
    return path


def corrupted(path: Path) -> Path:
    zipped(path, ("a", random.Random(1).randbytes(5000)))
    data = bytearray(path.read_bytes())
    data[100:200] = bytes(100)
    path.write_bytes(data)
    return path


def tar_bomb(path: Path) -> Path:
    return tarred(path.with_suffix(".tar.gz"), (member("zeros"), bytes((MAX_UNPACKED_MIB << 20) + 1)))


def tar_header(path: Path) -> Path:
    """A header with a declared size of two gigabytes."""
    path = path.with_suffix(".tar.gz")
    info = member("x", tarfile.XHDTYPE, size=2 << 30)
    packer = zlib.compressobj(9, wbits=31)
    packed = packer.compress(info.tobuf())
    zeros = bytes(1 << 20)
    packed += b"".join(packer.compress(zeros) for _ in range(200))
    path.write_bytes(packed + packer.flush())
    return path


def truncated_tar(path: Path) -> Path:
    path = tarred(path.with_suffix(".tar.gz"), (member("a"), random.Random(1).randbytes(50_000)))
    path.write_bytes(path.read_bytes()[:20_000])
    return path


def not_an_archive(path: Path) -> Path:
    path.write_bytes(b"something else")
    return path


def not_a_tar(path: Path) -> Path:
    return not_an_archive(path.with_suffix(".tar.gz"))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (bomb, "larger than 64 MiB"),
        (lying, "larger than 64 MiB|damaged"),
        (overlapping, "larger than 64 MiB|damaged"),
        (crowded, "more than 10,000 files"),
        (listed, "more than 10,000 files"),
        (encrypted, "encrypted"),
        (deep, "more than 64 deep"),
        (clashing, "."),
        (truncated, "damaged"),
        (corrupted, "damaged"),
        (not_an_archive, "damaged"),
        (tar_bomb, "larger than 64 MiB"),
        (tar_header, "larger than 64 MiB|damaged"),
        (truncated_tar, "damaged"),
        (not_a_tar, "damaged"),
    ],
)
def test_harmful_archive_is_rejected_and_leaves_no_files(
    make: Callable[[Path], Path], reason: str, submitted: Path
) -> None:
    path = make(submitted / "evil.zip")
    (submitted / "honest").mkdir()
    submissions, _ = collect_all(submitted)
    assert [one.name for one in submissions] == ["evil", "honest"]
    assert submissions[0].folder is None
    assert re.fullmatch(rf"cannot unpack {path.name}: .*({reason}).*", submissions[0].problem)
    assert list((submitted.parent / "unpacked").iterdir()) == []


@pytest.mark.parametrize("seed", range(30))
def test_randomly_corrupted_archives_are_unpacked_or_rejected(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    path = zipped(tmp_path / "a.zip", ("a", b"1" * 100), ("b/c", b"2"))
    if seed % 2:
        path = tarred(tmp_path / "a.tar", (member("a"), b"1" * 100), (member("b/c"), b"2"))
    data = bytearray(path.read_bytes())
    for _ in range(5):
        data[rng.randrange(len(data))] = rng.randrange(256)
    path.write_bytes(data)
    try:
        unpack(path, tmp_path / "place")
    except UnpackError as error:
        assert str(error)


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
