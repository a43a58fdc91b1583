"""Star/Circle: checkers with forward moves only and single, optional jumps.

Squares are numbered in the order of the assignment, from H1 to H8, then G1 to G8, down to A8. A Star moves up, to
lower numbers. Moves are ordered by origin, then by target.
"""

from __future__ import annotations

from itertools import compress

from outply.games.struct import Struct, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from outply.games.view import BoardView, Cell, Square

PLAYERS = ("Star", "Circle")
ROWS = "HGFEDCBA"
MAX_STACK = 99
MAX_WEIGHT = 1_000_000
DEFAULT_WEIGHTS = (10, 20, 30, 40, 50, 60, 70, 80)

# For readers who do not know the assignment. A game may start from any position, so the text does not say
# who begins.
RULES_TEXT = (
    "Star moves up the board and Circle moves down, on the dark squares only. A step goes diagonally forward "
    "to an empty square. A jump goes over an enemy piece to the empty square behind it, and captures the "
    "piece. Jumps are optional. Pieces that reach the last row stay there, and several of them may share a "
    "square. A player who cannot move passes. The game is over after two passes in a row, or when one side "
    "has no piece left. Searches try the moves in the order of their start squares, then of their end squares, "
    "row by row from the top left. A piece is worth more the further it has advanced, and the higher total wins."
)

LAST_ROW = {"Star": 0, "Circle": 7}  # indexes into ROWS


def square_name(square: int) -> str:
    """Return the name of a square: from `H1` for square 0 to `A8` for square 63."""
    return f"{ROWS[square // 8]}{square % 8 + 1}"


def is_dark(square: int) -> bool:
    """Return whether the square is dark; pieces stand on dark squares only."""
    return (square // 8 + square % 8) % 2 == 1


class Move(Struct):
    """A step or a jump from one square to another, `C1-D2`, or the pass (see `PASS`)."""

    __slots__ = ("origin", "target")

    origin: int
    target: int

    def __init__(self, origin: int, target: int) -> None:
        set_field(self, "origin", origin)
        set_field(self, "target", target)

    # A third of the time of the inherited methods, in searches that cache moves.
    def __eq__(self, other: object) -> bool:
        if type(other) is not Move:
            return NotImplemented
        return self.origin == other.origin and self.target == other.target

    def __hash__(self) -> int:
        return hash((self.origin, self.target))

    @classmethod
    def parse(cls, text: str) -> Move:
        """Parse a move from its text: `C1-D2` or `pass`.

        Raises ValueError if the text is not a move.
        """
        if text == "pass":
            return PASS
        origin, hyphen, target = text.partition("-")
        if hyphen and all(
            len(name) == 2 and name[0] in ROWS and name[1] in "12345678" for name in (origin, target)
        ):
            return cls(*(ROWS.index(name[0]) * 8 + int(name[1]) - 1 for name in (origin, target)))
        raise ValueError(f"{text!r} is not a move; expected one such as 'C1-D2' or 'pass'")

    def __str__(self) -> str:
        return "pass" if self == PASS else f"{square_name(self.origin)}-{square_name(self.target)}"


PASS = Move(-1, -1)


class Position(Struct):
    """A Star/Circle position on a board of 64 squares.

    `squares[i]` is the number of Stars on square i, or minus the number of Circles. `weights` are the values of a
    piece on rows A to H for Star, and on rows H to A for Circle. `passes` is the number of consecutive passes just
    played.
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
        set_field(self, "squares", tuple(squares))
        set_field(self, "to_move", to_move)
        set_field(self, "weights", tuple(weights))
        set_field(self, "passes", passes)

    @property
    def is_over(self) -> bool:
        """Whether both players have passed in a row, or one of the players has no pieces left."""
        return self.passes == 2 or max(self.squares) <= 0 or min(self.squares) >= 0

    def moves(self) -> list[Move]:
        """Return the legal moves: steps and jumps, ordered by origin, then by target.

        Return only the pass if no step and no jump is possible, and no move if the game is over.
        """
        if self.is_over:
            return []
        squares, mine, paths = self.squares, _sign(self.to_move), PATHS[self.to_move]
        moves = []
        for square in compress(SQUARES, squares):
            if squares[square] * mine > 0:
                for move, target, jumped, is_last_row in paths[square]:
                    is_free = squares[target] == 0 or (is_last_row and squares[target] * mine > 0)
                    if is_free and (jumped is None or squares[jumped] * mine < 0):
                        moves.append(move)
        return moves or [PASS]

    def is_legal(self, move: object) -> bool:
        """Return whether the move is one of `moves()`."""
        return move in self.moves()

    def play(self, move: Move | str) -> Position:
        """Return the position after a legal move, or after the move that a text such as `C1-D2` names.

        Raises IllegalMoveError if the text names no legal move.
        """
        try:
            origin, target = move.origin, move.target  # type: ignore[union-attr]
        except AttributeError:  # not checked by isinstance, which would slow down searches
            return self.play(self._find_move(move))
        if origin == PASS.origin:
            return Position(self.squares, opponent(self.to_move), self.weights, self.passes + 1)
        squares = list(self.squares)
        squares[origin] = 0
        squares[target] += _sign(self.to_move)
        if abs(origin // 8 - target // 8) == 2:
            squares[(origin + target) // 2] = 0
        return Position(squares, opponent(self.to_move), self.weights)

    def total(self, player: str) -> int:
        """Return the sum of the row weights of the player's pieces."""
        sign = _sign(player)
        return sum(
            abs(pieces) * self.weights[7 - square // 8 if sign > 0 else square // 8]
            for square, pieces in enumerate(self.squares)
            if pieces * sign > 0
        )

    def score(self, player: str) -> int:
        """Return the player's total minus the opponent's total."""
        squares, weights = self.squares, self.weights
        stars_minus_circles = [
            squares[square] * weights[7 - square // 8 if squares[square] > 0 else square // 8]
            for square in compress(SQUARES, squares)
        ]
        return sum(stars_minus_circles) * _sign(player)

    def __str__(self) -> str:
        from outply.games import text_board

        return text_board.render_text(self)

    def _find_move(self, text: object) -> Move:
        from outply.games.move_input import find_move

        if not isinstance(text, str):
            raise TypeError(f"expected a Move or a text such as 'C1-D2', got {text!r}")
        move: Move = find_move(self, text)
        return move

    def _repr_svg_(self) -> str:
        """Return an SVG picture of the position, for display in notebooks."""
        from outply.games import svg

        return svg.render_position(self)


def _edited_square(square: int, cell: Cell) -> int:
    name, text = square_name(square), cell.text or "1"
    if cell.owner is None:
        return 0
    if not is_dark(square):
        raise ValueError(f"{name} is a light square; pieces stand on dark squares only")
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) <= MAX_STACK:
        raise ValueError(f"{name} must hold 1 to {MAX_STACK} pieces")
    last = LAST_ROW[cell.owner]
    if int(text) > 1 and square // 8 != last:
        raise ValueError(f"{name} can hold one {cell.owner}; stacks are allowed in row {ROWS[last]} only")
    return int(text) * _sign(cell.owner)


def _sign(player: str) -> int:
    return 1 if player == "Star" else -1


def _paths(player: str, square: int) -> list[tuple[Move, int, int | None, bool]]:
    """Return the steps and jumps of a piece on an empty board, in the order of their targets.

    Each has its target, the square that is jumped over, and whether the target is in the last row.
    """
    row, column = divmod(square, 8)
    paths: list[tuple[Move, int, int | None, bool]] = []
    for length in (1, 2):
        for sideways in (-length, length):
            to_row, to_column = row - _sign(player) * length, column + sideways
            if 0 <= to_row < 8 and 0 <= to_column < 8:
                target = to_row * 8 + to_column
                jumped = (square + target) // 2 if length == 2 else None
                paths.append((Move(square, target), target, jumped, to_row == LAST_ROW[player]))
    return sorted(paths, key=lambda path: path[1])


SQUARES = range(64)
PATHS = {player: [_paths(player, square) for square in SQUARES] for player in PLAYERS}
"""The steps and jumps from each square: a table makes `Position.moves` three times as fast."""


def opponent(player: str) -> str:
    """Return the opponent of a player: `Circle` for `Star`, `Star` for `Circle`."""
    return "Circle" if player == "Star" else "Star"


class StarCircle:
    """The definition of Star/Circle, which implements `protocol.Game`."""

    name = "starcircle"
    title = "Star/Circle"
    players = PLAYERS
    variants = ("standard",)
    setups = ("initial",)

    def rules(self, variant: str) -> str:
        """Return the rules in a few sentences; there is only one variant."""
        return RULES_TEXT

    def start(self, variant: str = "standard", setup: str = "initial") -> Position:
        """Return the start position: twelve Circles on rows H to F, twelve Stars on rows C to A, Star to move.

        Raises ValueError if the variant or the setup is unknown.
        """
        if variant not in self.variants:
            raise ValueError(f"unknown rules {variant!r}; expected standard")
        if setup not in self.setups:
            raise ValueError(f"unknown board {setup!r}; expected initial")
        side = {0: -1, 1: -1, 2: -1, 5: 1, 6: 1, 7: 1}
        return Position(
            [side.get(square // 8, 0) if is_dark(square) else 0 for square in range(64)], to_move="Star"
        )

    def parse_move(self, text: str) -> Move:
        """Parse a move, `C1-D2` or `pass`; raise ValueError if the text is not a move."""
        return Move.parse(text)

    def move_text(self, move: Move, variant: str) -> str:
        """Return the text of a move: `C1-D2` or `pass`."""
        return str(move)

    def player_label(self, player: str, variant: str) -> str:
        """Return the label of a player, which is the same as the player: `Star` or `Circle`."""
        return player

    def view(self, position: Position) -> BoardView:
        """Return the board of the position as data for rendering, with row A at the bottom."""
        from outply.games.view import BoardView

        cells = self.cells(position, [divmod(square, 8) for square in range(64)])
        row_values = zip(reversed(position.weights), position.weights, strict=True)
        return BoardView(
            players=PLAYERS,
            rows=ROWS,
            columns="12345678",
            cells=cells,
            pieces=True,
            row_values=row_values,
            shapes=("star", "disc"),
        )

    def cells(self, position: Position, squares: Iterable[Square]) -> list[Cell]:
        """Return the cells on the given squares, with the owner of the pieces and, for a stack, their number."""
        from outply.games.view import Cell

        def cell(square: Square) -> Cell:
            number = square[0] * 8 + square[1]
            pieces = position.squares[number]
            owner = "Star" if pieces > 0 else "Circle" if pieces < 0 else None
            return Cell(square, owner, str(abs(pieces)) if abs(pieces) > 1 else "", float(is_dark(number)))

        return [cell(square) for square in squares]

    def changed_squares(self, before: Position, after: Position) -> list[Square]:
        """Return the squares whose pieces differ between `before` and `after`."""
        pairs = enumerate(zip(before.squares, after.squares, strict=True))
        return [divmod(square, 8) for square, (old, new) in pairs if old != new]

    def edit(self, position: Position, edits: Iterable[Cell], to_move: str) -> Position:
        """Return `position` with the pieces in `edits` placed on their squares, and with `to_move` to move.

        Raises ValueError if a square cannot hold its new pieces, if a player has no pieces left, or if `to_move`
        is not a player.
        """
        squares = list(position.squares)
        for cell in edits:
            row, column = cell.square
            if row >= 8 or column >= 8:
                raise ValueError(f"square {cell.square} is not on the board of 8 rows")
            if cell.owner not in (None, *PLAYERS):
                raise ValueError(f"expected pieces of {' or '.join(PLAYERS)}, got {cell.owner!r}")
            squares[row * 8 + column] = _edited_square(row * 8 + column, cell)
        for player in PLAYERS:
            if not any(pieces * _sign(player) > 0 for pieces in squares):
                raise ValueError(f"there must be at least one {player} on the board")
        if to_move not in PLAYERS:
            raise ValueError(f"expected {' or '.join(PLAYERS)} to move, got {to_move!r}")
        return Position(squares, to_move, position.weights)

    def click_path(self, move: Move, variant: str) -> tuple[Square, ...]:
        """Return the origin and the target square of a move; empty for a pass."""
        return () if move == PASS else (divmod(move.origin, 8), divmod(move.target, 8))

    def all_moves(self) -> list[Move]:
        """Return the moves from each square to each square, and the pass."""
        return [*(Move(origin, target) for origin in SQUARES for target in SQUARES), PASS]

    def explain_illegal_move(self, position: Position, move: Move) -> str:
        """Return a sentence that explains why the illegal move `move` is not allowed in `position`."""
        player = position.to_move
        if move == PASS:
            return f"{player} has a move, such as {position.moves()[0]}, and may not pass."
        if position.moves() == [PASS]:
            return f"{player} has no move and must pass."
        origin, target = square_name(move.origin), square_name(move.target)
        sign, last_row = _sign(player), LAST_ROW[player]
        pieces, target_pieces = position.squares[move.origin] * sign, position.squares[move.target] * sign
        if pieces <= 0:
            return f"There is no {player} on {origin}."
        if move.origin // 8 == last_row:
            return f"{origin} is in the last row of {player}, where pieces no longer move."
        rows_forward = (move.origin // 8 - move.target // 8) * sign
        columns = abs(move.origin % 8 - move.target % 8)
        if rows_forward <= 0:
            return f"A {player} moves {'up' if sign > 0 else 'down'}, and {origin}-{target} does not."
        if columns != rows_forward or rows_forward > 2:
            return f"{origin}-{target} is neither a step to the next diagonal square nor a single jump."
        if target_pieces < 0 or (target_pieces > 0 and move.target // 8 != last_row):
            return f"{target} is not empty."
        middle = square_name((move.origin + move.target) // 2)
        return f"There is no enemy piece on {middle} to jump over."
