"""A board as text, in cells of a given size.

Logs contain the plain text. `outply.cli.board` chooses the size for a terminal and adds colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from outply.games import game_of
from outply.games.protocol import Position
from outply.games.view import BoardView, Cell, Shape, Square


@dataclass(frozen=True, kw_only=True)  # no slots, because cached_property needs a __dict__
class TextBoard:
    """A board as text; each cell shows its value and one of the two `marks`, that of its owner.

    `shape_marks` maps the shapes of unusual pieces, such as kings, to their marks for both players; the initial of
    a shape that is missing there begins the value of its cell. If all pieces are tiles whose letters tell their
    owners apart, the letters are the marks.

    A cell of three lines is square, with the value above the mark. The squares of the last move, `last`, have
    brackets or, in square cells, `corners`. `dot` marks an empty square without a value. With `plain`, `dot` marks
    every empty square, and a space separates the value and the mark.
    """

    view: BoardView
    marks: tuple[str, str]
    shape_marks: Mapping[Shape, tuple[str, str]] = field(default_factory=dict)
    dot: str = "."
    corners: str = "++++"
    last: frozenset[Square] = frozenset()
    plain: bool = False

    @cached_property
    def text_width(self) -> int:
        """The width of the longest value."""
        return max(len(self._value(cell)) for cell in self.view.cells)

    @cached_property
    def _is_chequered(self) -> bool:
        """Whether the board has pieces on light and dark squares, of which only the dark ones are dotted."""
        return self.view.pieces and any(cell.shade == 1 for cell in self.view.cells)

    @cached_property
    def _has_letters(self) -> bool:
        """Whether the letters of tiles are the marks."""
        return tile_letters(self.view) is not None

    @cached_property
    def margin(self) -> int:
        """The width of the row labels and the space after them."""
        return max(map(len, self.view.rows)) + 1

    def lines(
        self, cell_width: int, cell_height: int = 1, rows: range | None = None, columns: range | None = None
    ) -> Iterator[list[tuple[str, Cell | None]]]:
        """Yield each line as a list of pairs: a text and the cell it belongs to, or None for a label.

        By default, all rows and columns are shown. The column labels are in the last line.
        """
        columns = range(len(self.view.columns)) if columns is None else columns
        for row in range(len(self.view.rows)) if rows is None else rows:
            cells = [self.view.cells[row * len(self.view.columns) + column] for column in columns]
            drawn = [(self._cell(cell, cell_width, cell_height), cell) for cell in cells]
            for line in range(cell_height):
                label = self.view.rows[row] if line == cell_height // 2 else ""
                yield [(f"{label:>{self.margin - 1}} ", None), *((texts[line], cell) for texts, cell in drawn)]
        labels = (self._column_label(self.view.columns[column], cell_width, cell_height) for column in columns)
        yield [(" " * self.margin, None), *((label, None) for label in labels)]

    def is_dotted(self, cell: Cell, width: int) -> bool:
        """Return whether a dot marks the cell: it is empty, and its value is missing or too wide for the cell."""
        return cell.owner is None and (self.plain or not self._value(cell) or width <= self.text_width)

    def _value(self, cell: Cell) -> str:
        """Return the text of the cell, after the initial of a shape without a mark."""
        if cell.owner is not None and self._has_letters:
            return ""
        initial = cell.shape[0] if cell.shape and cell.shape not in (*self.shape_marks, "text") else ""
        return initial + cell.text

    def _cell(self, cell: Cell, width: int, height: int) -> list[str]:
        """Return the lines of text of a cell."""
        mark, value = " ", self._value(cell)
        if cell.owner is not None:
            marks = self.shape_marks.get(cell.shape, self.marks) if cell.shape else self.marks
            mark = cell.text if self._has_letters else marks[self.view.players.index(cell.owner)]
        elif self.is_dotted(cell, width) and (self.plain or cell.shade or not self._is_chequered):
            mark = self.dot
        if width <= self.text_width:
            return [f"{mark:<{width}}"]
        is_last = cell.square in self.last
        if height == 3:
            above, below = (value, mark) if value else (mark, "")
            corners, inner = self.corners if is_last else "    ", width - 2
            top, bottom = f"{corners[0]}{'':{inner}}{corners[1]}", f"{corners[2]}{below:^{inner}}{corners[3]}"
            return [top, f" {above:^{inner}} ", bottom]
        content = f"{value:>{self.text_width}}{' ' if self.plain and self.text_width else ''}{mark}"
        if width < len(content) + 2:
            return [content]
        return [f"[{content}]" if is_last else f" {content} "]

    def _column_label(self, name: str, cell_width: int, cell_height: int) -> str:
        """Return the label of a column, aligned with the content of its cells."""
        if cell_height == 3:
            return f"{name:^{cell_width}}"
        if cell_width <= 2:
            return f"{name[-cell_width:]:<{cell_width}}"
        indent = (cell_width - self.text_width - 1) // 2
        return f"{'':{indent}}{name:>{max(self.text_width, 1)}}".ljust(cell_width)[:cell_width]


def render_text(position: Position) -> str:
    """Return the board of a position as text, with the column labels in the first line.

    Each cell shows its value and the letter of its owner, or a dot if the cell has no owner.
    """
    first, second = owner_letters(position).values()
    board = TextBoard(view=game_of(position).view(position), marks=(first, second), plain=True)
    cell_width = board.text_width + 4 if board.text_width else 3
    *rows, labels = ("".join(text for text, _ in line).rstrip() for line in board.lines(cell_width))
    return "\n".join([labels, *rows])


def tile_letters(view: BoardView) -> dict[str, list[str]] | None:
    """Return the letters on each player's tiles; None unless all pieces are tiles with a letter of one player."""
    letters: dict[str, list[str]] = {player: [] for player in view.players}
    for cell in view.cells:
        if cell.owner is None:
            continue
        if view.shape_of(cell) != "text" or not view.pieces or len(cell.text) != 1:
            return None
        if cell.text not in letters[cell.owner]:
            letters[cell.owner].append(cell.text)
    first, second = letters.values()
    return letters if first + second and not set(first) & set(second) else None


def owner_letters(position: Position) -> dict[str, str]:
    """Return the letter for each player of the position's game: the first letter of the player's label."""
    game = game_of(position)
    return {player: game.player_label(player, position.variant)[:1] for player in game.players}
