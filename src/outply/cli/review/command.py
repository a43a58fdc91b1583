"""`outply review`: the loss of every move of a played game, as text, JSON or a page."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import click

from outply.cli.arguments import source_name
from outply.cli.options import Integer, refuse_options
from outply.cli.progress import status_line
from outply.cli.terminal import CommandError, user_errors
from outply.formats import game_record
from outply.formats.atomic_io import STANDARD, read_input, require_writable, write_output
from outply.games.record import GameRecord
from outply.review.game_review import GameReview, MoveReview, review_game
from outply.search.native import Control
from outply.text import plural

EXTENSIONS = {".html": "html", ".json": "json"}
"""Output format by the extension of --output, if --format is not given; otherwise the format is text."""

SQLITE_HEADER = b"SQLite format 3\0"


@click.command()
@click.argument("source", metavar="GAME", type=click.Path(allow_dash=True, readable=False))
@click.option(
    "--game",
    "game_id",
    metavar="N",
    type=Integer(1),
    help="Game of a tournament: the number in the address of its page.",
)
@click.option(
    "--nodes",
    metavar="N",
    type=Integer(1),
    help="Nodes per position.  [default: 500,000; less in games of more than 50 moves]",
)
@click.option("-o", "--output", metavar="FILE", default=STANDARD, help="Output file.  [default: standard output]")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html"]),
    help="Output format.  [default: by the extension of FILE, otherwise text]",
)
@click.pass_context
def review(
    ctx: click.Context, source: str, game_id: int | None, nodes: int | None, output: str, form: str | None
) -> int:
    """Review a game: the points that each move lost, the best moves, the accuracy of both players.

    GAME is a game record, as `outply match --record` and the play page write them, or - for standard input. With
    --game, it is the database of a tournament. The page replays the game with its evaluation and the best lines.

    Every position is searched with the same number of nodes, so the result does not depend on the machine. Values
    are exact from the first position on that is solved. docs/review.md explains accuracy and thresholds.

    \b
    Examples:
      outply review game.record                     print the review
      outply review game.record -o review.html      write a page
      outply review game.record --format json
      outply review game.record --nodes 5000000     search longer
      outply review tournament.db --game 12 -o game-12.html
    """
    form = form or EXTENSIONS.get(os.path.splitext(output)[1], "text")
    if output != STANDARD:
        require_writable(output)
    with user_errors():
        record = _read(ctx, source, game_id)
    if not record.turns:
        raise CommandError(f"{source_name(source)}: the game has no moves to review")
    reviewed = _review(record, nodes)
    write_output(output, _render(form, record, reviewed, to_terminal=output == STANDARD))
    if output != STANDARD:
        click.echo(f"wrote {output}")
    return 0


def _review(record: GameRecord, nodes: int | None) -> GameReview:
    """Review a game; a status line shows the progress, also while a position is searched."""
    moves, control, finished = [turn.move for turn in record.turns], Control(), 0
    with status_line() as show:

        def on_move(move: MoveReview) -> None:
            nonlocal finished
            finished = move.number

        def on_progress(*_: int) -> None:
            show("reviewing", f"move {min(finished + 1, len(moves))} of {len(moves)}")

        control.progress = on_progress
        return review_game(record.start, moves, nodes=nodes, control=control, on_move=on_move)


def _read(ctx: click.Context, source: str, game_id: int | None) -> GameRecord:
    """Return the game record in `source`, or the game `game_id` of the tournament in `source`.

    Raises CommandError if the tournament has no such game, and UsageError if `--game` is missing or without use.
    """
    data = read_input(source)
    if not data.startswith(SQLITE_HEADER):
        refuse_options(ctx, ("game_id",), f"requires the database of a tournament; {source_name(source)} is none")
        return game_record.read(data, source_name(source))
    from outply.arena.tournament.state import TournamentState

    with TournamentState(Path(source)) as state:
        games = {stored.id: stored for stored in state.games()}
    if game_id is None:
        raise click.UsageError(f"{source} contains {plural(len(games), 'game')}; choose one with --game N")
    if game_id not in games:
        raise CommandError(
            f"{source} has no game {game_id}; its games are numbered from 1 to {max(games, default=0)}"
        )
    return games[game_id].record()


def _render(form: str, record: GameRecord, reviewed: GameReview, *, to_terminal: bool) -> str:
    if form == "json":
        from outply.report.review.export import review_to_dict

        return json.dumps(review_to_dict(record, reviewed)) + "\n"
    if form == "html":
        from outply.report.review.page import page

        return page(record, reviewed)
    from outply.cli.review.render import FILE_WIDTH, text

    is_terminal = to_terminal and sys.stdout is not None and sys.stdout.isatty()
    return text(record, reviewed, shutil.get_terminal_size().columns if is_terminal else FILE_WIDTH)
