"""`outply tournament export`: write a tournament to JSON, CSV and HTML files."""

from __future__ import annotations

import json
import random
from pathlib import Path

import click

from outply.arena.tournament.plan import Plan
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.standings import Standings
from outply.arena.tournament.state import TournamentState
from outply.cli.options import json_option, refuse_shared_stdout
from outply.cli.terminal import user_errors
from outply.cli.tournament.options import state_option
from outply.formats.atomic_io import STANDARD, write_folder, write_output
from outply.report.tournament import export as export_files
from outply.report.tournament.privacy import Privacy, aliases_csv, complete_aliases, read_aliases


@click.command()
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
            write_json(standings, build_failures, tournament.plan, json_file)
        if standings_csv:
            write_output(standings_csv, export_files.standings_csv(standings, build_failures))
        if csv_file:
            write_output(csv_file, export_files.games_csv(privacy.games(tournament_state.games())))
    written = (folder and str(folder / "index.html"), json_file, csv_file, standings_csv)
    for path in filter(None, written):
        if path != STANDARD:
            click.echo(f"wrote {path}", err=STANDARD in written)
    return 0


def write_json(standings: Standings, build_failures: dict[str, tuple[str, str]], plan: Plan, path: str) -> None:
    """Write the standings, pairings and ratings as JSON to the file at `path`; - for standard output."""
    data = export_files.tournament_to_dict(standings, build_failures, title=plan.title, seed=plan.seed)
    write_output(path, json.dumps(data, indent=2) + "\n")


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
