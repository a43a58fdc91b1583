"""The native core of Reversi, compiled from native/."""

from __future__ import annotations

from outply.games import SquareMove
from outply.search.cores import NativeCore
from reversi import PASS, Position, _core


class ReversiCore(NativeCore):
    """Encodes a move by its square, row by row from the top left; the pass comes after the last square."""

    native = _core

    def encode(self, position: Position) -> _core.SmallPosition | _core.LargePosition:
        kind = _core.SmallPosition if position.size <= 8 else _core.LargePosition
        return kind(position.size, position.cells, position.to_move[0])

    def encode_move(self, position: Position, move: SquareMove) -> int:
        for row, column in move.squares:
            return row * position.size + column
        return len(position.cells)

    def decode_move(self, position: Position, code: int) -> SquareMove:
        return PASS if code == len(position.cells) else SquareMove.at(divmod(code, position.size))
