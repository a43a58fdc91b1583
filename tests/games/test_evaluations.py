"""Evaluations on boards with known values, and their common properties."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.search.positions import HIGHEST_VALUES, warfare_positions

from outply.games import warfare
from outply.games.evaluations import DEFAULT, NAMES, evaluation, evaluations
from outply.games.registry import built_in_games

# Each cell's value is a power of two, so that a sum tells which cells are in it.
POWERS = [[1, 2, 4], [8, 16, 32], [64, 128, 256]]

Board = tuple[list[str], int, int, int, int]

# A board, the cells of X and of O, and which of them the other could conquer if it were the other's turn.
BOARDS: dict[str, Board] = {
    "empty": (["...", "...", "..."], 0, 0, 0, 0),
    "alone": (["...", ".X.", "..."], 16, 0, 0, 0),
    "out of reach": (["X..", "...", "..O"], 1, 256, 0, 0),
    # On the empty cell between them, either conquers the other.
    "face to face": (["X.O", "...", "..."], 1, 4, 1, 4),
    # Nothing empty is next to A1; on B2 either conquers what is next to it.
    "behind": (["XO.", "X..", "..O"], 1 + 8, 2 + 256, 8, 2),
    # Only O can raid on B2, and X has nothing next to it.
    "surrounded": (["XOX", "O.O", "XOO"], 1 + 4 + 64, 2 + 8 + 32 + 128 + 256, 0, 0),
    # Both can raid on B2, and have something next to it.
    "shared": (["XOX", "O.X", "XOO"], 1 + 4 + 32 + 64, 2 + 8 + 128 + 256, 32, 2 + 8 + 128),
    # C1 and A2 follow each other row by row, but are not neighbours.
    "edges": (["..O", "X..", "..O"], 8, 4 + 256, 0, 0),
    "full": (["XOX", "OXO", "OOX"], 1 + 4 + 16 + 256, 2 + 8 + 32 + 64 + 128, 0, 0),
}


@pytest.fixture(params=BOARDS.values(), ids=list(BOARDS))
def board(request: pytest.FixtureRequest) -> Board:
    board: Board = request.param
    return board


@pytest.fixture(params=[(rules, to_move) for rules in warfare.RULES for to_move in warfare.PLAYERS], ids=str)
def position(request: pytest.FixtureRequest, board: Board) -> warfare.Position:
    rules, to_move = request.param
    return warfare.Position.of(POWERS, board[0], to_move, rules)


def worth(name: str, position: warfare.Position) -> tuple[int, int]:
    evaluate = evaluation(name, "warfare").evaluate
    return evaluate(position, "X"), evaluate(position, "O")


def test_evaluation_difference_is_own_total_minus_opponents_total(
    board: Board, position: warfare.Position
) -> None:
    _, of_x, of_o, _, _ = board
    assert worth("difference", position) == (of_x - of_o, of_o - of_x)


def test_evaluation_own_is_the_total_of_the_player(board: Board, position: warfare.Position) -> None:
    _, of_x, of_o, _, _ = board
    assert worth("own", position) == (of_x, of_o)


def test_evaluation_safety_counts_half_the_value_of_exposed_cells(
    board: Board, position: warfare.Position
) -> None:
    _, of_x, of_o, exposed_x, exposed_o = board
    if position.to_move == "O":
        of_x -= exposed_x - exposed_x // 2
    else:
        of_o -= exposed_o - exposed_o // 2
    assert worth("safety", position) == (of_x - of_o, of_o - of_x)


def test_evaluation_safety_rounds_half_values_down() -> None:
    rows = ["X.O", "...", "..."]
    threes = warfare.Position.of([[3] * 3] * 3, rows, "X")
    assert worth("safety", threes) == (3 - 1, 1 - 3)


@given(position=warfare_positions(max_empty=36))
def test_cell_is_exposed_if_an_opposing_move_conquers_it(position: warfare.Position) -> None:
    for enemy in warfare.PLAYERS:
        asked = warfare.Position(position.size, position.values, position.owners, enemy, position.rules)
        after = [asked.play(move).owners for move in asked.moves()]
        for cell, owner in enumerate(position.owners):
            if owner == warfare.opponent(enemy):
                conquered = any(owners[cell] == enemy for owners in after)
                assert position.is_exposed(cell) == conquered


@st.composite
def two_full_boards(draw: st.DrawFn) -> list[warfare.Position]:
    size = draw(st.integers(1, 6))
    rng = random.Random(draw(st.integers(0, 2**32)))
    highest = draw(st.sampled_from(HIGHEST_VALUES))
    values = [rng.randint(1, highest) for _ in range(size * size)]
    rules = draw(st.sampled_from(warfare.RULES))
    to_move = draw(st.sampled_from(warfare.PLAYERS))
    owners = ("".join(rng.choice("XO") for _ in values) for _ in range(2))
    return [warfare.Position(size, values, each, to_move, rules) for each in owners]


@pytest.mark.parametrize("name", evaluations("warfare"))
@given(both=two_full_boards())
def test_evaluations_rank_final_positions_like_the_score(name: str, both: list[warfare.Position]) -> None:
    evaluate = evaluation(name, "warfare").evaluate
    for player in warfare.PLAYERS:
        one, other = (evaluate(board, player) for board in both)
        score, other_score = (board.score(player) for board in both)
        assert (one > other, one == other) == (score > other_score, score == other_score)


def test_every_game_has_documented_evaluations_with_difference_first() -> None:
    for game in (*built_in_games(), "a game from elsewhere"):
        found = evaluations(game)
        assert next(iter(found)) == DEFAULT
        assert set(found) <= set(NAMES)
        for name, one in found.items():
            assert one == evaluation(name, game)
            assert one.name == name
            assert one.definition
            assert one.reasoning.endswith(".")


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        ("warfare", "Warfare has no evaluation 'safe'; expected difference, own, safety"),
        ("starcircle", "Star/Circle has no evaluation 'safe'; expected difference"),
    ],
)
def test_unknown_evaluation_is_refused_with_the_available_ones(game: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=f"^{complaint}$"):
        evaluation("safe", game)
