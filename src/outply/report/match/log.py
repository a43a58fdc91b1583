"""The log of one game as text, in the words of its assignment."""

from __future__ import annotations

import textwrap

from outply.games import game_of
from outply.report.base.numbers import average, count, milliseconds
from outply.report.match.move_stats import sides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outply.games.protocol import Position
    from outply.games.record import GameRecord
    from outply.report.match.move_stats import Costs, Side

    Row = tuple[str, Callable[[Costs], float | None], Callable[[float | None], str]]

WIDTH = 100


def log(record: GameRecord) -> str:
    """Return who played what, the moves, the final board, the result and what it took, ending in a line feed."""
    both = sides(record)
    blocks = [
        _header(record),
        f"Moves ({len(record.turns)}):\n{_wrapped(moves(record))}",
        f"{'Final' if record.final.is_over else 'Last'} board{_key(record.final)}:\n{grid(record.final)}",
        f"{totals(record)}: {record.result}.",
        _figures(both),
    ]
    return "\n\n".join(blocks) + "\n"


def moves(record: GameRecord) -> list[str]:
    """Return the moves in words, each with who made it: `blue: paradrop C3`."""
    game, rules, both = game_of(record.start), record.start.variant, sides(record)
    return [
        f"{both[number % 2].colour}: {game.words(turn.move, rules)}" for number, turn in enumerate(record.turns)
    ]


def grid(position: Position) -> str:
    """Return the board with what is written on each cell and the first letter of its owner's name."""
    game = game_of(position)
    view = game.view(position)
    letters = _letters(position)
    width = max(len(cell.text) for cell in view.cells)
    label = max(map(len, view.rows))

    def shown(text: str, letter: str) -> str:
        return f"  {text:>{width}} {letter}" if width else f"  {text}{letter}"

    lines = [" " * label + "".join(shown(column, " " if width else "") for column in view.columns)]
    for row, name in enumerate(view.rows):
        cells = [cell for cell in view.cells if cell.square[0] == row]
        lines.append(
            f"{name:>{label}}"
            + "".join(shown(cell.text, letters[cell.owner] if cell.owner else ".") for cell in cells)
        )
    return "\n".join(line.rstrip() for line in lines)


def totals(record: GameRecord) -> str:
    """Return what both have got: `blue 812, green 790`."""
    return ", ".join(f"{side.colour} {side.total:,}" for side in sides(record))


def _header(record: GameRecord) -> str:
    game, variant = game_of(record.start), record.start.variant
    rules = f", {variant} rules" if len(game.variants) > 1 else ""
    first, second = sides(record)
    return (
        f"{game.title}{rules}{f', {record.board}' if record.board else ''}\n"
        f"{first.colour} (moves first): {first.name}\n"
        f"{second.colour}: {second.name}"
    )


def _letters(position: Position) -> dict[str, str]:
    game = game_of(position)
    return {player: game.name_of(player, position.variant)[:1] for player in game.players}


def _key(position: Position) -> str:
    game = game_of(position)
    names = {game.name_of(player, position.variant): letter for player, letter in _letters(position).items()}
    explained = ", ".join(f"{letter} is {name}" for name, letter in names.items() if letter != name)
    return f" ({explained})" if explained else ""


def _wrapped(parts: list[str]) -> str:
    # A move is not torn apart at the end of a line.
    whole = ", ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)
    lines = textwrap.wrap(whole, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")


_ROWS: tuple[Row, ...] = (
    ("nodes visited", lambda costs: costs.visited, count),
    ("  average per move", lambda costs: costs.visited_a_move, average),
    ("nodes expanded", lambda costs: costs.expanded, count),
    ("  average per move", lambda costs: costs.expanded_a_move, average),
    ("CPU time per move, average (ms)", lambda costs: costs.average, milliseconds),
    ("  median (ms)", lambda costs: costs.median, milliseconds),
    ("  longest (ms)", lambda costs: costs.longest, milliseconds),
)


def _figures(both: tuple[Side, Side]) -> str:
    rows = [["", *(side.colour for side in both)], ["", *(side.name for side in both)]]
    for title, pick, write in _ROWS:
        rows.append([title, *(write(pick(side.costs)) if side.costs.moves else "-" for side in both)])
    titles, *columns = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        f"{title:<{titles}}" + "".join(f"   {cell:>{width}}" for cell, width in zip(cells, columns, strict=True))
        for title, *cells in rows
    )
