"""The native core takes no position that is none, whoever calls it."""

import pytest

from outply import _native

SOUND = {"size": 2, "values": [1, 2, 3, 1_000_000], "owners": "XO..", "to_move": "X", "blitz": False}


def test_a_sound_position_is_taken():
    assert _native.WarfarePosition(**SOUND).expected_plies() == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": 0, "values": [], "owners": ""},
        {"size": -1},
        {"size": 3},
        {"size": 27, "values": [1] * 729, "owners": "." * 729},
        {"values": [1, 2, 3]},
        {"values": [1, 2, 3, 0]},
        {"values": [1, 2, 3, -1]},
        {"values": [1, 2, 3, 1_000_001]},
        {"owners": "XO."},
        {"owners": "XOXO"},
        {"owners": "xo.."},
        {"owners": "XO.\0"},
        {"owners": "X .."},
        {"to_move": "."},
        {"to_move": "x"},
    ],
    ids=str,
)
def test_a_position_that_is_none_is_refused(wrong):
    with pytest.raises(ValueError, match="not a Warfare position"):
        _native.WarfarePosition(**SOUND | wrong)


def test_an_evaluation_that_is_none_is_refused():
    starcircle = _native.StarCirclePosition(1, 2, star_to_move=True, passed=False, weights=list(range(8)), score=0)
    for core, evaluation in ((_native.WarfarePosition(**SOUND), ""), (starcircle, "own")):
        with pytest.raises(ValueError, match="has the evaluation"):
            core.literal(1, prune=False, evaluation=evaluation, control=_native.Control())


@pytest.mark.parametrize(("stars", "circles"), [(0, 1), (1, 0), (3, 1)])
def test_a_side_without_pieces_and_a_square_with_both_are_refused(stars, circles):
    with pytest.raises(ValueError, match="not a Star/Circle position"):
        _native.StarCirclePosition(
            stars, circles, star_to_move=True, passed=False, weights=list(range(8)), score=0
        )
