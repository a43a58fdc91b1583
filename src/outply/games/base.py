"""Base classes with defaults for the game protocol, so that a new game consists of little more than its rules.

- `BasePosition`: `is_legal`, `is_over`, `score` and a picture for notebooks.
- `BaseGame`: variants, setups, labels, moves by their squares, and the cells of a view.
- `BoardGame`: the above for a board with one character per square, with view and board editor.
- `SquareMove`: a move by its squares, such as `B3`, `A2-A3` or `pass`.

Every default can be overridden, and a game may implement `protocol.Game` without these classes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from string import ascii_uppercase
from typing import Any, ClassVar, NamedTuple

from outply.games.protocol import Player, Position
from outply.games.view import BoardView, Cell, Colour, Grid, Shape, Square
from outply.text import join_or, plural

PASS_TEXT = "pass"
_SQUARE = re.compile(r"([A-Z])([1-9][0-9]?)", re.ASCII)


class SquareMove(NamedTuple):
    """A move given by its squares: one to place a piece, origin and target to move it, none to pass.

    Its text is `B3`, `A2-A3` or `pass`. Columns are letters from the left, and rows are numbers from the top.
    """

    squares: tuple[Square, ...]

    @classmethod
    def at(cls, *squares: Square) -> SquareMove:
        """Return the move over these squares, each a row and a column from 0: `SquareMove.at((2, 1))` is `B3`."""
        return cls(squares)

    @classmethod
    def parse(cls, text: str) -> SquareMove:
        """Parse a move from its text.

        Raises ValueError if the text is not a move.
        """
        if text == PASS_TEXT:
            return cls(())
        matches = [_SQUARE.fullmatch(name) for name in text.split("-")]
        squares = [(int(match[2]) - 1, ascii_uppercase.index(match[1])) for match in matches if match]
        if len(squares) < len(matches):
            raise ValueError(f"{text!r} is not a move; expected squares such as 'B3' or 'A2-A3'")
        return cls(tuple(squares))

    def __str__(self) -> str:
        return "-".join(f"{ascii_uppercase[column]}{row + 1}" for row, column in self.squares) or PASS_TEXT


class BasePosition:
    """Defaults for `protocol.Position`.

    A subclass is a frozen dataclass. It defines `game`, `players`, `variant` and `to_move`, as fields or as class
    variables, and the methods `moves`, `play` and `total`.
    """

    game: ClassVar[str]
    players: ClassVar[tuple[Player, Player]]
    to_move: Player

    @property
    def is_over(self) -> bool:
        """Whether there is no move. Override this if the end of the game can be found faster."""
        return not self.moves()

    def opponent(self, player: Player) -> Player:
        """Return the other player."""
        first, second = self.players
        return second if player == first else first

    def moves(self) -> Sequence[Any]:
        """Return the legal moves in a fixed order; none if the game is over."""
        raise NotImplementedError(f"{type(self).__name__} must define moves()")

    def is_legal(self, move: object) -> bool:
        """Return whether the move is one of `moves()`."""
        return move in self.moves()

    def play(self, move: Any) -> Any:
        """Return the position after a legal move."""
        raise NotImplementedError(f"{type(self).__name__} must define play(move)")

    def total(self, player: Player) -> int:
        """Return the player's total."""
        raise NotImplementedError(f"{type(self).__name__} must define total(player)")

    def score(self, player: Player) -> int:
        """Return the player's total minus the opponent's."""
        return self.total(player) - self.total(self.opponent(player))

    def _repr_svg_(self) -> str:
        """Return an SVG picture of the position, for display in notebooks."""
        from outply.games import svg

        return svg.render_position(self)  # type: ignore[arg-type]  # `variant` is defined by the subclass


class BaseGame:
    """Defaults for `protocol.Game`, with moves of the type `SquareMove`.

    A subclass defines `name`, `title`, `players`, `rules`, `start_position` and `view`.
    """

    name: str
    title: str
    players: tuple[Player, Player]
    variants: tuple[str, ...] = ("standard",)
    setups: tuple[str, ...] = ("initial",)
    won_by_goal: bool = False

    def rules(self, variant: str) -> str:
        """Return the rules of `variant` in a few sentences."""
        raise NotImplementedError(f"{type(self).__name__} must define rules(variant)")

    def start_position(self, variant: str, setup: str) -> Any:
        """Return the start position of one of the variants and setups."""
        raise NotImplementedError(f"{type(self).__name__} must define start_position(variant, setup)")

    def start(self, variant: str | None = None, setup: str | None = None) -> Any:
        """Return the start position `setup` under the rules of `variant`; the first ones by default.

        Raises ValueError if the variant or the setup is unknown.
        """
        variant = self.variants[0] if variant is None else variant
        setup = self.setups[0] if setup is None else setup
        for kind, name, known in (("rules", variant, self.variants), ("board", setup, self.setups)):
            if name not in known:
                raise ValueError(f"unknown {kind} {name!r}; expected {join_or(known)}")
        return self.start_position(variant, setup)

    def parse_move(self, text: str) -> Any:
        """Parse a move from its text.

        Raises ValueError if the text is not a move.
        """
        return SquareMove.parse(text)

    def move_text(self, move: Any, variant: str) -> str:
        """Return the text of a move."""
        return str(move)

    def player_label(self, player: Player, variant: str) -> str:
        """Return the name of a player."""
        return player

    def view(self, position: Any) -> BoardView:
        """Return the board of the position as data for rendering."""
        raise NotImplementedError(f"{type(self).__name__} must define view(position)")

    def cells(self, position: Any, squares: Iterable[Square]) -> Sequence[Cell]:
        """Return the cells of the view on the given squares."""
        view = self.view(position)
        return [view.cells[row * len(view.columns) + column] for row, column in squares]

    def changed_squares(self, before: Any, after: Any) -> Sequence[Square]:
        """Return the squares whose cells differ between a position and one of its successors."""
        pairs = zip(self.view(before).cells, self.view(after).cells, strict=True)
        return [new.square for old, new in pairs if old != new]

    def click_path(self, move: Any, variant: str) -> tuple[Square, ...]:
        """Return the squares of the move."""
        squares: tuple[Square, ...] = move.squares
        return squares


class BoardGame(BaseGame):
    """Defaults for a game on a rectangular board with one character per square.

    A subclass defines `name`, `title`, `players`, `rules`, `start_position`, `to_lines` and `from_lines`. The
    lines of a position are the rows of its board, from the top. A character is a piece in `pieces_by_letter`;
    every other character is an empty square.
    """

    empty: str = "."
    shapes: tuple[Shape, Shape] = ("disc", "disc")
    colours: tuple[Colour, Colour] = ("blue", "green")
    grid: Grid = "lines"
    has_chequered_board: bool = False

    @property
    def pieces_by_letter(self) -> Mapping[str, tuple[Player, Shape | None]]:
        """The owner and the shape of the piece that each letter stands for; None is the usual shape of the owner.

        By default, a piece is the first letter of its owner's name.
        """
        return {player[0]: (player, None) for player in self.players}

    def row_labels(self, rows: int) -> Sequence[str]:
        """Return the labels of the rows from the top: 1, 2, 3 and so on."""
        return [str(row) for row in range(1, rows + 1)]

    def column_labels(self, columns: int) -> Sequence[str]:
        """Return the labels of the columns from the left: A, B, C and so on."""
        return ascii_uppercase[:columns]

    def to_lines(self, position: Any) -> Sequence[str]:
        """Return the rows of the board from the top, one character per square."""
        raise NotImplementedError(f"{type(self).__name__} must define to_lines(position)")

    def from_lines(self, lines: Sequence[str], variant: str, to_move: Player) -> Position:
        """Parse a position from the lines that `to_lines` returns.

        Raises ValueError if the lines are malformed.
        """
        raise NotImplementedError(f"{type(self).__name__} must define from_lines(lines, variant, to_move)")

    def check_lines(self, lines: Sequence[str], to_move: Player, *, rows: int, columns: int) -> None:
        """Check the shape and the characters of a board and the player to move, for use in `from_lines`.

        Raises ValueError if one of them is wrong.
        """
        if len(lines) != rows:
            raise ValueError(f"expected {plural(rows, 'row')}, got {len(lines)}")
        characters = (*self.pieces_by_letter, self.empty)
        for row, line in enumerate(lines, start=1):
            if len(line) != columns or not set(line) <= set(characters):
                raise ValueError(
                    f"row {row} is {line!r}, expected {plural(columns, 'square')}, each {join_or(characters)}"
                )
        if to_move not in self.players:
            raise ValueError(f"expected {join_or(self.players)} to move, got {to_move!r}")

    def view(self, position: Any) -> BoardView:
        """Return the board of the position as data for rendering."""
        lines = self.to_lines(position)
        pieces = self.pieces_by_letter

        def cell(row: int, column: int, letter: str) -> Cell:
            shade = float((row + column) % 2) if self.has_chequered_board else 0.0
            return self._cell((row, column), letter, shade, pieces)

        return BoardView(
            self.players,
            rows=self.row_labels(len(lines)),
            columns=self.column_labels(len(lines[0])),
            cells=[
                cell(row, column, letter) for row, line in enumerate(lines) for column, letter in enumerate(line)
            ],
            pieces=True,
            shapes=self.shapes,
            colours=self.colours,
            grid=self.grid,
        )

    def piece_kinds(self) -> Sequence[Cell]:
        """Return a cell for each letter of `pieces_by_letter`, for the board editor."""
        pieces = self.pieces_by_letter
        return [self._cell((0, 0), letter, 0.0, pieces) for letter in pieces]

    def _cell(
        self, square: Square, letter: str, shade: float, pieces: Mapping[str, tuple[Player, Shape | None]]
    ) -> Cell:
        """Return the cell on which the lines of a position have `letter`."""
        owner, shape = pieces.get(letter, (None, None))
        text = letter if shape == "text" or (owner and shape is None and self._is_text(owner)) else ""
        return Cell(square, owner, text, shade, shape)

    def _is_text(self, owner: Player) -> bool:
        return self.shapes[self.players.index(owner)] == "text"

    def changed_squares(self, before: Any, after: Any) -> Sequence[Square]:
        """Return the squares whose characters differ between a position and one of its successors."""
        return [
            (row, column)
            for row, lines in enumerate(zip(self.to_lines(before), self.to_lines(after), strict=True))
            for column, (old, new) in enumerate(zip(*lines, strict=True))
            if old != new
        ]

    def edit(self, position: Any, edits: Iterable[Cell], to_move: Player) -> Position:
        """Return `position` with the pieces of `edits` on their squares and `to_move` to move.

        Raises ValueError if a square or a piece does not exist, or if `from_lines` rejects the board.
        """
        lines = [list(line) for line in self.to_lines(position)]
        for cell in edits:
            row, column = cell.square
            if not (0 <= row < len(lines) and 0 <= column < len(lines[row])):
                raise ValueError(f"square {cell.square} is not on the board")
            lines[row][column] = self._letter(cell)
        edited = self.from_lines(["".join(line) for line in lines], position.variant, to_move)
        if edited.is_over:
            raise ValueError("the game would be over before the first move")
        return edited

    def _letter(self, cell: Cell) -> str:
        """Return the letter of the piece on a cell.

        Raises ValueError if there is no such piece.
        """
        if cell.owner is None and not cell.text:
            return self.empty
        letters = {
            letter: shape for letter, (owner, shape) in self.pieces_by_letter.items() if owner == cell.owner
        }
        if cell.text in letters:
            return cell.text
        found = [letter for letter, shape in letters.items() if shape == cell.shape]
        if cell.text or not found:
            raise ValueError(f"expected a piece of {join_or(self.players)} or an empty square")
        return found[0]
