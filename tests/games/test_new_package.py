"""The package that `outply game new` writes: any valid name, nothing overwritten, a game that conforms."""

from pathlib import Path

import pytest
from support.tictactoe import written_module

from outply.games import conformance
from outply.games.new_package import PackageError, write_package
from outply.games.view import SHAPES


@pytest.mark.parametrize("name", ["x", "class", "random", "five-in-a-row", "go9", "a-1-b"])
def test_game_of_any_valid_name_conforms(name: str, tmp_path: Path) -> None:
    module = written_module(tmp_path, name)
    game = next(value() for value in vars(module).values() if getattr(value, "name", None) == name)
    assert conformance.check(game, games=1) > 5
    assert module.Position.game == name
    assert set(game.shapes) <= set(SHAPES)


def test_package_has_project_file_readme_module_and_tests(tmp_path: Path) -> None:
    paths = write_package(tmp_path / "new" / "folder", "my-game")
    assert [str(path.relative_to(tmp_path / "new" / "folder")) for path in paths] == [
        "pyproject.toml",
        "README.md",
        "outply_my_game.py",
        "tests/test_outply_my_game.py",
    ]
    texts = [path.read_text() for path in paths]
    assert 'my-game = "outply_my_game:MyGame"' in texts[0]
    assert "My game" in texts[1]
    assert not any("{name}" in text or "{module}" in text or "{title}" in text for text in texts)


def test_existing_files_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine")
    with pytest.raises(PackageError, match=r"README\.md already exists"):
        write_package(tmp_path, "hex")
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "invalid name ''"),
        ("Hex", "expected at most 40 lower-case letters, digits and hyphens"),
        ("hex_11", "invalid name"),
        ("9lives", "with a letter first"),
        ("hex-", "no hyphen last"),
        ("h" * 41, "at most 40"),
        ("warfare", "warfare is a game of Outply"),
    ],
)
def test_invalid_names_are_refused(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(PackageError, match=message):
        write_package(tmp_path, name)


def test_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "hex").write_text("")
    with pytest.raises(PackageError, match="is not a folder"):
        write_package(tmp_path / "hex", "hex")
