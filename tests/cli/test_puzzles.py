"""`outply puzzles` makes, checks and shows puzzles."""

from pathlib import Path

import pytest
from support.processes.command_line import run_cli

from outply.puzzles.puzzle import read_puzzles, write_puzzles


@pytest.fixture
def small_set(tmp_path: Path) -> str:
    """A set of two puzzles on boards of 4 x 4."""
    path = tmp_path / "small.json"
    path.write_text(
        write_puzzles([puzzle for puzzle in read_puzzles() if puzzle.name in ("raid-4-1", "raid-4-2")])
    )
    return str(path)


def test_made_puzzles_pass_the_check(tmp_path: Path) -> None:
    path = str(tmp_path / "puzzles.json")
    made = run_cli("puzzles", "make", "-o", path, "--count", "2", "--size", "4")
    assert (made.returncode, made.stderr) == (0, f"wrote 2 puzzles to {path}\n")
    done = run_cli("puzzles", "check", "--file", path)
    assert (done.returncode, done.stdout) == (0, "2 puzzles, 0 faults\n")


def test_check_names_the_faulty_puzzle(small_set: str, tmp_path: Path) -> None:
    path = tmp_path / "faulty.json"
    path.write_text(Path(small_set).read_text().replace('"next_value":-', '"next_value":-1', 1))
    done = run_cli("puzzles", "check", "--file", str(path))
    assert done.returncode == 1
    assert "raid-4-1: has the values" in done.stdout
    assert done.stdout.endswith("2 puzzles, 1 fault\n")


def test_solution_is_shown_only_on_request(small_set: str) -> None:
    asked = run_cli("puzzles", "show", "raid-4-2", "--file", small_set).stdout
    assert "to move: find the only move that" in asked
    assert "Best play" not in asked
    answered = run_cli("puzzles", "show", "raid-4-2", "--file", small_set, "--solution").stdout
    assert answered.startswith(asked)
    assert "Best play" in answered


def test_list_has_every_puzzle_and_the_success_of_levels(small_set: str) -> None:
    names = run_cli("puzzles", "list", "--file", small_set).stdout
    assert [line.split()[0] for line in names.splitlines() if "raid" in line] == ["raid-4-1", "raid-4-2"]
    assert "level 8" in run_cli("puzzles", "list", "--levels", "--file", small_set).stdout


def test_exported_file_has_the_named_puzzles(small_set: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.html"
    done = run_cli("puzzles", "export", "raid-4-2", "--file", small_set, "-o", str(path))
    assert (done.returncode, done.stderr) == (0, f"wrote 1 puzzle to {path}\n")
    text = path.read_text()
    assert '"name":"raid-4-2"' in text
    assert '"name":"raid-4-1"' not in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("export", "x", "-o", "-"), "there is no puzzle 'x'; see outply puzzles list"),
        (("export", "raid-4-3", "--difficulty", "1", "-o", "-"), "no puzzle matches; see outply puzzles list"),
        (("show", "x"), "there is no puzzle 'x'; see outply puzzles list"),
        (("make", "-o", "-", "--size", "99"), "Warfare has boards of size 1 to 26, not 99"),
        (
            ("make", "-o", "-", "--game", "starcircle", "--size", "4"),
            "Star/Circle has no random boards; drop --size",
        ),
        (("make", "-o", "-", "--game", "starcircle", "--rules", "blitz"), "Star/Circle has no blitz rules"),
        (("make", "-o", "-", "--size", "1"), "found only 0 of 200 puzzles of the kind raid-1; ask for fewer"),
        (("check", "--file", "none.json"), "none.json: No such file or directory"),
    ],
)
def test_wrong_arguments_are_explained(arguments: tuple[str, ...], message: str) -> None:
    done = run_cli("puzzles", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
