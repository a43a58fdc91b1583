"""`outply class`: create and run the server of a class, and submit to it."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import click

from outply.classroom.accounts import people
from outply.classroom.accounts.roles import Role
from outply.classroom.classroom import PUBLIC_SUITE, Classroom, SignInLink, create_class
from outply.classroom.operation.runner import QueueRunner
from outply.classroom.results.export import FORMATS, export
from outply.classroom.settings.class_settings import DEFAULT_URL
from outply.classroom.settings.template import template
from outply.cli.classroom.maintain import COMMAND_LINE, directory_argument, import_submissions, rerun
from outply.cli.classroom.submit import submit
from outply.cli.options import Integer, LazyChoice
from outply.cli.terminal import CommandError, user_errors, warn
from outply.errors import require_extra
from outply.formats.atomic_io import STANDARD, write_output
from outply.games import all_games
from outply.grading.suite import folder as suites
from outply.jobs.cores import cores
from outply.jobs.executor import open_executor
from outply.report.base.csv_writer import Column, write_csv
from outply.sandbox import bubblewrap
from outply.text import os_reason, plural

LOG_FORMATS = ("text", "json")
LOOPBACK = "127.0.0.1"
LOCAL_NAMES = (LOOPBACK, "localhost", "::1")
DEFAULT_PORT = 8766
ROLES = tuple(people.ROSTER_ROLES)

LINK_COLUMNS: tuple[Column[SignInLink], ...] = (
    Column("name", lambda link: link.name),
    Column("email", lambda link: link.email),
    Column("key", lambda link: link.key),
    Column("role", lambda link: link.role),
    Column("link", lambda link: link.link),
)

roster_type = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.group(name="class")
def class_group() -> None:
    """Run a server for a class: students submit programs, which are checked in a sandbox.

    \b
    outply class new ai-course --roster roster.csv   create a class
    outply class serve ai-course                     run its server
    outply class links ai-course -o links.csv        sign-in links for a mail merge
    outply class backup ai-course backup.tar.gz      copy everything while it runs
    outply class export ai-course -o results.csv     results, ratings and marks
    outply class import ai-course submissions.zip    import the download of a course system
    outply class rerun ai-course                     check again after a change of a suite
    outply class submit http://localhost:8766/ my-program
    """


@class_group.command()
@directory_argument
@click.option("--roster", type=roster_type, required=True, help="Class roster (CSV with a header row).")
@click.option("--title", default="", help="Title of the class.  [default: the name of DIR]")
@click.option("--url", default=DEFAULT_URL, show_default=True, help="Address at which students reach the server.")
@click.option(
    "--game", "game_name", type=LazyChoice(all_games), default="warfare", show_default=True, help="Game."
)
@click.option("--rules", default=None, help="Rule variant.  [default: the first of the game]")
@click.option(
    "--suite",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of public cases, which is copied; see `outply cases`.",
)
@click.option(
    "--preflight/--no-preflight", default=True, show_default=True, help="Play a few moves with each program."
)
def new(
    directory: Path,
    roster: Path,
    title: str,
    url: str,
    game_name: str,
    rules: str | None,
    suite: Path | None,
    preflight: bool,
) -> None:
    """Create a class in the new directory DIR and print the administrator's sign-in link.

    The roster has a column `name` and one of `login`, `id` or `email`; `team` and `role` (student, assistant or
    administrator) are optional. DIR contains everything: settings in class.toml, the database, the programs.

    \b
    Examples:
      outply class new ai-course --roster roster.csv
      outply class new hw1 --roster roster.csv --suite cases/ --no-preflight
      outply class new ai-course --roster roster.csv --url https://class.example.edu/
    """
    with user_errors():
        entries, warnings = people.read_roster(roster)
        for warning in warnings:
            warn(warning)
        variant = rules or all_games()[game_name].variants[0]
        if suite is not None:
            suites.read(suite, variant)
        settings = template(
            title or directory.resolve().name,
            url,
            game_name,
            variant,
            public_suite=PUBLIC_SUITE if suite is not None else "",
            preflight=preflight,
        )
        classroom, link = create_class(directory, settings, entries, suite=suite)
        classroom.close()
    students = sum(entry.role is Role.STUDENT for entry in entries)
    click.echo(f"created {directory} with {plural(students, 'student')}; settings: {directory / 'class.toml'}")
    click.echo(f"administrator's sign-in link (works once): {link}")
    click.echo(f"next: outply class serve {directory}")


@class_group.command()
@directory_argument
@click.option("--host", default=LOOPBACK, show_default=True, help="Address to listen on.")
@click.option("--port", type=Integer(0, 65535), default=DEFAULT_PORT, show_default=True, help="Port; 0 for any.")
@click.option(
    "--jobs", metavar="N", type=Integer(1), help="Number of parallel checks.  [default: all cores but one]"
)
@click.option("--cluster", metavar="ADDRESS", help="Address of a Dask scheduler to run checks on (tcp://...).")
@click.option(
    "--log-format",
    type=click.Choice(LOG_FORMATS),
    default="text",
    show_default=True,
    help="Format of the log on standard error: lines of text, or a JSON object per line.",
)
def serve(directory: Path, host: str, port: int, jobs: int | None, cluster: str | None, log_format: str) -> None:
    """Serve the class in DIR until Ctrl-C. Without a working sandbox, the server refuses to start.

    Only this machine can reach the server, unless --host is given. Put a reverse proxy with TLS in front of it.
    Ctrl-C and SIGTERM put running checks and games back; a second signal stops at once.

    \b
    Examples:
      outply class serve ai-course
      outply class serve ai-course --port 8080 --jobs 4
      outply class serve ai-course --log-format json 2>> class.log
    """
    from outply.web.app import listen
    from outply.web.classroom.app import serve_class
    from outply.web.classroom.logs import configure_logging

    with user_errors():
        require_extra("numpy", "the ladder of a class", "tournament")
        with Classroom(directory) as classroom:
            if cluster is None:
                _require_sandbox()
            classroom.lock()
            try:
                listener = listen(host, port)
            except OSError as error:
                raise CommandError(f"cannot listen on {host}, port {port}: {os_reason(error)}") from None
            with open_executor(jobs or max(1, cores() - 1), cluster) as executor:
                address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
                click.echo(f"{classroom.settings.course.title} is running at {address} (Ctrl-C to stop)")
                links, proxies = classroom.settings.course.url, classroom.settings.sign_in.trusted_proxies
                is_other_port = urlsplit(links).port != listener.getsockname()[1]
                if urlsplit(links).hostname in LOCAL_NAMES and is_other_port and not proxies:
                    warn(f"sign-in links begin with {links}; set url in {directory / 'class.toml'} to {address}")
                configure_logging(sys.stderr, log_format)
                # uvicorn raises the signal again after it has stopped; then everything is closed as after Ctrl-C.
                signal.signal(signal.SIGTERM, signal.default_int_handler)
                with suppress(KeyboardInterrupt):  # the usual way to stop the server
                    serve_class(listener, classroom, QueueRunner(classroom, executor))


def _require_sandbox() -> None:
    """Raise NoSandboxError, with advice, if untrusted programs cannot be run here."""
    try:
        bubblewrap.require_sandbox()
    except bubblewrap.NoSandboxError as error:
        raise bubblewrap.NoSandboxError(
            f"{error}; the class server runs programs of students and does not start without a sandbox"
        ) from None


@class_group.command()
@directory_argument
@click.argument("roster", metavar="ROSTER", type=roster_type)
def roster(directory: Path, roster: Path) -> None:
    """Replace the roster of the class in DIR. People who are missing from ROSTER are deactivated.

    Submissions, aliases and sessions of the others stay. The server may be running.

    \b
    Examples:
      outply class roster ai-course roster-week-2.csv
    """
    with user_errors():
        entries, warnings = people.read_roster(roster)
        for warning in warnings:
            warn(warning)
        with Classroom(directory) as classroom:
            change = classroom.import_roster(entries, COMMAND_LINE)
    click.echo(f"{len(change.added)} added, {len(change.updated)} updated, {len(change.deactivated)} deactivated")


@class_group.command()
@directory_argument
@click.option(
    "--role", type=click.Choice(ROLES), help="Only people with this role.  [default: all but administrators]"
)
@click.option("--person", "keys", metavar="KEY", multiple=True, help="Only this person; can be repeated.")
@click.option("-o", "--output", metavar="FILE", required=True, help="CSV file to write; - for standard output.")
def links(directory: Path, role: str | None, keys: tuple[str, ...], output: str) -> None:
    """Issue sign-in links for the class in DIR as CSV, for a mail merge.

    Each link works once and replaces the person's earlier unused links. The server may be running.

    \b
    Examples:
      outply class links ai-course -o links.csv
      outply class links ai-course --role assistant -o -
      outply class links ai-course --person jdoe -o -
    """
    with user_errors(), Classroom(directory) as classroom:
        chosen = [
            person
            for person in people.list_people(classroom.database)
            if person.is_active and role in (None, person.role.value)
        ]
        if role is None and not keys:
            chosen = [person for person in chosen if person.role is not Role.ADMINISTRATOR]
        if keys:
            by_key = {person.key.casefold(): person for person in chosen}
            if unknown := [key for key in keys if key.casefold() not in by_key]:
                raise CommandError(f"{unknown[0]!r} is not the key of an active person in {directory}")
            chosen = [by_key[key.casefold()] for key in keys]
        issued = [
            SignInLink(
                name=person.name,
                email=person.email,
                key=person.key,
                role=person.role.value,
                link=classroom.sign_in_link(person.id),
            )
            for person in chosen
        ]
        classroom.database.audit(
            classroom.now(), COMMAND_LINE, "issued sign-in links", plural(len(issued), "person", "people")
        )
        write_output(output, write_csv(LINK_COLUMNS, issued))
    if output != STANDARD:
        Path(output).chmod(0o600)
        click.echo(f"wrote {plural(len(issued), 'sign-in link')} to {output}; the file is secret")


@class_group.command()
@directory_argument
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
def backup(directory: Path, file: Path) -> None:
    """Copy the class in DIR to the archive FILE (.tar.gz) while its server may be running.

    To restore it, unpack the archive into an empty directory and serve that directory.

    \b
    Examples:
      outply class backup ai-course ai-course.tar.gz
    """
    with user_errors(), Classroom(directory) as classroom:
        count = classroom.backup(file)
    click.echo(f"wrote {file} with {plural(count, 'submission')}; the file is secret")


@class_group.command(name="export")
@directory_argument
@click.option(
    "--format",
    "format_name",
    type=click.Choice(tuple(FORMATS)),
    default="csv",
    show_default=True,
    help="All results, or the grades for a course system.",
)
@click.option("-o", "--output", metavar="FILE", required=True, help="CSV file to write; - for standard output.")
def export_results(directory: Path, format_name: str, output: str) -> None:
    """Write the results of the class in DIR as CSV, with one line per student. The server may be running.

    The format csv has the version that counts, its verdict, rating, places and marks. The other formats have the
    columns of the gradebooks of Canvas, Moodle and Gradescope.

    \b
    Examples:
      outply class export ai-course -o results.csv
      outply class export ai-course --format canvas -o grades.csv
    """
    with user_errors(), Classroom(directory) as classroom:
        write_output(output, export(classroom, format_name))
        classroom.database.audit(classroom.now(), COMMAND_LINE, "exported the results", format_name)
    if output != STANDARD:
        Path(output).chmod(0o600)
        click.echo(f"wrote {output}; the file contains names and grades")


class_group.add_command(import_submissions)
class_group.add_command(rerun)
class_group.add_command(submit)
