"""`outply tournament template`: a contestant to start from."""

from __future__ import annotations

from pathlib import Path

import click

from outply.cli.errors import CommandError
from outply.players.template import LANGUAGES, TemplateError, write_template


@click.command(short_help="Write a contestant to start from.")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--language", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True, help="Its language."
)
def template(directory: Path, language: str) -> int:
    """Write a Makefile and a small agent that plays legal moves into DIR. Nothing is overwritten.

    \b
    Example:
      outply tournament template my-agent --language cpp
      outply check my-agent
    """
    try:
        written = write_template(language, directory)
    except TemplateError as error:
        raise CommandError(str(error)) from None
    for path in written:
        click.echo(f"wrote {path}")
    click.echo(f"try it: outply check {directory}")
    return 0
