"""`outply tournament`: run, show and export tournaments."""

from __future__ import annotations

import json
import math
import random
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import click

from outply.arena.tournament import schedule
from outply.arena.tournament.boards import DEFAULT_BOARD_SIZE, DEFAULT_GAME
from outply.arena.tournament.entry import enter_players
from outply.arena.tournament.plan import CPU_TIMES, FORMATS, OPEN_FORMATS, TOTAL, Plan
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.settings import DEFAULT_CPU_SECONDS, DEFAULT_GAMES, read_settings
from outply.arena.tournament.standings import Standings
from outply.arena.tournament.state import ContestantVersion, TournamentState
from outply.cli.options import (
    UNSANDBOXED_WARNING,
    Integer,
    Seconds,
    complete_board,
    complete_player,
    jobs_option,
    json_option,
    refuse_options,
    refuse_shared_stdout,
    require_sandbox,
    rules_option,
    tournament_game_option,
    unsafe_option,
)
from outply.cli.progress import stop_on_interrupt
from outply.cli.terminal import CommandError, stdout_console, user_errors, warn
from outply.cli.tournament.sprt import sprt
from outply.cli.tournament.standings import LiveStandings, cross_table, standings_notes, standings_table
from outply.formats.atomic_io import STANDARD, write_folder, write_output
from outply.games import all_games
from outply.jobs.cores import cores
from outply.jobs.executor import open_executor
from outply.players.contestant_template import LANGUAGES, TemplateError, has_rules, write_template
from outply.players.forfeit import ContestProtocol
from outply.players.spec import PROGRAM
from outply.report.tournament import export as export_files
from outply.report.tournament.privacy import Privacy, aliases_csv, complete_aliases, read_aliases
from outply.text import escape_controls, join_and, plural

DEFAULT_STATE = "tournament.db"
UNFINISHED = 130
FINISHING = "finishing the running games; press Ctrl-C again to abort them"

state_option = click.option(
    "--state",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    default=DEFAULT_STATE,
    show_default=True,
    help="Database of the tournament.",
)


@click.group()
def tournament() -> None:
    """Run a tournament of programs and built-in players. Programs run in a sandbox with limited CPU time.

    \b
    outply tournament run agents/            run a tournament, or resume it
    outply tournament standings              print the standings
    outply tournament export --html site/    write pages to publish
    """


@tournament.command()
@click.argument("players", nargs=-1, metavar="[FILE|DIR|PLAYER]...", shell_complete=complete_player)
@state_option
@click.option(
    "--format",
    "--kind",
    "format",
    type=click.Choice(FORMATS),
    help="Tournament format; --kind is its name in version 0.1.  [default: round-robin]",
)
@tournament_game_option
@rules_option("the first of the game")
@click.option(
    "--games", type=int, help=f"Games per pairing; an even number is fairer.  [default: {DEFAULT_GAMES}]"
)
@click.option(
    "--board",
    "boards",
    shell_complete=complete_board,
    multiple=True,
    metavar="BOARD",
    help="Named board, random:SIZE:SEED, opening:PLIES:SEED or a file; can be repeated.  "
    f"[default: random, {DEFAULT_BOARD_SIZE} x {DEFAULT_BOARD_SIZE}, or random first moves]",
)
@click.option(
    "--seconds",
    type=Seconds(),
    help=f"CPU time of each player per game, in seconds.  [default: {DEFAULT_CPU_SECONDS:g}]",
)
@click.option(
    "--cpu-time",
    type=click.Choice(CPU_TIMES),
    help="CPU time that counts: user and system time (total), or user time alone, the course's rule.  "
    f"[default: {TOTAL}]",
)
@click.option(
    "--seed", type=Integer(0), help="Random seed for boards and lots.  [default: random, shown at the start]"
)
@click.option(
    "--rounds",
    type=Integer(1),
    help="Rounds of a Swiss tournament.  [default: the number needed to find a winner]",
)
@click.option("--title", help="Title of the tournament on its pages.")
@click.option(
    "--new-versions", is_flag=True, help="Let each directory replace the earlier contestant of the same name."
)
@click.option("--without", metavar="NAME", multiple=True, help="Remove a contestant; can be repeated.")
@click.option("--rebuild", is_flag=True, help="Build all contestants again, including those whose build failed.")
@jobs_option
@click.option("--cluster", metavar="ADDRESS", help="Address of a Dask scheduler to play on (tcp://...).")
@unsafe_option
@click.pass_context
def run(
    ctx: click.Context,
    /,
    players: tuple[str, ...],
    state: Path,
    without: tuple[str, ...],
    new_versions: bool,
    rebuild: bool,
    jobs: int | None,
    cluster: str | None,
    unsafe: bool,
    game_name: str | None,
    **settings: Any,
) -> int:
    """Play all missing games and print the standings.

    FILE is a TOML file with settings (game, rules, format, games, boards, seconds, cpu_time, seed, rounds, title,
    players), which options override. DIR is a contestant (a directory with a Makefile) or a directory of
    contestants. PLAYER is a built-in player such as level:3. If a contestant joins late or has changed, only its
    missing games are played.

    \b
    Examples:
      outply tournament run agents/ level:3 engine:200s/game
      outply tournament run cup.toml --state cup.db
      outply tournament run mine theirs --games 12 --board Smolensk --board random:12:1
      outply tournament run agents/ --format knock-out --seed 7
      outply tournament run agents/ level:3 --game connectfour
      outply tournament run week2/ --new-versions
    """
    if cluster is not None:
        refuse_options(ctx, ("jobs",), "cannot be used together with --cluster")
    with user_errors(), _open_state(state) as tournament_state:
        settings["game"] = game_name
        _enter(tournament_state, players, settings, without=without, new_versions=new_versions)
        tournament = Tournament(tournament_state)
        if unsafe:
            warn(UNSANDBOXED_WARNING)
        elif any(contestant.needs_sandbox for contestant in tournament_state.contestants) and cluster is None:
            require_sandbox()
        display = LiveStandings(tournament, tournament_state)
        with open_executor(jobs, cluster) as executor:
            if tournament.remaining_games():
                workers = executor.workers if cluster else min(executor.workers, cores())
                click.echo(_outlook(tournament, tournament_state, workers), err=True)
            with display, stop_on_interrupt(tournament.stop, display.show_message, FINISHING):
                is_finished = tournament.run(
                    executor, sandboxed=not unsafe, rebuild=rebuild, on_progress=display.on_progress
                )
        _print_standings(tournament, tournament_state)
        if rebuild and (names := tournament.barred()):
            warn(f"{join_and(names)} cannot join: a {tournament.plan.format} tournament has begun without them")
        if not is_finished:
            missing = plural(tournament.remaining_games(), "game")
            warn(f"{missing} missing; run `outply tournament run --state {state}` to resume")
        return 0 if is_finished else UNFINISHED


@tournament.command()
@state_option
def status(state: Path) -> int:
    """Print the progress of a tournament."""
    with user_errors(), TournamentState(state) as tournament_state:
        tournament = Tournament(tournament_state)
        played, missing, plan = tournament_state.outcomes(), tournament.remaining_games(), tournament.plan
        if plan.title:
            click.echo(plan.title)
        failures = sum(outcome.failed is not None for outcome in played)
        games = plural(plan.games, "game")
        click.echo(f"{plan.format}, {games} per pairing, {plan.seconds:g} s of CPU time per game and player")
        click.echo(f"seed {plan.seed}")
        contestants = plural(len(tournament_state.contestants), "contestant")
        click.echo(f"{contestants}, {len(tournament_state.build_failures)} of them could not be built")
        rounds = tournament.rounds()
        if plan.format not in OPEN_FORMATS:
            click.echo(f"round {len(rounds)} of {schedule.count_rounds(plan, len(tournament.names))}")
        click.echo(f"{plural(len(played), 'game')} played, {failures} lost by failure, {missing} missing")
        for name, versions in tournament_state.versions().items():
            if len(versions) > 1:
                click.echo(escape_controls(f"{name}: {'; '.join(map(_version_text, versions))}"))
    return 0


@tournament.command(short_help="Print the standings.")
@state_option
@click.option("--cross", is_flag=True, help="Add the cross table.")
@json_option("the standings")
def standings(state: Path, cross: bool, json_file: str | None) -> int:
    """Print the standings: pairings and games won, margin, and rating with its 95 % confidence interval."""
    if cross and json_file == STANDARD:
        raise click.UsageError("--cross cannot be used together with --json -")
    with user_errors(), TournamentState(state) as tournament_state:
        tournament = Tournament(tournament_state)
        if json_file is not None:
            build_failures = tournament_state.build_failures
            _write_json(tournament.standings(), build_failures, tournament.plan, json_file)
        if json_file == STANDARD:
            return 0
        _print_standings(tournament, tournament_state)
        if cross:
            console = stdout_console()
            console.print(cross_table(tournament.standings(), console.width))
    return 0


@tournament.command()
@state_option
@json_option("standings, pairings and ratings")
@click.option("--csv", "csv_file", metavar="FILE", help="Write one line per game as CSV; - for standard output.")
@click.option("--standings-csv", metavar="FILE", help="Write the standings as CSV; - for standard output.")
@click.option(
    "--html", "folder", metavar="DIR", type=click.Path(path_type=Path), help="Write HTML pages to publish."
)
@click.option("--no-output", is_flag=True, help="Leave out what programs and builds printed.")
@click.option(
    "--aliases",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Show aliases instead of names; CSV with the columns contestant and alias, completed if needed.",
)
def export(
    state: Path,
    json_file: str | None,
    csv_file: str | None,
    standings_csv: str | None,
    folder: Path | None,
    no_output: bool,
    aliases: Path | None,
) -> int:
    """Write a tournament to files.

    The pages show the standings, the cross table, every contestant and every game on its board. They need no
    server; the first page is DIR/index.html. With --aliases, outputs and explanations of failures are left out,
    and a contestant without an alias gets one by lot, which is added to the file. Keep the file private.

    \b
    Examples:
      outply tournament export --csv games.csv --json standings.json
      outply tournament export --html site/ --aliases aliases.csv
    """
    if not (json_file or csv_file or standings_csv or folder):
        raise click.UsageError(
            "nothing to export; add --html DIR, --json FILE, --csv FILE or --standings-csv FILE"
        )
    refuse_shared_stdout(json=json_file, csv=csv_file, standings_csv=standings_csv)
    with user_errors(), TournamentState(state) as tournament_state:
        tournament = Tournament(tournament_state)
        names = [contestant.name for contestant in tournament_state.contestants]
        privacy = Privacy(show_output=not no_output, aliases=_aliases(aliases, names) if aliases else {})
        if folder:
            _write_pages(tournament, tournament_state, folder, privacy)
        standings = privacy.standings(tournament.standings())
        build_failures = privacy.build_failures(tournament_state.build_failures)
        if json_file:
            _write_json(standings, build_failures, tournament.plan, json_file)
        if standings_csv:
            write_output(standings_csv, export_files.standings_csv(standings, build_failures))
        if csv_file:
            write_output(csv_file, export_files.games_csv(privacy.games(tournament_state.games())))
    written = (folder and str(folder / "index.html"), json_file, csv_file, standings_csv)
    for path in filter(None, written):
        if path != STANDARD:
            click.echo(f"wrote {path}", err=STANDARD in written)
    return 0


@tournament.command(short_help="Write a sample contestant.")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="Programming language.",
)
@click.option(
    "--protocol",
    type=click.Choice([protocol.value for protocol in ContestProtocol]),
    default=ContestProtocol.FILES.value,
    show_default=True,
    help="How the program is asked for moves: input.txt and output.txt for each move, or lines for a whole game.",
)
@tournament_game_option
def template(directory: Path, language: str, protocol: str, game_name: str | None) -> int:
    """Write a sample contestant to DIR: a Makefile and a small program that plays legal moves.

    Existing files are not overwritten. For an added game, the program has the search and the protocol; as it is, a
    move places a piece on an empty square, and you replace rules.py by the rules of the game.

    \b
    Examples:
      outply tournament template my-agent --language cpp
      outply tournament template my-engine --protocol lines
      outply check my-agent
      outply tournament template my-agent --game connectfour
    """
    game = None if game_name in (None, DEFAULT_GAME) else all_games()[game_name or ""]
    try:
        paths = write_template(language, directory, ContestProtocol(protocol), game)
    except TemplateError as error:
        raise CommandError(str(error)) from None
    for path in paths:
        click.echo(f"wrote {path}")
    check = f"outply check {directory}" + (f" --game {game.name}" if game is not None else "")
    if game is not None and not has_rules(game):
        click.echo(f"next: write the rules of {game.title} in {directory / 'rules.py'}, then run: {check}")
    else:
        click.echo(f"next: {check}")
    return 0


tournament.add_command(sprt)


@contextmanager
def _open_state(path: Path) -> Iterator[TournamentState]:
    """Open the database at `path` for writing; after an error, remove a database that is new and empty."""
    is_new = not path.exists()
    with TournamentState(path, write=True) as state:
        try:
            yield state
        except BaseException:
            if is_new and not state.outcomes() and not state.build_failures:
                path.unlink(missing_ok=True)
            raise


def _outlook(tournament: Tournament, state: TournamentState, workers: int) -> str:
    """Return one line about the games that remain, how long their programs can take at most, and the seed."""
    games = (
        f"{plural(tournament.remaining_games(), 'game')}, {min(workers, tournament.remaining_games())} at a time"
    )
    if any(contestant.needs_sandbox for contestant in state.contestants):
        games += f", at most {_duration(tournament.max_duration(workers))} if all programs use all of their time"
    return f"{games}; seed {tournament.plan.seed}"


def _duration(seconds: float) -> str:
    """Return a duration, rounded up: `14 min`, `7.5 h`, `12 days`."""
    if seconds < 2 * 3600:
        return f"{math.ceil(seconds / 60)} min"
    hours = math.ceil(seconds / 360) / 10
    return f"{hours:.1f} h" if hours < 72 else f"{math.ceil(hours / 24):,} days"


def _version_text(version: ContestantVersion) -> str:
    games = plural(version.games, "game")
    current = "current" if version.is_current else "not counted"
    return f"version {version.number} ({version.player.removeprefix(PROGRAM)}, {games}, {current})"


def _enter(state: TournamentState, arguments: tuple[str, ...], options: dict[str, Any], **how: Any) -> None:
    """Enter the players and settings of the TOML files and of the command line into the tournament.

    Settings on the command line override settings in the files. `how` contains the other arguments of
    `enter_players`.
    """
    settings: dict[str, Any] = {}
    files = [name for name in arguments if name.endswith(".toml") and not Path(name).is_dir()]
    for file in files:
        settings |= read_settings(Path(file))
    settings |= {name: value for name, value in options.items() if value is not None and value != ()}
    players = [name for name in arguments if name not in files]
    for notice in enter_players(state, players, settings, **how):
        warn(escape_controls(notice))
    state.set_start_date(date.today())


def _aliases(path: Path, names: list[str]) -> dict[str, str]:
    """Return the alias of each name, and add new aliases to the file at `path`."""
    stored = read_aliases(path)
    aliases = complete_aliases(stored, names, random.SystemRandom())
    if new := {name: alias for name, alias in aliases.items() if alias not in stored.values()}:
        write_output(str(path), aliases_csv(stored | new))
    return aliases


def _write_pages(tournament: Tournament, state: TournamentState, folder: Path, privacy: Privacy) -> None:
    from outply.report.tournament.site import pages

    stale = ("contestant/[0-9]*.html", "game/[0-9]*.html", "rounds.html")
    write_folder(folder, pages(tournament, state, privacy), stale=stale)


def _write_json(standings: Standings, build_failures: dict[str, tuple[str, str]], plan: Plan, path: str) -> None:
    data = export_files.tournament_to_dict(standings, build_failures, title=plan.title, seed=plan.seed)
    write_output(path, json.dumps(data, indent=2) + "\n")


def _print_standings(tournament: Tournament, state: TournamentState) -> None:
    if state.has_unsandboxed_games:
        click.echo(UNSANDBOXED_WARNING)
    standings, build_failures = tournament.standings(), state.build_failures
    console = stdout_console()
    console.print(standings_table(standings, build_failures))
    for note in standings_notes(standings, build_failures, tournament.plan.games):
        click.echo(textwrap.fill(note, console.width, subsequent_indent="  ") if console.is_terminal else note)
