"""Jobs of a tournament: the build of a contestant and the playing of a game."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from outply.arena.match import ForfeitedError, play
from outply.arena.tournament.plan import Contestant, ScheduledGame
from outply.arena.tournament.standings import GameOutcome
from outply.formats import notation
from outply.games import game_of
from outply.games.record import GameRecord
from outply.jobs.job import Job, JobContext, SourceDirectory, WorkerError
from outply.players.contest_limits import DEFAULT_LIMITS, ContestLimits
from outply.players.contestant import BuiltContestant, OnRepeat, build
from outply.players.external import ExternalPlayer, command_player, contestant_player
from outply.players.forfeit import ForfeitError
from outply.players.protocol import Player
from outply.players.registry import player
from outply.sandbox.host import HostError
from outply.sandbox.workspace import copy_tree

MIN_LOST_SECONDS = 1.0
MAX_REPLAYS = 3
"""A game is played again, at most so often, if the machine did not run for so long during the game."""

REPLAY_PAUSES_S = (1.0, 10.0, 30.0)
"""Pauses before a build or a game is repeated because the machine could not run its programs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildResult:
    """The result of a build. `problem` is the reason why the build failed; it is empty if the build succeeded.

    `note` says why the build was repeated, if it was.
    """

    problem: str = ""
    output: str = ""
    errors: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildJob(Job):
    """A job that builds a contestant's program; a machine builds each program once per `generation`.

    `pauses_s` are the pauses before the build is repeated because the machine could not run programs. `limits`
    hold for the build.
    """

    contestant: Contestant
    sandboxed: bool
    generation: str = ""
    pauses_s: tuple[float, ...] = REPLAY_PAUSES_S
    limits: ContestLimits = DEFAULT_LIMITS

    def sources(self) -> tuple[SourceDirectory, ...]:
        return _source_directories(self.limits, self.contestant)

    def __call__(self, context: JobContext) -> BuildResult:
        """Build the program; repeat builds that fail while the machine is out of disk space, memory or processes.

        Raises HostError if the machine does not recover.
        """
        reasons: list[str] = []
        for pause_s in self.pauses_s:
            try:
                return self._build(context, reasons)
            except HostError as error:
                reasons.append(str(error))
            context.sleep(pause_s)
        return self._build(context, reasons)

    def _build(self, context: JobContext, reasons: list[str]) -> BuildResult:
        """Build the program; append the reasons for repeated builds to `reasons`."""
        problem = output = errors = ""
        try:
            build_contestant(
                self.contestant,
                context,
                self.generation,
                sandboxed=self.sandboxed,
                on_repeat=reasons.append,
                limits=self.limits,
            )
        except ForfeitError as forfeit:
            problem, output, errors = forfeit.explanation, forfeit.stdout, forfeit.stderr
        return BuildResult(problem=problem, output=output, errors=errors, note=_repeat_note("built", reasons))

    def __str__(self) -> str:
        return f"the build of {self.contestant.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """The result of a game, as the state stores it.

    `turns` are the moves as text with their CPU and wall seconds, `final_score` is the first player's score in the
    last position, `board_total` the sum of all cells of the board. If a player failed, `failed` is the player's
    index (0 for the first player), `failure` is the label of the failure and `explanation` its description,
    `output` and `errors` are the program's standard output and standard error, and `failed_move_seconds` are the
    CPU and wall seconds of the move at which the player failed. `note` says why the game was played again, if it
    was.
    """

    turns: tuple[tuple[str, float, float], ...]
    final_score: int
    board_total: int
    failed: int | None = None
    failure: str | None = None
    explanation: str = ""
    output: str = ""
    errors: str = ""
    failed_move_seconds: tuple[float, float] | None = None
    note: str = ""

    def outcome(self, game: ScheduledGame) -> GameOutcome:
        """Return the part of the result that the standings use; `game` is the game that was played."""
        return GameOutcome(
            round=game.round,
            number=game.number,
            first=game.first,
            second=game.second,
            board=game.board.name,
            final_score=self.final_score,
            board_total=self.board_total,
            failed=None if self.failed is None else (game.first, game.second)[self.failed],
            failure=self.failure,
        )

    def cpu_seconds(self, side: int) -> list[float]:
        """Return the CPU seconds of each move of the first (0) or second player (1), including a failed move."""
        seconds = [cpu for _, cpu, _ in self.turns[side::2]]
        if self.failed_move_seconds is not None and self.failed == side:
            seconds.append(self.failed_move_seconds[0])
        return seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class GameJob(Job):
    """A job that plays one game of a tournament. Each player has `seconds` of CPU time for the whole game.

    The game uses the builds of `generation`. With `user_time_only`, their system time does not count. `pauses_s`
    are the pauses before the game is played again because the machine could not run programs. `limits` hold for
    the programs of both contestants.
    """

    game: ScheduledGame
    first: Contestant
    second: Contestant
    seconds: float
    sandboxed: bool
    generation: str = ""
    user_time_only: bool = False
    pauses_s: tuple[float, ...] = REPLAY_PAUSES_S
    limits: ContestLimits = DEFAULT_LIMITS

    def sources(self) -> tuple[SourceDirectory, ...]:
        return _source_directories(self.limits, self.first, self.second)

    def __call__(self, context: JobContext) -> GameResult:
        """Play the game; report the number of moves after each move.

        If the machine did not run during the game, it is played again, because programs that measure the wall time
        may have played other moves. It is also played again if a program failed while the machine was out of disk
        space, memory or processes.

        Raises HostError if the machine does not recover.
        """
        reasons: list[str] = []
        replays = 0
        pauses = iter(self.pauses_s)
        while True:
            players = self.make_player(self.first, context), self.make_player(self.second, context)
            try:
                result = self._play(players, context)
            except HostError as error:
                if (pause_s := next(pauses, None)) is None:
                    raise
                reasons.append(str(error))
                context.sleep(pause_s)
                continue
            finally:
                lost_seconds = sum(_close(player) for player in players)
            if lost_seconds < MIN_LOST_SECONDS or replays == MAX_REPLAYS:
                return replace(result, note=_repeat_note("played", reasons))
            replays += 1
            reasons.append(f"the machine did not run for {lost_seconds:.0f} s")

    def _play(self, players: tuple[Player, Player], context: JobContext) -> GameResult:
        moves = 0

        def on_move(*_: object) -> None:
            nonlocal moves
            moves += 1
            context.report(moves)

        start: Any = notation.from_line(self.game.board.start)
        total = board_total(start)
        try:
            record = play(start, *players, on_move, self.game.board.name, seconds_per_game=self.seconds)
        except ForfeitedError as error:
            forfeit = error.forfeit
            seconds = round(forfeit.cpu_seconds, 6), round(forfeit.wall_seconds, 6)
            return GameResult(
                turns=_turns(error.record),
                final_score=error.record.margin,
                board_total=total,
                failed=error.side,
                failure=forfeit.failure.label,
                explanation=forfeit.explanation,
                output=forfeit.stdout,
                errors=forfeit.stderr,
                failed_move_seconds=seconds if forfeit.wall_seconds else None,
            )
        return GameResult(turns=_turns(record), final_score=record.margin, board_total=total)

    def make_player(self, contestant: Contestant, context: JobContext) -> Player:
        """Return the player of a contestant, whose program is built first unless this machine has built it.

        Raises WorkerError if the program cannot be built here.
        """
        if contestant.directory is None:
            if not contestant.needs_sandbox:
                return player(contestant.player)
            return command_player(
                contestant.player,
                sandboxed=self.sandboxed,
                user_time_only=self.user_time_only,
                limits=self.limits,
            )
        try:
            built = build_contestant(
                contestant, context, self.generation, sandboxed=self.sandboxed, limits=self.limits
            )
        except ForfeitError as forfeit:
            raise WorkerError(
                f"{contestant.name} was built before, but could not be built on {platform.node()}: {forfeit}"
            ) from None
        return contestant_player(contestant.name, built, user_time_only=self.user_time_only)

    def __str__(self) -> str:
        return str(self.game)


def board_total(start: Any) -> int:
    """Return the margin of a game that is lost by failure on the board `start`.

    It is the sum of the values of the cells, as in Warfare; on a board without values, the number of squares.
    """
    view = game_of(start).view(start)
    numbers = 0 if view.pieces else sum(int(cell.text) for cell in view.cells if cell.text.isdigit())
    return numbers or len(view.cells)


def _close(player: Player) -> float:
    """Remove the files of a program; return the seconds during which the machine did not run the program."""
    if not isinstance(player, ExternalPlayer):
        return 0.0
    player.close()
    return player.lost_seconds


def _repeat_note(action: str, reasons: Sequence[str]) -> str:
    """Return that a game was `played` or a program `built` again and why; an empty text without `reasons`."""
    if not reasons:
        return ""
    times = "" if len(reasons) == 1 else f" {len(reasons)} times"
    return f"{action} again{times}: {'; '.join(dict.fromkeys(reasons))}"


def build_contestant(
    contestant: Contestant,
    context: JobContext,
    generation: str,
    *,
    sandboxed: bool,
    on_repeat: OnRepeat = lambda _: None,
    limits: ContestLimits = DEFAULT_LIMITS,
) -> BuiltContestant:
    """Build the contestant's program, or return its earlier build on this machine.

    Raises ForfeitError if the build fails.
    """
    path = contestant.directory
    assert path is not None

    def build_in(target: Path) -> None:
        with (
            context.source(path) as source,
            build(source, sandboxed, context.work_dir, on_repeat=on_repeat, limits=limits) as workspace,
        ):
            copy_tree(workspace.folder, target, 2 * limits.disk_mib)  # the build may have written disk_mib

    key = "\0".join((contestant.fingerprint or path, str(sandboxed), generation))
    return BuiltContestant(context.build_once(key, build_in), sandboxed, limits)


def _source_directories(limits: ContestLimits, *contestants: Contestant) -> tuple[SourceDirectory, ...]:
    return tuple(
        SourceDirectory(path=contestant.directory, fingerprint=contestant.fingerprint, max_mib=limits.disk_mib)
        for contestant in contestants
        if contestant.directory is not None
    )


def _turns(record: GameRecord) -> tuple[tuple[str, float, float], ...]:
    return tuple((str(turn.move), turn.cpu_seconds, turn.wall_seconds) for turn in record.turns)
