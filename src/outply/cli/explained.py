"""Errors of players and their games, as a message instead of a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from outply.arena.match import MatchError
from outply.arena.workers import WorkerError
from outply.cli.messages import complain
from outply.players.contract import PlayerError


class Explained(click.ClickException):
    """An error that its sentence says everything about."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        complain(self.message)


@contextmanager
def explained() -> Iterator[None]:
    """Turn what goes wrong with players and their games into a message."""
    try:
        yield
    except (PlayerError, MatchError, WorkerError) as error:
        raise Explained(str(error)) from None
