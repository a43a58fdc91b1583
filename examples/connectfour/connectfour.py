"""Connect Four: pieces fall into the columns of an upright board, and four pieces of one colour in a row win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import ClassVar, NamedTuple

from outply.games import svg
from outply.games.view import BoardView, Cell, Square

PLAYERS = ("Blue", "Green")
EMPTY = "."
COLUMNS = "ABCDEFG"
SIZES = {"standard": (7, 6), "small": (4, 4)}
"""Columns and rows of the board in each variant."""

WIN = 1000
"""More than the total of all open fours of a board: there are 69 fours, worth at most 9 each."""


def opponent(player: str) -> str:
    return PLAYERS[1 - PLAYERS.index(player)]


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
class Position:
    """A board; `cells` are `B`, `G` or `.`, row by row from the top left."""

    game: ClassVar[str] = "connectfour"
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

    def is_legal(self, move: object) -> bool:
        return move in self.moves()

    def play(self, move: Move) -> Position:
        width, height = self.size
        square = (height - 1 - move.row) * width + move.column
        cells = self.cells[:square] + self.to_move[0] + self.cells[square + 1 :]
        return Position(self.variant, opponent(self.to_move), cells)

    def total(self, player: str) -> int:
        """Return the value of the player's open fours: 1, 4 or 9 for one, two or three pieces in them.

        A four is open as long as the other player has no piece in it. After a win the winner has `WIN` and 1 more
        for each square that is still empty, so that a quicker win is better; the loser has 0.
        """
        if self.winner is not None:
            return WIN + self.cells.count(EMPTY) if self.winner == player else 0
        mine, theirs = player[0], opponent(player)[0]
        return sum(four.count(mine) ** 2 for four in self.in_fours if theirs not in four)

    def score(self, player: str) -> int:
        return self.total(player) - self.total(opponent(player))

    def _repr_svg_(self) -> str:
        return svg.render_position(self)


class ConnectFour:
    """The definition of the game; see `outply.games.protocol.Game`."""

    name = "connectfour"
    title = "Connect Four"
    players = PLAYERS
    variants = tuple(SIZES)
    setups = ("empty",)

    def rules(self, variant: str) -> str:
        width, height = SIZES[variant]
        return (
            f"The board has {width} columns and {height} rows. Blue and Green drop pieces in turn. A piece falls "
            "to the lowest empty square of its column. Four pieces of one colour in a row win: horizontally, "
            "vertically or diagonally. A full board without four in a row is a draw. Four squares in a row "
            "without a piece of the other colour count 1, 4 or 9 for one, two or three pieces on them. A win "
            "counts 1000, and 1 more for each empty square. The columns are tried from the middle outwards."
        )

    def start(self, variant: str = "standard", setup: str = "empty") -> Position:
        if variant not in self.variants:
            raise ValueError(f"unknown rules {variant!r}; expected {' or '.join(self.variants)}")
        if setup not in self.setups:
            raise ValueError(f"unknown board {setup!r}; expected empty")
        width, height = SIZES[variant]
        return Position(variant, PLAYERS[0], EMPTY * width * height)

    def parse_move(self, text: str) -> Move:
        column, row = COLUMNS.find(text[:1]), text[1:]
        if len(text) != 2 or column < 0 or row not in "123456":
            raise ValueError(f"{text!r} is not a move; expected one such as 'D1'")
        return Move(column, int(row) - 1)

    def move_text(self, move: Move, variant: str) -> str:
        return str(move)

    def player_label(self, player: str, variant: str) -> str:
        return player

    def view(self, position: Position) -> BoardView:
        width, height = position.size
        squares = [divmod(number, width) for number in range(width * height)]
        return BoardView(
            PLAYERS,
            rows=[str(height - row) for row in range(height)],
            columns=COLUMNS[:width],
            cells=self.cells(position, squares),
            pieces=True,
        )

    def cells(self, position: Position, squares: Iterable[Square]) -> list[Cell]:
        width, _ = position.size
        owners = {player[0]: player for player in PLAYERS}
        return [
            Cell((row, column), owners.get(position.cells[row * width + column]), "", shade=(row + column) % 2 / 2)
            for row, column in squares
        ]

    def changed_squares(self, before: Position, after: Position) -> list[Square]:
        width, _ = before.size
        pairs = enumerate(zip(before.cells, after.cells, strict=True))
        return [divmod(number, width) for number, (old, new) in pairs if old != new]

    def click_path(self, move: Move, variant: str) -> tuple[Square, ...]:
        _, height = SIZES[variant]
        return ((height - 1 - move.row, move.column),)

    def to_lines(self, position: Position) -> list[str]:
        width, height = position.size
        return [position.cells[row * width : (row + 1) * width] for row in range(height)]

    def from_lines(self, lines: Sequence[str], variant: str, to_move: str) -> Position:
        width, height = SIZES[variant]
        if [len(line) for line in lines] != [width] * height or not set("".join(lines)) <= set("BG."):
            raise ValueError(f"expected {height} rows of {width} squares, each of them B, G or .")
        if to_move not in PLAYERS:
            raise ValueError(f"expected Blue or Green to move, got {to_move!r}")
        for above, below in pairwise(lines):
            for column, (piece, under) in enumerate(zip(above, below, strict=True)):
                if piece != EMPTY and under == EMPTY:
                    raise ValueError(f"a piece in column {COLUMNS[column]} has nothing under it")
        return Position(variant, to_move, "".join(lines))

    def edit(self, position: Position, edits: Iterable[Cell], to_move: str) -> Position:
        lines = [list(line) for line in self.to_lines(position)]
        for cell in edits:
            row, column = cell.square
            if row >= len(lines) or column >= len(lines[0]):
                raise ValueError(f"square {cell.square} is not on the board")
            if cell.text or cell.owner not in (None, *PLAYERS):
                raise ValueError("expected a piece of Blue, a piece of Green or an empty square")
            lines[row][column] = cell.owner[0] if cell.owner else EMPTY
        found = self.from_lines(["".join(line) for line in lines], position.variant, to_move)
        if found.is_over:
            raise ValueError("the game would be over before it begins")
        return found
