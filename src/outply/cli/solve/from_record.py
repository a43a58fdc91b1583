"""A question out of a game record: what was the player asked that made this move?"""

from __future__ import annotations

import re

from outply.formats import game_record as records
from outply.formats.line_reader import FormatError
from outply.formats.question import Question
from outply.games.evaluations import DEFAULT

MODES = {"minimax": "MINIMAX", "alphabeta": "ALPHABETA", "exact": "ALPHABETA"}
"""The players that answer as an input.txt asks, and the MODE of their searches."""


def question_of(data: bytes, source: str, number: int) -> Question:
    """Return the question that the move of that number, counted from 1, is the answer to."""
    record = records.read(data, source)
    if not 1 <= number <= len(record.turns):
        raise FormatError(source, None, f"there is no move {number}: the game has {len(record.turns)}")
    name = record.turns[number - 1].player
    asked = re.fullmatch(rf"({'|'.join(MODES)}):([1-9][0-9]{{0,8}})(?::{DEFAULT})?", name)
    if asked is None:
        wanted = ", ".join(f"{kind}:DEPTH" for kind in MODES)
        problem = f"move {number} is by {name}; only the moves of {wanted} have a MODE and a DEPTH"
        raise FormatError(source, None, problem)
    algorithm, depth = asked.groups()
    return Question(record.positions()[number - 1], MODES[algorithm], int(depth))
