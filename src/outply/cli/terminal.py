"""Messages, errors and tables on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

import click

from outply.errors import UserError
from outply.text import escape_controls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.table import Table

PIPE_WIDTH = 160  # columns; wide enough that no table is truncated in a file or a pipe
MIN_WRAPPED_WIDTH = 20  # columns of a table's last column


def warn(message: str) -> None:
    """Print an error or a warning to standard error."""
    click.echo(f"outply: {escape_controls(message)}", err=True)


class CommandError(click.ClickException):
    """Raised for an error of the user; its message is printed without a traceback."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        warn(self.message)


@contextmanager
def user_errors() -> Iterator[None]:
    """Convert UserError in the `with` block to CommandError."""
    try:
        yield
    except UserError as error:
        raise CommandError(str(error)) from None


def shorten(text: str, width: int) -> str:
    """Return the text with control characters escaped, truncated to `width` columns."""
    escaped = escape_controls(text)
    return escaped if len(escaped) <= width else escaped[: width - 1] + "…"


def stdout_console() -> Console:
    """Return a console for tables on standard output."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)


class PlainTable:
    """A table without borders except a line below the headings, for a Rich console.

    The columns whose headings are in `numbers` are right-aligned. With `wrap`, the last column may wrap; with
    `name_width`, the first column wraps at this width. A console that is too narrow for the other columns gets a
    paragraph for each row instead, so that nothing is truncated.
    """

    def __init__(
        self,
        *headings: str,
        numbers: Collection[str] = (),
        wrap: bool = True,
        name_width: int | None = None,
        caption: str | None = None,
    ) -> None:
        self._headings, self._numbers, self._caption = headings, numbers, caption
        self._wrap, self._name_width = wrap, name_width
        self._rows: list[list[str]] = []

    def add_row(self, *cells: str) -> None:
        """Add a row of plain text; control characters are escaped, and Rich does not interpret markup."""
        self._rows.append([escape_controls(cell) for cell in cells])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        from textwrap import fill

        from rich.text import Text

        table = self._table()
        last = len(self._headings) - 1
        last_width = max((len(row[last]) for row in self._rows if len(row) > last), default=0)
        width = table.__rich_measure__(console, options.update(max_width=10_000)).maximum
        if self._wrap:
            width -= max(0, last_width - MIN_WRAPPED_WIDTH)
        if width <= options.max_width:
            yield table
            return
        yield ""
        for row in self._rows:
            yield Text(self._paragraph(row, options.max_width))
        yield Text(fill(self._caption or "", options.max_width), "dim italic")

    def _table(self) -> Table:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table
        from rich.text import Text

        table = Table(box=SIMPLE_HEAD, pad_edge=False, caption=self._caption)
        for number, heading in enumerate(self._headings):
            is_name = number == 0 and self._name_width is not None
            may_wrap = is_name or (self._wrap and number == len(self._headings) - 1)
            table.add_column(
                heading,
                justify="right" if heading in self._numbers else "left",
                no_wrap=not may_wrap,
                max_width=self._name_width if is_name else None,
                overflow="fold",
            )
        for row in self._rows:
            table.add_row(*map(Text, row))
        return table

    def _paragraph(self, row: Sequence[str], width: int) -> str:
        """Return a row as text: the name, which is in the first column with a heading, and the other cells."""
        from textwrap import fill

        name = next((number for number, heading in enumerate(self._headings) if heading), 0)
        if not self._headings[0] and self._headings[name] in self._numbers:
            name = 0  # of a cross table
        lines = [fill(" ".join(filter(None, row[: name + 1])), width, subsequent_indent="  ")]
        cells = zip(self._headings[name + 1 :], row[name + 1 :], strict=False)
        if text := "; ".join(_labelled(heading, cell) for heading, cell in cells if cell):
            indent = "  "
            lines.append(
                fill(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
            )
        return "\n".join(lines)


def _labelled(heading: str, cell: str) -> str:
    """Return a cell with its heading; an ellipsis ends a heading that the cell continues."""
    return f"{heading.removesuffix('...')}{cell}" if heading.endswith("...") else f"{heading}: {cell}"
