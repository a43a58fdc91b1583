"""`outply tournament status` and `outply tournament standings`: print a tournament."""

from __future__ import annotations

from pathlib import Path

import click

from outply.arena.tournament import schedule
from outply.arena.tournament.plan import OPEN_FORMATS
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import ContestantVersion, TournamentState
from outply.cli.options import json_option
from outply.cli.terminal import stdout_console, user_errors
from outply.cli.tournament.export import write_json
from outply.cli.tournament.options import state_option
from outply.cli.tournament.standings import cross_table, print_standings
from outply.formats.atomic_io import STANDARD
from outply.players.spec import PROGRAM
from outply.text import escape_controls, plural


@click.command()
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


@click.command(short_help="Print the standings.")
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
            write_json(tournament.standings(), build_failures, tournament.plan, json_file)
        if json_file == STANDARD:
            return 0
        print_standings(tournament, tournament_state)
        if cross:
            console = stdout_console()
            console.print(cross_table(tournament.standings(), console.width))
    return 0


def _version_text(version: ContestantVersion) -> str:
    games = plural(version.games, "game")
    current = "current" if version.is_current else "not counted"
    return f"version {version.number} ({version.player.removeprefix(PROGRAM)}, {games}, {current})"
