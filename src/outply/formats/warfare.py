"""Reading and writing the input.txt, the output.txt and boards of Warfare."""

from __future__ import annotations

from outply.formats.line_reader import LineReader, parse_digits, quote, read_seconds
from outply.formats.question import Question
from outply.games.warfare import COLUMNS, EMPTY, MAX_SIZE, MAX_VALUE, PLAYERS, Move, Position
from outply.text import plural, plural_noun

TYPE_CHECKING = False  # importing typing takes longer than answering a position
if TYPE_CHECKING:
    from typing import Any

MODES = ("MINIMAX", "ALPHABETA", "COMPETITION")
MAX_DEPTH = None
ANSWER_PARTS = ("move", "board")


def read(lines: LineReader, first: str, rules: str) -> Question:
    """Read the rest of an input.txt whose first line, N, is `first`.

    Raises FormatError if the input.txt is malformed.
    """
    size = parse_digits(first)
    if size is None or not 1 <= size <= MAX_SIZE:
        raise lines.error(quote(first), f"N: a whole number, 1 to {MAX_SIZE}")
    mode = lines.read_choice("MODE", MODES)
    player = lines.read_choice("YOUPLAY", PLAYERS)
    depth = seconds = None
    if mode == "COMPETITION":
        seconds = read_seconds(lines)
    else:
        depth = lines.read_integer("DEPTH", 1)
    values = _read_all_values(lines, size)
    return Question(Position(size, values, _read_all_owners(lines, size), player, rules), mode, depth, seconds)


def read_answer(data: bytes, position: Position) -> tuple[Move, tuple[str, ...]]:
    """Return the move and the rows of the board in an output.txt that answers a question about `position`.

    Raises FormatError if the output.txt is malformed.
    """
    expected = "a move, such as B3 Stake"
    lines = LineReader(data, "output.txt", expected)
    first = lines.read_line(expected)
    try:
        move = Move.parse(first)
    except ValueError:
        raise lines.error(quote(first), expected) from None
    rows = tuple(_read_owners(lines, row, position.size) for row in range(1, position.size + 1))
    lines.expect_end()
    return move, rows


def answer_rows(after: Position) -> list[str]:
    """Return the lines of an output.txt that show the board after the move: its owners, row by row."""
    return after.rows


def board_description(position: Position) -> str:
    """Return the noun for the rows of an output.txt."""
    return f"board of {position.size} x {position.size} cells"


def board_difference(actual: tuple[str, ...], expected: list[str]) -> str:
    """Return the first cell whose owner in an answer is wrong; empty if there is none."""
    cells = [
        (f"{COLUMNS[column]}{row + 1}", actual[row][column], expected[row][column])
        for row in range(len(expected))
        for column in range(len(expected))
        if actual[row][column] != expected[row][column]
    ]
    if not cells:
        return ""
    name, actual_owner, expected_owner = cells[0]
    others = len(cells) - 1
    more = f". {others} more {plural_noun(others, 'cell is', 'cells are')} wrong" if others else ""
    return f"{name} is {actual_owner!r}, expected {expected_owner!r}{more}"


def read_board(lines: LineReader, player: str, rules: str) -> Position:
    """Read a position: the rows of values, and the rows of owners unless the text ends after the values.

    Without rows of owners, all cells are empty. The length of the first row is the size of the board.
    Raises FormatError if the rows are malformed.
    """
    first = lines.peek().split()
    if not first:
        lines.read_line("the values of the first row")
        raise lines.error("a blank line", "the values of the first row")
    size = len(first)
    if size > MAX_SIZE:
        lines.read_line("the values of the first row")
        raise lines.error(plural(size, "value"), f"at most {MAX_SIZE} in a row")
    values = _read_all_values(lines, size)
    owners = EMPTY * size * size if lines.at_end else _read_all_owners(lines, size)
    return Position(size, values, owners, player, rules)


def board_lines(position: Position) -> list[str]:
    """Return the lines of a board: the rows of values, followed by the rows of owners."""
    rows = range(0, len(position.values), position.size)
    return [*(" ".join(map(str, position.values[i : i + position.size])) for i in rows), *position.rows]


def _read_all_values(lines: LineReader, size: int) -> list[int]:
    return [value for row in range(1, size + 1) for value in _read_values(lines, row, size)]


def _read_all_owners(lines: LineReader, size: int) -> str:
    owners = "".join(_read_owners(lines, row, size) for row in range(1, size + 1))
    if EMPTY not in owners:
        raise lines.error("a full board", "at least one empty cell")
    return owners


def _read_values(lines: LineReader, row: int, size: int) -> list[int]:
    expected = f"{plural(size, 'value')} for row {row}"
    line = lines.read_line(expected).replace("\t", " ")
    words = [word for word in line.split(" ") if word]
    if not words or line.startswith(" "):
        raise lines.error("a leading space" if words else "a blank line", expected)
    values = []
    for word in words:
        value = parse_digits(word)
        if value is None or not 1 <= value <= MAX_VALUE:
            raise lines.error(f"the value {quote(word)}", f"a whole number, 1 to {MAX_VALUE:,}")
        values.append(value)
    if len(values) != size:
        raise lines.error(plural(len(values), "value"), expected)
    return values


def _read_owners(lines: LineReader, row: int, size: int) -> str:
    expected = f"{plural(size, 'cell')} (X, O or .) for row {row}"
    cells = lines.read_line(expected).replace("…", "...")
    for column, cell in enumerate(cells, start=1):
        if cell not in "XO.":
            raise lines.error(f"{quote(cell)} in column {column}", expected)
    if len(cells) != size:
        raise lines.error(plural(len(cells), "cell") if cells else "a blank line", expected)
    return cells


def write(question: Question) -> str:
    """Return the text of the input.txt that asks the question."""
    position: Position = question.position
    limit = f"{question.seconds:.3f}" if question.mode == "COMPETITION" else str(question.depth)
    lines = [str(position.size), question.mode, position.to_move, limit, *board_lines(position)]
    return "\n".join(lines) + "\n"


def write_output(move: Any, after: Position, score: int, value: int, node_count: int | None) -> str:
    """Return the text of an output.txt: the move and the board after the move, without a final line feed."""
    return "\n".join([str(move), *after.rows])


position_lines = board_lines
read_position = read_board
