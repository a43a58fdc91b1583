"""The package that `outply game new` writes: any valid name, nothing overwritten, a game that conforms."""

import ast
import os
import shutil
import subprocess
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import ROOT
from support.games.tictactoe import written_module
from support.shared_files import shared_file

import outply
from outply.games import conformance
from outply.games.new_package import PackageError, write_package
from outply.games.view import SHAPES


@pytest.mark.parametrize(
    "name", ["x", "class", "random", "five-in-a-row", "go9", "a-1-b", "none", "position", "square-move", "a--b"]
)
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


@pytest.mark.parametrize("name", ["x", "my-game", "none", "position", "a--b"])
def test_package_with_native_core_has_consistent_names(name: str, tmp_path: Path) -> None:
    module = f"outply_{name.replace('-', '_')}"
    paths = write_package(tmp_path, name, native=True)
    texts = {str(path.relative_to(tmp_path)): path.read_text() for path in paths}
    assert list(texts) == [
        "pyproject.toml",
        "CMakeLists.txt",
        "README.md",
        f"src/{module}/__init__.py",
        f"src/{module}/core.py",
        "native/rules.hpp",
        "native/module.cpp",
        f"tests/test_{module}.py",
        f"tests/test_{module}_core.py",
    ]
    assert not any(
        "{" + field in text for text in texts.values() for field in ("name}", "module}", "class", "title")
    )
    project = tomllib.loads(texts["pyproject.toml"])
    entry_points = project["project"]["entry-points"]
    for path, entry_point in (
        (f"src/{module}/__init__.py", entry_points["outply.games"][name]),
        (f"src/{module}/core.py", entry_points["outply.native_cores"][name]),
    ):
        imported, class_name = entry_point.split(":")
        assert f"src/{imported.replace('.', '/')}" == path.removesuffix(".py").removesuffix("/__init__")
        classes = [node.name for node in ast.parse(texts[path]).body if isinstance(node, ast.ClassDef)]
        assert classes.count(class_name) == 1
    assert project["tool"]["scikit-build"]["wheel"]["packages"] == [f"src/{module}"]
    assert f"install(TARGETS _core LIBRARY DESTINATION {module})" in texts["CMakeLists.txt"]
    assert f"namespace {module} {{" in texts["native/rules.hpp"]
    assert f"def_game<{module}::Rules>" in texts["native/module.cpp"]


RULES_PROGRAM = """
#include <iostream>
#include "native/rules.hpp"

int main() {
    std::string cells;
    char to_move;
    while (std::cin >> cells >> to_move) {
        const outply_hex::Rules rules(cells, to_move);
        const auto root = rules.root();
        std::cout << rules.score<true>(root) << (rules.is_over(root) ? " over" : "");
        const auto print = [](int move, int score) { return !(std::cout << ' ' << move << ':' << score); };
        if (!rules.is_over(root)) rules.each_move<true>(root, print);
        std::cout << std::endl;
    }
}
"""
"""Prints the score of each given position, and its moves with the scores after them."""


def test_rules_of_the_native_core_agree_with_those_in_python(tmp_path: Path) -> None:
    write_package(tmp_path / "hex", "hex", native=True)
    source = tmp_path / "program.cpp"
    source.write_text(RULES_PROGRAM)
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    assert compiler, "a C++20 compiler is required, as for the installation"
    command = [compiler, "-std=c++20", "-pthread", "-Wall", "-Wextra", "-Werror"]
    include = [f"-I{tmp_path / 'hex'}", f"-I{outply.native_headers()}"]
    headers = sorted(Path(outply.native_headers()).rglob("*.hpp"))
    program = shared_file(
        "new-package-rules",
        [*command, source, tmp_path / "hex" / "native" / "rules.hpp", *headers],
        lambda path: _run([*command, *include, str(source), "-o", str(path)]),
    )
    game, positions, random = written_module(tmp_path / "python", "hex").Hex(), [], Random(1)
    for _ in range(30):
        position = game.start()
        positions.append(position)
        while moves := position.moves():
            position = position.play(random.choice(moves))
            positions.append(position)
    questions = "".join(f"{position.cells} {position.to_move}\n" for position in positions)
    printed = subprocess.run([program], input=questions, capture_output=True, text=True, check=True).stdout
    assert printed.splitlines() == [_python_line(position) for position in positions]


def _python_line(position: Any) -> str:
    words = [str(position.score(position.to_move)), *["over"] * position.is_over]
    for move in position.moves():
        ((row, column),) = move.squares
        words.append(f"{3 * row + column}:{position.play(move).score(position.to_move)}")
    return " ".join(words)


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True)


def test_native_files_are_formatted(tmp_path: Path) -> None:
    files = [path for path in write_package(tmp_path, "hex", native=True) if path.suffix in (".cpp", ".hpp")]
    style = f"--style=file:{ROOT / '.clang-format'}"
    subprocess.run(["clang-format", style, "--dry-run", "--Werror", *map(str, files)], check=True)


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
