"""The standings of a tournament in the terminal: tables, and live standings while the tournament runs."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable
from typing import Any

import click

from outply.arena.ratings.elo import describe_first_move
from outply.arena.tournament.jobs import BuildResult, GameResult
from outply.arena.tournament.plan import SWISS, Contestant, ScheduledGame
from outply.arena.tournament.run import Progress, Tournament
from outply.arena.tournament.standings import Standing, Standings, WinDrawLoss
from outply.arena.tournament.state import TournamentState
from outply.cli.options import UNSANDBOXED_WARNING
from outply.cli.progress import stderr_is_terminal
from outply.cli.terminal import PlainTable, shorten, stdout_console, warn
from outply.errors import has_package, missing_package
from outply.games.registry import win_text
from outply.text import escape_controls, join_and, plural

REFRESH_INTERVAL_S = 1.0
OTHER_LINES = 7  # lines of the display that are neither contestants nor running games
MIN_ROWS = 3


class LiveStandings:
    """Context manager that shows live standings on a terminal, otherwise one line per finished game."""

    def __init__(
        self, tournament: Tournament, state: TournamentState, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._tournament, self._state, self._clock = tournament, state, clock
        self._live: Any = None
        self._running: dict[ScheduledGame, int] = {}
        self._last_event = ""
        self._next_refresh = 0.0
        self._missing = tournament.remaining_games()

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
            note = f" ({event.note})" if event.note else ""
            self._last_event = escape_controls(f"{subject.name}: {event.problem or 'built'}{note}")
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
        if self._live is not None and self._clock() >= self._next_refresh:
            self._refresh()
            self._next_refresh = self._clock() + REFRESH_INTERVAL_S

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
        winner = names[0 if result.final_score > 0 else 1]
        outcome = f"{winner} {win_text(game.board.game, result.final_score)}"
    else:
        outcome = "a draw"
    return escape_controls(f"{game}: {outcome}" + (f" ({result.note})" if result.note else ""))


NAME_WIDTH = 24  # columns
SWISS_NAME_WIDTH = 17  # columns; the table also has a column BH, the Buchholz score
CELL_WIDTH = 7  # columns of a cell of the cross table
MAX_LOT_NOTES = 5


def standings_table(
    standings: Standings, build_failures: dict[str, tuple[str, str]], max_rows: int | None = None
) -> PlainTable:
    """Return the standings as a table at most 80 columns wide, with at most `max_rows` contestants."""
    is_swiss = standings.tournament_format == SWISS
    numbers = ("pairings", *(["BH"] if is_swiss else []), "W-D-L", "margin", "Elo", "95 %", "failed")
    table = PlainTable("", "contestant", *numbers, numbers=("", *numbers), wrap=False)
    for row in standings.rows[:max_rows]:
        name = shorten(row.name, SWISS_NAME_WIDTH if is_swiss else NAME_WIDTH)
        if row.name in build_failures:
            table.add_row("-", name, "build failed")
            continue
        wdl = row.wdl
        games = f"{wdl.won}-{wdl.drawn}-{wdl.lost}"
        failures = sum(count for _, count in row.failures)
        scores = (row.pairings_won, row.tie_break) if is_swiss else (row.pairings_won,)
        result = (*map(str, scores), games, f"{wdl.margin:+,}")
        table.add_row(str(row.place), name, *result, *_rating(row), str(failures or ""))
    if max_rows is not None and len(standings.rows) > max_rows:
        table.add_row("", f"and {len(standings.rows) - max_rows} more")
    return table


def standings_notes(standings: Standings, build_failures: dict[str, tuple[str, str]], games: int) -> list[str]:
    """Return the notes to print below the standings.

    The notes are about the criteria, failures and build failures, decisions by lot, and the advantage of the first
    move, with advice on the number of `games` per pairing.
    """
    criteria = ", then ".join(standings.criteria).replace("Buchholz score", "Buchholz score (BH)")
    notes = [f"Ranked by {criteria}."]
    for row in standings.rows:
        if row.name in build_failures:
            notes.append(f"{row.name} could not be built: {build_failures[row.name][0]}")
        elif row.failures:
            reasons = ", ".join(f"{name} ({count} times)" if count > 1 else name for name, count in row.failures)
            notes.append(f"{row.name} failed: {reasons}")
    drawn = [pairing for pairing in standings.pairings if pairing.decided_by == "lot"]
    if len(drawn) > MAX_LOT_NOTES:
        notes.append(f"{len(drawn)} pairings were drawn and decided by lot")
    else:
        notes += [f"{one.contestant} v {one.opponent} was drawn; {one.winner} won by lot" for one in drawn]
    notes += [
        f"{join_and(names)} are equal by all criteria; the lot decided their order" for names in standings.ties
    ]
    if standings.ratings is not None and standings.pairings:
        notes.append(describe_first_move(standings.ratings.first_move, games))
    if not has_package("numpy"):
        notes.append(f"No ratings: {missing_package('numpy', 'Elo', 'tournament')}")
    return [escape_controls(note) for note in notes if note]


def print_standings(tournament: Tournament, state: TournamentState) -> None:
    """Print the standings and their notes, after a warning if a game was played without a sandbox."""
    if state.has_unsandboxed_games:
        click.echo(UNSANDBOXED_WARNING)
    standings, build_failures = tournament.standings(), state.build_failures
    console = stdout_console()
    console.print(standings_table(standings, build_failures))
    for note in standings_notes(standings, build_failures, tournament.plan.games):
        click.echo(textwrap.fill(note, console.width, subsequent_indent="  ") if console.is_terminal else note)


def cross_table(standings: Standings, width: int) -> PlainTable:
    """Return a table with the points of every contestant against every other contestant.

    The table has as many columns as fit `width`.
    """
    names = [row.name for row in standings.rows]
    name_width = min(NAME_WIDTH, max(map(len, names), default=0))
    columns = names[: max(2, (width - name_width - 8) // CELL_WIDTH)]
    results = standings.cross_table()
    omitted = len(names) - len(columns)
    caption = (
        f"{plural(omitted, 'contestant has', 'contestants have')} no column; `export --html` shows the whole table"
        if omitted
        else None
    )
    numbers = [str(number) for number in range(1, len(columns) + 1)]
    table = PlainTable("", *numbers, numbers=numbers, wrap=False, caption=caption)
    for number, name in enumerate(names, start=1):
        cells = (_cell(results.get((name, opponent))) for opponent in columns)
        table.add_row(f"{number} {shorten(name, NAME_WIDTH)}", *cells)
    return table


def _cell(wdl: WinDrawLoss | None) -> str:
    return "" if wdl is None else f"{wdl.points:g}/{wdl.games}"


def _rating(row: Standing) -> tuple[str, str]:
    if row.rating is None or not row.wdl.games:
        return "", ""
    return f"{round(row.rating.elo):+d}", f"±{(row.rating.high - row.rating.low) / 2:.0f}"
