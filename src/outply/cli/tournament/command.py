"""`outply tournament`: run, show and export tournaments."""

from __future__ import annotations

import click

from outply.cli.tournament.export import export
from outply.cli.tournament.run import run
from outply.cli.tournament.show import standings, status
from outply.cli.tournament.sprt import sprt
from outply.cli.tournament.template import template


@click.group()
def tournament() -> None:
    """Run a tournament of programs and built-in players. Programs run in a sandbox with limited CPU time.

    \b
    outply tournament run agents/            run a tournament, or resume it
    outply tournament standings              print the standings
    outply tournament export --html site/    write pages to publish
    """


tournament.add_command(run)
tournament.add_command(status)
tournament.add_command(standings)
tournament.add_command(export)
tournament.add_command(template)
tournament.add_command(sprt)
