"""Rules of Warfare: Stakes, Raids, the blitz variant and the score."""

from collections.abc import Iterable
from typing import Any

import pytest

from outply.games.warfare import Move, Position


def position(
    rows: list[str], to_move: str = "X", rules: str = "raid", values: list[list[int]] | None = None
) -> Position:
    size = len(rows)
    return Position.of(values or [[1] * size] * size, rows, to_move, rules)


def names(moves: Iterable[Move]) -> list[str]:
    return [str(move) for move in moves]


def play(rows: list[str], move: str, **kwargs: Any) -> list[str]:
    return position(rows, **kwargs).play(Move.parse(move)).rows


def test_moves_are_stakes_then_raids_in_row_major_order() -> None:
    assert names(position(["X.", ".."]).moves()) == ["B1 Stake", "A2 Stake", "B2 Stake", "B1 Raid", "A2 Raid"]


def test_blitz_has_one_move_per_cell_in_row_major_order() -> None:
    assert names(position(["X.", ".."], rules="blitz").moves()) == ["B1 Raid", "A2 Raid", "B2 Stake"]


def test_raid_conquers_exactly_the_neighbouring_enemies() -> None:
    rows = [".OO.", "X.O.", "OOXO", "...."]
    assert play(rows, "B2 Raid") == [".XO.", "XXX.", "OXXO", "...."]


def test_raid_does_not_chain() -> None:
    assert play(["X.OO", "....", "....", "...."], "B1 Raid") == ["XXXO", "....", "....", "...."]


def test_stake_conquers_nothing() -> None:
    assert play(["X.O", "...", "..."], "B1 Stake") == ["XXO", "...", "..."]


def test_raid_without_conquest_is_legal() -> None:
    moves = names(position(["X..", "...", "..O"]).moves())
    assert "B1 Raid" in moves
    assert "B3 Raid" not in moves


def test_edges_do_not_wrap_around() -> None:
    rows = ["...", "X..", "..."]
    assert "C1 Raid" not in names(position(rows).moves())
    assert play(["..O", "XO.", "O.O"], "A1 Raid") == ["X.O", "XO.", "O.O"]


def test_score_is_own_values_minus_opponents() -> None:
    board = position(["XO", ".X"], values=[[5, 7], [11, 13]])
    assert board.score("X") == 5 + 13 - 7
    assert board.score("O") == -board.score("X")


def test_game_is_over_when_the_board_is_full() -> None:
    board = position(["XO", "O."])
    assert not board.is_over
    assert board.play(Move.parse("B2 Stake")).is_over


def test_board_of_one_cell_has_one_move() -> None:
    assert names(position(["."]).moves()) == ["A1 Stake"]


def test_last_cell_of_the_largest_board_has_a_name() -> None:
    assert str(Move(25, 25, raid=True)) == "Z26 Raid"
    assert Move.parse("Z26 Raid") == Move(25, 25, raid=True)


@pytest.mark.parametrize(
    "arguments",
    [
        {"values": []},
        {"values": [[1] * 27] * 27},
        {"values": [[1, 2], [3]]},
        {"values": [[1, 2], [3, 0]]},
        {"values": [[1, 2], [3, 1_000_001]]},
        {"values": [[1, 2], [3, 4]], "owners": ["..", ".Z"]},
        {"values": [[1, 2], [3, 4]], "owners": ["..", "."]},
        {"values": [[1]], "to_move": "Y"},
        {"values": [[1]], "rules": "chess"},
    ],
)
def test_malformed_board_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        Position.of(**arguments)
