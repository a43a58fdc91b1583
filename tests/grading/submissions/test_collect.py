"""What a class handed in is found, unpacked without harm, and given to the people of a roster."""

import io
import os
import random
import re
import stat
import struct
import tarfile
import zipfile
import zlib

import pytest

from outply.grading.submissions import roster
from outply.grading.submissions.collect import NOTHING, SubmissionsError, collect, of_folder
from outply.grading.submissions.unpack import MOST_MIB, UnpackError, unpack
from outply.sandbox.untrusted_dirs import MAX_FILES


def zipped(path, *entries, **files):
    """Write a zip of entries (a name or a ZipInfo, and the contents)."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in (*entries, *((name.replace("__", "."), data) for name, data in files.items())):
            archive.writestr(name, data)
    return path


def tarred(path, *entries):
    """Write a tar.gz of `TarInfo`s and their contents."""
    with tarfile.open(path, "w:gz") as archive:
        for about, data in entries:
            about.size = about.size or len(data)
            archive.addfile(about, io.BytesIO(data))
    return path


def member(name, kind=tarfile.REGTYPE, **fields):
    about = tarfile.TarInfo(name)
    about.type = kind
    for field, value in fields.items():
        setattr(about, field, value)
    return about


def files_of(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def people(tmp_path, text):
    (tmp_path / "roster.csv").write_text(text)
    return roster.read(tmp_path / "roster.csv")[0]


@pytest.fixture
def handed(tmp_path):
    folder = tmp_path / "handed"
    folder.mkdir()
    (tmp_path / "workshop").mkdir()
    return folder


def collected(handed, people=()):
    return collect(handed, handed.parent / "workshop", people)


def test_folders_and_archives_are_submissions(handed):
    (handed / "ada").mkdir()
    zipped(handed / "bob.zip", homework3__py="1")
    tarred(handed / "cy.TAR.GZ", (member("./homework3.py"), b"1"))
    (handed / ".hidden").mkdir()
    (handed / "notes.txt").write_text("")
    found, remarks = collected(handed)
    assert [(one.name, one.student, one.problem) for one in found] == [(n, n, "") for n in ("ada", "bob", "cy")]
    assert [files_of(handed.parent / "workshop" / str(one.folder)) for one in found[1:]] == [["homework3.py"]] * 2
    kinds = ".zip, .tar.gz, .tgz or .tar"
    assert remarks == (f"notes.txt is neither a folder nor an archive ({kinds}), and is left out.",)


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("bob.rar", b"", ".rar"),
        ("bob.7z", b"", ".7z"),
        ("bob.tar.xz", b"", ".tar.xz"),
        ("bob.zip", b"Rar!\x1a\x07\x01\x00rest", ".rar"),
        ("bob.tar.gz", b"7z\xbc\xaf\x27\x1crest", ".7z"),
    ],
)
def test_an_archive_of_another_kind_is_somebodys_who_is_told_which_are_taken(name, data, kind, handed, tmp_path):
    (handed / name).write_bytes(data)
    (handed / "ada").mkdir()
    for known in ((), people(tmp_path, "name,id\nAda,ada\nBob,bob\n")):
        (ada, bob), remarks = collected(handed, known)
        assert (ada.problem, bob.name, remarks) == ("", "bob", ())
        kinds = ".zip, .tar.gz, .tgz or .tar"
        assert bob.problem == f"{name} cannot be unpacked: it is a {kind} archive, and {kinds} is needed"


def test_a_file_of_somebody_who_has_nothing_else_is_told_to_be_none(handed, tmp_path):
    (handed / "ada_late.zip").write_bytes(b"")
    for name in ("ada.txt", "bob_1.py", "readme.md"):
        (handed / name).write_text("")
    (ada, bob), remarks = collected(handed, people(tmp_path, "name,id\nAda,ada\nBob,bob\n"))
    assert ada.problem == "ada_late.zip cannot be unpacked: it is broken"
    assert bob.problem == "bob_1.py is neither a folder nor an archive (.zip, .tar.gz, .tgz or .tar)"
    assert [remark.split()[0] for remark in remarks] == ["ada.txt", "readme.md"]


def test_the_same_files_have_the_same_mark_however_they_were_packed(handed):
    zipped(handed / "a.zip", homework3__py="1")
    tarred(handed / "b.tgz", (member("homework3.py"), b"1"))
    zipped(handed / "c.zip", homework3__py="2")
    one, same, other = (submission.digest for submission in collected(handed)[0])
    assert one == same != other


def test_a_folder_counts_before_an_archive_of_its_name(handed):
    (handed / "ada").mkdir()
    zipped(handed / "ada.zip", homework3__py="1")
    found, remarks = collected(handed)
    assert [one.folder for one in found] == [str(handed / "ada")]
    assert remarks == ("ada.zip is left out: there is another submission called ada.",)


def test_a_class_without_submissions_is_told(handed):
    with pytest.raises(SubmissionsError, match="has no submissions"):
        collected(handed)
    with pytest.raises(SubmissionsError, match="there is no directory"):
        collected(handed / "none")
    with pytest.raises(SubmissionsError, match="there is no directory"):
        of_folder(handed / "none")


def test_files_keep_their_rights_to_be_run_and_no_others(tmp_path):
    about = zipfile.ZipInfo("run")
    about.external_attr = (stat.S_IFREG | 0o6777) << 16
    unpack(zipped(tmp_path / "a.zip", (about, b"#!"), ("folder\\file", b"1")), tmp_path / "a")
    assert stat.S_IMODE((tmp_path / "a" / "run").stat().st_mode) == 0o755
    assert files_of(tmp_path / "a") == ["folder/file", "run"]


OUTSIDE = ["../outside", "a/../../outside", "/outside", "..\\outside", "C:\\outside"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_no_path_leads_outside(name, tmp_path):
    for path in (zipped(tmp_path / "a.zip", (name, b"x")), tarred(tmp_path / "a.tar.gz", (member(name), b"x"))):
        with pytest.raises(UnpackError, match="would be outside of its folder"):
            unpack(path, tmp_path / path.name.replace(".", "-"))
    assert not list(tmp_path.rglob("outside"))


def test_links_and_devices_are_left_out_and_nothing_is_written_through_them(handed):
    link = zipfile.ZipInfo("link")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    zipped(handed / "a.zip", (link, os.fsencode(handed)), ("link/file", b"x"))
    tarred(
        handed / "b.tar.gz",
        (member("link", tarfile.SYMTYPE, linkname=str(handed)), b""),
        (member("hard", tarfile.LNKTYPE, linkname="/etc/passwd"), b""),
        (member("fifo", tarfile.FIFOTYPE), b""),
        (member("null", tarfile.CHRTYPE, devmajor=1, devminor=3), b""),
        (member("link/file"), b"x"),
    )
    found, remarks = collected(handed)
    assert [one.problem for one in found] == ["", ""]
    assert remarks == (
        "a.zip has 1 links or devices, which are left out.",
        "b.tar.gz has 4 links or devices, which are left out.",
    )
    assert files_of(handed) == ["a.zip", "b.tar.gz"]
    assert files_of(handed.parent / "workshop" / "submission-0") == ["link/file"]


def bomb(path):
    """A file that is a thousand times as large as its archive."""
    return zipped(path, ("zeros", bytes((MOST_MIB << 20) + 1)))


def lying(path):
    """The same, where the archive says that it is small."""
    data = bytearray(bomb(path).read_bytes())
    real = struct.pack("<I", (MOST_MIB << 20) + 1)
    path.write_bytes(data.replace(real, struct.pack("<I", 10)))
    return path


def overlapping(path):
    """Ten thousand names of the same large file."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros", bytes(1 << 20))
        first = archive.infolist()[0]
        for _ in range(200):
            archive.filelist.append(first)
        archive._didModify = True
    return path


def crowded(path):
    return zipped(path, *((str(number), b"") for number in range(MAX_FILES + 1)))


def listed(path):
    """A list of files that would not fit into memory, of which there is only the beginning."""
    data = bytearray(zipped(path, ("a", b"")).read_bytes())
    end = data.rindex(b"PK\5\6")
    data[:end] = data[:end] + bytes(64 << 20)
    end = data.rindex(b"PK\5\6")
    struct.pack_into("<II", data, end + 12, end, 0)
    path.write_bytes(data)
    return path


def encrypted(path):
    data = bytearray(zipped(path, ("a", b"secret")).read_bytes())
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    path.write_bytes(data)
    return path


def deep(path):
    return zipped(path, ("/".join("a" * 100) + "/b", b""))


def clashing(path):
    return zipped(path, ("a", b""), ("a/b", b""))


def cut_off(path):
    bomb(path)
    path.write_bytes(path.read_bytes()[:-40])
    return path


def spoilt(path):
    zipped(path, ("a", random.Random(1).randbytes(5000)))
    data = bytearray(path.read_bytes())
    data[100:200] = bytes(100)
    path.write_bytes(data)
    return path


def tar_bomb(path):
    return tarred(path.with_suffix(".tar.gz"), (member("zeros"), bytes((MOST_MIB << 20) + 1)))


def tar_header(path):
    """A header that says of itself that it has two gigabytes."""
    path = path.with_suffix(".tar.gz")
    about = member("x", tarfile.XHDTYPE, size=2 << 30)
    packer = zlib.compressobj(9, wbits=31)
    packed = packer.compress(about.tobuf())
    zeros = bytes(1 << 20)
    packed += b"".join(packer.compress(zeros) for _ in range(200))
    path.write_bytes(packed + packer.flush())
    return path


def tar_cut_off(path):
    path = tarred(path.with_suffix(".tar.gz"), (member("a"), random.Random(1).randbytes(50_000)))
    path.write_bytes(path.read_bytes()[:20_000])
    return path


def no_archive(path):
    path.write_bytes(b"something else")
    return path


def no_tar(path):
    return no_archive(path.with_suffix(".tar.gz"))


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (bomb, "larger than 64 MiB"),
        (lying, "larger than 64 MiB|broken"),
        (overlapping, "larger than 64 MiB|broken"),
        (crowded, "more than 10,000 files"),
        (listed, "more than 10,000 files"),
        (encrypted, "encrypted"),
        (deep, "more than 64 deep"),
        (clashing, "."),
        (cut_off, "broken"),
        (spoilt, "broken"),
        (no_archive, "broken"),
        (tar_bomb, "larger than 64 MiB"),
        (tar_header, "larger than 64 MiB|broken"),
        (tar_cut_off, "broken"),
        (no_tar, "broken"),
    ],
)
def test_an_archive_that_does_harm_is_refused_in_a_sentence_and_leaves_nothing(make, why, handed):
    path = make(handed / "evil.zip")
    (handed / "honest").mkdir()
    found, _ = collected(handed)
    assert [one.name for one in found] == ["evil", "honest"]
    assert found[0].folder is None
    assert re.fullmatch(rf"{path.name} cannot be unpacked: .*({why}).*", found[0].problem)
    assert list((handed.parent / "workshop").iterdir()) == []


@pytest.mark.parametrize("seed", range(30))
def test_archives_with_spoilt_bytes_are_unpacked_or_refused(seed, tmp_path):
    lots = random.Random(seed)
    path = zipped(tmp_path / "a.zip", ("a", b"1" * 100), ("b/c", b"2"))
    if seed % 2:
        path = tarred(tmp_path / "a.tar", (member("a"), b"1" * 100), (member("b/c"), b"2"))
    data = bytearray(path.read_bytes())
    for _ in range(5):
        data[lots.randrange(len(data))] = lots.randrange(256)
    path.write_bytes(data)
    try:
        unpack(path, tmp_path / "place")
    except UnpackError as error:
        assert str(error)


def test_the_people_of_a_roster_get_their_submissions(handed, tmp_path):
    for name in ("ada", "doe_jane_1002_homework", "stranger", "x_grace@uni.edu"):
        (handed / name).mkdir()
    everybody = people(
        tmp_path,
        "SID,First Name,Last_Name,Email\n"
        "1001,Ada,Lovelace,ADA@uni.edu\n\n"
        "1002,Jane,Doe,jd@uni.edu\n"
        '1003,"Hopper, Grace",,grace@uni.edu\n'
        "1004,Alan,Turing,alan@uni.edu\n",
    )
    found, remarks = collected(handed, everybody)
    assert [(one.name, one.student, one.problem) for one in found] == [
        ("ada", "Ada Lovelace", ""),
        ("doe_jane_1002_homework", "Jane Doe", ""),
        ("x_grace@uni.edu", "Hopper, Grace", ""),
        ("1004", "Alan Turing", NOTHING),
        ("stranger", "stranger", ""),
    ]
    (remark,) = remarks
    assert remark.startswith("stranger keeps its own name: nobody on the roster")


def test_a_second_submission_of_somebody_keeps_its_own_name(handed, tmp_path):
    for name in ("1001", "1001_late"):
        (handed / name).mkdir()
    found, remarks = collected(handed, people(tmp_path, "name;id\nAda;1001\n"))
    assert [(one.name, one.student) for one in found] == [("1001", "Ada"), ("1001_late", "1001_late")]
    assert len(remarks) == 1


def test_all_columns_of_a_roster_go_with_its_people(handed, tmp_path):
    (handed / "ada").mkdir()
    known = people(tmp_path, " Name ,login,,Section,section\nAda,ada,x, B ,7\nBob,bob\n")
    ada, bob = collected(handed, known)[0]
    titles = ["Name", "login", "column 3", "Section", "section 2"]
    assert ada.columns == tuple(zip(titles, ["Ada", "ada", "x", "B", "7"], strict=True))
    assert bob.columns == tuple(zip(titles, ["Bob", "bob", "", "", ""], strict=True))


def test_a_class_that_handed_in_nothing_is_graded_so(handed, tmp_path):
    found, _ = collected(handed, people(tmp_path, "\ufeffName\tLogin\r\nAda\tada\r\n"))
    assert [one.problem for one in found] == [NOTHING]
