"""Rules of Star/Circle: steps, jumps, stacks, passes and the end of a game."""

from collections.abc import Iterable

import pytest

from outply.games.starcircle import DEFAULT_WEIGHTS, PASS, ROWS, Move, Position, StarCircle, is_dark


def position(
    to_move: str = "Star", passes: int = 0, weights: Iterable[int] = DEFAULT_WEIGHTS, **pieces: str
) -> Position:
    """A position from squares and pieces: position(F4="S1", G3="C1")."""
    squares = [0] * 64
    for name, piece in pieces.items():
        square = ROWS.index(name[0]) * 8 + int(name[1]) - 1
        assert is_dark(square)
        squares[square] = int(piece[1:]) * (1 if piece[0] == "S" else -1)
    return Position(squares, to_move, weights, passes)


def names(position: Position) -> list[str]:
    return [str(move) for move in position.moves()]


def test_moves_are_ordered_by_origin_then_target() -> None:
    assert names(position(C3="S1", E5="S1", H8="C1")) == ["E5-F4", "E5-F6", "C3-D2", "C3-D4"]


def test_jump_comes_before_the_step_for_star_and_after_the_step_for_circle() -> None:
    assert names(position(C3="S1", D4="C1")) == ["C3-E5", "C3-D2"]
    assert names(position("Circle", F4="C1", E3="S1")) == ["F4-E5", "F4-D2"]


def test_jump_needs_an_enemy_and_an_empty_square_behind_it() -> None:
    assert names(position(C3="S1", D4="C1", E5="C1")) == ["C3-D2"]
    assert names(position(C3="S1", D4="S1", H8="C1"))[-1] == "C3-D2"


def test_jump_removes_the_jumped_piece() -> None:
    board = position(C3="S1", D4="C1", H8="C1")
    assert board.play(Move.parse("C3-E5")) == position("Circle", E5="S1", H8="C1")


def test_own_pieces_stack_in_the_last_row_and_enemies_block() -> None:
    board = position(G3="S1", H2="S2", H4="C1", A1="S1")
    assert names(board)[0] == "G3-H2"
    assert "G3-H4" not in names(board)
    assert board.play(Move.parse("G3-H2")) == position("Circle", H2="S3", H4="C1", A1="S1")


def test_jump_may_end_on_a_stack() -> None:
    assert names(position(F4="S1", G3="C1", H2="S1"))[0] == "F4-H2"


def test_pieces_in_the_last_row_never_move() -> None:
    assert names(position("Circle", A1="C2", H8="S1")) == ["pass"]


def test_pass_is_the_only_move_of_a_blocked_player_and_keeps_the_board() -> None:
    board = position(H2="S1", D4="C1")
    assert names(board) == ["pass"]
    after = board.play(PASS)
    assert after == position("Circle", passes=1, H2="S1", D4="C1")
    assert after.play(Move.parse("D4-C3")).passes == 0


def test_two_passes_end_the_game() -> None:
    board = position(H2="S1", A1="C1")
    assert not board.play(PASS).is_over
    assert board.play(PASS).play(PASS).is_over
    assert board.play(PASS).play(PASS).moves() == []


def test_game_ends_when_one_player_has_no_pieces() -> None:
    board = position(C3="S1", D4="C1")
    assert board.play(Move.parse("C3-E5")).is_over
    assert not board.play(Move.parse("C3-D2")).is_over


def test_score_counts_every_piece_of_a_stack_by_its_row() -> None:
    board = position(H2="S3", A1="S1", H8="C1", A3="C2", weights=(1, 2, 3, 4, 5, 6, 7, 100))
    assert board.score("Star") == 3 * 100 + 1 - (1 + 2 * 100)
    assert board.score("Circle") == -board.score("Star")


def test_initial_position_has_twelve_pieces_each_on_dark_squares() -> None:
    squares = StarCircle().start().squares
    assert [sum(squares[i : i + 8]) for i in range(0, 64, 8)] == [-4, -4, -4, 0, 0, 4, 4, 4]
    assert all(is_dark(square) for square, pieces in enumerate(squares) if pieces)
    assert squares[56] == 1  # A1 is dark


@pytest.mark.parametrize("text", ["C1-D2", "pass"])
def test_parse_is_the_inverse_of_str(text: str) -> None:
    assert str(Move.parse(text)) == text
