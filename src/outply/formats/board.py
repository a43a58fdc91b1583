"""The position that a file holds, whatever kind of file it is."""

from __future__ import annotations

from outply.formats import game_record, question, warfare
from outply.formats.line_reader import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.protocol import Position


def read(data: bytes, source: str, rules: str = "raid") -> Position:
    """Return where the game of a record began, the position of an input.txt, or the board of a table of values.

    `rules` are for Warfare, unless a record says by which it was played.
    """
    if game_record.is_record(data):
        return game_record.read(data, source).start
    lines = Lines(data, source)
    first, second = lines.peek(), lines.peek(1)
    is_warfare = first.isdigit() and second[:1].isalpha() and not set(second) <= set("XO.…")
    if first in ("Star", "Circle") or is_warfare:
        position: Position = question.read(data, source, rules).position
        return position
    board = warfare.read_board(lines, "X", rules)
    lines.end()
    return board
