"""A tournament's game as a job for a process somewhere: what it needs, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.arena.match import ForfeitedError, play
from outply.arena.tournament.build_job import build_contestant, source_directories
from outply.arena.tournament.plan import Entrant, Game
from outply.formats import notation
from outply.games.record import GameRecord
from outply.games.struct import Struct
from outply.jobs.job import Job, JobContext, SourceDirectory
from outply.players.program import ProgramPlayer
from outply.players.protocol import Player
from outply.players.registry import player


class Result(Struct):
    """A game that is over: the moves, the first one's final score, and how the loser failed, if it did.

    `failed` is 0 for the first player and 1 for the second. `output` and `errors` are the beginnings of what the
    one that failed printed at last, and `last` are the CPU and the wall seconds of the move that it failed at.
    """

    __slots__ = ("turns", "final", "total", "failed", "failure", "sentence", "output", "errors", "last")

    turns: tuple[tuple[str, float, float], ...]
    final: int
    total: int
    failed: int | None
    failure: str | None
    sentence: str
    output: str
    errors: str
    last: tuple[float, float] | None

    def __init__(
        self,
        turns: tuple[tuple[str, float, float], ...],
        final: int,
        total: int,
        failed: int | None = None,
        failure: str | None = None,
        sentence: str = "",
        output: str = "",
        errors: str = "",
        last: tuple[float, float] | None = None,
    ) -> None:
        self._set(turns, final, total, failed, failure, sentence, output, errors, last)

    def cpu_seconds(self, side: int) -> list[float]:
        """Return what each move of the first (0) or the second player (1) took, one that it failed at included."""
        seconds = [cpu for _, cpu, _ in self.turns[side::2]]
        return [*seconds, self.last[0]] if self.last is not None and self.failed == side else seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class GameJob(Job):
    """Plays one game of a tournament, each player with so many seconds of CPU time."""

    game: Game
    first: Entrant
    second: Entrant
    seconds: float
    sandboxed: bool

    def sources(self) -> tuple[SourceDirectory, ...]:
        return source_directories(self.first, self.second)

    def __call__(self, context: JobContext) -> Result:
        """Play the game and report the number of moves after each of them."""
        moves = 0

        def on_move(*_: object) -> None:
            nonlocal moves
            moves += 1
            context.report(moves)

        start: Any = notation.from_line(self.game.board.start)
        total = sum(start.values)
        players = self._player(self.first, context), self._player(self.second, context)
        try:
            record = play(start, *players, on_move, self.game.board.name, seconds_a_game=self.seconds)
        except ForfeitedError as error:
            forfeit = error.forfeit
            return Result(
                _turns(error.record),
                error.record.margin,
                total,
                error.side,
                forfeit.failure.value,
                forfeit.explanation,
                forfeit.stdout,
                forfeit.stderr,
                (round(forfeit.cpu_seconds, 6), round(forfeit.wall_seconds, 6)) if forfeit.wall_seconds else None,
            )
        return Result(_turns(record), record.margin, total)

    def _player(self, entrant: Entrant, context: JobContext) -> Player:
        if entrant.folder is None:
            return player(entrant.player)
        return ProgramPlayer(entrant.name, build_contestant(entrant, context, sandboxed=self.sandboxed))

    def __str__(self) -> str:
        return str(self.game)


def _turns(record: GameRecord) -> tuple[tuple[str, float, float], ...]:
    return tuple((str(turn.move), turn.cpu_seconds, turn.wall_seconds) for turn in record.turns)
