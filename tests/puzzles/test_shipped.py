"""The puzzles that come with Outply."""

import pytest

from outply.puzzles.puzzle import SHIPPED, read_puzzles
from outply.puzzles.solution import find_fault
from outply.search.engine import Engine

MAX_BYTES = 200_000


def test_set_has_200_puzzles_of_both_games_and_rules_and_several_sizes() -> None:
    puzzles = read_puzzles()
    assert len(puzzles) == 200
    kinds = {puzzle.name.rpartition("-")[0] for puzzle in puzzles}
    assert {"raid-4", "raid-5", "raid-6", "raid-8", "blitz-5", "blitz-6", "starcircle"} == kinds
    assert len({puzzle.position for puzzle in puzzles}) == 200


def test_file_is_small() -> None:
    assert SHIPPED.stat().st_size < MAX_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_puzzle_is_solved_again(part: int) -> None:
    engine = Engine()
    faults = {puzzle.name: find_fault(puzzle, engine) for puzzle in read_puzzles()[part::4]}
    assert {name: fault for name, fault in faults.items() if fault} == {}


def test_higher_levels_solve_more_puzzles() -> None:
    success = [puzzle.success for puzzle in read_puzzles()]
    means = [sum(column) / len(column) for column in zip(*success, strict=True)]
    assert means == sorted(means)
    assert means[-1] == 100
