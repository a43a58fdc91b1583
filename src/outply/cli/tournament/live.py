"""What a person sees while a tournament is on: the standing as it changes, and the games that are being played."""

from __future__ import annotations

import time
from typing import Any

import click

from outply.arena.tournament.jobs import BuildResult, GameResult
from outply.arena.tournament.plan import Contestant, ScheduledGame
from outply.cli.progress import stderr_is_terminal
from outply.cli.terminal import warn
from outply.cli.tournament.tables import standing
from outply.text import escape_controls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.arena.tournament.run import Progress, Tournament
    from outply.arena.tournament.state import TournamentState

PACE = 1.0  # seconds between two looks at the standing


class Screen:
    """Hears what happens, and shows it: a live table on a terminal, a line for each game elsewhere."""

    def __init__(self, held: Tournament, store: TournamentState) -> None:
        self._held, self._store = held, store
        self._live: Any = None
        self._playing: dict[ScheduledGame, int] = {}
        self._said = ""
        self._due = 0.0
        self._left = len(held.missing())

    def __enter__(self) -> Screen:
        if stderr_is_terminal():
            from rich.console import Console
            from rich.live import Live

            self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def hear(self, progress: Progress) -> None:
        """Show a piece of news."""
        about, news = progress.subject, progress.event
        if isinstance(about, Contestant):
            assert isinstance(news, BuildResult)
            self._said = f"{about.name}: {news.problem or 'built'}"
            if self._live is None:
                click.echo(escape_controls(self._said), err=True)
        elif isinstance(news, GameResult):
            self._playing.pop(about, None)
            self._left -= 1
            self._said = result_line(about, news)
            if self._live is None:
                click.echo(self._said)
        elif isinstance(news, int):
            self._playing[about] = news
        if self._live is not None and time.monotonic() >= self._due:
            self._show()
            self._due = time.monotonic() + PACE

    def say(self, message: str) -> None:
        """Show a message."""
        self._said = message
        if self._live is None:
            warn(message)
        else:
            self._show()

    def _show(self) -> None:
        from rich.console import Group
        from rich.text import Text

        room = max(3, self._live.console.height - len(self._playing) - 7)
        self._left = max(self._left, 0)
        lines = [Text(f"{escape_controls(str(game))}, move {moves}") for game, moves in self._playing.items()]
        rest = Text(f"{self._left} games to be played; Ctrl-C stops, and the same command goes on", style="dim")
        table = standing(self._held.standings(), self._store.build_failures, room)
        self._live.update(Group(table, *lines, Text(self._said), rest), refresh=True)


def result_line(game: ScheduledGame, result: GameResult) -> str:
    """Return what came of a game, in a line."""
    names = game.first, game.second
    if result.failed is not None:
        what = f"{names[1 - result.failed]} wins, {names[result.failed]} {result.failure}: {result.explanation}"
    elif result.final_score:
        what = f"{names[0 if result.final_score > 0 else 1]} wins by {abs(result.final_score):,}"
    else:
        what = "a draw"
    return escape_controls(f"{game}: {what}")
