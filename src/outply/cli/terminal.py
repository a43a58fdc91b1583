"""Messages, errors and tables on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager

import click

from outply.errors import UserError
from outply.text import escape_controls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

PIPE_WIDTH = 160  # columns; wide enough that no table is truncated in a file or a pipe


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


def plain_table(
    *headings: str, numbers: Collection[str] = (), wrap: bool = True, caption: str | None = None
) -> Table:
    """Return an empty table without borders except a line below the headings.

    The columns whose headings are in `numbers` are right-aligned. With `wrap`, the last column may wrap.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, caption=caption)
    for heading in headings:
        justify = "right" if heading in numbers else "left"
        table.add_column(heading, justify=justify, no_wrap=not wrap or heading is not headings[-1])  # type: ignore[arg-type]
    return table


def add_row(table: Table, *cells: str) -> None:
    """Add a row of plain text with control characters escaped; Rich does not interpret the text as markup."""
    from rich.text import Text

    table.add_row(*(Text(escape_controls(cell)) for cell in cells))
