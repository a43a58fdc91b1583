"""A game as a text log, in the words of the game's assignment, and as data for JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

from outply.formats.notation import has_text_format, to_lines
from outply.games import game_of
from outply.games.protocol import Position
from outply.games.record import GameRecord
from outply.games.registry import is_won_by_goal
from outply.games.text_board import owner_letters, render_text, tile_letters
from outply.report.base.formatting import average, count, milliseconds
from outply.report.match.move_stats import MoveStats, Side, sides, winning_side
from outply.text import join_and, plural_noun

MAX_LINE_CHARS = 100

StatsRow = tuple[str, Callable[[MoveStats], float | None], Callable[[float | None], str]]


def log(record: GameRecord) -> str:
    """Return the players, moves, final board, result and statistics of a game as text."""
    title = "Final board" if record.final.is_over else "Last board"
    blocks = [
        _header(record),
        f"Moves ({len(record.turns)}):\n{_wrap(move_texts(record))}",
        f"{title}{_legend(record.final)}:\n{render_text(record.final)}",
        result_sentence(record),
        _stats_table(sides(record)),
    ]
    return "\n\n".join(blocks) + "\n"


def move_texts(record: GameRecord) -> list[str]:
    """Return each move of a game with its side, in the words of the assignment: `blue: paradrop C3`."""
    game, variant, both = game_of(record.start), record.start.variant, sides(record)
    return [
        f"{both[number % 2].label}: {game.move_text(turn.move, variant)}"
        for number, turn in enumerate(record.turns)
    ]


def result_sentence(record: GameRecord) -> str:
    """Return totals and result: `blue 812, green 790: blue wins by 22.`; `Blue wins.` if a goal wins the game."""
    if is_won_by_goal(game_of(record.start)):
        return f"{record.result[0].upper()}{record.result[1:]}."
    return f"{totals(record)}: {record.result}."


def totals(record: GameRecord) -> str:
    """Return the totals of both sides as text: `blue 812, green 790`."""
    return ", ".join(f"{side.label} {side.total:,}" for side in sides(record))


def _header(record: GameRecord) -> str:
    game, variant = game_of(record.start), record.start.variant
    rules = f", {variant} rules" if len(game.variants) > 1 else ""
    first, second = sides(record)
    return (
        f"{game.title}{rules}{f', {record.board}' if record.board else ''}\n"
        f"{first.label} (moves first): {first.name}\n"
        f"{second.label}: {second.name}"
    )


def _legend(position: Position) -> str:
    game = game_of(position)
    letters = tile_letters(game.view(position)) or {
        player: [letter] for player, letter in owner_letters(position).items()
    }
    labels = {game.player_label(player, position.variant): marks for player, marks in letters.items() if marks}
    legend = ", ".join(
        f"{join_and(marks)} {plural_noun(len(marks), 'is', 'are')} {label}"
        for label, marks in labels.items()
        if marks != [label]
    )
    return f" ({legend})" if legend else ""


def _wrap(parts: list[str]) -> str:
    # Non-breaking spaces keep a move on one line.
    text = ", ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)
    lines = textwrap.wrap(text, MAX_LINE_CHARS, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")


_STATS_ROWS: tuple[StatsRow, ...] = (
    ("nodes visited", lambda stats: stats.visited, count),
    ("  average per move", lambda stats: stats.visited_per_move, average),
    ("nodes expanded", lambda stats: stats.expanded, count),
    ("  average per move", lambda stats: stats.expanded_per_move, average),
    ("CPU time per move, average (ms)", lambda stats: stats.average_seconds, milliseconds),
    ("  median (ms)", lambda stats: stats.median_seconds, milliseconds),
    ("  longest (ms)", lambda stats: stats.longest_seconds, milliseconds),
)


def _stats_table(both: tuple[Side, Side]) -> str:
    rows = [["", *(side.label for side in both)], ["", *(side.name for side in both)]]
    for title, value, fmt in _STATS_ROWS:
        rows.append([title, *(fmt(value(side.stats)) if side.stats.moves else "-" for side in both)])
    title_width, *widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        f"{title:<{title_width}}"
        + "".join(f"   {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        for title, *cells in rows
    )


def game_to_dict(record: GameRecord) -> dict[str, Any]:
    """Return a game as data for JSON.

    Lists with one value per player are in the order of the game's players (blue before green), not in the order of
    moving. `moves` are in the words of the assignment.
    """
    game = game_of(record.start)
    both = sorted(sides(record), key=lambda side: game.players.index(side.player))
    winner = winning_side(record)
    texts = move_texts(record)
    return {
        "game": game.name,
        "variant": record.start.variant,
        "board": record.board,
        "first": record.players[0],
        "second": record.players[1],
        "marks": [side.player for side in both],
        "labels": [side.label for side in both],
        "players": [side.name for side in both],
        "totals": [side.total for side in both],
        "winner": winner.label if winner else None,
        "margin": abs(record.margin),
        "result": record.result,
        "node_count": [side.stats.visited for side in both],
        "expanded": [side.stats.expanded for side in both],
        "cpu_seconds": [round(sum(side.stats.cpu_seconds), 6) for side in both],
        "moves": texts,
        "turns": [
            {
                "number": number,
                "text": text,
                "move": str(turn.move),
                "player": turn.player,
                "value": turn.value,
                "depth": turn.depth,
                "node_count": turn.visited,
                "expanded": turn.expanded,
                "proven": turn.proven,
                "cpu_seconds": turn.cpu_seconds,
                "wall_seconds": turn.wall_seconds,
            }
            for number, (turn, text) in enumerate(zip(record.turns, texts, strict=True), start=1)
        ],
        "start": to_lines(record.start),
        "final": to_lines(record.final) if has_text_format(game) else None,
    }
