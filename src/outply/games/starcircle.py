"""Star/Circle: checkers that only goes forward, with single jumps that nobody is forced to make.

Squares are numbered in the assignment's order, from H1 to H8, then G1 to G8, down to A8. So a Star, which moves
up, moves to lower numbers; sorting moves by number is the order in which they are searched.
"""

from __future__ import annotations

from outply.games.struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from outply.games.view import BoardView, Cell, Square

PLAYERS = ("Star", "Circle")
ROWS = "HGFEDCBA"
MAX_STACK = 99
MAX_WEIGHT = 1_000_000
DEFAULT_WEIGHTS = (10, 20, 30, 40, 50, 60, 70, 80)

# For people who do not know the assignment. Who begins is not among it: a game may start from any position.
RULES_TEXT = (
    "Star moves up the board and Circle moves down, on the dark squares only. A step goes diagonally forward "
    "to an empty square. A jump goes over an enemy piece to the empty square behind it, and captures the "
    "piece. Nobody has to jump. Pieces that reach the last row stay there, and several of them may share a "
    "square. A player who cannot move passes. The game is over after two passes in a row, or when one side "
    "has no piece left. The moves are tried in the order of the squares that they start from, then of those "
    "that they end on, row by row from the top left. A piece counts for more the further it has come, and the "
    "higher total wins."
)

LAST_ROW = {"Star": 0, "Circle": 7}  # as an index into ROWS


def square_name(square: int) -> str:
    """Return `H1` for square 0 to `A8` for square 63."""
    return f"{ROWS[square // 8]}{square % 8 + 1}"


def is_dark(square: int) -> bool:
    """Return whether pieces may stand on the square."""
    return (square // 8 + square % 8) % 2 == 1


class Move(Struct):
    """A step or a jump from one square to another, `C1-D2`, or the pass (see `PASS`)."""

    __slots__ = ("origin", "target")

    origin: int
    target: int

    def __init__(self, origin: int, target: int) -> None:
        self._set(origin, target)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move as `str` writes it."""
        if text == "pass":
            return PASS
        origin, hyphen, target = text.partition("-")
        if hyphen and all(
            len(name) == 2 and name[0] in ROWS and name[1] in "12345678" for name in (origin, target)
        ):
            return cls(*(ROWS.index(name[0]) * 8 + int(name[1]) - 1 for name in (origin, target)))
        raise ValueError(f"{text!r} is not a move; one looks like 'C1-D2' or 'pass'")

    def __str__(self) -> str:
        return "pass" if self == PASS else f"{square_name(self.origin)}-{square_name(self.target)}"


PASS = Move(-1, -1)


class Position(Struct):
    """A board of 64 squares.

    `squares[i]` is the number of Stars on square i, or minus the number of Circles. `weights` are for the rows
    A to H for Star, and H to A for Circle. `passes` is how many moves in a row have just been passes.
    """

    __slots__ = ("squares", "to_move", "weights", "passes")

    game = "starcircle"
    variant = "standard"
    squares: tuple[int, ...]
    to_move: str
    weights: tuple[int, ...]
    passes: int

    def __init__(
        self, squares: Iterable[int], to_move: str, weights: Iterable[int] = DEFAULT_WEIGHTS, passes: int = 0
    ) -> None:
        self._set(tuple(squares), to_move, tuple(weights), passes)

    @property
    def is_over(self) -> bool:
        return self.passes == 2 or max(self.squares) <= 0 or min(self.squares) >= 0

    def moves(self) -> list[Move]:
        """Return steps and jumps by their first, then by their last square; a pass if there are none."""
        if self.is_over:
            return []
        found = [move for square in range(64) for move in self._moves_from(square)]
        return found or [PASS]

    def is_legal(self, move: object) -> bool:
        """Return whether it is a legal move."""
        return move in self.moves()

    def play(self, move: Move) -> Position:
        """Return the position after the player to move has stepped, jumped or passed."""
        if move == PASS:
            return Position(self.squares, opponent(self.to_move), self.weights, self.passes + 1)
        squares = list(self.squares)
        squares[move.origin] = 0
        squares[move.target] += _sign(self.to_move)
        if abs(move.origin // 8 - move.target // 8) == 2:
            squares[(move.origin + move.target) // 2] = 0
        return Position(squares, opponent(self.to_move), self.weights)

    def total(self, player: str) -> int:
        """Return the weights of the rows of the player's pieces."""
        sign = _sign(player)
        return sum(
            abs(pieces) * self.weights[7 - square // 8 if sign > 0 else square // 8]
            for square, pieces in enumerate(self.squares)
            if pieces * sign > 0
        )

    def score(self, player: str) -> int:
        """Return the weights of the player's pieces less those of the other's."""
        return self.total(player) - self.total(opponent(player))

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        from outply.games import svg

        return svg.render_position(self)

    def _moves_from(self, square: int) -> Iterator[Move]:
        mine = _sign(self.to_move)
        if self.squares[square] * mine <= 0:
            return
        row, column = divmod(square, 8)
        # A Star's jump goes further up than its step and comes first; a Circle's goes further down.
        for length in (2, 1) if self.to_move == "Star" else (1, 2):
            for sideways in (-length, length):
                to_row, to_column = row - mine * length, column + sideways
                if not (0 <= to_row < 8 and 0 <= to_column < 8):
                    continue
                target = to_row * 8 + to_column
                jumps_over_enemy = length == 1 or self.squares[(square + target) // 2] * mine < 0
                if jumps_over_enemy and self._can_enter(target):
                    yield Move(square, target)

    def _can_enter(self, square: int) -> bool:
        if square // 8 == LAST_ROW[self.to_move]:
            return self.squares[square] * _sign(self.to_move) >= 0  # own pieces stack there
        return self.squares[square] == 0


def _edited_square(square: int, cell: Cell) -> int:
    name, text = square_name(square), cell.text or "1"
    if cell.owner is None:
        return 0
    if not is_dark(square):
        raise ValueError(f"{name} is a light square, and pieces stand on dark ones")
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) <= MAX_STACK:
        raise ValueError(f"{name} must be a number of pieces from 1 to {MAX_STACK}")
    last = LAST_ROW[cell.owner]
    if int(text) > 1 and square // 8 != last:
        raise ValueError(f"{name} can hold one {cell.owner} only; they share squares in row {ROWS[last]} alone")
    return int(text) * _sign(cell.owner)


def _sign(player: str) -> int:
    return 1 if player == "Star" else -1


def opponent(player: str) -> str:
    """Return the other player."""
    return "Circle" if player == "Star" else "Star"


class StarCircle:
    """What the game says about itself (see `contract.Game`)."""

    name = "starcircle"
    title = "Star/Circle"
    players = PLAYERS
    variants = ("standard",)
    setups = ("initial",)

    def rules(self, variant: str) -> str:
        return RULES_TEXT

    def start(self, variant: str = "standard", setup: str = "initial") -> Position:
        """Return twelve Circles on rows H to F against twelve Stars on rows C to A, Star to move."""
        if variant not in self.variants:
            raise ValueError(f"there are no {variant} rules; the rules are standard")
        if setup not in self.setups:
            raise ValueError(f"there is no set-up {setup!r}; there is initial")
        side = {0: -1, 1: -1, 2: -1, 5: 1, 6: 1, 7: 1}
        return Position(
            [side.get(square // 8, 0) if is_dark(square) else 0 for square in range(64)], to_move="Star"
        )

    def parse_move(self, text: str) -> Move:
        return Move.parse(text)

    def move_text(self, move: Move, variant: str) -> str:
        return str(move)

    def player_label(self, player: str, variant: str) -> str:
        return player

    def view(self, position: Position) -> BoardView:
        """Return the board from the Stars' side."""
        from outply.games.view import BoardView

        cells = self.cells(position, [divmod(square, 8) for square in range(64)])
        row_values = zip(reversed(position.weights), position.weights, strict=True)
        return BoardView(PLAYERS, rows=ROWS, columns="12345678", cells=cells, pieces=True, row_values=row_values)

    def cells(self, position: Position, squares: Iterable[Square]) -> list[Cell]:
        """Return the squares there; a stack shows how many pieces it has."""
        from outply.games.view import Cell

        def cell(square: Square) -> Cell:
            number = square[0] * 8 + square[1]
            pieces = position.squares[number]
            owner = "Star" if pieces > 0 else "Circle" if pieces < 0 else None
            return Cell(square, owner, str(abs(pieces)) if abs(pieces) > 1 else "", float(is_dark(number)))

        return [cell(square) for square in squares]

    def changed_squares(self, before: Position, after: Position) -> list[Square]:
        pairs = enumerate(zip(before.squares, after.squares, strict=True))
        return [divmod(square, 8) for square, (old, new) in pairs if old != new]

    def edit(self, position: Position, edits: Iterable[Cell], to_move: str) -> Position:
        squares = list(position.squares)
        for cell in edits:
            row, column = cell.square
            if row >= 8 or column >= 8:
                raise ValueError(f"there is no square {cell.square} on a board of 8 rows")
            if cell.owner not in (None, *PLAYERS):
                raise ValueError(f"pieces are of {' or '.join(PLAYERS)}, not of {cell.owner!r}")
            squares[row * 8 + column] = _edited_square(row * 8 + column, cell)
        for player in PLAYERS:
            if not any(pieces * _sign(player) > 0 for pieces in squares):
                raise ValueError(f"there must be at least one {player} on the board")
        if to_move not in PLAYERS:
            raise ValueError(f"the player to move is {' or '.join(PLAYERS)}, not {to_move!r}")
        return Position(squares, to_move, position.weights)

    def click_path(self, move: Move, variant: str) -> tuple[Square, ...]:
        return () if move == PASS else (divmod(move.origin, 8), divmod(move.target, 8))
