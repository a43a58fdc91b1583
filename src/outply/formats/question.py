"""Questions: the content of an input.txt, in the format of an assignment or in the generic format."""

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
        def answer_rows(self, after: Any) -> list[str]: ...

    class BoardFormat(AssignmentFormat, Protocol):
        """The format of answers that contain the board after the move."""

        def read_answer(self, data: bytes, position: Any) -> tuple[Any, tuple[str, ...]]: ...
        def board_difference(self, actual: tuple[str, ...], expected: list[str]) -> str: ...
        def board_description(self, position: Any) -> str: ...


FORMATS = CapabilityTable(warfare="outply.formats.warfare", starcircle="outply.formats.starcircle")
"""The games with an assignment format; see `AssignmentFormat`. Other games have the generic format."""

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
    from outply.formats.generic import generic_format, has_generic_format  # imports the installed games

    name = first.partition(" ")[0]
    if has_generic_format(name):
        question = generic_format(name).read(lines, first, rules)
        lines.expect_end()
        return question
    raise lines.error(quote(first), FIRST_LINE)


def has_question_format(game: str) -> bool:
    """Return whether the game has an input.txt and an output.txt: those of an assignment or the generic ones."""
    if game in FORMATS:
        return True
    from outply.formats.generic import has_generic_format

    return has_generic_format(game)


def is_generic_question(data: bytes) -> bool:
    """Return whether a file begins like an input.txt in the generic format: with a game and a variant."""
    name, space, _ = data[:256].partition(b"\n")[0].decode(errors="replace").partition(" ")
    return bool(space) and has_question_format(name)


def has_assignment_format(game: str) -> bool:
    """Return whether an assignment defines an input.txt and an output.txt for the game."""
    return game in FORMATS


def write(question: Question) -> str:
    """Return the text of the input.txt that asks the question."""
    return format_of(question.position.game, question.mode).write(question)


def write_answer(question: Question, result: SearchResult) -> str:
    """Return the text of the output.txt with the answer `result`, exactly as the assignment requires."""
    position = question.position
    after = position.play(result.move)
    node_count = None if question.mode == "COMPETITION" else result.node_count
    return format_of(position.game, question.mode).write_output(
        result.move, after, after.score(position.to_move), result.value, node_count
    )


def assignment_format(game: str) -> AssignmentFormat:
    """Return the module that implements the assignment format of a game; raise KeyError if there is none."""
    module: Any = FORMATS[game]
    return module  # type: ignore[no-any-return]


def format_of(game: str, mode: str = "") -> AssignmentFormat:
    """Return the format of questions about a game: that of its assignment if it has one, or the generic format.

    The generic format also has the modes that an assignment lacks. Raises KeyError if the game has no format.
    """
    if game in FORMATS:
        assignment = assignment_format(game)
        if not mode or mode in assignment.MODES:
            return assignment
    from outply.formats.generic import generic_format

    return generic_format(game)


def board_format(game: str, mode: str = "") -> BoardFormat:
    """Return the format of questions about a game whose answers contain a board; see `format_of`."""
    found: Any = format_of(game, mode)
    return found  # type: ignore[no-any-return]


def has_mode(game: str, mode: str) -> bool:
    """Return whether there are questions about the game with the search mode."""
    return has_question_format(game) and mode in format_of(game, mode).MODES


def answer_parts(game: str) -> tuple[str, ...]:
    """Return the names of the parts of the game's output.txt that are judged separately, such as `move`."""
    return format_of(game).ANSWER_PARTS


__all__ = [
    "FormatError",
    "Question",
    "answer_parts",
    "assignment_format",
    "board_format",
    "format_of",
    "has_assignment_format",
    "has_mode",
    "has_question_format",
    "is_generic_question",
    "read",
    "write",
    "write_answer",
]
