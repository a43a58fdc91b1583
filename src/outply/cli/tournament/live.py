"""The progress of a tournament: live standings on a terminal, otherwise one line per game."""

from __future__ import annotations

import time
from typing import Any

import click

from outply.arena.tournament.jobs import BuildResult, GameResult
from outply.arena.tournament.plan import Contestant, ScheduledGame
from outply.arena.tournament.run import Progress, Tournament
from outply.arena.tournament.state import TournamentState
from outply.cli.progress import stderr_is_terminal
from outply.cli.terminal import warn
from outply.cli.tournament.tables import standings_table
from outply.text import escape_controls, plural

REFRESH_INTERVAL_S = 1.0
OTHER_LINES = 7  # lines of the display that are neither contestants nor running games
MIN_ROWS = 3


class LiveStandings:
    """Context manager that shows the progress of a tournament."""

    def __init__(self, tournament: Tournament, state: TournamentState) -> None:
        self._tournament, self._state = tournament, state
        self._live: Any = None
        self._running: dict[ScheduledGame, int] = {}
        self._last_event = ""
        self._next_refresh = 0.0
        self._missing = len(tournament.missing())

    def __enter__(self) -> LiveStandings:
        if stderr_is_terminal():
            from rich.console import Console
            from rich.live import Live

            self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def on_progress(self, progress: Progress) -> None:
        """Show a build, a move or the end of a game."""
        subject, event = progress.subject, progress.event
        if isinstance(subject, Contestant):
            assert isinstance(event, BuildResult)
            self._last_event = escape_controls(f"{subject.name}: {event.problem or 'built'}")
            if self._live is None:
                click.echo(self._last_event, err=True)
        elif isinstance(event, GameResult):
            self._running.pop(subject, None)
            self._missing = max(self._missing - 1, 0)
            self._last_event = result_line(subject, event)
            if self._live is None:
                click.echo(self._last_event)
        elif isinstance(event, int):
            self._running[subject] = event
        if self._live is not None and time.monotonic() >= self._next_refresh:
            self._refresh()
            self._next_refresh = time.monotonic() + REFRESH_INTERVAL_S

    def show_message(self, message: str) -> None:
        """Show a message in the display, or as a warning if there is no display."""
        self._last_event = message
        if self._live is None:
            warn(message)
        else:
            self._refresh()

    def _refresh(self) -> None:
        from rich.console import Group
        from rich.text import Text

        max_rows = max(MIN_ROWS, self._live.console.height - len(self._running) - OTHER_LINES)
        table = standings_table(self._tournament.standings(), self._state.build_failures, max_rows)
        games = [Text(f"{escape_controls(str(game))}, move {moves}") for game, moves in self._running.items()]
        footer = f"{plural(self._missing, 'game')} left; press Ctrl-C to stop, repeat the command to resume"
        self._live.update(Group(table, *games, Text(self._last_event), Text(footer, style="dim")), refresh=True)


def result_line(game: ScheduledGame, result: GameResult) -> str:
    """Return one line of text that describes a game and its result."""
    names = game.first, game.second
    if result.failed is not None:
        loser, winner = names[result.failed], names[1 - result.failed]
        outcome = f"{winner} wins, {loser} {result.failure}: {result.explanation}"
    elif result.final_score:
        outcome = f"{names[0 if result.final_score > 0 else 1]} wins by {abs(result.final_score):,}"
    else:
        outcome = "a draw"
    return escape_controls(f"{game}: {outcome}")
