"""What a person at a terminal sees while long work runs: a line on standard error, gone when the work is done."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from outply.search.native import Control

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.arena.matchups import run as games
    from outply.arena.matchups.run import OnProgress

PATIENCE = 1.0  # seconds before anything is shown
PACE = 0.25
CLEAR = "\r\x1b[K"

Show = Callable[[str, str], None]
"""Shows what is being done, and how far it is."""


@contextmanager
def ticker() -> Iterator[Control]:
    """Yield the control of a search; a line on standard error follows it if that is a terminal."""
    with line() as show:
        yield followed(show)


def followed(show: Show) -> Control:
    """Return the control of a search that is shown."""
    control = Control()

    def tell(nodes: int, done: int, in_all: int) -> None:
        root = f", root move {min(done + 1, in_all)} of {in_all}" if in_all else ""
        show("searching", f"{nodes:,} nodes{root}")

    if on_terminal():
        control.progress = tell
    return control


@contextmanager
def line() -> Iterator[Show]:
    """Yield what shows in one line what is being done and how far it is, now and then, if it takes long."""
    if not on_terminal():
        yield lambda *_: None
        return
    started = time.monotonic()
    due = started + PATIENCE
    shown = False

    def show(what: str, how_far: str) -> None:
        nonlocal due, shown
        now = time.monotonic()
        if now < due:
            return
        due = now + PACE
        shown = True
        text = f"{what}: {now - started:.0f} s, {how_far} (Ctrl-C stops)"
        sys.stderr.write(CLEAR + text[: shutil.get_terminal_size().columns - 1])
        sys.stderr.flush()

    try:
        yield show
    finally:
        if shown:
            clear_line()


@contextmanager
def bar(total: int, label: str = "solving") -> Iterator[Callable[[], None]]:
    """Yield what advances a progress bar by one."""
    if not on_terminal():
        yield lambda: None
        return
    with click.progressbar(length=total, label=label, file=sys.stderr) as shown:
        yield lambda: shown.update(1)


@contextmanager
def games_progress(label: str, total: int | None = None) -> Iterator[OnProgress]:
    """Yield what hears how far games are; without a `total` nobody knows how many there will be."""
    if not on_terminal():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(12), MofNCompleteColumn()
    console = Console(stderr=True)
    with Progress(
        *columns, TimeElapsedColumn(), TextColumn("{task.fields[now]}", markup=False), console=console
    ) as shown:
        task = shown.add_task(label, total=total, now="")

        def show(progress: games.Progress) -> None:
            shown.update(task, advance=int(progress.over), now=f"{progress.game}, move {progress.moves}")

        yield show


def on_terminal() -> bool:
    """Return whether somebody watches standard error."""
    return sys.stderr is not None and sys.stderr.isatty()


def clear_line() -> None:
    """Make room for a message where progress was shown."""
    if on_terminal():
        sys.stderr.write(CLEAR)
        sys.stderr.flush()
