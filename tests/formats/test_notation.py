"""Positions as one line of URL-safe text."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.search.positions import starcircle_positions, warfare_positions

from outply.formats import notation
from outply.formats.line_reader import FormatError
from outply.games.protocol import Game
from outply.games.protocol import Position as AnyPosition
from outply.games.registry import built_in_games
from outply.games.warfare import Position


@given(warfare_positions(sizes=(1, 2, 3, 8, 26), max_empty=20) | starcircle_positions())
def test_positions_round_trip_in_url_safe_characters(position: AnyPosition) -> None:
    text = notation.to_line(position)
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/_.,-")
    assert notation.from_line(text) == position


@pytest.mark.parametrize("game", built_in_games().values(), ids=lambda game: game.name)
def test_setup_is_written_by_name(game: Game) -> None:
    for variant in game.variants:
        for setup in game.setups:
            assert notation.to_line(game.start(variant, setup)) == f"{game.name}/{variant}/{setup}"
    random_start = notation.from_line("warfare/blitz/random:3:1")
    assert isinstance(random_start, Position)
    assert random_start.size == 3


def test_position_is_written_in_the_documented_notation() -> None:
    position = Position.of([[66, 76], [28, 66]], ["X.", ".."], to_move="O")
    assert notation.to_line(position) == "warfare/raid/O/66_76/28_66/X./.."


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected a position such as warfare/blitz/Smolensk"),
        ("chess", "expected a position such as warfare/blitz/Smolensk"),
        ("warfare/standard/Keren", "expected a position such as warfare/blitz/Smolensk"),
        ("warfare/raid", "expected a position such as warfare/blitz/Smolensk"),
        ("warfare/raid/Atlantis", "unknown board 'Atlantis'"),
        ("warfare/raid/Star/1", "found 'Star' to move, expected X or O"),
        ("warfare/raid/X/1_2/3", "found 1 value, expected 2 values"),
        ("warfare/raid/X/1_2/3_4/../../..", "expected the end of the file"),
    ],
)
def test_malformed_position_is_refused(text: str, problem: str) -> None:
    with pytest.raises(FormatError) as raised:
        notation.from_line(text)
    assert problem in str(raised.value)


@given(st.text() | st.builds("warfare/raid/{}".format, st.text()))
def test_arbitrary_text_is_read_or_refused(text: str) -> None:
    with suppress(FormatError):
        assert notation.from_line(notation.to_line(notation.from_line(text))) == notation.from_line(text)
