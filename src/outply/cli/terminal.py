"""Messages, shortened text and a console for tables on the terminal."""

from __future__ import annotations

import sys

import click

from outply.text import escape_controls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 160  # columns; wide enough that no table is truncated in a file or a pipe


def warn(message: str) -> None:
    """Print an error or a warning to standard error."""
    click.echo(f"outply: {escape_controls(message)}", err=True)


def shorten(text: str, width: int) -> str:
    """Return the text with control characters escaped, truncated to `width` columns."""
    escaped = escape_controls(text)
    return escaped if len(escaped) <= width else escaped[: width - 1] + "…"


def stdout_console() -> Console:
    """Return a console for tables on standard output."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)
