"""Show the board and the scoreboard of a game on the terminal: live, or step by step in a replay."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from types import TracebackType

import click
import rich.live
from rich.console import Console, ConsoleOptions, RenderResult
from rich.control import Control
from rich.screen import Screen
from rich.table import Table
from rich.text import Text

from outply.cli.board import Board, BoardTheme
from outply.cli.match import scoreboard
from outply.games import game_of
from outply.games.protocol import Position
from outply.games.record import GameRecord, Turn
from outply.sandbox.signals import DeferredSignals

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

GAP = 2  # columns between board and scoreboard
REFRESHES_PER_SECOND = 4

KEYS = "q quit, right next, left back, Home first, End last, 12g to move 12"


class MatchView:
    """A renderable game, finished or not, that fits the terminal.

    `total` is the number of moves of the whole game; it is ignored if the game reports the number of moves left.
    `since` is the time on `clock` at which the player to move began to search. `footer` is a line below everything
    else.
    """

    def __init__(
        self,
        record: GameRecord,
        total: int | None = None,
        since: float | None = None,
        footer: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._record = record
        self._total = total
        self._since = since
        self._footer = footer
        self._clock = clock

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        record, game = self._record, game_of(self._record.final)
        view = game.view(record.final)
        board = Board(view, game.click_path(record.turns[-1].move, record.start.variant) if record.turns else ())
        theme, width = BoardTheme.for_console(console), options.max_width
        # The last line is left to the cursor. A file has no height.
        height = console.height - (2 if self._footer else 1) if console.is_terminal else None
        is_wide = width >= 2 * scoreboard.WIDTH
        draw_score = partial(
            scoreboard.scoreboard,
            record,
            theme,
            total=self._total if view.moves_left is None else len(record.turns) + view.moves_left,
            searched_s=0.0 if self._since is None else self._clock() - self._since,
            brief=not is_wide or (height is not None and height < scoreboard.HEIGHT),
        )
        score = draw_score(wrap=not is_wide)
        if is_wide:
            columns = Table.grid(padding=(0, GAP, 0, 0))
            columns.add_row(board.text(width - GAP - scoreboard.WIDTH, height, theme), score)
            yield columns
        else:
            if height is not None:
                lines = len(console.render_lines(score, options.update(height=None)))
                if lines > height // 2:  # wrapped texts would leave too little of the board
                    score = draw_score(wrap=False)
                    lines = len(console.render_lines(score, options.update(height=None)))
                height -= lines
            yield board.text(width, height, theme)
            yield score
        if self._footer:
            yield Text(self._footer, style="dim", no_wrap=True, overflow="ellipsis")


class LiveMatch:
    """Context manager that shows a match while it is played; `arena.match.play` calls its `on_move`.

    Each move is shown for at least `delay` seconds. The final position stays on the screen. Without a terminal,
    only the final position is printed.
    """

    def __init__(
        self,
        start: Position,
        players: tuple[str, str],
        board: str = "",
        console: Console | None = None,
        delay: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._record = GameRecord(start, players, (), start, board)
        self._delay, self._clock, self._sleep = delay, clock, sleep
        self._error: Exception | None = None
        self._start_clock()
        self._live = rich.live.Live(
            self, console=console or Console(), refresh_per_second=REFRESHES_PER_SECOND, vertical_overflow="crop"
        )

    def on_move(self, turn: Turn, position: Position) -> None:
        """Show a move and the position after it."""
        self._raise_error()
        self._record = self._record.after(turn, position)
        # Drawn at the next refresh: drawing each move of a quick game would take longer than the game.
        self._start_clock()
        if self._delay:
            self._sleep(self._delay)
            self._start_clock()

    def _start_clock(self) -> None:
        self._view = MatchView(self._record, since=self._clock(), clock=self._clock)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        try:
            yield from self._view.__rich_console__(console, options)
        except Exception as error:  # raised later: exceptions of the refresh thread are lost
            self._error = error

    def _raise_error(self) -> None:
        """Raise the error that occurred while the match was drawn, if any."""
        if self._error is not None:
            raise self._error

    def __enter__(self) -> LiveMatch:
        try:
            with DeferredSignals():  # a display that is interrupted while it starts could not be stopped
                self._live.__enter__()
        except BaseException:
            self._live.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, error, traceback)
        if error is None:
            self._raise_error()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayCursor:
    """The state of a replay: the number of shown moves, `ply`, of `last` moves in all.

    `typed` are the digits of a move number that the user has typed so far."""

    last: int
    ply: int = 0
    typed: str = ""

    def press(self, key: str) -> ReplayCursor | None:
        """Return the cursor after a key press, or None if the key ends the replay; unknown keys are ignored."""
        if key in QUIT:
            return None
        if key.isascii() and key.isdigit():
            return replace(self, typed=(self.typed + key)[-4:])
        if self.typed and key in "gG\r\n":
            return self._go_to(int(self.typed))
        if key in NEXT:
            return self._go_to(self.ply + 1)
        if key in BACK:
            return self._go_to(self.ply - 1)
        if key in FIRST:
            return self._go_to(0)
        if key in LAST:
            return self._go_to(self.last)
        return self

    def _go_to(self, ply: int) -> ReplayCursor:
        return ReplayCursor(last=self.last, ply=min(max(ply, 0), self.last))


# Terminals send one of two sequences for an arrow key, and one of three for Home and End; Windows sends others.
NEXT = ("\x1b[C", "\x1bOC", "\xe0M", " ", "\r", "\n", "n")
BACK = ("\x1b[D", "\x1bOD", "\xe0K", "\x7f", "p")
FIRST = ("\x1b[H", "\x1bOH", "\x1b[1~", "\xe0G", "g")
LAST = ("\x1b[F", "\x1bOF", "\x1b[4~", "\xe0O", "G")
QUIT = ("\x1b", "q", "Q", "\x03", "\x04")

_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|\xe0.|.", re.DOTALL)
_PARTIAL_KEY = re.compile(rb"\x1b(\[[0-9;]*|O)?$")
ESCAPE_TIMEOUT_S = 0.05  # within which the remaining bytes of an arrow key arrive


def split_keys(text: str) -> list[str]:
    """Split the text of several key presses into single keys: fast typing delivers several keys at once."""
    return _KEY.findall(text)


def replay(record: GameRecord, console: Console | None = None, read: Callable[[], str] | None = None) -> None:
    """Let the user step through the moves of a game with keys. `read` waits for keys and returns them as text.

    Raises ClickException if the console is not a terminal.
    """
    console = console or Console()
    if not console.is_interactive:
        raise click.ClickException("--replay requires a terminal with cursor control")
    positions = record.positions()
    cursor: ReplayCursor | None = ReplayCursor(last=len(record.turns))
    # While a key is read, the terminal does not return to the left margin at a line feed.
    screen = Screen(application_mode=True)

    def draw() -> None:
        with console:
            console.control(Control.home())
            console.print(screen, end="")

    with _keyboard() as keyboard, console.screen(), _redraw_on_resize(draw):
        while cursor is not None:
            turns, position = record.turns[: cursor.ply], positions[cursor.ply]
            part = GameRecord(record.start, record.players, turns, position, record.board)
            footer = f"go to move {cursor.typed}" if cursor.typed else KEYS
            screen.renderable = MatchView(part, cursor.last, footer=footer)
            draw()
            cursor = _read_cursor(cursor, read or keyboard)


def _read_cursor(cursor: ReplayCursor, read: Callable[[], str]) -> ReplayCursor | None:
    try:
        keys = split_keys(read())
    except (KeyboardInterrupt, EOFError):
        return None
    current: ReplayCursor | None = cursor
    for key in keys:
        if current is not None:
            current = current.press(key)
    return current


@contextmanager
def _keyboard() -> Iterator[Callable[[], str]]:
    """Yield a function that waits for key presses and returns them as text.

    On a POSIX terminal, the function loses no keys between two calls, unlike `click.getchar`.
    """
    if termios is None or not sys.stdin.isatty():
        yield click.getchar
        return
    keyboard = sys.stdin.fileno()
    settings = termios.tcgetattr(keyboard)
    tty.setcbreak(keyboard, termios.TCSADRAIN)
    try:
        yield lambda: _read_keys(keyboard)
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, settings)


def _read_keys(keyboard: int) -> str:
    """Read keys from the file descriptor `keyboard`.

    An arrow key begins with the byte of the escape key, so the function waits for the other bytes of the key.
    """
    data = os.read(keyboard, 64)
    while _PARTIAL_KEY.search(data) and select.select([keyboard], [], [], ESCAPE_TIMEOUT_S)[0]:
        data += os.read(keyboard, 64)
    return data.decode(errors="ignore") or "q"  # no data: the terminal is closed


@contextmanager
def _redraw_on_resize(redraw: Callable[[], None]) -> Iterator[None]:
    if not hasattr(signal, "SIGWINCH"):
        yield
        return
    previous = signal.signal(signal.SIGWINCH, lambda *_: redraw())
    try:
        yield
    finally:
        signal.signal(signal.SIGWINCH, previous)
