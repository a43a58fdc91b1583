"""What `games/contract.py` promises, claimed of every game there is."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply.games import all_games

STARTS = [(game, variant) for game in all_games().values() for variant in game.variants]


@pytest.fixture(params=STARTS, ids=[f"{game.name}-{variant}" for game, variant in STARTS], scope="module")
def start(request):
    return request.param


@settings(max_examples=50)
@given(data=st.data())
def test_a_game_keeps_the_contract_from_beginning_to_end(start, data):
    game, variant = start
    first, second = game.players
    position = game.start(variant)
    assert position.to_move == first
    for _ in range(data.draw(st.integers(0, 80), label="moves to play")):
        assert position.score(first) == -position.score(second)
        assert position.score(first) == position.total(first) - position.total(second)
        assert (position.game, position.variant) == (game.name, variant)
        moves = position.moves()
        assert (len(moves) == 0) == position.is_over
        if position.is_over:
            break
        assert moves == position.moves()
        assert len(set(moves)) == len(moves)
        assert all(position.allows(move) for move in moves)
        assert [game.parse_move(str(move)) for move in moves] == list(moves)
        assert [game.parse_move(game.words(move, variant)) for move in moves] == list(moves)

        move = data.draw(st.sampled_from(moves), label="move")
        mover, before = position.to_move, pickle.loads(pickle.dumps(position))
        after = position.play(move)
        assert position == before
        assert hash(position) == hash(before)
        assert after != position
        assert after.to_move in game.players
        assert after.to_move != mover
        position = after


@settings(max_examples=50)
@given(data=st.data())
def test_what_is_not_among_the_moves_is_not_allowed(start, data):
    game, variant = start
    position = game.start(variant)
    seen = set(position.moves())
    while not position.is_over:
        assert {move for move in seen if position.allows(move)} == seen & set(position.moves())
        position = position.play(data.draw(st.sampled_from(position.moves())))
        seen |= set(position.moves())


def test_a_game_ends(start):
    game, variant = start
    position = game.start(variant)
    for _ in range(1000):
        if position.is_over:
            return
        position = position.play(position.moves()[0])
    pytest.fail("still going on after 1000 moves")


def test_positions_and_moves_are_immutable(start):
    game, variant = start
    position = game.start(variant)
    for value in (position, position.moves()[0]):
        field = value.__slots__[0]
        with pytest.raises(AttributeError, match="immutable"):
            setattr(value, field, None)
        with pytest.raises(AttributeError, match="immutable"):
            delattr(value, field)


def test_a_text_that_is_no_move_is_refused(start):
    game, _ = start
    for text in (
        "",
        " ",
        "a move",
        "Z9",
        "C3",
        "C3 Retreat",
        "blitz",
        "blitz Raid",
        "paradrop C3 Raid",
        "A0 Stake",
        "A27 Raid",
        "AA1 Raid",
        "C1-D9",
        "C1D2",
        "Pass",
    ):
        with pytest.raises(ValueError, match="is not a move"):
            game.parse_move(text)


def test_every_setup_begins_a_game_and_an_unknown_one_is_refused(start):
    game, variant = start
    for setup in game.setups:
        position = game.start(variant, setup)
        assert (position.game, position.variant, position.to_move) == (game.name, variant, game.players[0])
    for arguments in [("chess",), (variant, "nowhere"), (variant, "random:0:1"), (variant, "random:x:1")]:
        with pytest.raises(ValueError, match=r"rules|board|set-up"):
            game.start(*arguments)


def test_the_players_have_two_names(start):
    game, variant = start
    assert len({game.name_of(player, variant) for player in game.players}) == 2
