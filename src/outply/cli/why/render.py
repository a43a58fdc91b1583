"""Print a diagnosis in the terminal: the first difference, its node, its cause and a command for the tree."""

from __future__ import annotations

import shlex
from textwrap import fill
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from outply.cli.board import Board
from outply.diagnosis.diagnose import Diagnosis
from outply.formats.question import Question
from outply.games import game_of
from outply.search.trace import format_bound
from outply.text import escape_controls

MAX_WIDTH = 100  # columns
MAX_MOVES = 12

HEADINGS = {
    "right": "Right",
    "format": "Right, but in the wrong format",
    "unreadable": "Unreadable answer",
    "illegal": "Illegal move",
    "move": "Wrong move",
    "board": "Wrong board",
    "evaluation": "Wrong evaluation",
    "value": "Wrong value",
    "count": "Wrong node count",
    "visit": "Wrong order of visits",
}


def print_diagnosis(
    question: Question, diagnosis: Diagnosis, tree_command: str | None, console: Console | None = None
) -> None:
    """Print a diagnosis; `tree_command` is the command that shows the search tree, or None to omit it."""
    console = console or Console(highlight=False)
    if console.width > MAX_WIDTH:
        console = Console(highlight=False, width=MAX_WIDTH)
    console.print(Text(HEADINGS[diagnosis.difference], "bold"))
    for sentence in diagnosis.sentences:
        _print_indented(console, sentence)
    if diagnosis.is_right or diagnosis.difference in ("format", "unreadable"):
        return
    console.print()
    console.print(Text(_node_heading(question, diagnosis), "bold"))
    console.print(Padding(_node(question, diagnosis), (0, 0, 0, 2), expand=False))
    if question.depth is None:
        return
    console.print()
    _print_causes(console, diagnosis)
    if tree_command is not None:
        console.print()
        below = "".join(f" --below {shlex.quote(str(move))}" for move in _path_to_show(question, diagnosis))
        command = escape_controls(f"{tree_command}{below}")
        console.print(Text.assemble("Show it: ", (command, "bold")), soft_wrap=True)


def _print_indented(console: Console, sentence: str) -> None:
    text = fill(escape_controls(sentence), console.width, initial_indent="  ", subsequent_indent="  ")
    console.print(Text(text))


def _node_heading(question: Question, diagnosis: Diagnosis) -> str:
    """Return a heading for the node of the first difference: its path, the player to move and the window."""
    player = game_of(question.position).player_label(
        _position(question, diagnosis).to_move, question.position.variant
    )
    node = f"After {', '.join(map(str, diagnosis.path))}" if diagnosis.path else "At the root"
    role = "MAX" if len(diagnosis.path) % 2 == 0 else "MIN"
    window = ""
    if diagnosis.window is not None and question.mode == "ALPHABETA":
        alpha, beta = diagnosis.window
        window = f", alpha {format_bound(alpha)}, beta {format_bound(beta)}"
    return f"{node}: {player} to move ({role}){window}"


def _position(question: Question, diagnosis: Diagnosis) -> Any:
    position = question.position
    for move in diagnosis.path:
        position = position.play(move)
    return position


def _node(question: Question, diagnosis: Diagnosis) -> RenderableType:
    """Return the board at the node of the first difference, with the moves and their values beside it."""
    position = _position(question, diagnosis)
    board = Board(game_of(position).view(position))
    if not diagnosis.move_values:
        return board
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    moves = _moves_to_show(diagnosis)
    for move, value in moves:
        note = (
            "expected" if move == diagnosis.expected_move else "answered" if move == diagnosis.actual_move else ""
        )
        table.add_row("?" if value is None else f"{value:,}", Text(str(move), "bold" if note else ""), note)
    if len(moves) < len(diagnosis.move_values):
        table.add_row("", Text(f"{len(diagnosis.move_values) - len(moves)} more", "dim"), "")
    columns = Table.grid(padding=(0, 4, 0, 0))
    columns.add_row(board, Group(Text("value for MAX", "dim"), table))
    return columns


def _moves_to_show(diagnosis: Diagnosis) -> list[tuple[Any, int | None]]:
    """Return the first moves of the node with their values, including the expected and the answered move."""
    compared = [
        (move, value)
        for move, value in diagnosis.move_values
        if move in (diagnosis.expected_move, diagnosis.actual_move)
    ]
    others = [pair for pair in diagnosis.move_values if pair not in compared][: MAX_MOVES - len(compared)]
    return [pair for pair in diagnosis.move_values if pair in compared or pair in others]


def _print_causes(console: Console, diagnosis: Diagnosis) -> None:
    if not diagnosis.causes:
        console.print("No known mistake produces exactly this answer.")
    else:
        first, *others = diagnosis.causes
        console.print(
            Text.assemble(
                "Likely cause: the program " if others else "Cause: the program ",
                (first.mistake.title, "bold"),
                ".",
            )
        )
        extent = (
            ""
            if first.explains_all
            else f"With this mistake, the first {first.matching_visits:,} visits are the same. "
        )
        _print_indented(console, extent + first.mistake.advice)
        if others:
            console.print("Other possible causes:")
            for cause in others:
                extent = "" if cause.explains_all else f", first {cause.matching_visits:,} visits"
                _print_indented(console, f"the program {cause.mistake.title} ({cause.mistake.name}{extent})")
    if diagnosis.not_simulated:
        names = ", ".join(mistake.name for mistake in diagnosis.not_simulated)
        console.print(Text(f"Not simulated, because the question is too large: {names}.", "dim"))


def _path_to_show(question: Question, diagnosis: Diagnosis) -> tuple[Any, ...]:
    """Return the moves from the root to the part of the search tree that shows the first difference."""
    if diagnosis.path or diagnosis.difference != "move" or (question.depth or 1) < 2:
        return diagnosis.path
    return (diagnosis.actual_move,)
