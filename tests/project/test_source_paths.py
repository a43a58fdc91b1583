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


@pytest.mark.parametrize("path", [str(PACKAGE / "no_such_file.py"), os.devnull, "tests/conftest.py"])
def test_other_paths_stay(path: str) -> None:
    assert source_path(path) == path
