"""`outply tournament`: everybody's programs against each other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from outply import optional
from outply.arena.tournament import entry
from outply.arena.tournament.plan import FORMATS
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import TournamentState
from outply.cli.errors import user_errors
from outply.cli.options.parameters import Seconds
from outply.cli.options.sandbox import UNSANDBOXED_WARNING, require_sandbox
from outply.cli.progress import stop_on_interrupt
from outply.cli.terminal import warn
from outply.cli.tournament.live import Screen
from outply.cli.tournament.sprt import sprt
from outply.cli.tournament.tables import cross_table, remarks, standing
from outply.cli.tournament.template import template
from outply.formats.atomic_io import write_folder, write_output
from outply.jobs.executor import open_executor
from outply.report.tournament import json_export
from outply.report.tournament.csv_export import games_csv
from outply.text import plural

STATE = "tournament.db"
FINISHING = "Finishing the running games; press Ctrl-C again to abort them."

state_option = click.option(
    "--state",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    default=STATE,
    show_default=True,
    help="The tournament's database.",
)


@click.group()
def tournament() -> None:
    """Hold a tournament of contestants' programs, in a sandbox and on a CPU budget.

    \b
    outply tournament run agents/            everybody against everybody
    outply tournament standings              who leads
    outply tournament run                    go on after an interruption
    outply tournament export --html site/    pages to publish
    """


@tournament.command()
@click.argument("who", nargs=-1, metavar="[FILE|DIR|PLAYER]...")
@state_option
@click.option(
    "--format",
    "--kind",
    "format",
    type=click.Choice(FORMATS),
    help="Tournament format (--kind until version 0.1).  [default: round-robin]",
)
@click.option("--games", type=int, help=f"Games a pairing, an odd number.  [default: {entry.DEFAULT_GAMES}]")
@click.option(
    "--board",
    "boards",
    multiple=True,
    metavar="BOARD",
    help="Named board, random:SIZE:SEED or a file; repeatable.  "
    f"[default: random, {entry.DEFAULT_BOARD_SIZE} x {entry.DEFAULT_BOARD_SIZE}]",
)
@click.option(
    "--seconds",
    type=Seconds(),
    help=f"CPU time a player has for a game.  [default: {entry.DEFAULT_CPU_SECONDS:g}]",
)
@click.option("--seed", type=click.IntRange(0), help="Of the boards and of all lots.  [default: 0]")
@click.option(
    "--rounds", type=click.IntRange(1), help="Of a Swiss tournament.  [default: as many as find a winner]"
)
@click.option("--without", metavar="NAME", multiple=True, help="Leave out one who took part; several times.")
@click.option("--jobs", metavar="N", type=click.IntRange(1), help="Games side by side.  [default: all cores]")
@click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster whose scheduler is there: tcp://...")
@click.option("--unsafe", is_flag=True, help="Run programs without a sandbox, on a machine that has none.")
def run(
    who: tuple[str, ...],
    state: Path,
    without: tuple[str, ...],
    jobs: int | None,
    cluster: str | None,
    unsafe: bool,
    **asked: Any,
) -> int:
    """Play all games that are missing, and print the standing.

    FILE is a TOML file with the same settings (format, games, boards, seconds, seed, rounds, players). DIR is a
    contestant (a directory with a Makefile) or a directory of contestants; PLAYER is a built-in player such as
    level:3. A contestant that comes late or has changed plays only the games that it is missing.

    \b
    Examples:
      outply tournament run agents/ level:3 engine:200s/game
      outply tournament run cup.toml --state cup.db
      outply tournament run mine theirs --games 11 --board Smolensk --board random:12:1
      outply tournament run agents/ --format knock-out --seed 7
    """
    optional.require_extra("numpy", "a tournament", "tournament")
    with user_errors(), _opened(state) as store:
        _enter(store, who, without, asked)
        held = Tournament(store)
        if unsafe:
            warn(UNSANDBOXED_WARNING)
        elif any(contestant.directory for contestant in store.contestants) and cluster is None:
            require_sandbox()
        screen = Screen(held, store)
        with (
            open_executor(jobs, cluster) as executor,
            screen,
            stop_on_interrupt(held.stop, screen.say, FINISHING),
        ):
            over = held.run(executor, sandboxed=not unsafe, on_progress=screen.hear)
        _print(held, store)
        if not over:
            missing = plural(len(held.missing()), "game")
            warn(f"{missing} missing; run `outply tournament run --state {state}` to resume")
        return 0 if over else 130


@tournament.command()
@state_option
def status(state: Path) -> int:
    """Say how far a tournament is."""
    with user_errors(), TournamentState(state) as store:
        held = Tournament(store)
        played, missing, plan = store.outcomes(), held.missing(), held.plan
        failures = sum(outcome.failed is not None for outcome in played)
        games = plural(plan.games, "game")
        click.echo(f"{plan.format}, {games} per pairing, {plan.seconds:g} s of CPU time per game and player")
        click.echo(f"{len(store.contestants)} contestants, {len(store.build_failures)} of them could not be built")
        click.echo(f"{plural(len(played), 'game')} played, {failures} lost by failure, {len(missing)} missing")
    return 0


@tournament.command()
@state_option
@click.option("--cross", is_flag=True, help="With the cross table.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def standings(state: Path, cross: bool, as_json: bool) -> int:
    """Print the standing: pairings, games, margin, and a rating with its 95 % interval."""
    with user_errors(), TournamentState(state) as store:
        held = Tournament(store)
        if as_json:
            click.echo(
                json.dumps(json_export.tournament_to_dict(held.standings(), store.build_failures), indent=2)
            )
            return 0
        _print(held, store)
        if cross:
            console = _console()
            console.print(cross_table(held.standings(), console.width))
    return 0


@tournament.command()
@state_option
@click.option("--json", "json_file", metavar="FILE", help="The standing, the pairings and the ratings as JSON.")
@click.option("--csv", "csv_file", metavar="FILE", help="A line for each game.")
@click.option("--html", "folder", metavar="DIR", type=click.Path(path_type=Path), help="Pages to publish.")
def export(state: Path, json_file: str | None, csv_file: str | None, folder: Path | None) -> int:
    """Write a tournament to files; - is the screen.

    The pages have the standing, the cross table, every contestant and every game on its board. They need no
    server: DIR/index.html is the first of them.

    \b
    Examples:
      outply tournament export --csv games.csv --json standings.json
      outply tournament export --html site/
    """
    if not (json_file or csv_file or folder):
        raise click.UsageError("nothing to do: give --html DIR, --json FILE or --csv FILE")
    with user_errors(), TournamentState(state) as store:
        held = Tournament(store)
        if folder:
            _write_pages(held, store, folder)
        if json_file:
            write_output(
                json_file,
                json.dumps(json_export.tournament_to_dict(held.standings(), store.build_failures), indent=2)
                + "\n",
            )
        if csv_file:
            write_output(csv_file, games_csv(store.games()))
    return 0


tournament.add_command(sprt)
tournament.add_command(template)


@contextmanager
def _opened(state: Path) -> Iterator[TournamentState]:
    """Open the database to write; one that was made for nothing is removed again."""
    is_new = not state.exists()
    with TournamentState(state, write=True) as store:
        try:
            yield store
        finally:
            if is_new and store.plan is None:
                state.unlink(missing_ok=True)


def _enter(
    state: TournamentState, arguments: tuple[str, ...], without: tuple[str, ...], options: dict[str, Any]
) -> None:
    """Enter the players and settings of the TOML files and of the command line, which has priority."""
    settings: dict[str, Any] = {}
    files = [name for name in arguments if name.endswith(".toml") and not Path(name).is_dir()]
    for file in files:
        settings |= entry.read_settings(Path(file))
    settings |= {name: value for name, value in options.items() if value is not None and value != ()}
    players = [name for name in arguments if name not in files]
    for notice in entry.enter_players(state, players, settings, without=without):
        warn(notice)


def _write_pages(held: Tournament, store: TournamentState, folder: Path) -> None:
    from outply.report.tournament.site import pages

    write_folder(folder, pages(held, store), stale=("contestant/[0-9]*.html", "game/[0-9]*.html", "rounds.html"))


def _print(held: Tournament, store: TournamentState) -> None:
    if store.has_unsandboxed_games:
        click.echo(UNSANDBOXED_WARNING)
    table, problems = held.standings(), store.build_failures
    _console().print(standing(table, problems))
    for remark in remarks(table, problems):
        click.echo(remark)


def _console() -> Any:
    import sys

    from rich.console import Console

    # In a file or a pipe nothing is cut.
    return Console(highlight=False, width=None if sys.stdout.isatty() else 160)
