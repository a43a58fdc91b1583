"""The standing of a tournament in the terminal."""

from __future__ import annotations

from outply.cli.messages import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.table import Table as Shown

    from outply.arena.standings import Standing, Table, Tally


def standing(table: Table, problems: dict[str, tuple[str, str]], most: int | None = None) -> Shown:
    """Return the table to print; `most` is how many rows there is room for."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Shown

    shown = Shown(box=SIMPLE_HEAD, pad_edge=False)
    for column in ("", "contestant", "pairings", "won", "drawn", "lost", "margin", "Elo", "95 %", "failures"):
        left = column in ("contestant", "failures")
        shown.add_column(column, justify="left" if left else "right", no_wrap=not left)
    for row in table.standings[:most]:
        if row.player in problems:
            shown.add_row("-", printable(row.player), *[""] * 7, f"would not build: {problems[row.player][0]}")
            continue
        tally = row.tally
        counts = (row.pairings, tally.won, tally.drawn, tally.lost)
        elo, interval = _rating(row)
        failures = ", ".join(f"{count} x {name}" for name, count in row.failures)
        shown.add_row(
            str(row.place), printable(row.player), *map(str, counts), f"{tally.margin:+,}", elo, interval, failures
        )
    if most is not None and len(table.standings) > most:
        shown.add_row("", f"and {len(table.standings) - most} more", *[""] * 8)
    return shown


def cross_table(table: Table) -> Shown:
    """Return who fared how against whom: points, and the margin."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Shown

    names = [row.player for row in table.standings]
    found = table.cross_table()
    shown = Shown(box=SIMPLE_HEAD, pad_edge=False)
    shown.add_column("")
    for number in range(1, len(names) + 1):
        shown.add_column(str(number), justify="right")
    for number, name in enumerate(names, start=1):
        shown.add_row(f"{number} {printable(name)}", *(_cell(found.get((name, other))) for other in names))
    return shown


def _cell(tally: Tally | None) -> str:
    return "" if tally is None else f"{tally.points:g}/{tally.games}"


def _rating(row: Standing) -> tuple[str, str]:
    if row.rating is None or not row.tally.games:
        return "", ""
    return f"{row.rating.elo:+.0f}", f"{row.rating.low:+.0f} to {row.rating.high:+.0f}"
