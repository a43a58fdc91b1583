"""The native core of Warfare, whose output.txt contains no node count."""

from __future__ import annotations

from outply import _native
from outply.games.warfare import Move
from outply.search.cores import NativeCore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.games.warfare import Position


class WarfareCore(NativeCore):
    """Encodes a move by its cell and whether it is a Raid."""

    native = _native
    exact_counts_visits = False

    def encode(self, position: Position) -> _native.WarfarePosition:
        """Return the position in native form."""
        return _native.WarfarePosition(
            position.size, list(position.values), position.owners, position.to_move, position.rules == "blitz"
        )

    def encode_move(self, position: Position, move: Move) -> int:
        """Return the number of a move."""
        return (move.row * position.size + move.column) * 2 + move.raid

    def decode_move(self, position: Position, code: int) -> Move:
        """Return the move with this number."""
        row, column = divmod(code // 2, position.size)
        return Move(row, column, raid=code % 2 == 1)
