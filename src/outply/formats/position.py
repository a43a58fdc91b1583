"""Positions of every game as lines of text, for the formats that hold one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outply.formats.lines import Lines
    from outply.games.contract import Position

AFTER_A_PASS = "after a pass"


def board_lines(position: Any) -> list[str]:
    """Return the lines that a position is written as; they do not say the game, its rules and who is to move."""
    if position.game == "warfare":
        from outply.formats import warfare

        return warfare.board_lines(position)
    from outply.formats import starcircle

    return starcircle.board_lines(position) + [AFTER_A_PASS] * position.passes


def read_board(lines: Lines, game: str, variant: str, to_move: str) -> Position:
    """Read these lines."""
    if game == "warfare":
        from outply.formats import warfare

        return warfare.read_board(lines, to_move, variant)
    from outply.formats import starcircle
    from outply.games.starcircle import Position

    position = starcircle.read_board(lines, to_move)
    if lines.peek() != AFTER_A_PASS:
        return position
    lines.take(AFTER_A_PASS)
    return Position(position.squares, position.to_move, position.weights, passes=1)
