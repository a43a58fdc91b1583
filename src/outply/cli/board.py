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

from outply.games.svg import PALETTE
from outply.games.text_board import TextBoard
from outply.games.view import BoardView, Cell, Colour, Shape, Square

LABEL = Style(dim=True)


MARKS = ("X", "O")
"""The marks on cells of the first and of the second player."""

PIECES: dict[Shape, tuple[str, str]] = {
    "disc": ("●", "○"),
    "star": ("★", "☆"),
    "cross": ("✖", "✕"),
    "king": ("♚", "♔"),
    "text": ("■", "□"),
}
"""The pieces of the first and of the second player, who differ without colours."""

ASCII_PIECES: dict[Shape, tuple[str, str]] = {
    "disc": ("@", "o"),
    "star": ("*", "+"),
    "cross": ("X", "x"),
    "king": ("K", "k"),
    "text": ("#", "="),
}

BASIC_COLOURS: dict[Colour, tuple[str, str]] = {
    "black": ("bright_white", "black"),
    "blue": ("bright_white", "blue"),
    "purple": ("bright_white", "magenta"),
    "red": ("bright_white", "red"),
    "green": ("black", "green"),
    "orange": ("black", "yellow"),
    "white": ("black", "white"),
    "yellow": ("black", "bright_yellow"),
}
"""Text and background in a terminal of 16 colours, of which the one nearest to the theme's blue is a grey."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTheme:
    """The styles and characters of boards, limited to those that the terminal can show."""

    is_ascii: bool
    has_16_colours: bool

    @classmethod
    def for_console(cls, console: Console) -> BoardTheme:
        """Return the theme that fits the colours and the encoding of the console."""
        return cls(
            is_ascii=console.options.ascii_only, has_16_colours=console.color_system in ("standard", "windows")
        )

    @property
    def dot(self) -> str:
        """The mark of an empty square."""
        return "." if self.is_ascii else "·"

    @property
    def corners(self) -> str:
        """The corners of a square of the last move."""
        return "++++" if self.is_ascii else "┌┐└┘"

    @property
    def pieces(self) -> dict[Shape, tuple[str, str]]:
        """The characters of the pieces, for both players."""
        return ASCII_PIECES if self.is_ascii else PIECES

    def marks(self, view: BoardView) -> tuple[str, str]:
        """Return the usual pieces of the players, or their marks on owned cells."""
        if not view.pieces:
            return MARKS
        first, second = view.shapes
        return self.pieces[first][0], self.pieces[second][1]

    def style(self, view: BoardView, side: int) -> Style:
        """Return the style of the first (0) or the second (1) player."""
        colour = view.colours[side]
        if self.has_16_colours:
            ink, fill = BASIC_COLOURS[colour]
        else:
            fill, ink = PALETTE[colour]
        return Style(color=ink, bgcolor=fill)


class Board:
    """A renderable view of a position with the squares of the last move highlighted."""

    def __init__(self, view: BoardView, last: Iterable[Square] = ()) -> None:
        self.view = view
        self.last = frozenset(last)

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
        board = TextBoard(
            view=self.view,
            marks=theme.marks(self.view),
            shape_marks=theme.pieces,
            dot=theme.dot,
            corners=theme.corners,
            last=self.last,
        )
        cell_width, cell_height = _cell_size(board, width, height)
        recent = min(self.last, default=(0, 0))
        columns = _window(len(self.view.columns), (width - board.margin) // cell_width, recent[1])
        rows = range(len(self.view.rows))
        if height is not None:
            fits = len(columns) == len(self.view.columns) and len(rows) * cell_height + 1 <= height
            rows = _window(len(rows), (height - 1 if fits else height - 2) // cell_height, recent[0])
        text = Text(no_wrap=True)
        for number, line in enumerate(board.lines(cell_width, cell_height, rows, columns)):
            text.append("\n" if number else "")
            for part, cell in line:
                text.append(part, LABEL if cell is None else self._style(board, cell, cell_width, theme))
        if len(rows) * len(columns) < len(self.view.cells):
            text.append("\n")
            text.append(self._part_note(rows, columns)[:width], LABEL)
        return text

    def _style(self, board: TextBoard, cell: Cell, width: int, theme: BoardTheme) -> Style:
        style = Style()
        if cell.owner is not None:
            style = theme.style(self.view, self.view.players.index(cell.owner))
        elif board.is_dotted(cell, width):
            style = LABEL
        if cell.square in self.last:
            style += Style(bold=True, reverse=width <= board.text_width + 1)
        return style

    def _part_note(self, rows: range, columns: range) -> str:
        """Return a note that says which rows and columns are shown."""
        parts = [
            f"{axis} {labels[part[0]]} to {labels[part[-1]]} of {labels[0]} to {labels[-1]}"
            for axis, part, labels in (("rows", rows, self.view.rows), ("columns", columns, self.view.columns))
            if len(part) < len(labels)
        ]
        return ", ".join(parts)


def _cell_size(board: TextBoard, width: int, height: int | None) -> tuple[int, int]:
    """Return the width and height of a cell: the largest at which the board fits, or the smallest possible."""
    across, down, text_width = len(board.view.columns), len(board.view.rows), board.text_width
    square, *flat = [(text_width + 4, 3), (text_width + 3, 1), (text_width + 1, 1), (2, 1), (1, 1)]
    if height is not None and board.margin + square[0] * across <= width and square[1] * down + 1 <= height:
        return square
    return next((size for size in flat if board.margin + size[0] * across <= width), flat[-1])


def _window(count: int, space: int, centre: int) -> range:
    """Return a range of at most `space` indices from 0 to `count - 1`, centred on `centre` where possible."""
    space = min(max(space, 1), count)
    first = min(max(centre - space // 2, 0), count - space)
    return range(first, first + space)
