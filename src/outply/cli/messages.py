"""What the command line says to a person besides its results."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click


def complain(message: str) -> None:
    """Say what is wrong, on standard error."""
    click.echo(f"outply: {printable(message)}", err=True)


def printable(text: str) -> str:
    """Return the text with what a terminal would act on written out, as a file name may contain."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


class Explained(click.ClickException):
    """An error that its sentence says everything about."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        complain(self.message)


@contextmanager
def explained() -> Iterator[None]:
    """Turn what goes wrong with players and their games into a message."""
    from outply.arena.match import MatchError
    from outply.arena.workers import WorkerError
    from outply.players.contract import PlayerError

    try:
        yield
    except (PlayerError, MatchError, WorkerError) as error:
        raise Explained(str(error)) from None
