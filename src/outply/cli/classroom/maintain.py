"""`outply class rerun` and `outply class import`: change the submissions of a class beside its server."""

from __future__ import annotations

from pathlib import Path

import click

from outply.classroom import imports
from outply.classroom.classroom import Classroom
from outply.classroom.results import reruns
from outply.cli.terminal import user_errors, warn
from outply.grading.submissions import roster as rosters
from outply.grading.submissions.roster import Student
from outply.text import escape_controls

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


@click.command(name="import")
@directory_argument
@click.argument("download", metavar="DOWNLOAD", type=click.Path(path_type=Path, exists=True))
@click.option("--deadline", metavar="NAME", default="", help="Deadline of versions without a time in DOWNLOAD.")
@click.option(
    "--roster",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="CSV file with further identifiers of students, such as the numbers of Canvas.",
)
def import_submissions(directory: Path, download: Path, deadline: str, roster: Path | None) -> None:
    """Import all submissions of DOWNLOAD into the class in DIR. The server may be running, and checks them.

    DOWNLOAD is the archive or the directory from Canvas, Moodle, Gradescope or GitHub Classroom, or a directory
    with a folder, archive or source file for each student. Students are found by key, email address or name, teams
    by their students or name. What was imported before is skipped. Limits of the students do not apply.

    \b
    Examples:
      outply class import ai-course submissions.zip
      outply class import ai-course submissions.zip --deadline "Homework 1"
      outply class import ai-course clones/ --roster classroom_roster.csv
    """
    with user_errors(), Classroom(directory) as classroom:
        students: tuple[Student, ...] = ()
        if roster is not None:
            students, warnings = rosters.read(roster)
            for warning in warnings:
                warn(warning)
        report = imports.import_download(classroom, download, COMMAND_LINE, deadline, students)
    for line in imports.describe(report):
        click.echo(escape_controls(line))
