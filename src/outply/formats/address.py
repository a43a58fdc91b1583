"""Positions as one text that may stand in an address: by the name of a set-up, or line by line.

warfare/blitz/Smolensk
warfare/raid/O/66_76/28_66/X./..
"""

from __future__ import annotations

from outply.formats.line_reader import FormatError, Lines, shown
from outply.formats.notation import board_lines, read_board, setup_of
from outply.games import all_games, game_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.protocol import Position

SOURCE = "the position"
EXAMPLE = "one such as warfare/blitz/Smolensk"


def write(position: Position) -> str:
    """Return the text of a position."""
    game, variant = game_of(position), position.variant
    setup = setup_of(position)
    if setup is not None:
        return f"{game.name}/{variant}/{setup}"
    lines = [line.replace(" ", "_") for line in board_lines(position)]
    return "/".join([game.name, variant, position.to_move, *lines])


def read(text: str) -> Position:
    """Return the position that a text stands for; a `FormatError` if there is none."""
    games = all_games()
    name, variant, *rest = [*text.split("/"), "", ""]
    rest = rest[:-2]
    if name not in games or variant not in games[name].variants or not rest:
        raise FormatError(SOURCE, None, f"found {shown(text)}, expected {EXAMPLE}")
    if len(rest) == 1:
        try:
            return games[name].start(variant, rest[0])
        except ValueError as error:
            raise FormatError(SOURCE, None, str(error)) from None
    to_move, *rows = rest
    if to_move not in games[name].players:
        raise FormatError(
            SOURCE, None, f"found {shown(to_move)} to move, expected {' or '.join(games[name].players)}"
        )
    lines = Lines("\n".join(rows).replace("_", " ").encode(), SOURCE)
    position = read_board(lines, name, variant, to_move)
    lines.end()
    return position
