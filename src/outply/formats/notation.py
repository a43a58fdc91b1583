"""Positions of every game as lines of text, for the formats that hold one.

Warfare and Star/Circle are written as their assignments write them, other games as they say themselves; those that
do not say it have their set-ups by name.
"""

from __future__ import annotations

from outply.formats.line_reader import FormatError
from outply.formats.question import is_asked
from outply.games import all_games, game_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.formats.line_reader import Lines
    from outply.games.protocol import Game, Position

AFTER_A_PASS = "after a pass"


def is_written(game: Game) -> bool:
    """Return whether every position of the game has lines, and not its set-ups alone."""
    from outply.games.protocol import Serializable

    return is_asked(game.name) or isinstance(game, Serializable)


def setup_of(position: Position) -> str | None:
    """Return the name of the set-up that the position is; None if it is none."""
    game = game_of(position)
    return next((setup for setup in game.setups if game.start(position.variant, setup) == position), None)


def board_lines(position: Any) -> list[str]:
    """Return the lines that a position is written as; they do not say the game, its rules and who is to move.

    A `ValueError` if it cannot be written.
    """
    if position.game == "warfare":
        from outply.formats import warfare

        return warfare.board_lines(position)
    if position.game == "starcircle":
        from outply.formats import starcircle

        return starcircle.board_lines(position) + [AFTER_A_PASS] * position.passes
    return _other_lines(position)


def read_board(lines: Lines, game: str, variant: str, to_move: str) -> Position:
    """Read these lines."""
    if game == "warfare":
        from outply.formats import warfare

        return warfare.read_board(lines, to_move, variant)
    if game == "starcircle":
        return _read_starcircle(lines, to_move)
    return _read_other(lines, all_games()[game], variant, to_move)


def _read_starcircle(lines: Lines, to_move: str) -> Position:
    from outply.formats import starcircle
    from outply.games.starcircle import Position

    position = starcircle.read_board(lines, to_move)
    if lines.peek() != AFTER_A_PASS:
        return position
    lines.take(AFTER_A_PASS)
    return Position(position.squares, position.to_move, position.weights, passes=1)


def _other_lines(position: Position) -> list[str]:
    from outply.games.protocol import Serializable

    game = game_of(position)
    if isinstance(game, Serializable):
        return list(game.to_lines(position))
    setup = setup_of(position)
    if setup is None:
        raise ValueError(f"{game.title} does not say how to write a position that is none of its set-ups")
    return [setup]


def _read_other(lines: Lines, game: Game, variant: str, to_move: str) -> Position:
    """Read all lines up to an empty one."""
    from outply.games.protocol import Serializable

    found = [lines.take(f"a position of {game.title}")]
    while lines.peek():
        found.append(lines.take("a line of the position"))
    try:
        if isinstance(game, Serializable):
            return game.from_lines(found, variant, to_move)
        return game.start(variant, found[0])
    except ValueError as error:
        raise FormatError(lines.source, lines.number, str(error)) from None
