"""Questions: the content of an input.txt, in the format of the Warfare or Star/Circle assignment."""

from __future__ import annotations

from outply.formats.line_reader import FIRST_LINE, FormatError, LineReader, quote
from outply.games import CapabilityTable
from outply.games.struct import Struct

TYPE_CHECKING = False  # importing typing takes longer than answering a position
if TYPE_CHECKING:
    from typing import Any, Protocol

    from outply.games.protocol import Position
    from outply.search.result import SearchResult

    class AssignmentFormat(Protocol):
        """The interface of a module that reads and writes the input.txt and output.txt of a game."""

        MODES: tuple[str, ...]
        MAX_DEPTH: int | None
        ANSWER_PARTS: tuple[str, ...]

        def read(self, lines: LineReader, first: str, rules: str) -> Question: ...
        def write(self, question: Question) -> str: ...
        def write_output(self, move: Any, after: Any, score: int, value: int, node_count: int | None) -> str: ...
        def position_lines(self, position: Any) -> list[str]: ...
        def read_position(self, lines: LineReader, to_move: str, rules: str) -> Position: ...


FORMATS = CapabilityTable(warfare="outply.formats.warfare", starcircle="outply.formats.starcircle")
"""The games with an assignment format; see `AssignmentFormat`."""

FIRST_LINES = {
    "warfare": lambda line: line.isascii() and line.isdigit(),
    "starcircle": ("Star", "Circle").__contains__,
}
"""For each game, a function that recognizes the first line of its input.txt."""


class Question(Struct):
    """A position with the search to run: MINIMAX or ALPHABETA to a depth, or COMPETITION with seconds left."""

    __slots__ = ("position", "mode", "depth", "seconds")

    position: Any
    mode: str
    depth: int | None
    seconds: float | None

    def __init__(self, position: Any, mode: str, depth: int | None = None, seconds: float | None = None) -> None:
        self._set(position, mode, depth, seconds)


def read(data: bytes, source: str = "input.txt", rules: str = "raid") -> Question:
    """Parse the content of an input.txt, which `source` names in error messages.

    `rules` is the rule variant of a Warfare position, because the file does not contain the variant.

    Raises FormatError if the file is malformed.
    """
    lines = LineReader(data, source)
    first = lines.read_line("the first line")
    for game, is_first_line in FIRST_LINES.items():
        if is_first_line(first):
            question = format_of(game).read(lines, first, rules)
            lines.expect_end()
            return question
    raise lines.error(quote(first), FIRST_LINE)


def has_assignment_format(game: str) -> bool:
    """Return whether an assignment defines an input.txt and an output.txt for the game."""
    return game in FORMATS


def write(question: Question) -> str:
    """Return the text of the input.txt that asks the question."""
    return format_of(question.position.game).write(question)


def write_answer(question: Question, result: SearchResult) -> str:
    """Return the text of the output.txt with the answer `result`, exactly as the assignment requires."""
    position = question.position
    after = position.play(result.move)
    return format_of(position.game).write_output(
        result.move, after, after.score(position.to_move), result.value, result.node_count
    )


def format_of(game: str) -> AssignmentFormat:
    """Return the module that implements the assignment format of a game; raise KeyError if there is none."""
    module: Any = FORMATS[game]
    return module  # type: ignore[no-any-return]


def has_mode(game: str, mode: str) -> bool:
    """Return whether the assignment of the game defines the search mode; False if there is no assignment."""
    return game in FORMATS and mode in format_of(game).MODES


def answer_parts(game: str) -> tuple[str, ...]:
    """Return the names of the parts of the game's output.txt that are judged separately, such as `move`."""
    return format_of(game).ANSWER_PARTS


__all__ = [
    "FormatError",
    "Question",
    "answer_parts",
    "format_of",
    "has_assignment_format",
    "has_mode",
    "read",
    "write",
    "write_answer",
]
