"""Explanations of illegal moves."""

from itertools import product

import pytest
from support.games.nim import Heap, Nim, Take

from outply.games import all_games
from outply.games.move_input import explain_typed_move
from outply.games.registry import explain_illegal_move
from outply.games.starcircle import Move as StarCircleMove
from outply.games.warfare import Move as WarfareMove
from outply.games.warfare import Position

BOARD = Position.of([[1, 2], [3, 4]], ["O.", ".."])


@pytest.mark.parametrize(
    ("text", "explanation"),
    [
        ("C1 Stake", "C1 is not on the board, which has 2 rows and columns."),
        ("A1 Stake", "A1 is not empty: it belongs to O."),
        ("B1 Raid", "X has no cell above, below, left or right of B1 to raid from."),
    ],
)
def test_warfare_explains_illegal_moves(text: str, explanation: str) -> None:
    assert explain_illegal_move(BOARD, WarfareMove.parse(text)) == explanation


def test_stake_that_must_conquer_under_blitz_rules_is_explained() -> None:
    position = Position.of([[1, 2], [3, 4]], ["X.", ".."], rules="blitz")
    assert "is a blitz (Raid)" in explain_illegal_move(position, WarfareMove.parse("B1 Stake"))


@pytest.mark.parametrize(
    ("text", "explanation"),
    [
        ("pass", "Star has a move, such as C1-D2, and may not pass."),
        ("D1-E2", "There is no Star on D1."),
        ("C1-D3", "C1-D3 is neither a step to the next diagonal square nor a single jump."),
        ("C1-B2", "A Star moves up, and C1-B2 does not."),
        ("C1-E3", "There is no enemy piece on D2 to jump over."),
    ],
)
def test_starcircle_explains_illegal_moves(text: str, explanation: str) -> None:
    position = all_games()["starcircle"].start()
    assert explain_illegal_move(position, StarCircleMove.parse(text)) == explanation


def test_illegal_move_of_a_game_without_explanations_gets_a_general_explanation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from outply.games import registry

    monkeypatch.setattr(registry, "plugin_games", lambda reserved: {"nim": Nim()})
    assert explain_illegal_move(Nim().start(), Take(9)) == "It is not one of the legal moves of A."


SPELLINGS = ("A1 Stake", "a1 stake", "stake a1", "RAID A1", "  a1   r ", "a1")


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        *product(("raid", "blitz"), SPELLINGS),
        ("blitz", "Paradrop A1"),
        ("blitz", "a1 blitz"),
        ("blitz", "para a1"),
    ],
)
def test_typed_move_is_explained_in_every_spelling_of_a_move(rules: str, text: str) -> None:
    position = Position.of([[1, 2], [3, 4]], ["O.", ".."], rules=rules)
    assert explain_typed_move(position, text) == "A1 is not empty: it belongs to O."


@pytest.mark.parametrize("text", ["B1 Raid", "raid b1", "r b1", "b1 r"])
def test_kind_of_a_typed_move_is_explained_where_no_move_of_the_kind_is_legal(text: str) -> None:
    assert explain_typed_move(BOARD, text) == "X has no cell above, below, left or right of B1 to raid from."


@pytest.mark.parametrize("text", ["raid c1", "c1"])
def test_typed_move_outside_the_board_is_explained(text: str) -> None:
    assert explain_typed_move(BOARD, text) == "C1 is not on the board, which has 2 rows and columns."


@pytest.mark.parametrize(
    ("text", "explanation"),
    [
        ("d1 e2", "There is no Star on D1."),
        ("e2d1", "There is no Star on E2."),
        ("pa", "Star has a move, such as C1-D2, and may not pass."),
    ],
)
def test_typed_starcircle_move_is_explained_in_every_spelling(text: str, explanation: str) -> None:
    assert explain_typed_move(all_games()["starcircle"].start(), text) == explanation


@pytest.mark.parametrize("text", ["hello", "", "raid", "b1 raid a1"])
def test_text_that_names_no_single_move_has_no_explanation(text: str) -> None:
    assert explain_typed_move(BOARD, text) is None


def test_typed_move_of_a_game_that_does_not_list_its_moves_is_explained_in_its_notation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from outply.games import registry

    monkeypatch.setattr(registry, "plugin_games", lambda reserved: {"nim": Nim()})
    position = Heap(left=1, to_move="A")
    assert explain_typed_move(position, "two") == "It is not one of the legal moves of A."
    assert explain_typed_move(position, "hello") is None
