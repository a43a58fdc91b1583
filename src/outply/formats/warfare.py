"""Warfare's input.txt and output.txt, and its boards as text."""

from __future__ import annotations

from outply.formats.line_reader import Lines, counted, digits, shown
from outply.formats.question import Question
from outply.games.warfare import EMPTY, MAX_SIZE, MAX_VALUE, PLAYERS, Move, Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outply.search.result import SearchResult

MODES = ("MINIMAX", "ALPHABETA", "COMPETITION")
LONGEST_SECONDS = 1e9


def read(lines: Lines, first: str, rules: str) -> Question:
    """Read the rest of an input.txt after its first line, N."""
    size = digits(first)
    if size is None or not 1 <= size <= MAX_SIZE:
        raise lines.error(shown(first), f"N: a whole number, 1 to {MAX_SIZE}")
    mode = lines.choice("MODE", MODES)
    player = lines.choice("YOUPLAY", PLAYERS)
    depth = seconds = None
    if mode == "COMPETITION":
        seconds = _read_seconds(lines)
    else:
        depth = lines.whole_number("DEPTH", 1)
    values = _read_all_values(lines, size)
    return Question(Position(size, values, _read_all_owners(lines, size), player, rules), mode, depth, seconds)


def read_answer(data: bytes, size: int, source: str = "output.txt") -> tuple[Move, str]:
    """Read an output.txt for a board of that size: the move, and the owners of the cells."""
    expected = "a move, such as B3 Stake"
    lines = Lines(data, source, expected)
    first = lines.take(expected)
    try:
        move = Move.parse(first)
    except ValueError:
        raise lines.error(shown(first), expected) from None
    owners = "".join(_read_owners(lines, row, size) for row in range(1, size + 1))
    lines.end()
    return move, owners


def read_board(lines: Lines, player: str, rules: str) -> Position:
    """Read as many rows of values as the first of them has values, then the rows of cells if there are any."""
    first = lines.peek().split()
    if not first:
        lines.take("the values of the first row")
        raise lines.error("a blank line", "the values of the first row")
    size = len(first)
    if size > MAX_SIZE:
        lines.take("the values of the first row")
        raise lines.error(counted(size, "value"), f"at most {MAX_SIZE} in a row")
    values = _read_all_values(lines, size)
    owners = EMPTY * size * size if lines.at_end else _read_all_owners(lines, size)
    return Position(size, values, owners, player, rules)


def board_lines(position: Position) -> list[str]:
    """Return the rows of values, then the rows of cells."""
    rows = range(0, len(position.values), position.size)
    return [*(" ".join(map(str, position.values[i : i + position.size])) for i in rows), *position.rows]


def _read_all_values(lines: Lines, size: int) -> list[int]:
    return [value for row in range(1, size + 1) for value in _read_values(lines, row, size)]


def _read_all_owners(lines: Lines, size: int) -> str:
    owners = "".join(_read_owners(lines, row, size) for row in range(1, size + 1))
    if EMPTY not in owners:
        raise lines.error("a full board", "at least one empty cell")
    return owners


def _read_seconds(lines: Lines) -> float:
    expected = "the CPU seconds left, such as 200 or 12.345"
    found = lines.take(expected)
    whole, point, fraction = found.partition(".")
    if digits(whole) is None or (point and digits(fraction) is None):
        raise lines.error(shown(found), expected)
    return min(float(found), LONGEST_SECONDS)


def _read_values(lines: Lines, row: int, size: int) -> list[int]:
    expected = f"{counted(size, 'value')} for row {row}"
    line = lines.take(expected).replace("\t", " ")
    words = [word for word in line.split(" ") if word]
    if not words or line.startswith(" "):
        raise lines.error("a leading space" if words else "a blank line", expected)
    values = []
    for word in words:
        value = digits(word)
        if value is None or not 1 <= value <= MAX_VALUE:
            raise lines.error(f"the value {shown(word)}", f"a whole number, 1 to {MAX_VALUE:,}")
        values.append(value)
    if len(values) != size:
        raise lines.error(counted(len(values), "value"), expected)
    return values


def _read_owners(lines: Lines, row: int, size: int) -> str:
    expected = f"{counted(size, 'cell')} (X, O or .) for row {row}"
    cells = lines.take(expected).replace("…", "...")
    for column, cell in enumerate(cells, start=1):
        if cell not in "XO.":
            raise lines.error(f"{shown(cell)} in column {column}", expected)
    if len(cells) != size:
        raise lines.error(counted(len(cells), "cell") if cells else "a blank line", expected)
    return cells


def write(question: Question) -> str:
    """Return the input.txt that asks the question."""
    position: Position = question.position
    limit = f"{question.seconds:.3f}" if question.mode == "COMPETITION" else str(question.depth)
    lines = [str(position.size), question.mode, position.to_move, limit, *board_lines(position)]
    return "\n".join(lines) + "\n"


def write_answer(position: Position, result: SearchResult) -> str:
    """Return the move and the board after it; no line feed after the last row."""
    return "\n".join([str(result.move), *position.play(result.move).rows])
