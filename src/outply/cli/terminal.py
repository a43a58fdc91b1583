"""What the command line says to a person besides its results."""

from __future__ import annotations

import click


def complain(message: str) -> None:
    """Say what is wrong, on standard error."""
    click.echo(f"outply: {printable(message)}", err=True)


def printable(text: str) -> str:
    """Return the text with what a terminal would act on written out, as a file name may contain."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
