"""`outply tournament template`: a sample contestant to start from."""

from __future__ import annotations

from pathlib import Path

import click

from outply.cli.errors import CommandError
from outply.players.template import LANGUAGES, TemplateError, write_template


@click.command(short_help="Write a sample contestant.")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="Programming language.",
)
def template(directory: Path, language: str) -> int:
    """Write a sample contestant to DIR: a Makefile and a small program that plays legal moves.

    Existing files are not overwritten.

    \b
    Examples:
      outply tournament template my-agent --language cpp
      outply check my-agent
    """
    try:
        paths = write_template(language, directory)
    except TemplateError as error:
        raise CommandError(str(error)) from None
    for path in paths:
        click.echo(f"wrote {path}")
    click.echo(f"next: outply check {directory}")
    return 0
