"""A program that speaks the engine protocol as a player: one process for a whole game, in the sandbox."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from outply.engine_protocol.messages import (
    BestMove,
    ErrorReply,
    Go,
    IllegalMoveError,
    Info,
    IsReady,
    ProtocolError,
    ReadyOk,
    SetPosition,
    find_move,
    format_command,
    move_word,
    parse_reply,
    position_word,
)
from outply.formats import notation
from outply.games import game_of
from outply.games.protocol import Position
from outply.players.contest_limits import DEFAULT_LIMITS, ContestLimits
from outply.players.contestant import UNLIMITED_CPU_S
from outply.players.forfeit import ContestProtocol, Failure, ForfeitError
from outply.players.program import DEFAULT_GAME_SECONDS
from outply.players.protocol import MoveContext, MoveDecision, PlayerError
from outply.sandbox.host import blame_host, require_resources
from outply.sandbox.interactive import InteractiveRun, LongLineError
from outply.sandbox.limits import Limits, RunResult, Termination
from outply.sandbox.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenEngine:
    """A program that is running in its workspace. `command` names it in messages."""

    command: str
    workspace: Workspace
    run: InteractiveRun

    def close(self) -> None:
        self.run.close()
        self.workspace.close()


class EngineProcessPlayer:
    """Plays one side of one game, of any kind, with a program that speaks the engine protocol.

    `open_engine(limits)` starts the program. With `user_time_only`, the system time of the program does not count
    as CPU time. Between its moves the program is stopped. Its CPU time until its first `readyok` does not count.
    """

    contest_protocol = ContestProtocol.LINES

    def __init__(
        self,
        name: str,
        open_engine: Callable[[Limits], OpenEngine],
        *,
        user_time_only: bool = False,
        limits: ContestLimits = DEFAULT_LIMITS,
    ) -> None:
        self.name = name
        self.last_request = ""
        """The commands of the last move."""
        self.last_run: RunResult | None = None
        """The exchange of the last move."""
        self.last_output: bytes | None = None
        """The replies of the program for the last move."""
        self.wall_seconds_used = 0.0
        """The wall time of the moves so far."""
        self.lost_seconds = 0.0
        """The seconds during which the machine did not run the program although it was the program's turn."""
        self._open_engine = open_engine
        self._user_time_only = user_time_only
        self._limits = limits
        self._engine: OpenEngine | None = None
        self._close: Callable[[], object] | None = None
        self._game_wall_s: float | None = None
        self._line = _KnownLine()

    def choose(self, position: Position, context: MoveContext) -> MoveDecision:
        """Return the move that the program answers.

        Raises ForfeitError if the program fails, PlayerError if the position cannot be written, and HostError if
        the machine may have made the program fail.
        """
        request = self._line.command(position)
        budget = DEFAULT_GAME_SECONDS if context.seconds_per_game is None else context.seconds_per_game
        left = max(0.0, budget - context.seconds_used)
        if self._game_wall_s is None:
            self._game_wall_s = self._limits.wall_budget(budget, position)
        wall_left = self._game_wall_s - self.wall_seconds_used
        move_limits = self._limits.for_run(
            left, min(left + self._limits.wall_grace_s, wall_left), user_time_only=self._user_time_only
        )
        go = Go(limit="gametime", number=int(left * 1000))
        with blame_host():
            try:
                reply, result = self._ask(request, go, move_limits)
                move = _read_move(position, reply)
            except ForfeitError as forfeit:
                require_resources()
                if forfeit.failure is Failure.WALL_TIME and move_limits.wall_seconds == wall_left:
                    forfeit.explanation += f"; the limit for the game is {self._game_wall_s:.0f} s"
                raise
        self._line.add(position, move)
        info = reply.info
        return MoveDecision(
            move=move, value=info.value, visited=info.nodes, depth=info.depth, cpu_seconds=result.cpu_seconds
        )

    @property
    def printed(self) -> tuple[str, str]:
        """Standard output and standard error of the last move; empty before the first move."""
        return (self.last_run.stdout, self.last_run.stderr) if self.last_run else ("", "")

    @property
    def files(self) -> list[str]:
        """The names of the files in the player's copy of the directory; empty before the first move."""
        return self._engine.workspace.list_files() if self._engine is not None else []

    def close(self) -> None:
        """End the program and remove its files; garbage collection of the player also does."""
        if self._close is not None:
            self._close()

    def _ask(self, request: SetPosition, go: Go, move_limits: Limits) -> tuple[_Reply, RunResult]:
        """Send the commands of one move and return the reply.

        Raises ForfeitError unless the program answers with a move within its limits.
        """
        engine = self._running_engine()
        position = format_command(request)
        is_ready, start = format_command(IsReady()), format_command(go)
        self.last_request = f"{position}\n{is_ready}\n{start}\n"
        reply = _Reply(on_ready=lambda: engine.run.send(f"{start}\n".encode()))
        result = self._exchange(engine, f"{position}\n{is_ready}\n", move_limits, reply)
        if reply.problem:
            raise ForfeitError(Failure.UNREADABLE_OUTPUT, reply.problem, result)
        reply.result = result
        return reply, result

    def _exchange(self, engine: OpenEngine, text: str, exchange_limits: Limits, reply: _Reply) -> RunResult:
        try:
            result = engine.run.exchange(text.encode(), exchange_limits, reply.on_line)
        except LongLineError as error:
            self._note(error.result)
            raise ForfeitError(Failure.UNREADABLE_OUTPUT, f"{engine.command} {error}", error.result) from None
        self._note(result)
        if engine.run.has_ended and result.termination is Termination.OK:
            raise ForfeitError(
                Failure.NO_OUTPUT, f"{engine.command} exited with status 0 and without an answer", result
            )
        if result.termination is not Termination.OK:
            raise ForfeitError.from_run(engine.command, result)
        return result

    def _note(self, result: RunResult) -> None:
        self.last_run, self.last_output = result, result.stdout.encode()
        self.wall_seconds_used += result.wall_seconds
        self.lost_seconds += result.lost_seconds

    def _running_engine(self) -> OpenEngine:
        """Return the program, started before the first move.

        Raises ForfeitError if the program does not answer `isready`.
        """
        if self._engine is None:
            start_limits = self._limits.for_run(
                UNLIMITED_CPU_S, self._limits.start_timeout_s, user_time_only=self._user_time_only
            )
            engine = self._open_engine(start_limits)
            self._engine, self._close = engine, weakref.finalize(self, engine.close)
            self.last_request = f"{format_command(IsReady())}\n"
            reply = _Reply(on_ready=None)
            self._exchange(engine, self.last_request, start_limits, reply)
            self.wall_seconds_used = 0.0
            if reply.problem:
                raise ForfeitError(Failure.UNREADABLE_OUTPUT, reply.problem, self.last_run)
        return self._engine


class _Reply:
    """Collects the lines of a program up to the end of its reply.

    The reply ends with `readyok` if `on_ready` is None. Otherwise `readyok` calls `on_ready`, and the reply ends
    with `bestmove`. A move that comes before `readyok` answers no `go`: it is a second answer to the last one.
    """

    def __init__(self, on_ready: Callable[[], None] | None) -> None:
        self.move = ""
        self.problem = ""
        self.result: RunResult | None = None
        self._on_ready = on_ready
        self._is_ready = False
        self._info_line = b""

    @property
    def info(self) -> Info:
        """The last intermediate result that the program printed."""
        reply = parse_reply(self._info_line.decode(errors="replace"))
        return reply if isinstance(reply, Info) else Info()

    def on_line(self, line: bytes) -> bool:
        """Read a line; return whether it ends the reply. Lines that are no replies are ignored."""
        if line.startswith(b"info"):
            self._info_line = line  # parsed if it is the last one
            return False
        match parse_reply(line.decode(errors="replace")):
            case ReadyOk() if not self._is_ready:
                self._is_ready = True
                if self._on_ready is None:
                    return True
                self._on_ready()
            case BestMove(move=move) if self._is_ready:
                self.move = move
                return True
            case BestMove(move=move):
                self.problem = f"`bestmove {move}` came before `go`: each `go` has one answer"
                return True
            case ErrorReply(text=text):
                self.problem = f"the program answered `error {text}`"
                return True
        return False


def _read_move(position: Position, reply: _Reply) -> Any:
    """Return the move of a reply.

    Raises ForfeitError if it is not a legal move.
    """
    try:
        return find_move(position, reply.move)
    except IllegalMoveError as error:
        raise ForfeitError(Failure.ILLEGAL_MOVE, str(error), reply.result) from None
    except ProtocolError as error:
        raise ForfeitError(Failure.UNREADABLE_OUTPUT, f"bestmove: {error}", reply.result) from None


class _KnownLine:
    """The moves of a game from a start position that has a name, for games without a text format.

    A player is not asked about the opponent's moves; they are found by trying all of them.
    """

    def __init__(self) -> None:
        self._start = ""
        self._moves: list[str] = []
        self._last: Position | None = None

    def command(self, position: Position) -> SetPosition:
        """Return the command for a position.

        Raises PlayerError if the position cannot be written.
        """
        with suppress(ValueError):
            return SetPosition(start=position_word(position))
        if self._last is None:
            self._begin(position)
        elif self._last != position:
            self._moves.append(_move_between(self._last, position))
        self._last = position
        return SetPosition(start=self._start, moves=tuple(self._moves))

    def add(self, position: Position, move: Any) -> None:
        """Record the own move."""
        self._moves.append(move_word(move))
        self._last = position.play(move)

    def _begin(self, position: Position) -> None:
        game = game_of(position)
        if notation.setup_name(position) is not None:
            self._start = notation.to_line(position)
            return
        for setup in game.setups:
            start = game.start(position.variant, setup)
            with suppress(PlayerError):
                self._moves = [_move_between(start, position)]
                self._start = notation.to_line(start)
                return
        raise PlayerError(f"{game.title} has no text format: a program can play it from a named board only")


def _move_between(before: Position, after: Position) -> str:
    for move in before.moves():
        if before.play(move) == after:
            return move_word(move)
    raise PlayerError(f"{game_of(after).title} has no text format, and no move leads to this position")
