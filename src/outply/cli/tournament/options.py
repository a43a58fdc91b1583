"""Options that several subcommands of `outply tournament` share."""

from __future__ import annotations

from pathlib import Path

import click

DEFAULT_STATE = "tournament.db"

state_option = click.option(
    "--state",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    default=DEFAULT_STATE,
    show_default=True,
    help="Database of the tournament.",
)
