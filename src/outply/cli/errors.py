"""Errors that the command line reports without a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from outply.cli.terminal import warn
from outply.errors import UserError


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
