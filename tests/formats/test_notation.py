from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.positions import starcircle_positions, warfare_positions

from outply.formats import address
from outply.formats.line_reader import FormatError
from outply.games import all_games
from outply.games.warfare import Position


@given(warfare_positions(sizes=(1, 2, 3, 8, 26), max_empty=20) | starcircle_positions())
def test_every_position_has_an_address_that_leads_to_it(position):
    text = address.write(position)
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/_.,-")
    assert address.read(text) == position


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_a_setup_is_called_by_its_name(game):
    for variant in game.variants:
        for setup in game.setups:
            assert address.write(game.start(variant, setup)) == f"{game.name}/{variant}/{setup}"
    assert address.read("warfare/blitz/random:3:1").size == 3


def test_a_small_position_can_be_read():
    position = Position.of([[66, 76], [28, 66]], ["X.", ".."], to_move="O")
    assert address.write(position) == "warfare/raid/O/66_76/28_66/X./.."


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected one such as warfare/blitz/Smolensk"),
        ("chess", "expected one such as warfare/blitz/Smolensk"),
        ("warfare/standard/Keren", "expected one such as warfare/blitz/Smolensk"),
        ("warfare/raid", "expected one such as warfare/blitz/Smolensk"),
        ("warfare/raid/Atlantis", "there is no board 'Atlantis'"),
        ("warfare/raid/Star/1", "found 'Star' to move, expected X or O"),
        ("warfare/raid/X/1_2/3", "found 1 value, expected 2 values"),
        ("warfare/raid/X/1_2/3_4/../../..", "expected the end of the file"),
    ],
)
def test_what_is_no_address_is_refused(text, problem):
    with pytest.raises(FormatError) as raised:
        address.read(text)
    assert problem in str(raised.value)


@given(st.text() | st.builds("warfare/raid/{}".format, st.text()))
def test_any_text_is_read_or_refused(text):
    with suppress(FormatError):
        assert address.read(address.write(address.read(text))) == address.read(text)
