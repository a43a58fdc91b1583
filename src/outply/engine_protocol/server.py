"""The engine's side of the protocol: carries out the commands of a client with Outply's own engine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from typing import BinaryIO

from outply.engine_protocol.messages import (
    INFINITE,
    BestMove,
    Command,
    ErrorReply,
    Go,
    Hello,
    IsReady,
    ProtocolError,
    Quit,
    ReadyOk,
    Reply,
    SetOption,
    SetPosition,
    Stop,
    find_position,
    format_reply,
    info_message,
    move_word,
    parse_command,
)
from outply.formats.line_reader import quote
from outply.games import all_games
from outply.games.plugin_errors import plugin_error_message
from outply.search.engine import Engine
from outply.search.native import Control
from outply.text import join_or

MAX_LINE_BYTES = 1 << 20
MAX_THREADS = 256
MAX_MEMORY_MIB = 1 << 16
DEFAULT_MEMORY_MIB = 64
OPTIONS = ("threads", "memory", "game", "variant")


@dataclass(frozen=True, slots=True)
class Search:
    """A running search: its control, and the event that ends the wait after an infinite search."""

    control: Control
    stopped: threading.Event
    is_infinite: bool


class EngineServer:
    """Answers the commands of one client. `write` is called with each line, from one thread at a time.

    One search runs at a time, in a thread of its own, so that `stop`, `isready` and `quit` are answered during the
    search. A malformed or impossible command is answered by `error` and changes nothing.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        *,
        game_name: str = "warfare",
        variant: str | None = None,
        threads: int = 1,
        memory_mib: int = DEFAULT_MEMORY_MIB,
    ) -> None:
        self._write = write
        self._lock = threading.RLock()
        self._search: Search | None = None
        self._thread: threading.Thread | None = None
        self._threads, self._memory_mib = threads, memory_mib
        self._engine: Engine | None = None
        self._set_game(game_name, variant)

    def handle(self, line: str | None) -> bool:
        """Carry out one line; None stands for a line that is too long. Return False after `quit`."""
        try:
            if line is None:
                raise ProtocolError(f"expected a line of at most {MAX_LINE_BYTES:,} bytes")
            command = parse_command(line)
            return command is None or self._carry_out(command)
        except ProtocolError as error:
            self._send(ErrorReply(text=str(error)))
        except Exception as error:
            self._send(ErrorReply(text=_problem(error)))
        return True

    def finish(self) -> None:
        """Wait for the end of a limited search; end an infinite one."""
        with self._lock:
            search = self._search
        if search is not None and search.is_infinite:
            self._stop()
        self._join()

    def close(self) -> None:
        """End the search, if any."""
        self._stop()
        self._join()

    def _join(self) -> None:
        if self._thread is not None and self._thread.ident is not None:  # a signal may come before its start
            self._thread.join()

    def _carry_out(self, command: Command) -> bool:
        match command:
            case Quit():
                return False
            case IsReady():
                self._send(ReadyOk())
            case Stop():
                self._stop()
            case Hello():
                self._describe()
            case SetOption():
                self._require_no_search("setoption")
                self._set_option(command)
            case SetPosition():
                self._require_no_search("position")
                self._position = find_position(command, self._game_name, self._variant)
            case Go():
                self._require_no_search("go")
                self._start(command)
        return True

    def _require_no_search(self, word: str) -> None:
        with self._lock:
            if self._search is not None:
                raise ProtocolError(f"{word}: a search is running; send stop and wait for bestmove")

    def _start(self, command: Go) -> None:
        if self._position.is_over:
            raise ProtocolError("go: the game is over")
        engine = self._engine or Engine(threads=self._threads, memory_mib=self._memory_mib)
        self._engine = engine
        search = Search(Control(), threading.Event(), command.limit == INFINITE)
        with self._lock:
            self._search = search
        self._thread = threading.Thread(target=self._run, args=(engine, command, search), daemon=True)
        self._thread.start()

    def _run(self, engine: Engine, command: Go, search: Search) -> None:
        reply: Reply
        try:
            for info in engine.analyse(self._position, command.time_control, control=search.control):
                self._send(info_message(info))
                best = info
            if search.is_infinite:
                search.stopped.wait()
            reply = BestMove(move=move_word(best.move))
        except Exception as error:
            reply = ErrorReply(text=f"go: {_problem(error)}")
        with self._lock:  # a client that has read the reply may send the next command at once
            self._search = None
            self._send(reply)

    def _stop(self) -> None:
        with self._lock:
            search = self._search
        if search is not None:
            search.control.stop()
            search.stopped.set()

    def _set_game(self, name: str, variant: str | None = None) -> None:
        game = all_games()[name]
        self._game_name, self._variant = name, variant or game.variants[0]
        self._position = game.start(self._variant)

    def _set_option(self, command: SetOption) -> None:
        match command.name:
            case "threads":
                self._threads, self._engine = _number(command, MAX_THREADS), None
            case "memory":
                self._memory_mib, self._engine = _number(command, MAX_MEMORY_MIB), None
            case "game":
                self._set_game(_choice(command, all_games()))
            case "variant":
                self._set_game(self._game_name, _choice(command, all_games()[self._game_name].variants))
            case name:
                raise ProtocolError(f"setoption: unknown option {quote(name)}; expected {join_or(OPTIONS)}")

    def _describe(self) -> None:
        games = all_games()
        values = {
            "threads": f"type spin default {self._threads} min 1 max {MAX_THREADS}",
            "memory": f"type spin default {self._memory_mib} min 1 max {MAX_MEMORY_MIB}",
            "game": f"type combo default {self._game_name} {_alternatives(games)}",
            "variant": f"type combo default {self._variant} {_alternatives(games[self._game_name].variants)}",
        }
        self._write_line(f"id name Outply {version('outply')}")
        for name in OPTIONS:
            self._write_line(f"option name {name} {values[name]}")
        self._write_line("outplyok")

    def _send(self, reply: Reply) -> None:
        self._write_line(format_reply(reply))

    def _write_line(self, line: str) -> None:
        with self._lock:
            try:
                self._write(line)
            except OSError:  # the client has gone: its end of the pipe is closed
                self._stop()


def read_lines(stream: BinaryIO) -> Iterator[str | None]:
    """Yield the lines of a stream; None in place of a line of more than `MAX_LINE_BYTES`."""
    while line := stream.readline(MAX_LINE_BYTES + 1):
        if len(line) <= MAX_LINE_BYTES:
            yield line.decode(errors="replace")
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(MAX_LINE_BYTES)
        yield None


def serve(stream: BinaryIO, server: EngineServer) -> None:
    """Carry out the commands in `stream` up to `quit`. At the end of the stream, finish the search."""
    for line in read_lines(stream):
        if not server.handle(line):
            server.close()
            return
    server.finish()


def _number(command: SetOption, highest: int) -> int:
    text = command.value
    if text.isascii() and text.isdigit() and len(text) <= len(str(highest)) and 1 <= int(text) <= highest:
        return int(text)
    raise ProtocolError(f"setoption: {command.name}: expected a number from 1 to {highest}, got {quote(text)}")


def _choice(command: SetOption, names: Iterable[str]) -> str:
    if command.value in names:
        return command.value
    raise ProtocolError(f"setoption: {command.name}: expected {join_or(names)}, got {quote(command.value)}")


def _alternatives(names: Iterable[str]) -> str:
    return " ".join(f"var {name}" for name in names)


def _problem(error: Exception) -> str:
    """Return the description of an unexpected error, such as one in a plug-in game."""
    return plugin_error_message(error) or f"{type(error).__name__}: {error}"
