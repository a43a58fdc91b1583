"""Connect Four: pieces fall into the columns of an upright board, and four pieces of one colour in a row win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import ClassVar, NamedTuple

from outply.games import BasePosition, BoardGame
from outply.games.view import Square

PLAYERS = ("Blue", "Green")
EMPTY = "."
COLUMNS = "ABCDEFG"
SIZES = {"standard": (7, 6), "small": (4, 4)}
"""Columns and rows of the board in each variant."""

WIN = 1000
"""More than the total of all open fours of a board: there are 69 fours, worth at most 9 each."""


@cache
def fours(width: int, height: int) -> list[slice]:
    """Return all sets of four squares in a row, each as a slice of the board's cells."""
    found = []
    for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        step = down * width + right
        for row in range(height - 3 * down):
            for column in range(width):
                if 0 <= column + 3 * right < width:
                    first = row * width + column
                    found.append(slice(first, first + 3 * step + 1, step))
    return found


class Move(NamedTuple):
    """A piece on the lowest empty square of a column: `D1`. Rows are counted from the bottom, from 0."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{COLUMNS[self.column]}{self.row + 1}"


@dataclass(frozen=True)
class Position(BasePosition):
    """A board; `cells` are `B`, `G` or `.`, row by row from the top left."""

    game: ClassVar[str] = "connectfour"
    players: ClassVar[tuple[str, str]] = PLAYERS
    variant: str
    to_move: str
    cells: str

    @property
    def size(self) -> tuple[int, int]:
        return SIZES[self.variant]

    @cached_property
    def in_fours(self) -> list[str]:
        """The contents of all sets of four squares in a row, such as `B.B.`."""
        return [self.cells[four] for four in fours(*self.size)]

    @cached_property
    def winner(self) -> str | None:
        return next((player for player in PLAYERS if player[0] * 4 in self.in_fours), None)

    @property
    def is_over(self) -> bool:
        return self.winner is not None or EMPTY not in self.cells

    def moves(self) -> list[Move]:
        """Return a move for each column that is not full, from the middle outwards for more cutoffs."""
        if self.is_over:
            return []
        width, height = self.size
        room = {column: self.cells[column::width].count(EMPTY) for column in range(width)}
        columns = sorted(filter(room.get, room), key=lambda column: abs(2 * column - width + 1))
        return [Move(column, height - room[column]) for column in columns]

    def play(self, move: Move) -> Position:
        width, height = self.size
        square = (height - 1 - move.row) * width + move.column
        cells = self.cells[:square] + self.to_move[0] + self.cells[square + 1 :]
        return Position(self.variant, self.opponent(self.to_move), cells)

    def total(self, player: str) -> int:
        """Return the value of the player's open fours: 1, 4 or 9 for one, two or three pieces in them.

        A four is open as long as the other player has no piece in it. After a win the winner has `WIN` and 1 more
        for each square that is still empty, so that a quicker win is better; the loser has 0.
        """
        if self.winner is not None:
            return WIN + self.cells.count(EMPTY) if self.winner == player else 0
        mine, theirs = player[0], self.opponent(player)[0]
        return sum(four.count(mine) ** 2 for four in self.in_fours if theirs not in four)


class ConnectFour(BoardGame):
    """The definition of the game; see `outply.games.protocol.Game`."""

    name = "connectfour"
    title = "Connect Four"
    players = PLAYERS
    variants = tuple(SIZES)
    setups = ("empty",)
    won_by_goal = True

    def rules(self, variant: str) -> str:
        width, height = SIZES[variant]
        return (
            f"The board has {width} columns and {height} rows. Blue and Green drop pieces in turn. A piece falls "
            "to the lowest empty square of its column. Four pieces of one colour in a row win: horizontally, "
            "vertically or diagonally. A full board without four in a row is a draw. Four squares in a row "
            "without a piece of the other colour count 1, 4 or 9 for one, two or three pieces on them. A win "
            "counts 1000, and 1 more for each empty square. The columns are tried from the middle outwards."
        )

    def start_position(self, variant: str, setup: str) -> Position:
        width, height = SIZES[variant]
        return Position(variant, PLAYERS[0], EMPTY * width * height)

    def parse_move(self, text: str) -> Move:
        column, row = COLUMNS.find(text[:1]), text[1:]
        if len(text) != 2 or column < 0 or row not in "123456":
            raise ValueError(f"{text!r} is not a move; expected one such as 'D1'")
        return Move(column, int(row) - 1)

    def click_path(self, move: Move, variant: str) -> tuple[Square, ...]:
        _, height = SIZES[variant]
        return ((height - 1 - move.row, move.column),)

    def to_lines(self, position: Position) -> list[str]:
        width, height = position.size
        return [position.cells[row * width : (row + 1) * width] for row in range(height)]

    def from_lines(self, lines: Sequence[str], variant: str, to_move: str) -> Position:
        width, height = SIZES[variant]
        self.check_lines(lines, to_move, rows=height, columns=width)
        for above, below in pairwise(lines):
            for column, (piece, under) in enumerate(zip(above, below, strict=True)):
                if piece != EMPTY and under == EMPTY:
                    raise ValueError(f"a piece in column {COLUMNS[column]} has nothing under it")
        return Position(variant, to_move, "".join(lines))

    def row_labels(self, rows: int) -> list[str]:
        return [str(row) for row in range(rows, 0, -1)]
