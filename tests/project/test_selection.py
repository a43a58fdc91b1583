"""Errors for selections that select no test by mistake."""

from pathlib import Path

import pytest
from support.plugins.selection import missing_tests, unknown_markers

MARKERS = ("unit", "docs", "timeout")


@pytest.mark.parametrize("expression", ["", "unit", "not (unit or docs)", "timeout(seconds=3)"])
def test_expression_of_markers_is_accepted(expression: str) -> None:
    assert list(unknown_markers(expression, MARKERS)) == []


def test_unknown_marker_gets_a_suggestion() -> None:
    (problem,) = unknown_markers("unti and not docs", MARKERS)
    assert problem.startswith("no marker 'unti'; did you mean: -m unit?")


@pytest.mark.parametrize("names", ["", "::test_one", "::test_one[a::b-1]", "::TestTwo::test_three", "::test_four"])
def test_existing_tests_are_accepted(tmp_path: Path, names: str) -> None:
    module = tmp_path / "test_x.py"
    module.write_text(
        "def test_one(x): pass\nclass TestTwo:\n    def test_three(self): pass\nasync def test_four(): pass\n"
    )
    assert list(missing_tests([f"{module}{names}"])) == []


def test_missing_file_or_folder_gets_a_suggestion(tmp_path: Path) -> None:
    (tmp_path / "search").mkdir()
    (tmp_path / "search" / "test_x.py").touch()
    folder, module, parent = tmp_path / "seach", tmp_path / "search" / "test_y.py", tmp_path / "none" / "test_x.py"
    assert list(missing_tests([str(tmp_path), str(folder), f"{module}::test_one", str(parent)])) == [
        f"no file or folder {folder}; did you mean: {tmp_path / 'search'}?",
        f"no file or folder {module}; did you mean: {tmp_path / 'search' / 'test_x.py'}?",
        f"no file or folder {parent}",
    ]


def test_missing_test_gets_a_suggestion(tmp_path: Path) -> None:
    module = tmp_path / "test_x.py"
    module.write_text("def test_one(): pass\n")
    assert list(missing_tests([f"{module}::test_oen"])) == [
        f"no test 'test_oen' in {module}; did you mean: test_one?"
    ]
