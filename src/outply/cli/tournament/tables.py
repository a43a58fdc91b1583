"""The standing of a tournament in the terminal."""

from __future__ import annotations

from outply.text import escape_controls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.table import Table as Shown

    from outply.arena.tournament.standings import Standing, Standings, WinDrawLoss


LONGEST_NAME = 24
CELL = 7  # columns of a cross table's cell


def standing(table: Standings, problems: dict[str, tuple[str, str]], most: int | None = None) -> Shown:
    """Return the table to print, which fits 80 columns; `most` is how many rows there is room for."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Shown

    shown = Shown(box=SIMPLE_HEAD, pad_edge=False)
    for column in ("", "contestant", "pairings", "W-D-L", "margin", "Elo", "95 %", "failed"):
        shown.add_column(column, justify="left" if column == "contestant" else "right", no_wrap=True)
    for row in table.rows[:most]:
        if row.name in problems:
            shown.add_row("-", _short(row.name), "would not build")
            continue
        wdl = row.wdl
        failed = sum(count for _, count in row.failures)
        games = f"{wdl.won}-{wdl.drawn}-{wdl.lost}"
        about = (str(row.place), _short(row.name), str(row.pairings_won), games, f"{wdl.margin:+,}")
        shown.add_row(*about, *_rating(row), str(failed or ""))
    if most is not None and len(table.rows) > most:
        shown.add_row("", f"and {len(table.rows) - most} more")
    return shown


def remarks(table: Standings, problems: dict[str, tuple[str, str]]) -> list[str]:
    """Return what the table has no room for: failures by kind, who would not build, what a lot decided."""
    found = []
    for row in table.rows:
        if row.name in problems:
            found.append(f"{row.name} would not build: {problems[row.name][0]}")
        elif row.failures:
            kinds = ", ".join(f"{name} ({count} times)" if count > 1 else name for name, count in row.failures)
            found.append(f"{row.name} failed: {kinds}")
    found += [
        f"{pairing.contestant} v {pairing.opponent} was even, and {pairing.winner} won it by lot"
        for pairing in table.pairings
        if pairing.decided_by == "lot"
    ]
    return [escape_controls(line) for line in found]


def cross_table(table: Standings, width: int) -> Shown:
    """Return who fared how against whom, in points of games: as many columns as the width has room for."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Shown

    names = [row.name for row in table.rows]
    columns = names[: max(2, (width - LONGEST_NAME - 8) // CELL)]
    found = table.cross_table()
    left_out = len(names) - len(columns)
    caption = f"the last {left_out} have no column; the pages of `export --html` have more" if left_out else None
    shown = Shown(box=SIMPLE_HEAD, pad_edge=False, caption=caption)
    shown.add_column("", no_wrap=True)
    for number in range(1, len(columns) + 1):
        shown.add_column(str(number), justify="right", no_wrap=True)
    for number, name in enumerate(names, start=1):
        shown.add_row(f"{number} {_short(name)}", *(_cell(found.get((name, other))) for other in columns))
    return shown


def _short(name: str) -> str:
    seen = escape_controls(name)
    return seen if len(seen) <= LONGEST_NAME else seen[: LONGEST_NAME - 3] + "..."


def _cell(wdl: WinDrawLoss | None) -> str:
    return "" if wdl is None else f"{wdl.points:g}/{wdl.games}"


def _rating(row: Standing) -> tuple[str, str]:
    if row.rating is None or not row.wdl.games:
        return "", ""
    return f"{row.rating.elo:+.0f}", f"±{(row.rating.high - row.rating.low) / 2:.0f}"
