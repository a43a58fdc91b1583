"""`outply game`: list, check and write games."""

from __future__ import annotations

from pathlib import Path

import click

from outply.cli.progress import progress_bar
from outply.cli.terminal import CommandError, user_errors
from outply.formats.question import has_question_format
from outply.games import all_games
from outply.games.conformance import ConformanceError, random_game_count
from outply.games.conformance import check as check_conformance
from outply.games.new_package import write_package
from outply.games.protocol import Editable, Game, HasRandomBoards
from outply.games.registry import built_in_games, is_installed
from outply.report.base.formatting import significant
from outply.search.conformance import check_native
from outply.search.cores import CORES
from outply.search.speed import engine_nodes_per_second, nodes_per_second
from outply.text import escape_controls, join_and, plural

FAILED = 1
DEFAULT_GAMES = 5

PACKAGE_PREFIX = "outply-"
"""The beginning of the names of packages, which is not part of the name of a game."""


@click.group()
def game() -> None:
    """List the games, check an added game, or write the package of a new game.

    \b
    outply game list                     all games, also those of installed packages
    outply game new my-game              write a package that plays Tic-tac-toe
    outply game new my-game --native     the same with its rules in C++ as well
    outply game check my-game            check an installed game and measure its speed
    """


@game.command(name="list", short_help="List all games.")
def list_games() -> int:
    """List all games: the built-in ones and those of installed packages, with what they offer."""
    for name, definition in all_games().items():
        source = "built in" if name in built_in_games() else f"from {type(definition).__module__}"
        click.echo(f"{name}: {escape_controls(definition.title)}, {source}")
        click.echo(f"  rules   {', '.join(definition.variants)}")
        click.echo(
            f"  boards  {', '.join(definition.setups)}{', random:SIZE:SEED' * _has_random_boards(definition)}"
        )
        click.echo(f"  has     {_capabilities(definition)}")
    return 0


@game.command(short_help="Write the package of a new game.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--name",
    help="Name of the game: lower-case letters, digits and hyphens.  [default: that of DIR, without outply-]",
)
@click.option(
    "--native", is_flag=True, help="Write the rules in C++ as well: a native core, which is searched faster."
)
def new(folder: Path, name: str | None, native: bool) -> int:
    """Write the package of a new game to DIR. It plays Tic-tac-toe until you replace its rules.

    The package has tests, passes the conformance check and can be installed as it is. Existing files are not
    overwritten. To install a package with a native core you need a C++20 compiler.

    \b
    Examples:
      outply game new hex
      outply game new hex --native
      outply game new games/five --name five-in-a-row
    """
    name = name or folder.resolve().name.removeprefix(PACKAGE_PREFIX)
    with user_errors():
        paths = write_package(folder, name, native=native)
    for path in paths:
        click.echo(f"wrote {path}")
    shown = folder if folder.is_absolute() else f"./{folder}"  # without ./ pip takes a folder for a package's name
    install = f"pip install {'--no-build-isolation' if native else '-e'} {shown}"
    tools = "pip install scikit-build-core nanobind, then " if native else ""
    click.echo(f"next: {tools}{install}, then outply game check {name}")
    return 0


@game.command(short_help="Check an installed game and measure its speed.")
@click.argument("name", metavar="NAME")
@click.option(
    "--games",
    type=click.IntRange(1, 1000),
    default=DEFAULT_GAMES,
    show_default=True,
    help="Random games from each start position.",
)
@click.option("--no-speed", is_flag=True, help="Do not measure the speed.")
def check(name: str, games: int, no_speed: bool) -> int:
    """Check an installed game against the game protocol, and measure how fast it is searched.

    The check plays random games and tests every position. A native core is compared with the rules in Python. The
    exit status is 0 if the game conforms, and 1 if it does not.

    \b
    Examples:
      outply game check connectfour
      outply game check connectfour --games 50
    """
    definition = all_games().get(name)
    if definition is None and is_installed(name):
        raise CommandError(f"the game {name!r} is installed, but cannot be used; the reason is above")
    if definition is None:
        raise CommandError(
            f"no game {name!r} is installed; available: {', '.join(all_games())}. "
            "Install its package with: pip install -e DIR"
        )
    total = random_game_count(definition, games)
    try:
        with progress_bar(total, "playing random games") as advance:
            positions = check_conformance(definition, games=games, on_game=advance)
        if name in CORES:
            check_native(definition, games=1)
    except ConformanceError as error:
        click.echo(f"{name} does not conform: {escape_controls(str(error))}")
        return FAILED
    click.echo(f"{name} conforms: {plural(total, 'random game')}, {positions:,} positions")
    click.echo(f"has     {_capabilities(definition)}")
    if name in CORES:
        click.echo("native  agrees with the rules in Python")
    if not no_speed:
        python, native = nodes_per_second(definition.start())
        fast = "" if native is None else f", {_rate(native)} in its native core"
        click.echo(f"speed   {_rate(python)} in Python{fast} (alpha-beta from the first start position)")
        if native is not None:
            click.echo(f"engine  {_rate(engine_nodes_per_second(definition.start()))}")
    return 0


def _has_random_boards(definition: Game) -> bool:
    return isinstance(definition, HasRandomBoards)


def _capabilities(definition: Game) -> str:
    """Return what works for a game, as an enumeration."""
    capabilities = ["match, record, report, tree, play page"]
    if has_question_format(definition.name):
        capabilities.append("input.txt (solve, cases, grade, why), tournaments")
    if isinstance(definition, Editable):
        capabilities.append("board editor")
    if definition.name in CORES:
        capabilities.append("native core")
    return join_and(capabilities) if len(capabilities) < 3 else "; ".join(capabilities)


def _rate(nodes: float) -> str:
    return f"{significant(nodes / 1e6)} million nodes/s" if nodes >= 1e6 else f"{nodes:,.0f} nodes/s"
