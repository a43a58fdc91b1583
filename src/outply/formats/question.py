"""The question that an input.txt asks, in either of the two dialects."""

from __future__ import annotations

from outply.formats.line_reader import FIRST_LINE, FormatError, Lines, shown
from outply.games.struct import Struct

TYPE_CHECKING = False
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
    """Read an input.txt; the first line tells the dialects apart. `rules` are for Warfare."""
    lines = Lines(data, source)
    first = lines.take("the first line")
    question: Question
    if first in ("Star", "Circle"):
        from outply.formats import starcircle

        question = starcircle.read(lines, first)
    elif first.isascii() and first.isdigit():
        from outply.formats import warfare

        question = warfare.read(lines, first, rules)
    else:
        raise lines.error(shown(first), FIRST_LINE)
    lines.end()
    return question


def is_asked(game: str) -> bool:
    """Return whether the game comes from an assignment, and has an input.txt and an output.txt."""
    return game in ("warfare", "starcircle")


def write(question: Question) -> str:
    """Return the input.txt that asks the question."""
    text: str = _dialect(question).write(question)
    return text


def write_answer(question: Question, result: SearchResult) -> str:
    """Return the output.txt that answers it, to the byte."""
    text: str = _dialect(question).write_answer(question.position, result)
    return text


def _dialect(question: Question) -> ModuleType:
    if question.position.game == "warfare":
        from outply.formats import warfare

        return warfare
    from outply.formats import starcircle

    return starcircle


__all__ = ["FormatError", "Question", "is_asked", "read", "write", "write_answer"]
