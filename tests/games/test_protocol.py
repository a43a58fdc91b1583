"""The built-in games conform to the game protocol."""

from typing import Any

import pytest

from outply.games import conformance
from outply.games.protocol import Game
from outply.games.registry import built_in_games

Start = tuple[Game, str]
"""A game and one of its variants."""

GAMES = built_in_games()
STARTS = [(game, variant) for game in GAMES.values() for variant in game.variants]


@pytest.fixture(params=STARTS, ids=[f"{game.name}-{variant}" for game, variant in STARTS], scope="module")
def start(request: pytest.FixtureRequest) -> Start:
    start: Start = request.param
    return start


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_built_in_games_conform_to_the_protocol(name: str) -> None:
    conformance.check(GAMES[name], games=1)


def test_positions_and_moves_are_immutable(start: Start) -> None:
    game, variant = start
    position = game.start(variant)
    values: list[Any] = [position, position.moves()[0]]
    for value in values:
        field = value.__slots__[0]
        with pytest.raises(AttributeError, match="immutable"):
            setattr(value, field, None)
        with pytest.raises(AttributeError, match="immutable"):
            delattr(value, field)


def test_malformed_move_is_refused(start: Start) -> None:
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


def test_unknown_setup_is_refused_with_a_message(start: Start) -> None:
    game, variant = start
    for arguments in [("chess",), (variant, "nowhere"), (variant, "random:0:1"), (variant, "random:x:1")]:
        with pytest.raises(ValueError, match=r"rules|board|setup"):
            game.start(*arguments)
