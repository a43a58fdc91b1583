"""Read the files that arguments and options name: questions, suites of test cases and start positions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from outply.formats import game_record as records
from outply.formats import start
from outply.formats.atomic_io import STANDARD, read_input
from outply.formats.line_reader import FormatError
from outply.formats.question import Question, read
from outply.games import game_of
from outply.games.evaluations import DEFAULT
from outply.games.warfare import RULES
from outply.text import join_or, plural

if TYPE_CHECKING:
    from outply.games.protocol import Position
    from outply.grading.suite.case import Case

DEFAULT_RULES = "raid"

MODES = {"minimax": "MINIMAX", "alphabeta": "ALPHABETA", "exact": "ALPHABETA"}
"""Players whose moves an input.txt can ask for, and the MODE of that input.txt."""


def read_question(source: str, rules: str | None, move_number: int | None = None) -> tuple[str, Question]:
    """Read a question from `source`, an input.txt or a game record; return the source's name and the question.

    `rules` is the rule variant of a Warfare input.txt. `move_number` selects a move of a game record.
    Raises FormatError if the file is malformed, or if `rules` or `move_number` does not apply to the file.
    """
    name = source_name(source)
    data = read_input(source)
    if records.is_record(data):
        if rules is not None:
            raise FormatError(name, None, "a game record has its own rules; drop --rules")
        return name, _question_of_move(data, name, move_number or 1)
    if move_number is not None:
        raise FormatError(name, None, "--move requires a game record")
    question = read(data, name, rules or DEFAULT_RULES)
    if rules not in (None, question.position.variant):
        title = game_of(question.position).title
        raise FormatError(name, None, f"{title} has no {rules} rules; drop --rules")
    return name, question


def source_name(source: str) -> str:
    """Return the name for an INPUT argument in messages: `standard input` for `-`, otherwise the argument."""
    return "standard input" if source == STANDARD else source


def _question_of_move(data: bytes, source: str, number: int) -> Question:
    """Return the question that move `number` of a game record, counted from 1, answers.

    Raises FormatError if there is no such move, or if its player is not a textbook search.
    """
    record = records.read(data, source)
    if not 1 <= number <= len(record.turns):
        raise FormatError(source, None, f"no move {number}: the game has {plural(len(record.turns), 'move')}")
    name = record.turns[number - 1].player
    match = re.fullmatch(rf"({'|'.join(MODES)}):([1-9][0-9]{{0,8}})(?::{DEFAULT})?", name)
    if match is None:
        expected = join_or(f"{player}:DEPTH" for player in MODES)
        problem = f"move {number} was played by {name}, which has no MODE and DEPTH; expected {expected}"
        raise FormatError(source, None, problem)
    algorithm, depth = match.groups()
    return Question(record.positions()[number - 1], MODES[algorithm], int(depth))


def read_suite(folder: Path, rules: str | None) -> tuple[Case, ...]:
    """Read the test cases in a folder.

    `rules` is the rule variant of Warfare cases if the suite does not name one.
    Raises UsageError if `rules` applies to no case, or contradicts the suite.
    """
    from outply.grading.suite import folder as suites

    cases = suites.read(folder, rules or RULES[0])
    if rules is not None:
        variants = {case.question.position.variant for case in cases}.intersection(RULES)
        if not variants:
            raise click.UsageError(f"--rules {rules} does not apply: {folder} contains no Warfare cases")
        if others := variants - {rules}:
            raise click.UsageError(f"the suite in {folder} has {others.pop()} rules; drop --rules {rules}")
    return cases


def find_start(
    game_name: str | None, rules: str | None, board: str | None, default_rules: str = "raid"
) -> tuple[str, Position]:
    """Return the name of the board and the start position, as `formats.start.find_start` does.

    Raises UsageError if the game or the board does not exist, or if the options contradict each other.
    """
    try:
        return start.find_start(board, game_name=game_name, rules=rules, default_rules=default_rules)
    except start.StartError as error:
        raise click.UsageError(str(error)) from None
