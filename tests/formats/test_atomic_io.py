"""Files are written completely or not at all."""

import io
import os
import resource
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest

from outply.formats.atomic_io import FileError, write_folder, write_output


def test_failed_replace_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "output.txt"
    target.write_text("precious")

    def fail(*_: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(FileError, match=r"output\.txt: no space left on device"):
        write_output(str(target), "new")
    assert target.read_text() == "precious"
    assert os.listdir(tmp_path) == ["output.txt"]


def test_interrupted_write_leaves_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "output.txt"

    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_output(str(target), "new")
    assert os.listdir(tmp_path) == []


def test_partial_write_is_an_error_and_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "output.txt"
    target.write_text("precious")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, limit[1]))
    try:
        with pytest.raises(FileError, match=r"output\.txt: file too large"):
            write_output(str(target), "x" * 1000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert target.read_text() == "precious"
    assert os.listdir(tmp_path) == ["output.txt"]


def test_file_mode_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "output.txt"
    target.write_text("old")
    target.chmod(0o600)
    write_output(str(target), "new")
    assert target.stat().st_mode & 0o777 == 0o600


def test_symbolic_link_is_followed_and_kept(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "output.txt").symlink_to("real.txt")
    write_output(str(tmp_path / "output.txt"), "new")
    assert (tmp_path / "output.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"


def test_device_is_written_to_and_not_replaced() -> None:
    write_output(os.devnull, "new")
    assert not os.path.isfile(os.devnull)


def test_partial_writes_to_a_pipe_are_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pipe(io.RawIOBase):
        """An unbuffered pipe whose writes are interrupted by signals."""

        name = "pipe"

        def __init__(self) -> None:
            self.written = b""

        def writable(self) -> bool:
            return True

        def write(self, data: Any) -> int:
            self.written += bytes(data[:3])
            return len(data[:3])

    pipe = Pipe()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(pipe, write_through=True))
    write_output("-", "B3 Stake\nX..\n")
    assert pipe.written == b"B3 Stake\nX..\n"


def test_stale_files_are_removed_or_the_failure_is_reported(tmp_path: Path) -> None:
    (tmp_path / "old.html").write_text("old")
    (tmp_path / "new.html").write_text("old")
    write_folder(tmp_path, [("new.html", "new")], stale=["*.html"])
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"new.html": "new"}
    (tmp_path / "kept.html").mkdir()
    with pytest.raises(FileError, match=r"kept\.html: is a directory"):
        write_folder(tmp_path, [("new.html", "newer")], stale=["*.html"])
    assert (tmp_path / "new.html").read_text() == "newer"
