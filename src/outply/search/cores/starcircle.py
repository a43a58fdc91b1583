"""The native core of Star/Circle, whose exact search returns the textbook's node count."""

from __future__ import annotations

from outply import _native
from outply.games.starcircle import PASS, Move
from outply.search.cores import NativeCore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.starcircle import Position


class StarCircleCore(NativeCore):
    """Encodes a move by its two squares, each by its number among the 32 dark squares."""

    native = _native
    unexpected_moves = 20  # random games have up to 108 plies, of which 73 are expected

    def encode(self, position: Position) -> _native.StarCirclePosition:
        """Return the position in native form."""
        stars = circles = 0
        for square, pieces in enumerate(position.squares):
            dark = _dark_index(square)
            stars |= (pieces > 0) << dark
            circles |= (pieces < 0) << dark
        return _native.StarCirclePosition(
            stars,
            circles,
            position.to_move == "Star",
            position.passes == 1,
            list(position.weights),
            position.score(position.to_move),
        )

    def encode_move(self, position: Position, move: Move) -> int:
        """Return the number of a move."""
        if move == PASS:
            return _native.PASS
        return _dark_index(move.origin) * 32 + _dark_index(move.target)

    def decode_move(self, position: Position, code: int) -> Move:
        """Return the move with this number."""
        return PASS if code == _native.PASS else Move(_square_at(code // 32), _square_at(code % 32))


def _dark_index(square: int) -> int:
    """Return the index of a dark square among the dark squares."""
    return square // 8 * 4 + square % 8 // 2


def _square_at(dark: int) -> int:
    row = dark // 4
    return row * 8 + dark % 4 * 2 + (1 - row % 2)
