"""`outply match`: one game between two players, to watch, to keep and to step through."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from outply.arena.match import play
from outply.arena.tournament.plan import PROGRAM
from outply.cli.errors import explained
from outply.cli.options.position import BOARD_HELP, find_start, game_option, rules_option
from outply.cli.options.sandbox import NOT_ISOLATED, expect_walls
from outply.cli.options.types import Seconds, refuse
from outply.cli.terminal import complain
from outply.formats import game_record as records
from outply.formats.atomic_io import STANDARD, expect_writable, read_input, write_output
from outply.formats.line_reader import counted
from outply.games.record import GameRecord
from outply.players.program import Program
from outply.players.registry import kinds, player
from outply.report.match.json_export import game_to_dict
from outply.report.match.log import log

if TYPE_CHECKING:
    from collections.abc import Iterator

    from outply.games.protocol import Position
    from outply.games.record import Turn
    from outply.players.protocol import Player

DELAY = 0.25  # seconds that a move stays on the screen at least


def _players(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """List the players and leave."""
    if not value:
        return
    for kind in kinds():
        click.echo(f"{kind.name:10} {kind.description}")
        click.echo(f"{'':10}   {', '.join(kind.examples)}")
    ctx.exit()


@click.command()
@game_option
@rules_option("raid")
@click.option("--board", metavar="BOARD", help=f"{BOARD_HELP}  [default: Smolensk]")
@click.option("--first", metavar="PLAYER", default="alphabeta:4", show_default=True, help="Who moves first.")
@click.option("--second", metavar="PLAYER", default="minimax:3", show_default=True, help="Who moves second.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole game as one JSON object.")
@click.option("--record", "target", metavar="FILE", help="Write the game to a record; - for the screen.")
@click.option("--replay", "source", metavar="FILE", help="Step through the game of a record instead of playing.")
@click.option(
    "--delay",
    metavar="SECONDS",
    type=Seconds(60),
    default=DELAY,
    show_default=True,
    help="How long a move stays on a terminal's screen at least.",
)
@click.option("--unsafe", is_flag=True, help="Run programs without a sandbox, on a machine that has none.")
@click.option(
    "--players", is_flag=True, is_eager=True, expose_value=False, callback=_players, help="List players."
)
@click.pass_context
def match(
    ctx: click.Context,
    game_name: str | None,
    rules: str | None,
    board: str | None,
    first: str,
    second: str,
    as_json: bool,
    target: str | None,
    source: str | None,
    delay: float,
    unsafe: bool,
) -> int:
    """Play one game and show it: on a terminal move by move, elsewhere as a log in the assignment's words.

    Where the game is broken off (Ctrl-C, a player or a game that fails), --record keeps the moves so far.

    \b
    Examples:
      outply match --rules blitz --first alphabeta:5 --second minimax:3
      outply match --board random:8:1 --first engine:0.5s --second alphabeta:4:safety
      outply match --game starcircle --first engine:1s --second engine:0.1s
      outply match --rules blitz --board Narvik --record narvik.record
      outply match --replay narvik.record
      outply match --first program:agents/ada --second level:3
      outply match --players                  whom you can name
    """
    if target == STANDARD and as_json:
        raise click.UsageError("--json takes standard output for itself; give --record a file")
    if target is not None:
        expect_writable(target)
    watched = sys.stdout is not None and sys.stdout.isatty() and not as_json and target != STANDARD
    if source is not None:
        playing = ("game_name", "rules", "board", "first", "second", "target", "unsafe")
        refuse(ctx, playing, "is for playing a game, and --replay for one that was played")
        record = records.read(read_input(source), "standard input" if source == STANDARD else source)
        if watched:
            from outply.cli.match.live import replay

            replay(record)
            return 0
    else:
        with explained():
            if unsafe:
                complain(NOT_ISOLATED)
            name, start = find_start(game_name, rules, board)
            so_far = SoFar(GameRecord(start, (first, second), (), start, name))
            with _kept_when_broken_off(so_far, target):
                record = _play(so_far, delay if watched else None, sandboxed=not unsafe)
    if target is not None:
        write_output(target, records.write(record))
    if as_json:
        click.echo(json.dumps(game_to_dict(record)))
    elif not watched and target != STANDARD:
        click.echo(log(record), nl=False)
    elif watched and target is not None:
        click.echo(f"the game is in {target}")
    return 0


class SoFar:
    """The game as far as it has been played."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record

    def on_move(self, turn: Turn, position: Position) -> None:
        """Add a move, and the position after it."""
        self.record = self.record.after(turn, position)


def _player(name: str, sandboxed: bool) -> Player:
    """Return the player of that name; one that is a program runs within walls if it is to be `sandboxed`."""
    if not name.startswith(PROGRAM):
        return player(name)
    if sandboxed:
        expect_walls()
        return player(name)
    return Program.of(name, Path(name.removeprefix(PROGRAM)), sandboxed=False)


def _play(so_far: SoFar, delay: float | None, sandboxed: bool) -> GameRecord:
    """Play the game, before the eyes of a person if there is a delay."""
    start, names, board = so_far.record.start, so_far.record.players, so_far.record.board
    players = _player(names[0], sandboxed), _player(names[1], sandboxed)
    if delay is None:
        return play(start, *players, so_far.on_move, board=board)
    from outply.cli.match.live import Live

    with Live(start, names, board, delay=delay) as live:

        def on_move(turn: Turn, position: Position) -> None:
            so_far.on_move(turn, position)
            live.on_move(turn, position)

        return play(start, *players, on_move, board=board)


@contextmanager
def _kept_when_broken_off(so_far: SoFar, target: str | None) -> Iterator[None]:
    """Write the moves so far to the record, however the game is broken off."""
    try:
        yield
    except BaseException:
        record = so_far.record
        if target is not None and record.turns:
            write_output(target, records.write(record))
            made = counted(len(record.turns), "move")
            complain(
                f"the game is not finished; its {made} so far {'is' if made == '1 move' else 'are'} in {target}"
            )
        raise
