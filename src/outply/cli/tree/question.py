"""What a tree is of: the question of an INPUT, or a set-up that the options name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from outply.cli.options.position import find_start
from outply.formats import board as boards
from outply.formats.game_record import is_record
from outply.formats.line_reader import FormatError
from outply.formats.question import Question, read
from outply.games import game_of
from outply.games.warfare import RULES
from outply.search.textbook import ALGORITHMS

USUAL_ALGORITHM = "ALPHABETA"
USUAL_RULES = "raid"


def of_input(
    data: bytes, source: str, rules: str | None, depth: int | None, algorithm: str | None, compare: bool
) -> Question:
    """Return what is searched and how: what the input asks, and the options instead of it where they are given."""
    question = _asked(data, source, rules if rules in RULES else USUAL_RULES, depth)
    position = question.position
    if rules not in (None, position.variant):
        raise click.UsageError(f"{source} is of a game by {position.variant} rules; leave out --rules")
    if position.is_over:
        raise click.UsageError(f"the game of {source} is over: there is nothing to search")
    if question.depth is None and depth is None:
        also = "" if algorithm or compare else " and --algorithm"
        raise click.UsageError(f"{source} asks for COMPETITION, which has no depth; give --depth{also}")
    if question.mode not in ALGORITHMS:
        question = Question(position, USUAL_ALGORITHM)
    return Question(position, algorithm or question.mode, depth or question.depth)


def of_setup(
    game_name: str | None, rules: str | None, board: str | None, depth: int | None, algorithm: str | None
) -> Question:
    """Return the search of a position that a game begins with."""
    if depth is None:
        raise click.UsageError("a set-up does not say how deep to search; give --depth")
    _, position = find_start(game_name, rules, board)
    return Question(position, algorithm or USUAL_ALGORITHM, depth)


def after(question: Question, texts: Sequence[str]) -> Question:
    """Return the same question about the position after these moves."""
    position = question.position
    for move in moves(position, texts, "--after"):
        if not position.is_legal(move):
            raise click.BadParameter(f"{move} is not legal there", param_hint="--after")
        position = position.play(move)
    if position.is_over:
        raise click.BadParameter("the game is over then: there is nothing to search", param_hint="--after")
    return Question(position, question.mode, question.depth)


def moves(position: Any, texts: Sequence[str], option: str) -> list[Any]:
    """Return the moves of a line that an option names, in whatever capitals."""
    found = []
    for text in texts:
        try:
            move = _move(position, text)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint=option) from None
        found.append(move)
        if position.is_legal(move):
            position = position.play(move)
    return found


def _move(position: Any, text: str) -> Any:
    game = game_of(position)
    for move in position.moves():
        if text.casefold() in (str(move).casefold(), game.move_text(move, position.variant).casefold()):
            return move
    return game.parse_move(text)


def _asked(data: bytes, source: str, rules: str, depth: int | None) -> Question:
    """Return the question of an input.txt, or that for alpha-beta to the depth in any other file with a board."""
    try:
        if not is_record(data):
            return read(data, source, rules)
    except FormatError:
        try:
            position = boards.read(data, source, rules)
        except FormatError:
            position = None
        if position is None:
            raise
    if depth is None:
        raise click.UsageError(f"{source} is a board and does not say how deep to search; give --depth")
    return Question(boards.read(data, source, rules), USUAL_ALGORITHM, depth)
