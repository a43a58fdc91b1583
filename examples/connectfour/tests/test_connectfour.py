"""Connect Four conforms to the game protocol and follows its rules."""

import pytest
from connectfour import WIN, ConnectFour, Position

from outply.games import conformance
from outply.search import conformance as native_conformance
from outply.search import literal, textbook

GAME = ConnectFour()


def after(*moves: str, variant: str = "standard") -> Position:
    """Return the position after these moves."""
    position = GAME.start(variant)
    for move in map(GAME.parse_move, moves):
        assert position.is_legal(move)
        position = position.play(move)
    return position


def test_connect_four_conforms() -> None:
    conformance.check(GAME)


def test_piece_falls_to_the_lowest_empty_square() -> None:
    assert GAME.to_lines(after("D1", "D2", "A1"))[-2:] == ["...G...", "B..B..."]
    assert not after("D1").is_legal(GAME.parse_move("D1"))
    assert not after("D1").is_legal(GAME.parse_move("D3"))


def test_full_column_has_no_move() -> None:
    assert "A" not in {str(move)[0] for move in after("A1", "A2", "A3", "A4", variant="small").moves()}


@pytest.mark.parametrize(
    "moves",
    [
        ["A1", "A2", "B1", "B2", "C1", "C2", "D1"],
        ["A1", "B1", "A2", "B2", "A3", "B3", "A4"],
        ["A1", "B1", "B2", "C1", "D1", "C2", "C3", "D2", "D3", "G1", "D4"],
        ["G1", "F1", "F2", "E1", "D1", "E2", "E3", "D2", "D3", "A1", "D4"],
    ],
    ids=["horizontal", "vertical", "diagonal up", "diagonal down"],
)
def test_four_in_a_row_wins(moves: list[str]) -> None:
    won = after(*moves)
    assert (won.winner, won.is_over, won.moves()) == ("Blue", True, [])
    assert won.score("Blue") == WIN + won.cells.count(".")
    assert not after(*moves[:-1]).is_over


def test_rows_do_not_wrap_around() -> None:
    assert GAME.from_lines(["......."] * 4 + ["BBB....", "GGG.BGB"], "standard", "Blue").winner is None
    assert GAME.from_lines(["......."] * 4 + ["B...BBB", "BGGGBBG"], "standard", "Blue").winner is None


def test_full_board_without_four_is_a_draw() -> None:
    full = GAME.from_lines(["BGBG", "BGBG", "GBGB", "BGBG"], "small", "Blue")
    assert (full.is_over, full.winner, full.score("Blue")) == (True, None, 0)


def test_open_four_is_worth_the_square_of_its_piece_count() -> None:
    # D1 is part of four horizontal fours, one vertical and two diagonal ones.
    assert after("D1").total("Blue") == 7
    assert after("D1", "A1", "E1").total("Blue") > 7 + 5


def test_board_with_a_floating_piece_is_refused() -> None:
    with pytest.raises(ValueError, match="column B has nothing under it"):
        GAME.from_lines([".B..", "....", "....", "...."], "small", "Blue")


def test_search_finds_the_shortest_win() -> None:
    found = textbook.alphabeta(after("D1", "A1", "E1", "A2", "F1", "A3"), 5)
    assert (str(found.move), found.value) == ("C1", WIN + 35)


def test_small_board_is_a_draw() -> None:
    found = textbook.alphabeta(GAME.start("small"), 16)
    assert (found.value, found.node_count) == (0, 166_169)


def test_native_core_agrees_with_the_rules() -> None:
    pytest.importorskip("connectfour._core", reason="the native core is not compiled")
    native_conformance.check_native(GAME, games=1)


def test_native_search_of_the_small_board_has_the_visits_of_the_textbook() -> None:
    pytest.importorskip("connectfour._core", reason="the native core is not compiled")
    assert literal.search(GAME.start("small"), 16, "ALPHABETA").node_count == 166_169
