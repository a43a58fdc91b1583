"""A contestant as a player: `make run` for every move, as the competition has it."""

from __future__ import annotations

import weakref
from pathlib import Path

from outply.formats import question, warfare
from outply.formats.line_reader import FormatError
from outply.formats.question import Question
from outply.games.warfare import EMPTY, Move
from outply.players.contestant import BuiltContestant, built, digest, limits
from outply.players.forfeit import Failure, ForfeitError
from outply.players.protocol import Choice, PlayerError
from outply.sandbox.limits import Termination

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from outply.games.protocol import Position
    from outply.games.warfare import Position as Board
    from outply.players.contestant import OnMade
    from outply.players.protocol import Situation
    from outply.sandbox.limits import RunResult
    from outply.sandbox.workspace import Workspace

GAME_SECONDS = 200.0
GRACE = 10.0  # seconds of wall time beyond the CPU time that is left
MAX_OUTPUT = 64 * 1024


class Program:
    """Plays one side of one game of Warfare in a copy of the contestant's directory.

    A `ForfeitError` ends the game where the program fails.
    """

    def __init__(
        self, name: str, contestant: BuiltContestant, core: int | None = None, on_made: OnMade | None = None
    ) -> None:
        self.name = name
        self.ended: RunResult | None = None  # how the last move's `make run` did
        self.answer: bytes | None = None  # what it left in output.txt
        self._contestant = contestant
        self._core = core
        self._on_made = on_made
        self._room: Workspace | None = None
        self._closing: Callable[[], object] | None = None

    @classmethod
    def of(cls, name: str, folder: Path, sandboxed: bool = True, core: int | None = None) -> Program:
        """Return the player of a directory, which is built if this process has not built it yet."""
        if not folder.is_dir():
            raise PlayerError(f"{name!r} is not a player: there is no directory {folder}")
        return cls(name, built(folder.resolve(), digest(folder), sandboxed), core)

    def choose(self, position: Position, situation: Situation) -> Choice:
        """Return the move that the program writes to output.txt."""
        if position.game != "warfare":
            raise PlayerError(f"{self.name} plays Warfare alone: programs are asked for its competition")
        budget = GAME_SECONDS if situation.seconds_a_game is None else situation.seconds_a_game
        left = budget - situation.seconds_used
        room = self._enter()
        room.remove("output.txt")
        asked = Question(position, "COMPETITION", seconds=max(0.0, left))
        room.write_file("input.txt", question.write(asked).encode())
        ended = room.run(
            ["make", "-s", "run"], limits(left, max(0.0, left) + GRACE), self._core, self._contestant.sandboxed
        )
        self.ended, self.answer = ended, room.read_file("output.txt", MAX_OUTPUT + 1)
        move = judged(position, self.answer, ended)
        return Choice(move, cpu_seconds=ended.cpu_seconds)

    @property
    def printed(self) -> tuple[str, str]:
        """What the last move printed on standard output and on standard error."""
        return (self.ended.stdout, self.ended.stderr) if self.ended else ("", "")

    @property
    def files(self) -> list[str]:
        """The names of the files in its directory."""
        return self._room.list_files() if self._room is not None else []

    def close(self) -> None:
        """Remove the copy that it plays in; that happens by itself, too, when nobody has the player any more."""
        if self._closing is not None:
            self._closing()

    def _enter(self) -> Workspace:
        if self._room is None:
            self._room = self._contestant.enter_game(self._core, self._on_made)
            self._closing = weakref.finalize(self, self._room.close)
        return self._room


def judged(position: Any, answer: bytes | None, ended: RunResult) -> Move:
    """Return the move that the answer says; a `ForfeitError` for anything but a legal move and its board."""
    if ended.termination.exceeded_limit:
        raise ForfeitError.from_run("make run", ended)
    if answer is None:
        if ended.termination is Termination.ERROR:
            raise ForfeitError.from_run("make run", ended)
        raise ForfeitError(Failure.NO_OUTPUT, "make run wrote no output.txt", ended)
    try:
        move, owners = warfare.read_answer(answer, position.size)
    except FormatError as error:
        raise ForfeitError(Failure.UNREADABLE_OUTPUT, str(error), ended) from None
    return _legal(position, move, owners, ended)


def _legal(position: Board, move: Move, owners: str, ended: RunResult) -> Move:
    if not position.is_legal(move):
        sentence = f"{move} is not a legal move for {position.to_move}: {_objection(position, move)}"
        raise ForfeitError(Failure.ILLEGAL_MOVE, sentence, ended)
    expected = position.play(move).owners
    if owners != expected:
        cell = next(cell for cell, pair in enumerate(zip(owners, expected, strict=True)) if len(set(pair)) == 2)
        where = Move(*divmod(cell, position.size), raid=False).cell
        sentence = f"the board after {move} has {owners[cell]} in {where}, where {expected[cell]} should be"
        raise ForfeitError(Failure.WRONG_BOARD, sentence, ended)
    return move


def _objection(position: Board, move: Move) -> str:
    """Return why a move is not legal."""
    if max(move.row, move.column) >= position.size:
        last = Move(position.size - 1, position.size - 1, raid=False).cell
        return f"the board ends at {last}"
    owner = position.owners[move.row * position.size + move.column]
    if owner != EMPTY:
        return f"{move.cell} belongs to {owner} already"
    return f"a Raid needs a cell of one's own beside it, and {move.cell} has none of {position.to_move}'s"
