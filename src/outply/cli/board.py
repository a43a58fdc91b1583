"""A board in the terminal, drawn as large as the space allows.

Owners are distinguished by colour and by a mark beside the value, so the board is readable without colours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.style import Style
from rich.text import Text

from outply.games.svg import COLOURS, INKS
from outply.games.view import BoardView, Cell, Square

LABEL = Style(dim=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTheme:
    """The styles and characters of a board, limited to those that the terminal can show."""

    styles: tuple[Style, Style]
    marks: tuple[str, str]
    pieces: tuple[str, str]
    dot: str
    corners: str

    @classmethod
    def for_console(cls, console: Console) -> BoardTheme:
        """Return the theme that fits the colours and the encoding of the console."""
        # Of the 16 standard colours, the one nearest to the theme's blue is a grey.
        has_16_colours = console.color_system in ("standard", "windows")
        inks, fills = (("bright_white", "black"), ("blue", "green")) if has_16_colours else (INKS, COLOURS)
        first, second = (Style(color=ink, bgcolor=fill) for ink, fill in zip(inks, fills, strict=True))
        is_ascii = console.options.ascii_only
        return cls(
            styles=(first, second),
            marks=("X", "O"),
            pieces=("*", "o") if is_ascii else ("★", "○"),
            dot="." if is_ascii else "·",
            corners="++++" if is_ascii else "┌┐└┘",
        )

    def sign(self, player: int, pieces: bool) -> tuple[str, Style]:
        """Return the mark or piece, and the style, of the first (0) or the second (1) player."""
        return (self.pieces if pieces else self.marks)[player], self.styles[player]


class Board:
    """A renderable view of a position with the squares of the last move highlighted."""

    def __init__(self, view: BoardView, last: Iterable[Square] = ()) -> None:
        self.view = view
        self.last = frozenset(last)
        self._text_width = max(len(cell.text) for cell in view.cells)
        self._margin = max(map(len, view.rows)) + 1

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self._fit(console, options))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self._fit(console, options)

    def _fit(self, console: Console, options: ConsoleOptions) -> Text:
        return self.text(options.max_width, options.height, BoardTheme.for_console(console))

    def text(self, width: int, height: int | None, theme: BoardTheme) -> Text:
        """Return the board in at most `width` columns and `height` lines.

        If the board does not fit, only the part around the last move is shown, with a note below it.
        """
        cell_width, cell_height = self._cell_size(width, height)
        recent = min(self.last, default=(0, 0))
        columns = _window(len(self.view.columns), (width - self._margin) // cell_width, recent[1])
        rows = range(len(self.view.rows))
        if height is not None:
            fits = len(columns) == len(self.view.columns) and len(rows) * cell_height + 1 <= height
            rows = _window(len(rows), (height - 1 if fits else height - 2) // cell_height, recent[0])
        text = Text(no_wrap=True)
        for row in rows:
            cells = [self.view.cells[row * len(self.view.columns) + column] for column in columns]
            drawn = [self._cell(cell, cell_width, cell_height, theme) for cell in cells]
            for line in range(cell_height):
                label = self.view.rows[row] if line == cell_height // 2 else ""
                text.append(f"{label:>{self._margin - 1}} ", LABEL)
                for lines, style in drawn:
                    text.append(lines[line], style)
                text.append("\n")
        text.append(" " * self._margin)
        for column in columns:
            text.append(self._column_label(self.view.columns[column], cell_width, cell_height), LABEL)
        if len(rows) * len(columns) < len(self.view.cells):
            text.append("\n")
            text.append(self._part_note(rows, columns)[:width], LABEL)
        return text

    def _cell_size(self, width: int, height: int | None) -> tuple[int, int]:
        """Return the width and height of a cell: the largest at which the board fits, or the smallest possible."""
        across, down = len(self.view.columns), len(self.view.rows)
        square, *flat = [
            (self._text_width + 4, 3),
            (self._text_width + 3, 1),
            (self._text_width + 1, 1),
            (2, 1),
            (1, 1),
        ]
        if height is not None and self._margin + square[0] * across <= width and square[1] * down + 1 <= height:
            return square
        return next((size for size in flat if self._margin + size[0] * across <= width), flat[-1])

    def _cell(self, cell: Cell, width: int, height: int, theme: BoardTheme) -> tuple[list[str], Style]:
        """Return the lines of text of a cell, and the style of the lines."""
        mark, style, value = " ", Style(), cell.text
        if cell.owner is not None:
            mark, style = theme.sign(self.view.players.index(cell.owner), self.view.pieces)
        elif not value or width < self._text_width + 1:
            # A dot marks an empty square without a value, unless no piece can ever enter it.
            mark = theme.dot if cell.shade or not self.view.pieces else " "
            style = LABEL
        is_last = cell.square in self.last
        if is_last:
            style += Style(bold=True, reverse=width <= self._text_width + 1)
        if width < self._text_width + 1:
            return [f"{mark:<{width}}"], style
        if height == 3:
            above, below = (value, mark) if value else (mark, "")
            corners = theme.corners if is_last else "    "
            inner = width - 2
            return [
                f"{corners[0]}{'':{inner}}{corners[1]}",
                f" {above:^{inner}} ",
                f"{corners[2]}{below:^{inner}}{corners[3]}",
            ], style
        content = f"{value:>{self._text_width}}{mark}"
        if width < len(content) + 2:
            return [content], style
        return [f"[{content}]" if is_last else f" {content} "], style

    def _column_label(self, name: str, cell_width: int, cell_height: int) -> str:
        """Return the label of a column, aligned with the content of its cells."""
        if cell_height == 3:
            return f"{name:^{cell_width}}"
        if cell_width <= 2:
            return f"{name[-cell_width:]:<{cell_width}}"
        indent = (cell_width - self._text_width - 1) // 2
        return f"{'':{indent}}{name:>{max(self._text_width, 1)}}".ljust(cell_width)[:cell_width]

    def _part_note(self, rows: range, columns: range) -> str:
        """Return a note that says which rows and columns are shown."""
        parts = [
            f"{axis} {labels[part[0]]} to {labels[part[-1]]} of {labels[0]} to {labels[-1]}"
            for axis, part, labels in (("rows", rows, self.view.rows), ("columns", columns, self.view.columns))
            if len(part) < len(labels)
        ]
        return ", ".join(parts)


def _window(count: int, space: int, centre: int) -> range:
    """Return a range of at most `space` indices from 0 to `count - 1`, centred on `centre` where possible."""
    space = min(max(space, 1), count)
    first = min(max(centre - space // 2, 0), count - space)
    return range(first, first + space)
