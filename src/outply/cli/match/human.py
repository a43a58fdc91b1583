"""A person who plays in the terminal: the board is shown, and a move is typed as on the play page."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click
from rich.console import Console
from rich.text import Text

from outply.cli.match.live import MatchView
from outply.errors import UserError
from outply.games import game_of
from outply.games.move_input import IllegalMoveError, find_move
from outply.games.protocol import Position
from outply.games.record import GameRecord, Turn
from outply.players.protocol import MoveContext, MoveDecision
from outply.players.registry import PERSON

HELP = "Type a move such as {example}; upper and lower case are the same. Also: moves, quit."


class HumanPlayer:
    """Asks a person for each move; `read_line(prompt)` returns a typed line and raises EOFError at the end.

    `record` returns the game so far, which is shown before each question.
    """

    name = PERSON

    def __init__(
        self, record: Callable[[], GameRecord], console: Console, read_line: Callable[[str], str] = input
    ) -> None:
        self._record = record
        self._console = console
        self._read_line = read_line
        self._has_explained = False

    def choose(self, position: Position, context: MoveContext) -> MoveDecision:
        self._console.print(MatchView(self._record()))
        if not self._has_explained:
            self._explain(position)
            self._has_explained = True
        while True:
            text = self._ask(position)
            if text.lower() in ("quit", "q", "exit"):
                raise click.Abort
            if text.lower() in ("moves", "?", "help"):
                self._list_moves(position)
            elif text:
                try:
                    return MoveDecision(move=find_move(position, text), cpu_seconds=0.0)
                except IllegalMoveError as error:
                    self._console.print(Text(str(error)))

    def _ask(self, position: Position) -> str:
        label = game_of(position).player_label(position.to_move, position.variant)
        try:
            return self._read_line(f"{label}> ").strip()
        except EOFError:
            raise UserError("standard input ended before the game") from None

    def _list_moves(self, position: Position) -> None:
        game = game_of(position)
        texts = [game.move_text(move, position.variant) for move in position.moves()]
        self._console.print(Text(", ".join(texts)))

    def _explain(self, position: Position) -> None:
        example = game_of(position).move_text(position.moves()[-1], position.variant)
        self._console.print(Text(HELP.format(example=example), "dim"))


def read_typed_line(prompt: str) -> str:
    """Write `prompt` to standard error and return the next line of standard input.

    Raises EOFError at the end of standard input.
    """
    click.echo(prompt, nl=False, err=True)
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        raise EOFError
    return line


def move_line(turn: Turn, before: Position) -> str:
    """Return a line about a move: the side, the player, the move and its value, if it is known."""
    game = game_of(before)
    label = game.player_label(before.to_move, before.variant)
    value = "" if turn.value is None else f" (value {turn.value:+,})"
    return f"{label}, {turn.player}: {game.move_text(turn.move, before.variant)}{value}"
