"""Zip archives whose bytes depend on their files only."""

import io
import zipfile

from outply.formats.zip_archive import create_zip

TEXTS = {"logs/01-a.txt": "one\n", "logs/02-b.txt": "two \N{MULTIPLICATION SIGN} three\n"}


def test_zip_archive_has_the_files_in_the_given_order() -> None:
    with zipfile.ZipFile(io.BytesIO(create_zip(TEXTS))) as file:
        assert file.testzip() is None
        assert {name: file.read(name).decode() for name in file.namelist()} == TEXTS
        assert file.namelist() == list(TEXTS)


def test_zip_archive_has_the_same_bytes_at_any_time() -> None:
    with zipfile.ZipFile(io.BytesIO(create_zip(TEXTS))) as file:
        assert {info.date_time for info in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
