"""Questions: the content of an input.txt, in the format of either assignment."""

from __future__ import annotations

from outply.formats.line_reader import FIRST_LINE, FormatError, LineReader, quote
from outply.games.struct import Struct

TYPE_CHECKING = False  # importing typing takes longer than answering a position
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from outply.search.result import SearchResult


class Question(Struct):
    """A position and how to search it: MINIMAX or ALPHABETA to a depth, or COMPETITION with seconds left."""

    __slots__ = ("position", "mode", "depth", "seconds")

    position: Any
    mode: str
    depth: int | None
    seconds: float | None

    def __init__(self, position: Any, mode: str, depth: int | None = None, seconds: float | None = None) -> None:
        self._set(position, mode, depth, seconds)


def read(data: bytes, source: str = "input.txt", rules: str = "raid") -> Question:
    """Parse an input.txt. `rules` is the rule variant of Warfare, which the file does not contain.

    Raises FormatError if the file is malformed.
    """
    lines = LineReader(data, source)
    first = lines.read_line("the first line")
    question: Question
    if first in ("Star", "Circle"):
        from outply.formats import starcircle

        question = starcircle.read(lines, first)
    elif first.isascii() and first.isdigit():
        from outply.formats import warfare

        question = warfare.read(lines, first, rules)
    else:
        raise lines.error(quote(first), FIRST_LINE)
    lines.expect_end()
    return question


def has_assignment_format(game: str) -> bool:
    """Return whether an assignment defines an input.txt and an output.txt for the game."""
    return game in ("warfare", "starcircle")


def write(question: Question) -> str:
    """Return the input.txt of a question."""
    text: str = _format_of(question).write(question)
    return text


def write_answer(question: Question, result: SearchResult) -> str:
    """Return the output.txt that answers the question, exactly as the assignment demands it."""
    text: str = _format_of(question).write_answer(question.position, result)
    return text


def _format_of(question: Question) -> ModuleType:
    if question.position.game == "warfare":
        from outply.formats import warfare

        return warfare
    from outply.formats import starcircle

    return starcircle


__all__ = ["FormatError", "Question", "has_assignment_format", "read", "write", "write_answer"]
