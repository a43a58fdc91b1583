"""Check whether a question is admissible: allowed by the assignment, so that a right program must answer it.

A game without an assignment allows every position.

For Warfare (assignments 000 to 002, and 004 with blitz rules) the text states: 1 to 26 rows and columns, values
from 1 to 99, a depth of at least 1, and at least one valid move. X moves first and the players alternate, so X is
to move if and only if the number of occupied cells is even, and the player who moved last owns the cell of that
move. A position in which X has as many cells as O, or one more with O to move, is reachable by Stakes alone. For
other numbers of cells, to which only Raids lead, these conditions are necessary but not sufficient: whether the
position is reachable is not decided.

For Star/Circle the text of the homework states: a depth of 1 to 10, at least one piece for each player, several
pieces on a square only in the player's last row, and eight increasing numbers as weights. It also states that the
position need not be reachable. A game starts with twelve pieces for each player, and no move adds a piece, so a
player has at most twelve. The text does not exclude negative weights, but it calls them strategic values and shows
only positive ones: suites use positive weights by default.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outply.formats.question import Question
from outply.games import starcircle, warfare

MAX_VALUE = 99
MAX_PIECES = 12
MAX_STARCIRCLE_DEPTH = 10


def inadmissible_reason(question: Question) -> str:
    """Return why the assignment does not allow `question`, or an empty string if the assignment allows it."""
    reason = _REASONS.get(question.position.game)
    return "" if reason is None else reason(question.position, question.depth)


def warfare_reason(position: warfare.Position, depth: int | None) -> str:
    """Return why the Warfare assignments do not allow the position or the depth; empty if they do."""
    occupied = len(position.owners) - position.owners.count(warfare.EMPTY)
    expected_player = warfare.PLAYERS[occupied % 2]
    if depth is not None and depth < 1:
        return f"the depth is {depth}, less than 1"
    if not 1 <= position.size <= warfare.MAX_SIZE:
        return f"the board has {position.size} rows, not 1 to {warfare.MAX_SIZE}"
    if not all(1 <= value <= MAX_VALUE for value in position.values):
        return f"a cell value is not between 1 and {MAX_VALUE}"
    if position.is_over:
        return "the board is full, so there is no valid move"
    if position.to_move != expected_player:
        return f"{expected_player} is to move after {occupied} moves, not {position.to_move}"
    if occupied and warfare.opponent(position.to_move) not in position.owners:
        return f"{warfare.opponent(position.to_move)} moved last and owns no cell"
    return ""


def starcircle_reason(position: starcircle.Position, depth: int | None) -> str:
    """Return why the Star/Circle assignment does not allow the position or the depth; empty if it does."""
    if depth is None or not 1 <= depth <= MAX_STARCIRCLE_DEPTH:
        return f"the depth is {depth}, not 1 to {MAX_STARCIRCLE_DEPTH}"
    for player, sign in zip(starcircle.PLAYERS, (1, -1), strict=True):
        pieces = {square: count * sign for square, count in enumerate(position.squares) if count * sign > 0}
        if not 1 <= sum(pieces.values()) <= MAX_PIECES:
            return f"{player} has {sum(pieces.values())} pieces, not 1 to {MAX_PIECES}"
        if not all(starcircle.is_dark(square) for square in pieces):
            return f"a {player} is on a light square"
        if any(count > 1 and square // 8 != starcircle.LAST_ROW[player] for square, count in pieces.items()):
            return f"a stack of {player} is not in the last row"
    if any(low >= high for low, high in zip(position.weights, position.weights[1:], strict=False)):
        return "the weights do not increase"
    if position.weights[0] <= 0:
        return "a weight is not positive"
    return ""


_REASONS: dict[str, Callable[[Any, int | None], str]] = {
    "warfare": warfare_reason,
    "starcircle": starcircle_reason,
}
