"""The score of a game in the terminal: the players, their totals and the cost of their moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from outply.cli.board import BoardTheme
from outply.games import game_of
from outply.games.record import GameRecord
from outply.report.base.formatting import count, duration, significant
from outply.report.match.move_stats import MoveStats, Side, move_stats, sides
from outply.text import escape_controls

TIMER_DELAY_S = 1.0  # shorter searches show no timer
WIDTH = 36  # columns
HEIGHT = 16  # lines, unless brief


def scoreboard(
    record: GameRecord,
    theme: BoardTheme,
    *,
    total: int | None = None,
    searched_s: float = 0.0,
    brief: bool = False,
    wrap: bool = False,
) -> RenderableType:
    """Return a renderable view of the score of a game, which may be unfinished.

    `total` is the number of moves of the whole game if it is known. `searched_s` is the time for which the player
    to move has been searching. `brief` omits the cost of the last moves and all blank lines. With `wrap`, long
    texts are wrapped instead of truncated.
    """
    game, both = game_of(record.start), sides(record)
    last_turns = [record.turns_of(number)[-1:] for number in (0, 1)]
    last_moves = [game.move_text(turns[0].move, record.start.variant) if turns else "" for turns in last_turns]
    view = game.view(record.start)

    def heading(side: Side) -> Text:
        number = game.players.index(side.player)
        mark, style = theme.marks(view)[number], theme.style(view, number)
        return Text.assemble((f" {mark} ", style), "" if side.label == mark else f" {side.label}")

    table = Table.grid(padding=(0, 0, 0, 1))
    table.add_column(no_wrap=True)
    for _ in both:
        overflow: Literal["fold", "ellipsis"] = "fold" if wrap else "ellipsis"
        table.add_column(justify="right", no_wrap=not wrap, overflow=overflow, min_width=None if wrap else 12)
    table.add_row("", *map(heading, both))
    _add_row(table, "", *(escape_controls(side.name) for side in both))
    _add_row(table, "total", *(f"{side.total:,}" for side in both))
    _add_row(table, "last move", *last_moves)
    if not brief:
        _add_stats(table, *map(move_stats, last_turns))
    _add_row(table, "game")
    _add_stats(table, *(side.stats for side in both))

    rules = f", {record.start.variant} rules" if len(game.variants) > 1 else ""
    title = f"{game.title}{rules}{f', {escape_controls(record.board)}' if record.board else ''}"
    number = f"move {len(record.turns)}" + (f" of {total}" if total is not None else "")
    blank = [] if brief else [""]
    lines = _line(title, "bold", wrap=wrap), _line(number, wrap=wrap)
    return Group(*lines, *blank, table, *blank, _status(record, searched_s, wrap))


def _add_row(table: Table, *cells: str) -> None:
    table.add_row(*map(Text, cells))  # a plain string would be read as markup


def _add_stats(table: Table, first: MoveStats, second: MoveStats) -> None:
    def row(label: str, format_value: Callable[[MoveStats], str]) -> None:
        _add_row(table, f"  {label}", *(format_value(side) if side.moves else "" for side in (first, second)))

    row("visited", lambda side: _count(side.visited))
    row("expanded", lambda side: _count(side.expanded))
    row("CPU time", lambda side: duration(sum(side.cpu_seconds)))


def _count(number: int | None) -> str:
    return count(number) if number is None or number < 10**9 else f"{significant(number / 10**9)} billion"


def _status(record: GameRecord, searched_s: float, wrap: bool) -> Text:
    position = record.final
    if position.is_over:
        return _line(record.result, "bold", wrap=wrap)
    name = game_of(position).player_label(position.to_move, position.variant)
    timer = f", searching for {searched_s:.0f} s" if searched_s >= TIMER_DELAY_S else ""
    return _line(f"{name} to move{timer}", wrap=wrap)


def _line(text: str, style: str = "", *, wrap: bool = False) -> Text:
    return Text(text, style, no_wrap=not wrap, overflow="fold" if wrap else "ellipsis")
