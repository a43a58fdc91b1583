"""Warfare: players take cells with values, by a Stake anywhere or by a Raid next to a cell of their own.

The variant `raid` has the rules of the Stake/Raid assignments. `blitz` has those of the paradrop/blitz assignment,
where conquering is mandatory: there is exactly one move for each empty cell.
"""

from __future__ import annotations

from itertools import compress

from outply.games.struct import Struct, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from outply.games.view import BoardView, Cell, Square

PLAYERS = ("X", "O")
EMPTY = "."
IS_OWNER = {player: bytes(code == ord(player) for code in range(128)) + bytes(128) for player in PLAYERS}
"""For each player, a table for `bytes.translate`: the owner of a cell becomes 1 for the player, 0 for others."""
RULES = ("raid", "blitz")
MAX_SIZE = 26
MAX_VALUE = 1_000_000

COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# The names of the moves and players in each assignment.
MOVE_NAMES = {"raid": ("Stake", "Raid"), "blitz": ("paradrop", "blitz")}
PLAYER_LABELS = {"raid": {"X": "X", "O": "O"}, "blitz": {"X": "blue", "O": "green"}}

# For readers who do not know the assignments. A game may start from any position, so the text does not say
# who begins.
RULES_TEXT = {
    "raid": (
        "X and O move in turn. Each move takes an empty cell, until none is left. Any empty cell can be taken by "
        "a Stake, which conquers nothing. An empty cell beside one that the player already owns (above, below, "
        "left or right) can also be taken by a Raid, which conquers every enemy cell beside it as well. "
        "Each cell has a value, and the higher total at the end wins."
    ),
    "blitz": (
        "Blue and green move in turn. Each move takes an empty cell, until none is left. Taking a cell beside one "
        "that the player already owns (above, below, left or right) is a blitz: it also conquers every enemy cell "
        "beside the taken cell. Taking any other cell is a paradrop, and conquers nothing. So there is one move "
        "for each empty cell. Each cell has a value, and the higher total at the end wins."
    ),
}
VARIANT_SUMMARIES = {
    "raid": "Beside your own cells, choose: a Raid conquers the enemy cells around it, a Stake does not.",
    "blitz": "Every cell taken beside your own conquers the enemy cells around it.",
}


class Move(Struct):
    """A move that takes one empty cell, by Raid or by Stake: `C3 Raid`."""

    __slots__ = ("row", "column", "raid")

    row: int
    column: int
    raid: bool

    def __init__(self, row: int, column: int, raid: bool) -> None:
        set_field(self, "row", row)
        set_field(self, "column", column)
        set_field(self, "raid", raid)

    # A third of the time of the inherited methods, in searches that cache moves.
    def __eq__(self, other: object) -> bool:
        if type(other) is not Move:
            return NotImplemented
        return self.row == other.row and self.column == other.column and self.raid == other.raid

    def __hash__(self) -> int:
        return hash((self.row, self.column, self.raid))

    @classmethod
    def parse(cls, text: str) -> Move:
        """Parse a move from its text in either variant: `C3 Raid` or `blitz C3`.

        Raises ValueError if the text is not a move.
        """
        cell, _, kind = text.partition(" ")
        if cell in MOVE_NAMES["blitz"]:
            cell, kind = kind, MOVE_NAMES["raid"][MOVE_NAMES["blitz"].index(cell)]
        column, row = COLUMNS.find(cell[:1]), cell[1:]
        is_number = row.isascii() and row.isdigit() and len(row) <= 2 and row[0] != "0"
        if not cell or column < 0 or not is_number or int(row) > MAX_SIZE or kind not in MOVE_NAMES["raid"]:
            raise ValueError(f"{text!r} is not a move; expected one such as 'C3 Raid' or 'paradrop B12'")
        return cls(int(row) - 1, column, kind == "Raid")

    @property
    def cell(self) -> str:
        """The name of the cell: `C3`."""
        return f"{COLUMNS[self.column]}{self.row + 1}"

    def text(self, rules: str) -> str:
        """Return the move in the notation of the variant `rules`: `C3 Raid` or `blitz C3`."""
        kind = MOVE_NAMES[rules][self.raid]
        return f"{self.cell} {kind}" if rules == "raid" else f"{kind} {self.cell}"

    def __str__(self) -> str:
        return self.text("raid")


class Position(Struct):
    """A position on `size` x `size` cells; `values` and `owners` (`X`, `O`, `.`) are in row-major order."""

    __slots__ = ("size", "values", "owners", "to_move", "rules")

    game = "warfare"
    size: int
    values: tuple[int, ...]
    owners: str
    to_move: str
    rules: str

    def __init__(self, size: int, values: Iterable[int], owners: str, to_move: str, rules: str) -> None:
        set_field(self, "size", size)
        set_field(self, "values", tuple(values))
        set_field(self, "owners", owners)
        set_field(self, "to_move", to_move)
        set_field(self, "rules", rules)

    @classmethod
    def of(
        cls,
        values: Sequence[Sequence[int]],
        owners: Sequence[str] | None = None,
        to_move: str = "X",
        rules: str = "raid",
    ) -> Position:
        """Build a position from rows of values and rows of owners; without `owners`, all cells are empty.

        Raises ValueError if the board is malformed.
        """
        size = len(values)
        rows = [EMPTY * size] * size if owners is None else list(owners)
        if not 1 <= size <= MAX_SIZE:
            raise ValueError(f"expected 1 to {MAX_SIZE} rows, got {size}")
        if any(len(row) != size for row in values) or [len(row) for row in rows] != [size] * size:
            raise ValueError(f"expected {size} rows of {size} values and of {size} owners")
        if not all(1 <= value <= MAX_VALUE for row in values for value in row):
            raise ValueError(f"expected cell values from 1 to {MAX_VALUE:,}")
        if not set("".join(rows)) <= {*PLAYERS, EMPTY}:
            raise ValueError("expected X, O or . as the owner of each cell")
        if to_move not in PLAYERS or rules not in RULES:
            raise ValueError(f"expected X or O to move and raid or blitz rules, got {to_move!r} and {rules!r}")
        return cls(size, [value for row in values for value in row], "".join(rows), to_move, rules)

    @property
    def variant(self) -> str:
        """The rule variant, `raid` or `blitz`."""
        return self.rules

    @property
    def is_over(self) -> bool:
        """Whether the game is over, which means that no cell is empty."""
        return EMPTY not in self.owners

    @property
    def rows(self) -> list[str]:
        """The owners of the cells (`X`, `O`, `.`), as one string per row."""
        return [self.owners[i : i + self.size] for i in range(0, len(self.owners), self.size)]

    def moves(self) -> list[Move]:
        """Return all legal Stakes in row-major order, then all Raids; in blitz, one move for each empty cell."""
        neighbours, stakes, raids = board_tables(self.size)
        empty = [cell for cell, owner in enumerate(self.owners) if owner == EMPTY]
        beside_own = {
            near for cell, owner in enumerate(self.owners) if owner == self.to_move for near in neighbours[cell]
        }
        if self.rules == "blitz":
            return [raids[cell] if cell in beside_own else stakes[cell] for cell in empty]
        return [stakes[cell] for cell in empty] + [raids[cell] for cell in empty if cell in beside_own]

    def is_legal(self, move: object) -> bool:
        """Return whether the move is one of `moves()`."""
        if not isinstance(move, Move) or not (0 <= move.row < self.size and 0 <= move.column < self.size):
            return False
        cell = move.row * self.size + move.column
        if self.owners[cell] != EMPTY:
            return False
        beside = self._is_beside(cell, self.to_move)
        return move.raid == beside if self.rules == "blitz" else beside or not move.raid

    def play(self, move: Move | str) -> Position:
        """Return the position after a legal move, or after the move that a text such as `C3 Raid` names.

        Raises IllegalMoveError if the text names no legal move.
        """
        try:  # costs nothing, whereas isinstance took 2 to 5 % of the time of this method
            cell = move.row * self.size + move.column  # type: ignore[union-attr]
        except AttributeError:
            return self.play(self._find_move(move))
        owners = list(self.owners)
        owners[cell] = self.to_move
        if move.raid:  # type: ignore[union-attr]
            for neighbour in self.neighbours(cell):
                if owners[neighbour] != EMPTY:
                    owners[neighbour] = self.to_move
        return Position(self.size, self.values, "".join(owners), opponent(self.to_move), self.rules)

    def total(self, player: str) -> int:
        """Return the sum of the values of the player's cells."""
        # Twice as fast as a loop over the cells, which took a third of the time of searches on large boards.
        return sum(compress(self.values, self.owners.encode().translate(IS_OWNER[player])))

    def score(self, player: str) -> int:
        """Return the player's total minus the opponent's total."""
        return self.total(player) - self.total(opponent(player))

    def neighbours(self, cell: int) -> tuple[int, ...]:
        """Return the indexes of the cells above, left of, right of and below `cell`, as far as they exist."""
        return board_tables(self.size)[0][cell]

    def is_exposed(self, cell: int) -> bool:
        """Return whether the opponent of the cell's owner could conquer the cell by a Raid on a neighbour."""
        enemy = opponent(self.owners[cell])
        return any(self.owners[near] == EMPTY and self._is_beside(near, enemy) for near in self.neighbours(cell))

    def __str__(self) -> str:
        from outply.games import text_board

        return text_board.render_text(self)

    def _repr_svg_(self) -> str:
        """Return an SVG picture of the position, for display in notebooks."""
        from outply.games import svg

        return svg.render_position(self)

    def _find_move(self, text: object) -> Move:
        from outply.games.move_input import find_move

        if not isinstance(text, str):
            raise TypeError(f"expected a Move or a text such as 'C3 Raid', got {text!r}")
        move: Move = find_move(self, text)
        return move

    def _is_beside(self, cell: int, player: str) -> bool:
        return player in [self.owners[neighbour] for neighbour in self.neighbours(cell)]


def opponent(player: str) -> str:
    """Return the opponent of a player: `O` for `X`, `X` for `O`."""
    return "O" if player == "X" else "X"


def board_tables(size: int) -> tuple[list[tuple[int, ...]], list[Move], list[Move]]:
    """Return for each cell of a board of `size` rows its neighbours, the Stake on it and the Raid on it.

    The tables are kept, which makes `Position.moves` three times as fast as one that computes them.
    """
    if size not in _TABLES:
        cells = range(size * size)
        stakes, raids = ([Move(*divmod(cell, size), raid) for cell in cells] for raid in (False, True))
        _TABLES[size] = [_neighbours(size, cell) for cell in cells], stakes, raids
    return _TABLES[size]


_TABLES: dict[int, tuple[list[tuple[int, ...]], list[Move], list[Move]]] = {}


def _neighbours(size: int, cell: int) -> tuple[int, ...]:
    row, column = divmod(cell, size)
    neighbours = []
    if row > 0:
        neighbours.append(cell - size)
    if column > 0:
        neighbours.append(cell - 1)
    if column < size - 1:
        neighbours.append(cell + 1)
    if row < size - 1:
        neighbours.append(cell + size)
    return tuple(neighbours)


class Warfare:
    """The definition of Warfare, which implements `protocol.Game`."""

    name = "warfare"
    title = "Warfare"
    players = PLAYERS
    variants = RULES
    sizes = range(1, MAX_SIZE + 1)

    @property
    def setups(self) -> tuple[str, ...]:
        """The names of the boards; `start` also accepts random boards, `random:SIZE:SEED`."""
        from outply.games.boards import NAMES

        return NAMES

    def rules(self, variant: str) -> str:
        """Return the rules of the variant in a few sentences."""
        return RULES_TEXT[variant]

    def variant_summary(self, variant: str) -> str:
        """Return one sentence about what is particular to the variant."""
        return VARIANT_SUMMARIES[variant]

    def start(self, variant: str = "raid", setup: str = "Smolensk") -> Position:
        """Return the start position on the board `setup`: all cells are empty, and X is to move.

        Raises ValueError if the variant or the board is unknown.
        """
        from outply.games.boards import board

        return Position.of(board(setup), rules=variant)

    def parse_move(self, text: str) -> Move:
        """Parse a move in the notation of either variant; raise ValueError if the text is not a move."""
        return Move.parse(text)

    def move_text(self, move: Move, variant: str) -> str:
        """Return the move in the notation of the variant: `C3 Raid` or `blitz C3`."""
        return move.text(variant)

    def player_label(self, player: str, variant: str) -> str:
        """Return the name of the player in the variant: `X` or `O`, in blitz `blue` or `green`."""
        return PLAYER_LABELS[variant][player]

    def view(self, position: Position) -> BoardView:
        """Return the board of the position as data for rendering; the texts of the cells are their values."""
        from outply.games.view import BoardView

        size = position.size
        return BoardView(
            players=PLAYERS,
            rows=[str(row + 1) for row in range(size)],
            columns=COLUMNS[:size],
            cells=self.cells(position, [divmod(cell, size) for cell in range(size * size)]),
            moves_left=position.owners.count(EMPTY),
        )

    def cells(self, position: Position, squares: Iterable[Square]) -> list[Cell]:
        """Return the cells on the given squares, with their values as texts; higher values have darker shades."""
        from outply.games.view import Cell

        highest = max(position.values)

        def cell(square: Square) -> Cell:
            number = square[0] * position.size + square[1]
            owner, value = position.owners[number], position.values[number]
            return Cell(square, None if owner == EMPTY else owner, str(value), value / highest)

        return [cell(square) for square in squares]

    def changed_squares(self, before: Position, after: Position) -> list[Square]:
        """Return the squares whose owners differ between `before` and `after`."""
        pairs = enumerate(zip(before.owners, after.owners, strict=True))
        return [divmod(cell, before.size) for cell, (old, new) in pairs if old != new]

    def edit(self, position: Position, edits: Iterable[Cell], to_move: str) -> Position:
        """Return `position` with the owners and values of the cells in `edits`, and with `to_move` to move.

        Raises ValueError if an edited cell or `to_move` is invalid, or if no cell is empty.
        """
        size = position.size
        values = [list(position.values[i : i + size]) for i in range(0, size * size, size)]
        owners = [list(row) for row in position.rows]
        for cell in edits:
            row, column = cell.square
            if row >= size or column >= size:
                raise ValueError(f"square {cell.square} is not on the board of {size} rows")
            is_number = cell.text.isascii() and cell.text.isdigit()
            if not is_number or not 1 <= int(cell.text) <= MAX_VALUE:
                name = f"{COLUMNS[column]}{row + 1}"
                raise ValueError(f"{name} must be a number from 1 to {MAX_VALUE:,}")
            values[row][column] = int(cell.text)
            owners[row][column] = EMPTY if cell.owner is None else cell.owner
        if not any(EMPTY in row for row in owners):
            raise ValueError("at least one cell must be empty")
        return Position.of(values, ["".join(row) for row in owners], to_move, position.rules)

    def click_path(self, move: Move, variant: str) -> tuple[Square, ...]:
        """Return a tuple with one square: the square that the move takes."""
        return ((move.row, move.column),)

    def all_moves(self) -> list[Move]:
        """Return the Stakes and the Raids on the largest board."""
        _, stakes, raids = board_tables(MAX_SIZE)
        return stakes + raids

    def explain_illegal_move(self, position: Position, move: Move) -> str:
        """Return a sentence that explains why the illegal move `move` is not allowed in `position`."""
        size = position.size
        if move.row >= size or move.column >= size:
            return f"{move.cell} is not on the board, which has {size} rows and columns."
        owner = position.owners[move.row * size + move.column]
        if owner != EMPTY:
            return f"{move.cell} is not empty: it belongs to {owner}."
        player = position.to_move
        if move.raid:
            return f"{player} has no cell above, below, left or right of {move.cell} to raid from."
        return f"{move.cell} is next to a cell of {player}: under blitz rules the move there is a blitz (Raid)."
