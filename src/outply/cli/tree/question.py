"""Find the question whose search tree is shown: read it from INPUT, or build it from the options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from outply.cli.arguments import DEFAULT_RULES, find_start
from outply.formats import notation
from outply.formats.game_record import is_record
from outply.formats.line_reader import FormatError
from outply.formats.question import Question, read
from outply.games import game_of
from outply.games.warfare import RULES
from outply.search.textbook import ALGORITHMS

DEFAULT_ALGORITHM = "ALPHABETA"


def question_from_input(
    data: bytes, source: str, rules: str | None, depth: int | None, algorithm: str | None, compare: bool
) -> Question:
    """Return the question in an input file; `depth` and `algorithm` override those of the file.

    Raises UsageError if the options contradict the input, or if the depth is missing.
    """
    question = _read_question(data, source, rules if rules in RULES else DEFAULT_RULES, depth)
    position = question.position
    if rules not in (None, position.variant):
        raise click.UsageError(f"{source} has {position.variant} rules; drop --rules {rules}")
    if position.is_over:
        raise click.UsageError(f"{source}: the game is over, so there is nothing to search")
    if question.depth is None and depth is None:
        needed = "--depth" if algorithm or compare else "--depth and --algorithm"
        raise click.UsageError(f"{source} has no depth: its MODE is COMPETITION; add {needed}")
    mode = question.mode if question.mode in ALGORITHMS else DEFAULT_ALGORITHM
    return Question(position, algorithm or mode, depth or question.depth)


def question_from_start(
    game_name: str | None, rules: str | None, board: str | None, depth: int | None, algorithm: str | None
) -> Question:
    """Return a question about the start position that `game_name`, `rules` and `board` select.

    Raises UsageError if the start position does not exist, or if the depth is missing.
    """
    if depth is None:
        raise click.UsageError("a start position has no search depth; add --depth")
    _, position = find_start(game_name, rules, board)
    return Question(position, algorithm or DEFAULT_ALGORITHM, depth)


def after_moves(question: Question, texts: Sequence[str]) -> Question:
    """Return the same question about the position after the moves of `--after`.

    Raises BadParameter if a move is illegal or the game is over after the moves.
    """
    position = question.position
    for move in parse_moves(position, texts, "--after"):
        if not position.is_legal(move):
            raise click.BadParameter(f"{move} is illegal in this position", param_hint="--after")
        position = position.play(move)
    if position.is_over:
        raise click.BadParameter("the game is over after these moves", param_hint="--after")
    return Question(position, question.mode, question.depth)


def parse_moves(position: Any, texts: Sequence[str], option: str) -> list[Any]:
    """Parse the moves that were given with `option` and are played from `position`, ignoring case.

    Raises BadParameter if a text is not a move.
    """
    moves = []
    for text in texts:
        try:
            move = _parse_move(position, text)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint=option) from None
        moves.append(move)
        if position.is_legal(move):
            position = position.play(move)
    return moves


def _parse_move(position: Any, text: str) -> Any:
    game = game_of(position)
    for move in position.moves():
        if text.casefold() in (str(move).casefold(), game.move_text(move, position.variant).casefold()):
            return move
    return game.parse_move(text)


def _read_question(data: bytes, source: str, rules: str, depth: int | None) -> Question:
    """Return the question in an input file.

    For a board or a game record, the question is an alpha-beta search of the start position to `depth`.
    Raises UsageError if the depth is missing.
    """
    try:
        if not is_record(data):
            return read(data, source, rules)
    except FormatError:
        try:
            position = notation.read_file(data, source, rules)
        except FormatError:
            position = None
        if position is None:
            raise
    if depth is None:
        raise click.UsageError(f"{source} is a board without a search depth; add --depth")
    return Question(notation.read_file(data, source, rules), DEFAULT_ALGORITHM, depth)
