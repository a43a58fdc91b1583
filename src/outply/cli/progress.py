"""Progress of long operations on standard error, and their interruption by Ctrl-C."""

from __future__ import annotations

import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from outply.search.native import Control

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.arena import matchup as games
    from outply.arena.matchup import OnProgress

PROGRESS_DELAY_S = 1.0  # shorter operations show no progress
REFRESH_INTERVAL_S = 0.25
LOG_INTERVAL_S = 30.0  # between lines of progress where standard error is a file or a pipe
BAR_WIDTH = 36  # columns, less on a narrow terminal
CLEAR_LINE = "\r\x1b[K"

ShowStatus = Callable[[str, str], None]
"""Called as `show(activity, extent)`, such as `show("searching", "4,000 nodes")`."""


@contextmanager
def search_progress() -> Iterator[Control]:
    """Yield a search control that shows the progress of the search in a status line."""
    with status_line() as show:
        yield reporting_control(show)


def reporting_control(show: ShowStatus) -> Control:
    """Return a search control that reports the progress of the search to `show` if stderr is a terminal."""
    control = Control()

    def on_progress(nodes: int, searched: int, total: int) -> None:
        root_move = f", root move {min(searched + 1, total)} of {total}" if total else ""
        show("searching", f"{nodes:,} nodes{root_move}")

    if stderr_is_terminal():
        control.progress = on_progress
    return control


@contextmanager
def status_line(clock: Callable[[], float] = time.monotonic) -> Iterator[ShowStatus]:
    """Yield a function that shows the current activity in one line; the line is cleared at the end.

    Nothing is shown in the first second, or if standard error is not a terminal.
    """
    if not stderr_is_terminal():
        yield lambda *_: None
        return
    started = clock()
    next_refresh = started + PROGRESS_DELAY_S
    is_shown = False

    def show(activity: str, extent: str) -> None:
        nonlocal next_refresh, is_shown
        now = clock()
        if now < next_refresh:
            return
        next_refresh = now + REFRESH_INTERVAL_S
        is_shown = True
        show_line(f"{activity}: {now - started:.0f} s, {extent} (Ctrl-C to stop)")

    try:
        yield show
    finally:
        if is_shown:
            clear_line()


@contextmanager
def progress_bar(
    total: int, label: str = "solving", clock: Callable[[], float] = time.monotonic
) -> Iterator[Callable[[], None]]:
    """Yield a function that advances a progress bar of `total` steps by one step.

    If standard error is not a terminal, it prints a line every 30 seconds instead.
    """
    if not stderr_is_terminal():
        yield _progress_lines(total, label, clock)
        return
    other_columns = len(label) + len("  []  100%  00:00:00  ")
    width = max(5, min(BAR_WIDTH, shutil.get_terminal_size().columns - other_columns))
    with click.progressbar(length=total, label=label, file=sys.stderr, width=width) as bar:
        yield lambda: bar.update(1)


def _progress_lines(total: int, label: str, clock: Callable[[], float]) -> Callable[[], None]:
    started = clock()
    next_line = started + LOG_INTERVAL_S
    done = 0

    def advance() -> None:
        nonlocal done, next_line
        done += 1
        now = clock()
        if now >= next_line and done < total:
            next_line = now + LOG_INTERVAL_S
            click.echo(f"{label}: {done:,} of {total:,}, {now - started:.0f} s", err=True)

    return advance


@contextmanager
def games_progress(label: str, total: int | None = None) -> Iterator[OnProgress]:
    """Yield a callback that shows the progress of games.

    `total` is the number of games; None if it is unknown.
    """
    if not stderr_is_terminal():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(12),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[now]}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True)) as display:
        task = display.add_task(label, total=total, now="")

        def on_progress(progress: games.Progress) -> None:
            display.update(task, advance=int(progress.is_finished), now=f"{progress.game}, move {progress.moves}")

        yield on_progress


@contextmanager
def stop_on_interrupt(stop: Callable[[], object], notify: Callable[[str], object], message: str) -> Iterator[None]:
    """Let the first Ctrl-C call `stop()` and `notify(message)`; a second Ctrl-C raises KeyboardInterrupt."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_interrupt(*_: object) -> None:
        signal.signal(signal.SIGINT, previous)
        stop()
        notify(message)

    previous = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def stderr_is_terminal() -> bool:
    """Return True if standard error is a terminal, so that progress can be shown."""
    return sys.stderr is not None and sys.stderr.isatty()


def show_line(text: str) -> None:
    """Replace the progress line of the terminal on standard error by `text`."""
    sys.stderr.write(CLEAR_LINE + text[: shutil.get_terminal_size().columns - 1])
    sys.stderr.flush()


def clear_line() -> None:
    """Clear the progress line, so that a message can be printed."""
    if stderr_is_terminal():
        sys.stderr.write(CLEAR_LINE)
        sys.stderr.flush()
