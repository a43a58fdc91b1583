"""The native core of Connect Four, compiled from native/."""

from __future__ import annotations

from connectfour import Move, Position, _core
from outply.search.cores import NativeCore


class ConnectFourCore(NativeCore):
    """Encodes a move by its square, row by row from the bottom left."""

    native = _core

    def encode(self, position: Position) -> _core.Position:
        width, height = position.size
        return _core.Position(width, height, position.cells, position.to_move[0])

    def encode_move(self, position: Position, move: Move) -> int:
        return move.row * position.size[0] + move.column

    def decode_move(self, position: Position, code: int) -> Move:
        row, column = divmod(code, position.size[0])
        return Move(column, row)
