"""Answers are written whole or not at all."""

import os
import resource

import pytest

from outply.formats.files import FileError, write_output


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
