"""A board in the terminal, as large as there is room for.

Owners are told apart by colour and by a mark beside the value; the marks alone are enough where there are no
colours.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.style import Style
from rich.text import Text

from outply.games.struct import Struct
from outply.games.svg import COLOURS, INKS
from outply.games.view import BoardView, Cell, Square

LABEL = Style(dim=True)


class Look(Struct):
    """What a terminal can show: styles and marks of the two players, and signs of other kinds."""

    __slots__ = ("styles", "marks", "pieces", "dot", "corners")

    styles: tuple[Style, Style]
    marks: tuple[str, str]
    pieces: tuple[str, str]
    dot: str
    corners: str

    def __init__(
        self,
        styles: tuple[Style, Style],
        marks: tuple[str, str],
        pieces: tuple[str, str],
        dot: str,
        corners: str,
    ) -> None:
        self._set(styles, marks, pieces, dot, corners)

    @classmethod
    def of(cls, console: Console) -> Look:
        """Return what suits the console."""
        # The nearest of 16 colours to a calm blue is a grey.
        few = console.color_system in ("standard", "windows")
        inks, grounds = (("bright_white", "black"), ("blue", "green")) if few else (INKS, COLOURS)
        first, second = (Style(color=ink, bgcolor=ground) for ink, ground in zip(inks, grounds, strict=True))
        if console.options.ascii_only:
            return cls((first, second), ("X", "O"), ("*", "o"), ".", "++++")
        return cls((first, second), ("X", "O"), ("★", "○"), "·", "┌┐└┘")

    def of_player(self, number: int, pieces: bool) -> tuple[str, Style]:
        """Return the mark and the style of the first (0) or the second (1) of the game's players."""
        return (self.pieces if pieces else self.marks)[number], self.styles[number]


class Board:
    """A view with the squares of the last move marked: a renderable that fits the room it gets."""

    def __init__(self, view: BoardView, last: Iterable[Square] = ()) -> None:
        self.view = view
        self.last = frozenset(last)
        self._longest = max(len(cell.text) for cell in view.cells)
        self._margin = max(map(len, view.rows)) + 1

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.text(options.max_width, options.height, Look.of(console)))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.text(options.max_width, options.height, Look.of(console))

    def text(self, width: int, height: int | None, look: Look) -> Text:
        """Return the board in at most that many columns and lines; where not all of it fits, a line says so."""
        wide, high = self._size(width, height)
        recent = min(self.last, default=(0, 0))
        columns = _window(len(self.view.columns), (width - self._margin) // wide, recent[1])
        rows = range(len(self.view.rows))
        if height is not None:
            whole = len(columns) == len(self.view.columns) and len(rows) * high + 1 <= height
            rows = _window(len(rows), (height - 1 if whole else height - 2) // high, recent[0])
        shown = Text(no_wrap=True)
        for row in rows:
            cells = [self.view.cells[row * len(self.view.columns) + column] for column in columns]
            drawn = [self._cell(cell, wide, high, look) for cell in cells]
            for line in range(high):
                label = self.view.rows[row] if line == high // 2 else ""
                shown.append(f"{label:>{self._margin - 1}} ", LABEL)
                for lines, style in drawn:
                    shown.append(lines[line], style)
                shown.append("\n")
        shown.append(" " * self._margin)
        for column in columns:
            shown.append(self._label(self.view.columns[column], wide, high), LABEL)
        if len(rows) * len(columns) < len(self.view.cells):
            shown.append("\n")
            shown.append(self._note(rows, columns)[:width], LABEL)
        return shown

    def _size(self, width: int, height: int | None) -> tuple[int, int]:
        """Return the columns and lines of a cell: the most that fit, or the fewest if none do."""
        across, down = len(self.view.columns), len(self.view.rows)
        roomy, *flat = [
            (self._longest + 4, 3),
            (self._longest + 3, 1),
            (self._longest + 1, 1),
            (2, 1),
            (1, 1),
        ]
        if height is not None and self._margin + roomy[0] * across <= width and roomy[1] * down + 1 <= height:
            return roomy
        return next((size for size in flat if self._margin + size[0] * across <= width), flat[-1])

    def _cell(self, cell: Cell, wide: int, high: int, look: Look) -> tuple[list[str], Style]:
        """Return the lines of a cell, and their style."""
        mark, style, text = " ", Style(), cell.text
        if cell.owner is not None:
            mark, style = look.of_player(self.view.players.index(cell.owner), self.view.pieces)
        elif not text or wide < self._longest + 1:
            # Where nothing is written, a dot shows the square; not on those that no piece ever enters.
            mark = look.dot if cell.shade or not self.view.pieces else " "
            style = LABEL
        is_last = cell.square in self.last
        if is_last:
            style += Style(bold=True, reverse=wide <= self._longest + 1)
        if wide < self._longest + 1:
            return [f"{mark:<{wide}}"], style
        if high == 3:
            above, below = (text, mark) if text else (mark, "")
            corners = look.corners if is_last else "    "
            inner = wide - 2
            return [
                f"{corners[0]}{'':{inner}}{corners[1]}",
                f" {above:^{inner}} ",
                f"{corners[2]}{below:^{inner}}{corners[3]}",
            ], style
        shown = f"{text:>{self._longest}}{mark}"
        return [shown if wide < len(shown) + 2 else f"[{shown}]" if is_last else f" {shown} "], style

    def _label(self, name: str, wide: int, high: int) -> str:
        """Return the label of a column, under what is written in its cells."""
        if high == 3:
            return f"{name:^{wide}}"
        if wide <= 2:
            return f"{name[-wide:]:<{wide}}"
        before = (wide - self._longest - 1) // 2
        return f"{'':{before}}{name:>{max(self._longest, 1)}}".ljust(wide)[:wide]

    def _note(self, rows: range, columns: range) -> str:
        """Return which part of the board is shown."""
        parts = [
            f"{kind} {labels[part[0]]} to {labels[part[-1]]} of {labels[0]} to {labels[-1]}"
            for kind, part, labels in (("rows", rows, self.view.rows), ("columns", columns, self.view.columns))
            if len(part) < len(labels)
        ]
        return ", ".join(parts)


def _window(count: int, room: int, around: int) -> range:
    """Return which of so many lines are shown where there is room for fewer: those around one of them."""
    room = min(max(room, 1), count)
    first = min(max(around - room // 2, 0), count - room)
    return range(first, first + room)
