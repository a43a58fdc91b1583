"""Puzzles, and files of puzzles."""

from dataclasses import replace
from pathlib import Path

import pytest

from outply.puzzles.puzzle import Puzzle, PuzzleFileError, read_puzzles, write_puzzles

PUZZLE = Puzzle(
    name="raid-2-1",
    position="warfare/blitz/O/1_2/3_4/X./..",
    line=("paradrop B2", "blitz A2", "blitz B1"),
    value=3,
    next_value=-1,
    success=(10, 60, 40, 70, 100, 100, 100, 100),
)


def test_file_has_the_puzzles_that_were_written(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    puzzles = [PUZZLE, replace(PUZZLE, name="raid-2-2")]
    path.write_text(write_puzzles(puzzles))
    assert read_puzzles(path) == puzzles


def test_difficulty_is_the_level_from_which_on_all_levels_find_the_solution() -> None:
    assert PUZZLE.difficulty == 4
    assert replace(PUZZLE, success=(50,) * 8).difficulty == 1


def test_title_says_who_is_to_move_and_what_to_find() -> None:
    assert PUZZLE.title == "Green to move: find the only move that wins."
    assert replace(PUZZLE, value=0).title == "Green to move: find the only move that does not lose."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "not a set of puzzles"),
        ('{"format":2,"puzzles":[]}', "format 2 is not known"),
        (write_puzzles([replace(PUZZLE, position="warfare/raid/X")]), "puzzle raid-2-1"),
        (write_puzzles([replace(PUZZLE, success=(1, 2))]), "a percentage for each level"),
        (write_puzzles([PUZZLE, PUZZLE]), "the same name"),
    ],
)
def test_malformed_files_are_refused(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "puzzles.json").write_text(text)
    with pytest.raises(PuzzleFileError, match=message):
        read_puzzles(tmp_path / "puzzles.json")


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PuzzleFileError, match=r"none.json: No such file"):
        read_puzzles(tmp_path / "none.json")
