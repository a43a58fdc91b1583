"""`outply match`: one game between two players, shown live, recorded or replayed."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from outply.arena.match import play
from outply.cli.arguments import find_start, source_name
from outply.cli.options import (
    BOARD_HELP,
    UNSANDBOXED_WARNING,
    Seconds,
    complete_board,
    complete_player,
    game_option,
    json_option,
    refuse_options,
    refuse_shared_stdout,
    require_sandbox,
    rules_option,
    unsafe_option,
)
from outply.cli.terminal import CommandError, user_errors, warn
from outply.formats import game_record as records
from outply.formats.atomic_io import STANDARD, read_input, require_writable, write_output
from outply.games.record import GameRecord
from outply.players.external import external_player
from outply.players.registry import PERSON, player, player_types
from outply.players.spec import is_external
from outply.report.match.export import game_to_dict, log
from outply.text import plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from outply.games.protocol import Position
    from outply.games.record import Turn
    from outply.players.protocol import Player

MOVE_DELAY_S = 0.25

HUMAN = "human"
"""Name of the player that reads its moves from the terminal; records call it `person`."""

PLAYING_OPTIONS = ("game_name", "rules", "board", "first", "second", "record_file", "delay", "unsafe")


def _list_players(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Print the list of available players and exit, if the option `--players` is given."""
    if not value:
        return
    width = max(len(kind.name) for kind in player_types())
    for kind in player_types():
        click.echo(f"{kind.name:{width}} {kind.description}")
        click.echo(f"{'':{width}}   {', '.join(kind.examples)}")
    click.echo(f"{'human':{width}} moves that you type in the terminal")
    ctx.exit()


@click.command(context_settings={"allow_extra_args": True})
@game_option
@rules_option("raid")
@click.option("--board", metavar="BOARD", shell_complete=complete_board, help=f"{BOARD_HELP}  [default: Smolensk]")
@click.option(
    "--first",
    metavar="PLAYER",
    default="alphabeta:4",
    show_default=True,
    shell_complete=complete_player,
    help="Player who moves first; human plays in this terminal.",
)
@click.option(
    "--second",
    metavar="PLAYER",
    default="minimax:3",
    show_default=True,
    shell_complete=complete_player,
    help="Player who moves second.",
)
@json_option("the whole game")
@click.option("--record", "record_file", metavar="FILE", help="Write the game record; - for standard output.")
@click.option("--replay", "replay_file", metavar="FILE", help="Replay a game record instead of playing.")
@click.option(
    "--delay",
    metavar="SECONDS",
    type=Seconds(60),
    default=MOVE_DELAY_S,
    show_default=True,
    help="Minimum time for which each move is shown on a terminal.",
)
@unsafe_option
@click.option(
    "--players",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_players,
    help="List the players and exit.",
)
@click.pass_context
def match(
    ctx: click.Context,
    game_name: str | None,
    rules: str | None,
    board: str | None,
    first: str,
    second: str,
    json_file: str | None,
    record_file: str | None,
    replay_file: str | None,
    delay: float,
    unsafe: bool,
) -> int:
    """Play one game. A terminal shows it move by move; a file or pipe gets a log in the assignment's format.

    If the game is interrupted by Ctrl-C or an error, --record keeps the moves played so far.

    \b
    Examples:
      outply match --rules blitz --first alphabeta:5 --second minimax:3
      outply match --board random:8:1 --first engine:0.5s --second alphabeta:4:safety
      outply match --game starcircle --first engine:1s --second engine:0.1s
      outply match --rules blitz --board Narvik --record narvik.record
      outply match --replay narvik.record
      outply match --first program:agents/ada --second level:3
      outply match --first human --second level:2    play in this terminal
      outply match --first 'engine-process:./my-engine --fast' --second engine:0.1s
      outply match --players                  list the players
    """
    if ctx.args:
        first, second = (*ctx.args, "PLAYER")[:2]
        raise CommandError(f"players are options: outply match --first {first} --second {second}")
    refuse_shared_stdout(record=record_file, json=json_file)
    if record_file is not None:
        require_writable(record_file)
    uses_stdout = STANDARD in (record_file, json_file)
    is_live = sys.stdout is not None and sys.stdout.isatty() and not uses_stdout
    if replay_file is not None:
        refuse_options(ctx, PLAYING_OPTIONS, "cannot be used together with --replay")
        record = records.read(read_input(replay_file), source_name(replay_file))
        if is_live and json_file is None:
            from outply.cli.match.live import replay

            replay(record)
            return 0
    else:
        with user_errors():
            if unsafe:
                warn(UNSANDBOXED_WARNING)
            name, start = find_start(game_name, rules, board)
            names = tuple(PERSON if each.lower() == HUMAN else each for each in (first, second))
            game = GameInProgress(GameRecord(start, (names[0], names[1]), (), start, name))
            with _save_unfinished(game, record_file):
                if PERSON in names:
                    record = _play_with_person(game, is_live, sandboxed=not unsafe)
                else:
                    record = _play(game, delay if is_live else None, sandboxed=not unsafe)
    if record_file is not None:
        write_output(record_file, records.write(record))
    if json_file is not None:
        write_output(json_file, json.dumps(game_to_dict(record)) + "\n")
    if is_live and record_file is not None:
        click.echo(f"wrote {record_file}")
    elif not is_live and not uses_stdout:
        click.echo(log(record), nl=False)
    return 0


class GameInProgress:
    """A game that is being played; `record` contains the moves so far."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record

    def on_move(self, turn: Turn, position: Position) -> None:
        """Add a move, and the `position` after it, to the record."""
        self.record = self.record.after(turn, position)


def _player(name: str, sandboxed: bool) -> Player:
    """Return the player with the given name; a program runs in the sandbox if `sandboxed` is set."""
    if not is_external(name):
        return player(name)
    if sandboxed:
        require_sandbox()
    return external_player(name, sandboxed=sandboxed)


def _play(game: GameInProgress, delay: float | None, sandboxed: bool) -> GameRecord:
    """Play the game and return its record, with a live display unless `delay` is None."""
    start, names, board = game.record.start, game.record.players, game.record.board
    players = _player(names[0], sandboxed), _player(names[1], sandboxed)
    if delay is None:
        return play(start, *players, game.on_move, board=board)
    from outply.cli.match.live import LiveMatch

    with LiveMatch(start, names, board, delay=delay) as live:

        def on_move(turn: Turn, position: Position) -> None:
            game.on_move(turn, position)
            live.on_move(turn, position)

        return play(start, *players, on_move, board=board)


def _play_with_person(game: GameInProgress, is_live: bool, sandboxed: bool) -> GameRecord:
    """Play a game in which one or both players type their moves; return its record.

    Board and questions go to standard error unless standard output is a terminal.
    """
    from rich.console import Console
    from rich.text import Text

    from outply.cli.match.human import HumanPlayer, move_line, read_typed_line
    from outply.cli.match.live import MatchView

    console = Console(stderr=not is_live, highlight=False)
    first, second = (
        HumanPlayer(lambda: game.record, console, input if is_live else read_typed_line)
        if name == PERSON
        else _player(name, sandboxed)
        for name in game.record.players
    )

    def on_move(turn: Turn, position: Position) -> None:
        before = game.record.final
        game.on_move(turn, position)
        if turn.player != PERSON:
            console.print(Text(move_line(turn, before)))

    record = play(game.record.start, first, second, on_move, board=game.record.board)
    console.print(MatchView(record))
    return record


@contextmanager
def _save_unfinished(game: GameInProgress, record_file: str | None) -> Iterator[None]:
    """Write the moves played so far to `record_file`, if given, when an exception interrupts the game."""
    try:
        yield
    except BaseException:
        record = game.record
        if record_file is not None and record.turns:
            write_output(record_file, records.write(record))
            warn(f"unfinished game with {plural(len(record.turns), 'move')} saved in {record_file}")
        raise
