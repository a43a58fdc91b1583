"""Reading and writing the input.txt, the output.txt and boards of Star/Circle."""

from __future__ import annotations

from outply.formats.line_reader import LineReader, parse_digits, quote
from outply.formats.question import Question
from outply.games.starcircle import LAST_ROW, MAX_STACK, MAX_WEIGHT, ROWS, Position, is_dark, square_name
from outply.text import plural

TYPE_CHECKING = False  # importing typing takes longer than answering a position
if TYPE_CHECKING:
    from typing import Any

MODES = ("MINIMAX", "ALPHABETA")
ANSWER_PARTS = ("move", "evaluation", "value", "count")
AFTER_A_PASS = "after a pass"
MAX_DEPTH = 10


def read(lines: LineReader, player: str, rules: str) -> Question:
    """Read the rest of an input.txt whose first line is `player`; `rules` is ignored.

    Raises FormatError if the input.txt is malformed.
    """
    mode = lines.read_choice("ALGORITHM", MODES)
    depth = lines.read_integer("DEPTH LIMIT", 1, MAX_DEPTH)
    return Question(read_board(lines, player), mode, depth)


def read_board(lines: LineReader, player: str) -> Position:
    """Read a position: the eight rows of the board, and the line with the row weights.

    Raises FormatError if the lines are malformed.
    """
    squares = [pieces for row in range(8) for pieces in _read_row(lines, row)]
    for colour, sign in (("Star", 1), ("Circle", -1)):
        if not any(pieces * sign > 0 for pieces in squares):
            raise lines.error(f"no {colour} on the board", "at least one piece of each player")
    return Position(squares, player, _read_weights(lines))


def board_lines(position: Position) -> list[str]:
    """Return the lines of a board: its eight rows, and the line with the row weights."""
    cells = [f"{'S' if pieces > 0 else 'C'}{abs(pieces)}" if pieces else "0" for pieces in position.squares]
    return [*(",".join(cells[i : i + 8]) for i in range(0, 64, 8)), ",".join(map(str, position.weights))]


def _read_row(lines: LineReader, row: int) -> list[int]:
    expected = f"8 cells for row {ROWS[row]}, separated by commas"
    line = lines.read_line(expected)
    cells = line.split(",")
    if len(cells) != 8:
        raise lines.error(plural(len(cells), "cell") if line else "a blank line", expected)
    return [_read_cell(lines, row * 8 + column, cell) for column, cell in enumerate(cells)]


def _read_cell(lines: LineReader, square: int, cell: str) -> int:
    if cell == "0":
        return 0
    name = square_name(square)
    count = parse_digits(cell[1:])
    if cell[:1] not in ("S", "C") or count is None:
        got = quote(cell) if cell else "nothing"
        raise lines.error(f"{got} on {name}", "0, or S or C and a number of pieces, such as S1 or C3")
    player = "Star" if cell[0] == "S" else "Circle"
    if not 1 <= count <= MAX_STACK:
        raise lines.error(f"{quote(cell)} on {name}", f"1 to {MAX_STACK} pieces")
    if not is_dark(square):
        raise lines.error(f"{quote(cell)} on the light square {name}", "pieces on dark squares only")
    if count > 1 and square // 8 != LAST_ROW[player]:
        last = ROWS[LAST_ROW[player]]
        raise lines.error(f"the stack {quote(cell)} on {name}", f"stacks of {player}s in row {last} only")
    return count if player == "Star" else -count


def _read_weights(lines: LineReader) -> list[int]:
    expected = "8 row values, separated by commas"
    line = lines.read_line(expected)
    words = line.split(",")
    if len(words) != 8:
        raise lines.error(plural(len(words), "value") if line else "a blank line", expected)
    weights: list[int] = []
    for word in words:
        magnitude = parse_digits(word.removeprefix("-"))
        if magnitude is None or magnitude > MAX_WEIGHT:
            raise lines.error(f"the value {quote(word)}", f"a whole number, -{MAX_WEIGHT:,} to {MAX_WEIGHT:,}")
        weight = -magnitude if word.startswith("-") else magnitude
        if weights and weight <= weights[-1]:
            raise lines.error(f"{weight} after {weights[-1]}", "increasing values")
        weights.append(weight)
    return weights


def write(question: Question) -> str:
    """Return the text of the input.txt that asks the question."""
    position: Position = question.position
    return "\n".join([position.to_move, question.mode, str(question.depth), *board_lines(position)]) + "\n"


def write_output(move: Any, after: Any, score: int, value: int, node_count: int | None) -> str:
    """Return the text of an output.txt: move, score after the move, minimax value and node count.

    There is no line feed at the end.
    """
    return f"{move}\n{score}\n{value}\n{node_count}"


def position_lines(position: Position) -> list[str]:
    """Return the lines of a position: the board and, if the last move was a pass, the line `after a pass`."""
    return board_lines(position) + [AFTER_A_PASS] * position.passes


def read_position(lines: LineReader, to_move: str, rules: str) -> Position:
    """Read a position in the format of `position_lines`; `rules` is ignored.

    Raises FormatError if the lines are malformed.
    """
    position = read_board(lines, to_move)
    if lines.peek() != AFTER_A_PASS:
        return position
    lines.read_line(AFTER_A_PASS)
    return Position(position.squares, position.to_move, position.weights, passes=1)


def answer_rows(after: Position) -> list[str]:
    """Return no lines, because an output.txt shows no board."""
    return []
