"""Warfare: take the cells of a valued board, by Stake anywhere or by Raid from a cell next to it.

`raid` rules are those of the Stake/Raid assignments. `blitz` rules are those of the paradrop/blitz one, where
conquering is mandatory: each empty cell can be taken in one way only.
"""

from __future__ import annotations

from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from outply.games.view import BoardView, Cell, Square

PLAYERS = ("X", "O")
EMPTY = "."
RULES = ("raid", "blitz")
MAX_SIZE = 26
MAX_VALUE = 1_000_000

COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# What each assignment calls its two moves and its two players.
MOVE_WORDS = {"raid": ("Stake", "Raid"), "blitz": ("paradrop", "blitz")}
PLAYER_WORDS = {"raid": {"X": "X", "O": "O"}, "blitz": {"X": "blue", "O": "green"}}

# For people who know none of the assignments. Who begins is not among it: a game may start from any position.
RULES_TEXT = {
    "raid": (
        "X and O move in turn. Each move takes an empty cell, until none is left. Any empty cell can be taken by "
        "a Stake, which conquers nothing. An empty cell beside one that the player already owns (above, below, "
        "left or right) can also be taken by a Raid, which conquers every enemy cell beside it as well. All "
        "Stakes are tried row by row from the top left, then all Raids. Each cell has a value, and the higher "
        "total at the end wins."
    ),
    "blitz": (
        "Blue and green move in turn. Each move takes an empty cell, until none is left. Taking a cell beside one "
        "that the player already owns (above, below, left or right) is a blitz: it also conquers every enemy cell "
        "beside the taken cell. Taking any other cell is a paradrop, and conquers nothing. So there is one move "
        "for each empty cell. The moves are tried row by row from the top left. Each cell has a value, and the "
        "higher total at the end wins."
    ),
}


class Move(Struct):
    """The taking of one empty cell, by Raid or by Stake: `C3 Raid`."""

    __slots__ = ("row", "column", "raid")

    row: int
    column: int
    raid: bool

    def __init__(self, row: int, column: int, raid: bool) -> None:
        self._set(row, column, raid)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move as `str` writes it, or as `text` under blitz rules."""
        cell, _, kind = text.partition(" ")
        if cell in MOVE_WORDS["blitz"]:
            cell, kind = kind, MOVE_WORDS["raid"][MOVE_WORDS["blitz"].index(cell)]
        column, row = COLUMNS.find(cell[:1]), cell[1:]
        plain = row.isascii() and row.isdigit() and len(row) <= 2 and row[0] != "0"
        if not cell or column < 0 or not plain or int(row) > MAX_SIZE or kind not in MOVE_WORDS["raid"]:
            raise ValueError(f"{text!r} is not a move; one looks like 'C3 Raid' or 'paradrop B12'")
        return cls(int(row) - 1, column, kind == "Raid")

    @property
    def cell(self) -> str:
        """The cell that is taken: `C3`."""
        return f"{COLUMNS[self.column]}{self.row + 1}"

    def text(self, rules: str) -> str:
        """Return the move as the assignment with these rules has it: `C3 Raid` or `blitz C3`."""
        kind = MOVE_WORDS[rules][self.raid]
        return f"{self.cell} {kind}" if rules == "raid" else f"{kind} {self.cell}"

    def __str__(self) -> str:
        return self.text("raid")


class Position(Struct):
    """A board of `size` x `size` cells. `values` and `owners` (`X`, `O`, `.`) run row by row from the top left."""

    __slots__ = ("size", "values", "owners", "to_move", "rules")

    game = "warfare"
    size: int
    values: tuple[int, ...]
    owners: str
    to_move: str
    rules: str

    def __init__(self, size: int, values: Iterable[int], owners: str, to_move: str, rules: str) -> None:
        self._set(size, tuple(values), owners, to_move, rules)

    @classmethod
    def of(
        cls,
        values: Sequence[Sequence[int]],
        owners: Sequence[str] | None = None,
        to_move: str = "X",
        rules: str = "raid",
    ) -> Position:
        """Return the position with these rows of values and of owners (an empty board if left out)."""
        size = len(values)
        rows = [EMPTY * size] * size if owners is None else list(owners)
        if not 1 <= size <= MAX_SIZE:
            raise ValueError(f"a board has 1 to {MAX_SIZE} rows, not {size}")
        if any(len(row) != size for row in values) or [len(row) for row in rows] != [size] * size:
            raise ValueError(f"a board of {size} rows has {size} cells in each row of values and of owners")
        if not all(1 <= value <= MAX_VALUE for row in values for value in row):
            raise ValueError(f"a cell's value is from 1 to {MAX_VALUE:,}")
        if not set("".join(rows)) <= {*PLAYERS, EMPTY}:
            raise ValueError("a cell belongs to X, to O or to nobody (.)")
        if to_move not in PLAYERS or rules not in RULES:
            raise ValueError("the player to move is X or O, and the rules are raid or blitz")
        return cls(size, [value for row in values for value in row], "".join(rows), to_move, rules)

    @property
    def variant(self) -> str:
        return self.rules

    @property
    def is_over(self) -> bool:
        return EMPTY not in self.owners

    @property
    def rows(self) -> list[str]:
        """The owners, a string for each row."""
        return [self.owners[i : i + self.size] for i in range(0, len(self.owners), self.size)]

    def moves(self) -> list[Move]:
        """Return all Stakes row by row, then all Raids; under blitz rules one move per cell, row by row."""
        empty = [cell for cell, owner in enumerate(self.owners) if owner == EMPTY]
        raids = {cell for cell in empty if self._is_beside(cell, self.to_move)}
        if self.rules == "blitz":
            return [self._move(cell, cell in raids) for cell in empty]
        stakes = [self._move(cell, raid=False) for cell in empty]
        return stakes + [self._move(cell, raid=True) for cell in empty if cell in raids]

    def is_legal(self, move: object) -> bool:
        """Return whether it is a legal move."""
        if not isinstance(move, Move) or not (0 <= move.row < self.size and 0 <= move.column < self.size):
            return False
        cell = move.row * self.size + move.column
        if self.owners[cell] != EMPTY:
            return False
        beside = self._is_beside(cell, self.to_move)
        return move.raid == beside if self.rules == "blitz" else beside or not move.raid

    def play(self, move: Move) -> Position:
        """Return the position after the player to move has taken the cell."""
        cell = move.row * self.size + move.column
        owners = list(self.owners)
        owners[cell] = self.to_move
        if move.raid:
            for neighbour in self.neighbours(cell):
                if owners[neighbour] != EMPTY:
                    owners[neighbour] = self.to_move
        return Position(self.size, self.values, "".join(owners), opponent(self.to_move), self.rules)

    def total(self, player: str) -> int:
        """Return the values of the player's cells."""
        return sum(value for owner, value in zip(self.owners, self.values, strict=True) if owner == player)

    def score(self, player: str) -> int:
        """Return the values of the player's cells less those of the other's."""
        score = 0
        for owner, value in zip(self.owners, self.values, strict=True):
            if owner != EMPTY:
                score += value if owner == player else -value
        return score

    def neighbours(self, cell: int) -> list[int]:
        """Return the cells above, left, right and below."""
        row, column = divmod(cell, self.size)
        found = []
        if row > 0:
            found.append(cell - self.size)
        if column > 0:
            found.append(cell - 1)
        if column < self.size - 1:
            found.append(cell + 1)
        if row < self.size - 1:
            found.append(cell + self.size)
        return found

    def is_exposed(self, cell: int) -> bool:
        """Return whether a Raid of its owner's opponent, on an empty cell next to it, would conquer the cell."""
        enemy = opponent(self.owners[cell])
        return any(self.owners[near] == EMPTY and self._is_beside(near, enemy) for near in self.neighbours(cell))

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        from outply.games import svg

        return svg.render_position(self)

    def _is_beside(self, cell: int, player: str) -> bool:
        return any(self.owners[neighbour] == player for neighbour in self.neighbours(cell))

    def _move(self, cell: int, raid: bool) -> Move:
        row, column = divmod(cell, self.size)
        return Move(row, column, raid)


def opponent(player: str) -> str:
    """Return the other player."""
    return "O" if player == "X" else "X"


class Warfare:
    """What the game says about itself (see `contract.Game`)."""

    name = "warfare"
    title = "Warfare"
    players = PLAYERS
    variants = RULES
    sizes = range(1, MAX_SIZE + 1)

    @property
    def setups(self) -> tuple[str, ...]:
        """The named boards; `random:SIZE:SEED` is one, too."""
        from outply.games.boards import NAMES

        return NAMES

    def rules(self, variant: str) -> str:
        return RULES_TEXT[variant]

    def start(self, variant: str = "raid", setup: str = "Smolensk") -> Position:
        """Return the empty board of that name."""
        from outply.games.boards import board

        return Position.of(board(setup), rules=variant)

    def parse_move(self, text: str) -> Move:
        return Move.parse(text)

    def move_text(self, move: Move, variant: str) -> str:
        return move.text(variant)

    def player_label(self, player: str, variant: str) -> str:
        return PLAYER_WORDS[variant][player]

    def view(self, position: Position) -> BoardView:
        from outply.games.view import BoardView

        size = position.size
        return BoardView(
            PLAYERS,
            rows=[str(row + 1) for row in range(size)],
            columns=COLUMNS[:size],
            cells=self.cells(position, [divmod(cell, size) for cell in range(size * size)]),
            moves_left=position.owners.count(EMPTY),
        )

    def cells(self, position: Position, squares: Iterable[Square]) -> list[Cell]:
        """Return the cells there: each shows its value, and is the darker the more it is worth."""
        from outply.games.view import Cell

        highest = max(position.values)

        def cell(square: Square) -> Cell:
            number = square[0] * position.size + square[1]
            owner, value = position.owners[number], position.values[number]
            return Cell(square, None if owner == EMPTY else owner, str(value), value / highest)

        return [cell(square) for square in squares]

    def changed_squares(self, before: Position, after: Position) -> list[Square]:
        pairs = enumerate(zip(before.owners, after.owners, strict=True))
        return [divmod(cell, before.size) for cell, (old, new) in pairs if old != new]

    def edit(self, position: Position, edits: Iterable[Cell], to_move: str) -> Position:
        size = position.size
        values = [list(position.values[i : i + size]) for i in range(0, size * size, size)]
        owners = [list(row) for row in position.rows]
        for cell in edits:
            row, column = cell.square
            if row >= size or column >= size:
                raise ValueError(f"there is no square {cell.square} on a board of {size} rows")
            plain = cell.text.isascii() and cell.text.isdigit()
            if not plain or not 1 <= int(cell.text) <= MAX_VALUE:
                name = f"{COLUMNS[column]}{row + 1}"
                raise ValueError(f"{name} must be a number from 1 to {MAX_VALUE:,}")
            values[row][column] = int(cell.text)
            owners[row][column] = EMPTY if cell.owner is None else cell.owner
        if not any(EMPTY in row for row in owners):
            raise ValueError("at least one cell must be nobody's")
        return Position.of(values, ["".join(row) for row in owners], to_move, position.rules)

    def click_path(self, move: Move, variant: str) -> tuple[Square, ...]:
        return ((move.row, move.column),)
