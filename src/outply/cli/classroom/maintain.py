"""`outply class rerun` and other commands that change the submissions of a class beside its server."""

from __future__ import annotations

from pathlib import Path

import click

from outply.classroom import reruns
from outply.classroom.classroom import Classroom
from outply.cli.terminal import user_errors

COMMAND_LINE = "command line"
"""Name of these commands in the audit log."""

directory_argument = click.argument("directory", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))


@click.command()
@directory_argument
@click.option("--all", "include_all", is_flag=True, help="Also earlier versions, not only active and newest ones.")
def rerun(directory: Path, include_all: bool) -> None:
    """Check the versions in DIR again whose suite or rules have changed. The server may be running, and runs them.

    The active and the newest version of each team are checked again if the public suite has changed, and the
    versions that count for a deadline if its hidden suite has changed. Earlier results stay until the new ones are
    there.

    \b
    Examples:
      outply class rerun ai-course
      outply class rerun ai-course --all
    """
    with user_errors(), Classroom(directory) as classroom:
        outdated = reruns.find_outdated(classroom, include_all=include_all)
        if outdated:
            reruns.run_again(classroom, outdated, COMMAND_LINE)
    click.echo(f"queued {outdated}" if outdated else "nothing to run again: no suite has changed")
