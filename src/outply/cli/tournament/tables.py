"""The standings of a tournament in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outply.arena.tournament.standings import Standing, Standings, WinDrawLoss
from outply.cli.terminal import shorten
from outply.text import escape_controls

if TYPE_CHECKING:
    from rich.table import Table

NAME_WIDTH = 24  # columns
CELL_WIDTH = 7  # columns of a cell of the cross table


def standings_table(
    standings: Standings, build_failures: dict[str, tuple[str, str]], max_rows: int | None = None
) -> Table:
    """Return the standings as a table at most 80 columns wide, with at most `max_rows` contestants."""
    from outply.cli.render.table import add_row, plain_table

    numbers = ("", "pairings", "W-D-L", "margin", "Elo", "95 %", "failed")
    table = plain_table(
        "", "contestant", "pairings", "W-D-L", "margin", "Elo", "95 %", "failed", numbers=numbers, wrap=False
    )
    for row in standings.rows[:max_rows]:
        name = shorten(row.name, NAME_WIDTH)
        if row.name in build_failures:
            add_row(table, "-", name, "build failed")
            continue
        wdl = row.wdl
        games = f"{wdl.won}-{wdl.drawn}-{wdl.lost}"
        failures = sum(count for _, count in row.failures)
        result = (str(row.pairings_won), games, f"{wdl.margin:+,}")
        add_row(table, str(row.place), name, *result, *_rating(row), str(failures or ""))
    if max_rows is not None and len(standings.rows) > max_rows:
        add_row(table, "", f"and {len(standings.rows) - max_rows} more")
    return table


def standings_notes(standings: Standings, build_failures: dict[str, tuple[str, str]]) -> list[str]:
    """Return the notes to print below the standings: failures, build failures, and pairings decided by lot."""
    notes = []
    for row in standings.rows:
        if row.name in build_failures:
            notes.append(f"{row.name} could not be built: {build_failures[row.name][0]}")
        elif row.failures:
            reasons = ", ".join(f"{name} ({count} times)" if count > 1 else name for name, count in row.failures)
            notes.append(f"{row.name} failed: {reasons}")
    notes += [
        f"{pairing.contestant} v {pairing.opponent} was drawn; {pairing.winner} won by lot"
        for pairing in standings.pairings
        if pairing.decided_by == "lot"
    ]
    return [escape_controls(note) for note in notes]


def cross_table(standings: Standings, width: int) -> Table:
    """Return a table with the points of every contestant against every other contestant.

    The table has as many columns as fit `width`.
    """
    from outply.cli.render.table import add_row, plain_table

    names = [row.name for row in standings.rows]
    columns = names[: max(2, (width - NAME_WIDTH - 8) // CELL_WIDTH)]
    results = standings.cross_table()
    omitted = len(names) - len(columns)
    caption = (
        f"the last {omitted} contestants have no column; `export --html` shows the whole table"
        if omitted
        else None
    )
    numbers = [str(number) for number in range(1, len(columns) + 1)]
    table = plain_table("", *numbers, numbers=numbers, wrap=False, caption=caption)
    for number, name in enumerate(names, start=1):
        cells = (_cell(results.get((name, opponent))) for opponent in columns)
        add_row(table, f"{number} {shorten(name, NAME_WIDTH)}", *cells)
    return table


def _cell(wdl: WinDrawLoss | None) -> str:
    return "" if wdl is None else f"{wdl.points:g}/{wdl.games}"


def _rating(row: Standing) -> tuple[str, str]:
    if row.rating is None or not row.wdl.games:
        return "", ""
    return f"{round(row.rating.elo):+d}", f"±{(row.rating.high - row.rating.low) / 2:.0f}"
