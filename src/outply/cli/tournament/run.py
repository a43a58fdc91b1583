"""`outply tournament run`: play the missing games of a tournament with live standings."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import click

from outply.arena.tournament.boards import DEFAULT_BOARD_SIZE
from outply.arena.tournament.entry import enter_players
from outply.arena.tournament.plan import CPU_TIMES, FORMATS, TOTAL
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.settings import DEFAULT_CPU_SECONDS, DEFAULT_GAMES, read_settings
from outply.arena.tournament.state import TournamentState
from outply.cli.options import (
    UNSANDBOXED_WARNING,
    Integer,
    Seconds,
    complete_board,
    complete_player,
    jobs_option,
    refuse_options,
    require_sandbox,
    rules_option,
    tournament_game_option,
    unsafe_option,
)
from outply.cli.progress import stop_on_interrupt
from outply.cli.terminal import user_errors, warn
from outply.cli.tournament.options import state_option
from outply.cli.tournament.standings import LiveStandings, print_standings
from outply.jobs.cores import cores
from outply.jobs.executor import open_executor
from outply.text import escape_controls, join_and, plural

UNFINISHED = 130
FINISHING = "finishing the running games; press Ctrl-C again to abort them"


@click.command()
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
@click.option(
    "--without",
    metavar="NAME",
    multiple=True,
    help="Remove a contestant, or leave out one of a directory; can be repeated.",
)
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
        _enter(tournament_state, players, settings, without, new_versions=new_versions)
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
        print_standings(tournament, tournament_state)
        if rebuild and (names := tournament.barred()):
            warn(f"{join_and(names)} cannot join: a {tournament.plan.format} tournament has begun without them")
        if not is_finished:
            missing = plural(tournament.remaining_games(), "game")
            warn(f"{missing} missing; run `outply tournament run --state {state}` to resume")
        return 0 if is_finished else UNFINISHED


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


def _enter(
    state: TournamentState,
    arguments: tuple[str, ...],
    options: dict[str, Any],
    without: Collection[str],
    *,
    new_versions: bool,
) -> None:
    """Enter the players and settings of the TOML files and of the command line into the tournament.

    Settings on the command line override settings in the files.
    """
    settings: dict[str, Any] = {}
    files = [name for name in arguments if name.endswith(".toml") and not Path(name).is_dir()]
    for file in files:
        settings |= read_settings(Path(file))
    settings |= {name: value for name, value in options.items() if value is not None and value != ()}
    players = [name for name in arguments if name not in files]
    for notice in enter_players(state, players, settings, without=without, new_versions=new_versions):
        warn(escape_controls(notice))
    state.set_start_date(date.today())
