"""Positions as text, in one line or in several lines, like FEN in chess.

The one-line form can be part of a URL. It contains the name of a start position (a setup), or the board:

    warfare/blitz/Smolensk
    warfare/raid/O/66_76/28_66/X./..

The lines of a board have the format of the assignment for Warfare and Star/Circle. Other games may define
their own lines; if a game does not, only its setups can be written, by name.
"""

from __future__ import annotations

from typing import Any

from outply.formats.line_reader import FormatError, LineReader, quote
from outply.formats.question import format_of, has_assignment_format, is_generic_question
from outply.games import all_games, game_of
from outply.games.protocol import Game, Position, Serializable

SOURCE = "the position"
EXAMPLE = "a position such as warfare/blitz/Smolensk"


def has_text_format(game: Game) -> bool:
    """Return whether every position of the game, not only its setups, can be written as text."""
    return has_assignment_format(game.name) or isinstance(game, Serializable)


def setup_name(position: Position) -> str | None:
    """Return the name of the setup whose start position equals `position`; None if there is no such setup."""
    game = game_of(position)
    return next((setup for setup in game.setups if game.start(position.variant, setup) == position), None)


def to_line(position: Position) -> str:
    """Return the position as one line of text: `warfare/blitz/Smolensk`.

    Raises ValueError if the game has no text format and the position is not a setup.
    """
    setup = setup_name(position)
    if setup is not None:
        return f"{position.game}/{position.variant}/{setup}"
    return to_board_line(position)


def to_board_line(position: Position) -> str:
    """Return the position as one line of text with its board, even if it is a setup.

    Raises ValueError if the game has no text format and the position is not a setup.
    """
    lines = [line.replace(" ", "_") for line in to_lines(position)]
    return "/".join([position.game, position.variant, position.to_move, *lines])


def from_line(text: str) -> Position:
    """Parse a position from one line of text: `warfare/blitz/Smolensk`.

    Raises FormatError if the text is malformed.
    """
    games = all_games()
    name, variant, *rest = [*text.split("/"), "", ""]
    rest = rest[:-2]
    if name not in games or variant not in games[name].variants or not rest:
        raise FormatError(SOURCE, None, f"found {quote(text)}, expected {EXAMPLE}")
    if len(rest) == 1:
        try:
            return games[name].start(variant, rest[0])
        except ValueError as error:
            raise FormatError(SOURCE, None, str(error)) from None
    to_move, *rows = rest
    if to_move not in games[name].players:
        raise FormatError(
            SOURCE, None, f"found {quote(to_move)} to move, expected {' or '.join(games[name].players)}"
        )
    lines = LineReader("\n".join(rows).replace("_", " ").encode(), SOURCE)
    position = read_lines(lines, name, variant, to_move)
    lines.expect_end()
    return position


def to_lines(position: Any) -> list[str]:
    """Return the board of the position as lines of text, without game, rule variant and player to move.

    Raises ValueError if the game has no text format and the position is not a setup.
    """
    if has_assignment_format(position.game):
        return format_of(position.game).position_lines(position)
    game = game_of(position)
    if isinstance(game, Serializable):
        return list(game.to_lines(position))
    setup = setup_name(position)
    if setup is None:
        raise ValueError(f"{game.title} has no text format: only its start positions can be written")
    return [setup]


def read_lines(lines: LineReader, game: str, variant: str, to_move: str) -> Position:
    """Read a position of the given game, variant and player to move, in the format of `to_lines`.

    Raises FormatError if the lines are malformed.
    """
    if has_assignment_format(game):
        return format_of(game).read_position(lines, to_move, variant)
    return _read_other(lines, all_games()[game], variant, to_move)


def read_file(data: bytes, source: str, rules: str = "raid") -> Position:
    """Parse the position in a file: the start of a game record, an input.txt, or a table of board values.

    `rules` is the rule variant of a Warfare position; a game record contains its own variant.

    Raises FormatError if the file is malformed.
    """
    from outply.formats import game_record, question, warfare  # game_record imports this module

    if game_record.is_record(data):
        return game_record.read(data, source).start
    lines = LineReader(data, source)
    first, second = lines.peek(), lines.peek(1)
    is_warfare = first.isdigit() and second[:1].isalpha() and not set(second) <= set("XO.…")
    if first in ("Star", "Circle") or is_warfare or is_generic_question(data):
        position: Position = question.read(data, source, rules).position
        return position
    board = warfare.read_board(lines, "X", rules)
    lines.expect_end()
    return board


def _read_other(lines: LineReader, game: Game, variant: str, to_move: str) -> Position:
    """Read the lines up to a blank line as a position of a game without an assignment format."""
    rows = lines.read_block(f"a position of {game.title}")
    try:
        if isinstance(game, Serializable):
            return game.from_lines(rows, variant, to_move)
        return game.start(variant, rows[0])
    except ValueError as error:
        raise lines.block_error(len(rows), str(error)) from None
