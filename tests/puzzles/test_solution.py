"""Whether a position is a puzzle is decided by solving it."""

from dataclasses import replace

import pytest

from outply.games import warfare
from outply.games.protocol import Position
from outply.puzzles.generate import PuzzleKind, make_puzzles
from outply.puzzles.puzzle import Puzzle
from outply.puzzles.solution import Solution, find_fault, is_obvious, solve, success_of_levels
from outply.search import exact
from outply.search.engine import Engine


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """A puzzle on a small board."""
    return next(make_puzzles(PuzzleKind(game="warfare", variant="raid", size=4), 1, seed=1))


def test_values_of_a_solution_are_those_of_the_exact_search(puzzle: Puzzle) -> None:
    position = puzzle.start
    solution = solve(position, Engine())
    assert solution is not None
    assert solution.values == tuple(exact.move_values(position, len(puzzle.line)))


def test_position_beyond_the_node_limit_is_not_solved() -> None:
    start: Position = warfare.Warfare().start("raid", "random:6:1")
    assert solve(start, Engine(), max_nodes=1_000) is None


@pytest.mark.parametrize(
    ("values", "decides"),
    [
        ((5, 0), True),
        ((5, -3), True),
        ((5, 1), False),
        ((0, -1), True),
        ((0, 0), False),
        ((-1, -5), False),
        ((5,), False),
    ],
)
def test_best_move_decides_if_it_alone_keeps_the_result(values: tuple[int, ...], decides: bool) -> None:
    assert Solution(values=tuple(enumerate(values)), line=()).decides == decides


def test_move_of_the_greedy_player_is_obvious() -> None:
    position = warfare.Position.of([[1, 2], [9, 3]])
    assert is_obvious(position, warfare.Move.parse("A2 Stake"))
    assert not is_obvious(position, warfare.Move.parse("A1 Stake"))


def test_random_moves_count_as_a_success_by_chance(puzzle: Puzzle) -> None:
    position = puzzle.start
    move = warfare.Move.parse(puzzle.solution)
    success = success_of_levels(position, move)
    assert success == puzzle.success
    assert success[-1] == 100
    assert 0 < success[0] < 100


def test_right_puzzle_has_no_fault(puzzle: Puzzle) -> None:
    assert find_fault(puzzle, Engine()) is None


def test_faults_are_named(puzzle: Puzzle) -> None:
    other = next(move for move in puzzle.start.moves() if str(move) != puzzle.solution)
    faulty = {
        "is not legal": replace(puzzle, line=(puzzle.solution, puzzle.solution)),
        "the game is not over": replace(puzzle, line=puzzle.line[:-1]),
        "has the values": replace(puzzle, next_value=puzzle.next_value - 1),
        "is found by the levels": replace(puzzle, success=(0,) * len(puzzle.success)),
        "fewer than": replace(puzzle, position="warfare/raid/X/1_2/3_4/../OX"),
    }
    for message, wrong in faulty.items():
        assert message in str(find_fault(wrong, Engine())), message
    assert find_fault(replace(puzzle, line=(str(other), *puzzle.line[1:])), Engine())


def test_position_in_which_several_moves_win_is_no_puzzle(puzzle: Puzzle) -> None:
    won = "warfare/raid/X/90_90_1/1_1_1/1_1_1/XX./.../..O"
    assert find_fault(replace(puzzle, position=won), Engine()) == "has no move that alone keeps the result"
