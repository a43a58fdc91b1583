"""`outply tournament template`: write a sample contestant."""

from __future__ import annotations

from pathlib import Path

import click

from outply.arena.tournament.boards import DEFAULT_GAME
from outply.cli.options import tournament_game_option
from outply.cli.terminal import CommandError
from outply.games import all_games
from outply.players.contestant_template import LANGUAGES, TemplateError, has_rules, write_template
from outply.players.forfeit import ContestProtocol


@click.command(short_help="Write a sample contestant.")
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
