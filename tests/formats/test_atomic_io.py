"""Answers are written whole or not at all."""

import io
import os
import resource
import sys

import pytest

from outply.formats.atomic_io import FileError, write_folder, write_output


def test_an_answer_that_cannot_be_put_in_place_leaves_everything_as_it_was(tmp_path, monkeypatch):
    target = tmp_path / "output.txt"
    target.write_text("precious")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(FileError, match=r"output\.txt: no space left on device"):
        write_output(str(target), "new")
    assert target.read_text() == "precious"
    assert os.listdir(tmp_path) == ["output.txt"]


def test_an_interrupt_while_writing_leaves_everything_as_it_was(tmp_path, monkeypatch):
    target = tmp_path / "output.txt"

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_output(str(target), "new")
    assert os.listdir(tmp_path) == []


def test_a_write_that_falls_short_is_an_error(tmp_path):
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


def test_the_mode_of_the_file_is_kept(tmp_path):
    target = tmp_path / "output.txt"
    target.write_text("old")
    target.chmod(0o600)
    write_output(str(target), "new")
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "output.txt").symlink_to("real.txt")
    write_output(str(tmp_path / "output.txt"), "new")
    assert (tmp_path / "output.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"


def test_a_device_is_written_to_and_not_replaced():
    write_output(os.devnull, "new")
    assert not os.path.isfile(os.devnull)


def test_all_is_written_where_a_part_is_taken_at_a_time(monkeypatch):
    class Pipe(io.RawIOBase):
        """As a pipe is to a process that signals come to, where Python keeps no buffer before it."""

        def __init__(self):
            self.taken = b""

        def writable(self):
            return True

        def write(self, data):
            self.taken += bytes(data[:3])
            return len(data[:3])

    pipe = Pipe()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(pipe, write_through=True))
    write_output("-", "B3 Stake\nX..\n")
    assert pipe.taken == b"B3 Stake\nX..\n"


def test_what_an_earlier_call_left_goes_and_what_cannot_go_is_told(tmp_path):
    (tmp_path / "old.html").write_text("old")
    (tmp_path / "new.html").write_text("old")
    write_folder(tmp_path, [("new.html", "new")], earlier=["*.html"])
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"new.html": "new"}
    (tmp_path / "kept.html").mkdir()
    with pytest.raises(FileError, match=r"kept\.html: is a directory"):
        write_folder(tmp_path, [("new.html", "newer")], earlier=["*.html"])
    assert (tmp_path / "new.html").read_text() == "newer"
