"""A diagnosis in the terminal: the first difference, the node, the cause, and where to look further."""

from __future__ import annotations

import shlex
from textwrap import fill
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from outply.cli.render.board import Board
from outply.cli.terminal import printable
from outply.diagnosis.finding import Diagnosis
from outply.formats.question import Question
from outply.games import game_of
from outply.search.window import format_bound

WIDTH = 100  # columns that a sentence takes at most
MOST_MOVES = 12

HEADINGS = {
    "right": "Right",
    "format": "Right but for the format",
    "unreadable": "Not to be understood",
    "illegal": "An illegal move",
    "move": "Another move",
    "board": "Another board",
    "evaluation": "Another evaluation",
    "value": "Another value",
    "count": "Another number of nodes",
    "visit": "Another order of visits",
}


def explain(question: Question, found: Diagnosis, tree: str | None, console: Console | None = None) -> None:
    """Print a diagnosis; `tree` is the command that shows the search tree."""
    console = console or Console(highlight=False)
    console = Console(highlight=False, width=min(console.width, WIDTH)) if console.width > WIDTH else console
    console.print(Text(HEADINGS[found.kind], "bold"))
    for sentence in found.found:
        _say(console, sentence)
    if found.is_right or found.kind in ("format", "unreadable"):
        return
    console.print()
    console.print(Text(_where(question, found), "bold"))
    console.print(Padding(_node(question, found), (0, 0, 0, 2), expand=False))
    if question.depth is None:
        return
    console.print()
    _print_causes(console, found)
    if tree is not None:
        console.print()
        below = "".join(f" --below {shlex.quote(str(move))}" for move in _to_show(question, found))
        console.print(Text.assemble("See it: ", (printable(f"{tree}{below}"), "bold")), soft_wrap=True)


def _say(console: Console, sentence: str) -> None:
    console.print(Text(fill(printable(sentence), console.width, initial_indent="  ", subsequent_indent="  ")))


def _where(question: Question, found: Diagnosis) -> str:
    """Return which node it is about, and its window."""
    player = game_of(question.position).player_label(_at(question, found).to_move, question.position.variant)
    place = f"After {', '.join(map(str, found.path))}" if found.path else "At the root"
    role = "MAX" if len(found.path) % 2 == 0 else "MIN"
    window = ""
    if found.window is not None and question.mode == "ALPHABETA":
        alpha, beta = found.window
        window = f", alpha {format_bound(alpha)}, beta {format_bound(beta)}"
    return f"{place}: {player} to move ({role}){window}"


def _at(question: Question, found: Diagnosis) -> Any:
    position = question.position
    for move in found.path:
        position = position.play(move)
    return position


def _node(question: Question, found: Diagnosis) -> RenderableType:
    """Return the board of the node, and its moves with their values beside it."""
    position = _at(question, found)
    board = Board(game_of(position).view(position))
    if not found.moves:
        return board
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    shown = _some_moves(found)
    for move, value in shown:
        note = "expected" if move == found.expected else "theirs" if move == found.theirs else ""
        table.add_row("?" if value is None else f"{value:,}", Text(str(move), "bold" if note else ""), note)
    if len(shown) < len(found.moves):
        table.add_row("", Text(f"{len(found.moves) - len(shown)} more", "dim"), "")
    beside = Table.grid(padding=(0, 4, 0, 0))
    beside.add_row(board, Group(Text("worth to MAX", "dim"), table))
    return beside


def _some_moves(found: Diagnosis) -> list[tuple[Any, int | None]]:
    """Return the moves that there is room for: the first ones, with those that it is about."""
    about = [(move, value) for move, value in found.moves if move in (found.expected, found.theirs)]
    others = [pair for pair in found.moves if pair not in about][: MOST_MOVES - len(about)]
    return [pair for pair in found.moves if pair in about or pair in others]


def _print_causes(console: Console, found: Diagnosis) -> None:
    if not found.causes:
        console.print("None of the usual mistakes gives exactly this.")
    else:
        first, *others = found.causes
        console.print(
            Text.assemble("The likely cause: " if others else "The cause: ", (first.mistake.title, "bold"))
        )
        extent = "" if first.whole else f"Such a program agrees with the first {first.visits:,} visits. "
        _say(console, extent + first.mistake.advice)
        if others:
            console.print("It is also consistent with these:")
            for cause in others:
                extent = "" if cause.whole else f", the first {cause.visits:,} visits"
                _say(console, f"{cause.mistake.title} ({cause.mistake.name}{extent})")
    if found.untried:
        names = ", ".join(mistake.name for mistake in found.untried)
        console.print(Text(f"Not tried, as the question is too large for it: {names}.", "dim"))


def _to_show(question: Question, found: Diagnosis) -> tuple[Any, ...]:
    """Return the moves to the part of the tree that is worth looking at."""
    if found.path or found.kind != "move" or (question.depth or 1) < 2:
        return found.path
    return (found.theirs,)
