"""A game on the screen, board and scoreboard: while it is played, and step by step when it is over."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

import click
import rich.live
from rich.console import Console, ConsoleOptions, RenderResult
from rich.control import Control
from rich.screen import Screen
from rich.table import Table
from rich.text import Text

from outply.cli.match import scoreboard
from outply.cli.render.board import Board, Look
from outply.games import game_of
from outply.games.protocol import Position
from outply.games.record import GameRecord, Turn
from outply.games.struct import Struct
from outply.sandbox.signals import DeferredSignals

try:
    import termios
    import tty
except ImportError:  # Windows has neither
    termios = None  # type: ignore[assignment]

GAP = 2  # columns between board and scoreboard
PACE = 4  # how often in a second a running match is shown anew

KEYS = "q quit, right next, left back, Home first, End last, 12g to move 12"


class Scene:
    """A game as far as it has been played: a renderable that fits the terminal.

    `in_all` is how many moves the game will have, where the game itself does not tell. `since` is when the player
    to move began to think, by `time.monotonic`. `foot` is a line below everything else.
    """

    def __init__(
        self, record: GameRecord, in_all: int | None = None, since: float | None = None, foot: str = ""
    ) -> None:
        self._record = record
        self._in_all = in_all
        self._since = since
        self._foot = foot

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        record, game = self._record, game_of(self._record.final)
        view = game.view(record.final)
        board = Board(view, game.click_path(record.turns[-1].move, record.start.variant) if record.turns else ())
        look, width = Look.of(console), options.max_width
        # The last line is left to the cursor. What goes to a file is as long as it needs to be.
        height = console.height - (2 if self._foot else 1) if console.is_terminal else None
        is_wide = width >= 2 * scoreboard.WIDTH
        score = scoreboard.scoreboard(
            record,
            look,
            in_all=self._in_all if view.moves_left is None else len(record.turns) + view.moves_left,
            waited=0.0 if self._since is None else time.monotonic() - self._since,
            brief=not is_wide or (height is not None and height < scoreboard.HEIGHT),
        )
        if is_wide:
            both = Table.grid(padding=(0, GAP, 0, 0))
            both.add_row(board.text(width - GAP - scoreboard.WIDTH, height, look), score)
            yield both
        else:
            if height is not None:
                height -= len(console.render_lines(score, options.update(height=None)))
            yield board.text(width, height, look)
            yield score
        if self._foot:
            yield Text(self._foot, style="dim", no_wrap=True, overflow="ellipsis")


class Live:
    """A match as it is played: a context in which `on_move` is what `arena.match.play` takes by this name.

    A move stays on the screen for `delay` seconds at least. The last position stays there; without a terminal it
    is all that is shown.
    """

    def __init__(
        self,
        start: Position,
        players: tuple[str, str],
        board: str = "",
        console: Console | None = None,
        delay: float = 0.0,
    ) -> None:
        self._record = GameRecord(start, players, (), start, board)
        self._delay = delay
        self._error: Exception | None = None
        self._begin_to_think()
        self._live = rich.live.Live(
            self, console=console or Console(), refresh_per_second=PACE, vertical_overflow="crop"
        )

    def on_move(self, turn: Turn, position: Position) -> None:
        """Show a move that has been played, and the position after it."""
        self._tell()
        self._record = self._record.after(turn, position)
        # Shown when its time has come: drawing each move of a quick game would take longer than the game.
        self._begin_to_think()
        if self._delay:
            time.sleep(self._delay)
            self._begin_to_think()

    def _begin_to_think(self) -> None:
        self._scene = Scene(self._record, since=time.monotonic())

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        try:
            yield from self._scene.__rich_console__(console, options)
        except Exception as error:  # mostly a thread draws, and nobody hears what is raised there
            self._error = error

    def _tell(self) -> None:
        """Raise what went wrong while the match was drawn."""
        if self._error is not None:
            raise self._error

    def __enter__(self) -> Live:
        try:
            with DeferredSignals():  # a picture that is half begun could not be ended
                self._live.__enter__()
        except BaseException:
            self._live.stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._live.__exit__(kind, error, traceback)
        if error is None:
            self._tell()


class Steps(Struct):
    """Where somebody is who goes through a game: `at` is how many of the `last` moves have been played.

    `typed` are the digits of the move to go to.
    """

    __slots__ = ("last", "at", "typed")

    last: int
    at: int
    typed: str

    def __init__(self, last: int, at: int = 0, typed: str = "") -> None:
        self._set(last, at, typed)

    def press(self, key: str) -> Steps | None:
        """Return where a key leads to, None if that is out of the game; an unknown key leads nowhere."""
        if key in QUIT:
            return None
        if key.isascii() and key.isdigit():
            return Steps(self.last, self.at, (self.typed + key)[-4:])
        if self.typed and key in "gG\r\n":
            return self._to(int(self.typed))
        if key in NEXT:
            return self._to(self.at + 1)
        if key in BACK:
            return self._to(self.at - 1)
        if key in FIRST:
            return self._to(0)
        if key in LAST:
            return self._to(self.last)
        return self

    def _to(self, at: int) -> Steps:
        return Steps(self.last, min(max(at, 0), self.last))


# Terminals send either of two sequences for an arrow, and either of three for Home and End; Windows its own.
NEXT = ("\x1b[C", "\x1bOC", "\xe0M", " ", "\r", "\n", "n")
BACK = ("\x1b[D", "\x1bOD", "\xe0K", "\x7f", "p")
FIRST = ("\x1b[H", "\x1bOH", "\x1b[1~", "\xe0G", "g")
LAST = ("\x1b[F", "\x1bOF", "\x1b[4~", "\xe0O", "G")
QUIT = ("\x1b", "q", "Q", "\x03", "\x04")

_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|\xe0.|.", re.DOTALL)
_UNFINISHED = re.compile(rb"\x1b(\[[0-9;]*|O)?$")
ESCAPE_SECONDS = 0.05  # in which the rest of an arrow arrives, if it is one


def keys(read: str) -> list[str]:
    """Return the keys that were read at once, as quick fingers and pasted text have it."""
    return _KEY.findall(read)


def replay(record: GameRecord, console: Console | None = None, read: Callable[[], str] | None = None) -> None:
    """Let a person go through the moves of a game, until they have seen enough; `read` waits for keys."""
    console = console or Console()
    if not console.is_interactive:
        raise click.ClickException("a replay needs a terminal that can be drawn on")
    positions = record.positions()
    steps: Steps | None = Steps(len(record.turns))
    # While a key is waited for, the terminal moves down at a line feed, but not to the left.
    shown = Screen(application_mode=True)

    def draw() -> None:
        with console:
            console.control(Control.home())
            console.print(shown, end="")

    with _keyboard() as keyboard, console.screen(), _redrawn_when_resized(draw):
        while steps is not None:
            turns, position = record.turns[: steps.at], positions[steps.at]
            so_far = GameRecord(record.start, record.players, turns, position, record.board)
            shown.renderable = Scene(so_far, steps.last, foot=f"to move {steps.typed}" if steps.typed else KEYS)
            draw()
            steps = _pressed(steps, read or keyboard)


def _pressed(steps: Steps, read: Callable[[], str]) -> Steps | None:
    try:
        pressed = keys(read())
    except (KeyboardInterrupt, EOFError):
        return None
    reached: Steps | None = steps
    for key in pressed:
        if reached is not None:
            reached = reached.press(key)
    return reached


@contextmanager
def _keyboard() -> Iterator[Callable[[], str]]:
    """Yield what waits for keys. `click.getchar` drops what is typed between two calls of it; this does not."""
    if termios is None or not sys.stdin.isatty():
        yield click.getchar
        return
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    tty.setcbreak(keyboard, termios.TCSADRAIN)
    try:
        yield lambda: _typed(keyboard)
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def _typed(keyboard: int) -> str:
    """Return what was typed, whole keys only: the escape key alone is all that an arrow begins with."""
    data = os.read(keyboard, 64)
    while _UNFINISHED.search(data) and select.select([keyboard], [], [], ESCAPE_SECONDS)[0]:
        data += os.read(keyboard, 64)
    return data.decode(errors="ignore") or "q"  # nothing: the terminal is gone


@contextmanager
def _redrawn_when_resized(redraw: Callable[[], None]) -> Iterator[None]:
    if not hasattr(signal, "SIGWINCH"):
        yield
        return
    before = signal.signal(signal.SIGWINCH, lambda *_: redraw())
    try:
        yield
    finally:
        signal.signal(signal.SIGWINCH, before)
