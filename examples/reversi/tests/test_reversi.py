"""Reversi conforms to the game protocol, follows its rules, and its native core agrees with them."""

import runpy
from pathlib import Path
from random import Random

import pytest
from reversi import PASS, SIZES, Position, Reversi

from outply.games import conformance
from outply.search import conformance as native_conformance
from outply.search import literal, textbook

GAME = Reversi()
OTHELLO_COUNTS = (4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288)
"""Published numbers of sequences of moves from the start of Othello, for depths 1 to 9."""


def test_reversi_conforms() -> None:
    conformance.check(GAME, games=1)


def position(*lines: str, to_move: str = "Black") -> Position:
    return GAME.from_lines(lines, "standard", to_move)


def test_disc_turns_over_lines_in_all_directions() -> None:
    before = position("B.B.B.", ".WWW..", "BW.WB.", ".WWW..", "B.B.B.", "......")
    after = before.play(GAME.parse_move("C3"))
    assert GAME.to_lines(after) == ["B.B.B.", ".BBB..", "BBBBB.", ".BBB..", "B.B.B.", "......"]


def test_lines_do_not_wrap_around_the_edge() -> None:
    assert position(".W..", "B...", "WB..", "BW..").placements == position(".W..", "B...", "WB..", "BW..").moves()
    assert [str(move) for move in position("...W", "B...", "....", "....").moves()] == []


def test_player_without_a_placement_passes() -> None:
    blocked = position("BW..", "....", "....", "....", to_move="White")
    assert blocked.moves() == [PASS]
    assert [str(move) for move in blocked.play(PASS).moves()] == ["C1"]


def test_game_is_over_when_neither_player_can_place_a_disc() -> None:
    over = position("BB..", "....", "....", "....")
    assert (over.is_over, over.moves(), over.score("Black")) == (True, [], 2)


@pytest.mark.parametrize("size", SIZES)
def test_every_even_size_has_boards(size: int) -> None:
    plain = GAME.start("standard", f"random:{size}:0")
    assert (plain.size, plain.total("Black"), len(plain.moves())) == (size, 2, 4)
    opening = GAME.start("standard", f"random:{size}:7")
    assert (opening.to_move, opening.is_over) == ("Black", False)
    assert GAME.from_lines(GAME.to_lines(opening), "standard", "Black") == opening


def test_odd_size_is_refused() -> None:
    with pytest.raises(ValueError, match="an even number of rows from 4 to 16, got 5"):
        position(*["....."] * 5)


def test_textbook_visits_have_the_published_counts() -> None:
    visits = [textbook.minimax(GAME.start(), depth).node_count for depth in range(1, 6)]
    assert visits == [1 + sum(OTHELLO_COUNTS[:depth]) for depth in range(1, 6)]


def test_native_visits_have_the_published_counts() -> None:
    pytest.importorskip("reversi._core", reason="the native core is not compiled")
    visits = [literal.search(GAME.start(), depth, "MINIMAX").node_count for depth in range(1, 10)]
    assert visits == [1 + sum(OTHELLO_COUNTS[:depth]) for depth in range(1, 10)]


def test_native_core_agrees_with_the_rules() -> None:
    pytest.importorskip("reversi._core", reason="the native core is not compiled")
    native_conformance.check_native(GAME, games=1)


def test_rules_of_the_contestant_are_those_of_the_game() -> None:
    rules = runpy.run_path(str(Path(__file__).parent.parent / "contestant" / "rules.py"))
    choice = Random(1)
    for _ in range(5):
        current = GAME.start(setup="6x6")
        while not current.is_over:
            rows, player = tuple(GAME.to_lines(current)), current.to_move
            moves = [str(move) for move in current.moves()]
            assert rules["moves"](rows, player) == moves
            assert rules["score"](rows, player) == current.score(player)
            move = choice.choice(moves)
            current = current.play(GAME.parse_move(move))
            assert rules["play"](rows, player, move) == tuple(GAME.to_lines(current))
        assert rules["moves"](tuple(GAME.to_lines(current)), current.to_move) == []
