"""Archives are unpacked safely."""

import os
import random
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from support.grading.archives import files_of, member, tarred, zipped

from outply.grading.submissions.collect import (
    collect,
)
from outply.grading.submissions.unpack import MAX_UNPACKED_MIB, UnpackError, unpack
from outply.sandbox.untrusted_dirs import MAX_FILES


def test_only_the_executable_permission_of_files_is_kept(tmp_path: Path) -> None:
    info = zipfile.ZipInfo("run")
    info.external_attr = (stat.S_IFREG | 0o6777) << 16
    unpack(zipped(tmp_path / "a.zip", (info, b"#!"), ("folder\\file", b"1")), tmp_path / "a")
    assert stat.S_IMODE((tmp_path / "a" / "run").stat().st_mode) == 0o755
    assert files_of(tmp_path / "a") == ["folder/file", "run"]


def test_folders_with_entries_of_their_own_count_once(tmp_path: Path) -> None:
    names = [f"{index}/" for index in range(MAX_FILES // 2)]
    entries = [entry for name in names for entry in ((name, b""), (f"{name}a", b""))]
    unpack(zipped(tmp_path / "a.zip", *entries), tmp_path / "a")
    assert len(files_of(tmp_path / "a")) == MAX_FILES // 2


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
    submissions, warnings = collect(submitted, submitted.parent / "unpacked")
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
        archive.comment = b"changed"  # or the list of entries would not be written again
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


def crowded_with_folders(path: Path) -> Path:
    return zipped(path, *((f"{index}/{'a/' * 50}b", b"") for index in range(MAX_FILES // 50)))


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
    packer = zlib.compressobj(1, wbits=31)
    packed = packer.compress(info.tobuf())
    zeros = bytes(1 << 20)
    packed += b"".join(packer.compress(zeros) for _ in range(100))
    path.write_bytes(packed + packer.flush())
    return path


def extended(path: Path, header: bytes, count: int = 1) -> Path:
    """A tar with extended headers."""
    entries = [(member(f"header-{index}", tarfile.XHDTYPE), header) for index in range(count)]
    files = [(member(f"file-{index}"), b"") for index in range(count)]
    pairs = zip(entries, files, strict=True)
    return tarred(path.with_suffix(".tar.gz"), *(entry for pair in pairs for entry in pair))


def long_number(path: Path) -> Path:
    return extended(path, b"9" * 100_000 + b" path=x\n")


def many_headers(path: Path) -> Path:
    return extended(path, b"12000 comment=" + b"x" * 11_985 + b"\n", 400)


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
        (crowded_with_folders, "more than 10,000 files"),
        (encrypted, "encrypted"),
        (deep, "more than 64 deep"),
        (clashing, "."),
        (truncated, "damaged"),
        (corrupted, "damaged"),
        (not_an_archive, "damaged"),
        (tar_bomb, "larger than 64 MiB"),
        (tar_header, "extended headers are too large"),
        (long_number, "extended headers are too large"),
        (many_headers, "extended headers are too large"),
        (truncated_tar, "damaged"),
        (not_a_tar, "damaged"),
    ],
)
def test_harmful_archive_is_rejected_and_leaves_no_files(
    make: Callable[[Path], Path], reason: str, submitted: Path
) -> None:
    path = make(submitted / "evil.zip")
    (submitted / "honest").mkdir()
    submissions, _ = collect(submitted, submitted.parent / "unpacked")
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
