"""Paths of the package in the tracebacks of failed tests."""

import os
from pathlib import Path

import pytest
from support.plugins.source_paths import PACKAGE, SOURCE, locations, source_path

from outply.text import join_and


def test_traceback_names_the_source_of_a_copy() -> None:
    with pytest.raises(ValueError, match="not enough values") as caught:
        join_and([])
    paths = [Path(source_path(location.path)).resolve() for location in locations(caught.getrepr())]
    assert set(paths) == {Path(__file__), SOURCE / "text.py"}


def test_path_is_absolute_after_a_test_has_left_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert source_path(os.path.relpath(PACKAGE / "text.py")) == os.path.relpath(SOURCE / "text.py")
    monkeypatch.chdir(tmp_path)
    tmp_path.rmdir()
    assert source_path(str(PACKAGE / "text.py")) == str(SOURCE / "text.py")


@pytest.mark.parametrize("path", [str(PACKAGE / "no_such_file.py"), os.devnull, "tests/conftest.py"])
def test_other_paths_stay(path: str) -> None:
    assert source_path(path) == path
