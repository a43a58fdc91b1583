"""Lenient parser of a student's output.txt, which also reports deviations from the required format.

The parser does not judge whether the answer is correct.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from outply.formats.line_reader import quote
from outply.formats.question import FORMATS, Question, answer_parts, format_of
from outply.games import game_of
from outply.text import plural

MAX_TRACE_BYTES = 16 << 20
"""Maximum number of bytes read from a list of visits."""

MAX_OUTPUT_BYTES = 64 << 10
"""Maximum number of bytes read from an output.txt; a valid file is far shorter."""

MAX_LINE_LENGTH = 200
"""Only this many characters of a line are searched for a move or a number."""

MODES = ("MINIMAX", "ALPHABETA", "COMPETITION")

MAX_MOVE_WORDS = 3
"""Words at the beginning of a line that may be a move of a game without an assignment."""

_WARFARE = re.compile(
    r"(?<![A-Z0-9])([A-Z])\s*0*([1-9]\d?)[\s,;:_-]*(STAKE|RAID)(?![A-Z])"
    r"|(STAKE|RAID|PARADROP|BLITZ)[\s,;:_-]*(?:TO\s+|AT\s+)?([A-Z])\s*0*([1-9]\d?)(?!\d)",
    re.IGNORECASE,
)
_STARCIRCLE = re.compile(
    r"(?<![A-Z0-9])([A-H])\s*([1-8])\s*[-\u2010-\u2015\u2212]+>?\s*([A-H])\s*([1-8])(?!\d)|\b(PASS)\b",
    re.IGNORECASE,
)
_STARCIRCLE_LOOSE = re.compile(
    r"(?<![A-Z0-9])([A-H])([1-8])(?:\s*[,:>]\s*|\s+TO\s+|\s*)([A-H])([1-8])(?!\d)()", re.IGNORECASE
)
_TREE_HEADER = re.compile(r"[^\n]*, (?:MINIMAX|ALPHABETA) to depth \d+\n([^\n]*MAX is [^\n]* visits?[^\n]*)\n\n")
"""The lines that `outply tree --text` writes before the visits."""

GENERIC_NUMBERS = ("the minimax value", "the number of visited nodes")
NUMBERS = ("the evaluation after the move", *GENERIC_NUMBERS)
"""The lines with numbers after the move, in the generic format and in Star/Circle."""

_INTEGER = re.compile(r"\s*[-+]?\d+\s*")
_NUMBER = re.compile(r"[-+\u2212]?\d[\d,_']*(?:\.\d*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedOutput:
    """The content of an output.txt, and messages about deviations from the required format.

    Missing or unreadable parts are None, and so are the parts that the format of the game does not have: `rows` is
    the board in Warfare and in the generic format, `score` the evaluation in Star/Circle, and `value` and
    `node_count` belong to Star/Circle and to the generic format.
    """

    first_line: str
    move: Any = None
    rows: tuple[str, ...] | None = None
    score: int | None = None
    value: int | None = None
    node_count: int | None = None
    format_errors: tuple[str, ...] = ()


def decode(data: bytes, max_bytes: int) -> tuple[str, list[str]]:
    """Return the text of a file with LF line endings, and messages about its size, encoding and line endings.

    Only the first `max_bytes` bytes are decoded.
    """
    errors = []
    if len(data) > max_bytes:
        errors.append(f"The file is larger than {max_bytes >> 10:,} KiB; only its beginning was read.")
        data = data[:max_bytes]
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        errors.append("The file is encoded in UTF-16; write plain ASCII.")
        text = data.decode("utf-16", errors="replace")
    else:
        if data.startswith(b"\xef\xbb\xbf"):
            errors.append("The file begins with a byte-order mark; write it without one.")
            data = data[3:]
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            line = len(data[: error.start + 1].splitlines())  # also with other line endings
            errors.append(
                f"Line {line} contains the byte 0x{data[error.start]:02X}, which is not text; write plain ASCII."
            )
            text = data.decode("latin-1")
    if "\r" in text:
        ends = "carriage return and line feed (as on Windows)" if "\r\n" in text else "carriage returns"
        errors.append(f"Lines end in {ends}; they should end in a line feed alone.")
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text, errors


def normalize(output: bytes) -> bytes:
    """Return the output of a program without the whitespace and line endings that do not count."""
    lines = (b" ".join(line.split()) for line in output.replace(b"\r", b"\n").split(b"\n"))
    return b"\n".join(line for line in lines if line)


def find_move(text: str, position: Any) -> Any:
    """Return the first move in the text, in any common notation of the position's game; None if there is none."""
    text = text[:MAX_LINE_LENGTH]
    find = _FIND_NOTATION.get(position.game)
    if find is None:
        return _find_generic_move(text, position)
    notation = find(text)
    return None if notation is None else _parsed(notation, position)


def _find_generic_move(text: str, position: Any) -> Any:
    """Return the move that the text begins with, in any case, perhaps followed by other words."""
    words = text.split()
    for count in (len(words), *range(1, min(len(words), MAX_MOVE_WORDS + 1))):
        beginning = " ".join(words[:count])
        for notation in (beginning, beginning.upper(), beginning.lower(), beginning.capitalize()):
            if (move := _parsed(notation, position)) is not None:
                return move
    return None


def _parsed(notation: str, position: Any) -> Any:
    try:
        return game_of(position).parse_move(notation)
    except ValueError:
        return None


def _find_warfare_notation(text: str) -> str | None:
    if (match := _WARFARE.search(text)) is None:
        return None
    column, row, kind = match.group(1, 2, 3) if match[1] else match.group(5, 6, 4)
    kind = {"PARADROP": "STAKE", "BLITZ": "RAID"}.get(kind.upper(), kind)
    return f"{column.upper()}{row} {kind.capitalize()}"


def _find_starcircle_notation(text: str) -> str | None:
    if (match := _STARCIRCLE.search(text) or _STARCIRCLE_LOOSE.search(text)) is None:
        return None
    return "pass" if match[5] else f"{match[1]}{match[2]}-{match[3]}{match[4]}".upper()


_FIND_NOTATION = {"warfare": _find_warfare_notation, "starcircle": _find_starcircle_notation}
"""For each game, the function that finds a move in a line, in any common notation."""


def parse_output(data: bytes, question: Question) -> ParsedOutput:
    """Parse the content of an output.txt, which answers the question."""
    text, errors = decode(data, MAX_OUTPUT_BYTES)
    lines = _nonblank_lines(text, errors)
    if not lines:
        errors.append("The file is empty.")
        return ParsedOutput(first_line="", format_errors=tuple(errors))
    first = lines[0][1]
    move = find_move(first, question.position)
    if move is not None:
        errors += _differences([(lines[0][0], first, str(move))])
    if question.position.game not in FORMATS:
        return _parse_generic(question, first, move, lines[1:], errors)
    if "board" in answer_parts(question.position.game):
        rows = _parse_rows(lines[1:], question.position.size, errors)
        return ParsedOutput(first_line=first, move=move, rows=rows, format_errors=tuple(errors))
    score, value, node_count = _parse_numbers(lines[1:], errors)
    return ParsedOutput(
        first_line=first, move=move, score=score, value=value, node_count=node_count, format_errors=tuple(errors)
    )


def _parse_generic(
    question: Question, first: str, move: Any, lines: list[tuple[int, str]], errors: list[str]
) -> ParsedOutput:
    """Parse the lines after the move in the generic format."""
    value = node_count = None
    if question.depth is not None:
        value, node_count = _parse_numbers(lines[:2], errors, GENERIC_NUMBERS)
        lines = lines[2:]
    position = question.position
    after = position.play(move) if move is not None and position.is_legal(move) else position
    expected = len(format_of(position.game).answer_rows(after))
    rows = tuple(line for _, line in lines)
    if len(rows) != expected:
        errors.append(f"The position after the move has {plural(len(rows), 'line')}, expected {expected}.")
    return ParsedOutput(
        first_line=first,
        move=move,
        rows=rows if len(rows) == expected else None,
        value=value,
        node_count=node_count,
        format_errors=tuple(errors),
    )


def parse_visits(data: bytes, position: Any) -> tuple[list[tuple[int, Any]], str]:
    """Parse a list of visited moves, one per line. Return pairs of line number and move, and an error message.

    Text around a move, blank lines, lines about the root and the header of `outply tree --text` are ignored. Any
    other line without a move ends the list with an error message. The message is empty if there is no such line.
    """
    text, _ = decode(data, MAX_TRACE_BYTES)
    header = _TREE_HEADER.match(text)
    if header is not None:
        if re.search(r"\bbelow |, of which ", header[1]):
            return [], "The tree is incomplete; run `outply tree --text` without --below and --limit."
        text = "\n" * header[0].count("\n") + text[header.end() :]
    visits = []
    moves: dict[str, Any] = {"": None}  # by line, because most lines occur many times
    for number, line in enumerate(text.split("\n"), start=1):
        if line not in moves:
            moves[line] = find_move(line, position)
        if (move := moves[line]) is not None:
            visits.append((number, move))
        elif line.strip() and not re.search(r"\b(root|none|null|start)\b", line[:MAX_LINE_LENGTH], re.IGNORECASE):
            return visits, f"Line {number} is {quote(line.strip())}, expected a move."
    return visits, ""


def is_visit_list(data: bytes, position: Any) -> bool:
    """Return whether the content of a file is a list of visits rather than an output.txt.

    A list of visits has the header of `outply tree --text`, moves in two consecutive lines among the first four,
    or its first move in the second line.
    """
    text = decode(data[:4096], MAX_TRACE_BYTES)[0]
    if _TREE_HEADER.match(text):
        return True
    lines = [line for line in text.split("\n") if line.strip()][:4]
    if position.game not in FORMATS and [bool(_INTEGER.fullmatch(line)) for line in lines[1:3]] == [True, True]:
        return False  # the numbers of an output.txt in the generic format may look like moves
    moves = [find_move(line, position) is not None for line in lines]
    return any(moves[i] and moves[i + 1] for i in range(len(moves) - 1)) or moves[:2] == [False, True]


def _nonblank_lines(text: str, errors: list[str]) -> list[tuple[int, str]]:
    """Return pairs of line number and stripped line for all non-blank lines.

    Append messages about blank lines and stray whitespace to `errors`.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1)]
    nonblank = [(number, line) for number, line in lines if line.strip()]
    if not nonblank:
        return []
    first, last = nonblank[0][0], nonblank[-1][0]
    if lines[last:] == [(last + 1, "")]:
        errors.append("There is a line feed after the last line; the file should end with its last character.")
    elif lines[last:]:
        errors.append("There are blank lines at the end.")
    if first > 1:
        errors.append("The file begins with a blank line.")
    if len(nonblank) < last - first + 1:
        errors.append("There are blank lines between the lines.")
    for strip, where in ((str.lstrip, "before"), (str.rstrip, "after")):
        numbers = [str(number) for number, line in nonblank if strip(line) != line]
        if numbers:
            errors.append(f"There is whitespace {where} the text of {_line_list(numbers)}.")
    return [(number, line.strip()) for number, line in nonblank]


def _line_list(numbers: list[str]) -> str:
    return f"line {numbers[0]}" if len(numbers) == 1 else f"lines {_shorten(numbers)}"


def _shorten(numbers: list[str]) -> str:
    return ", ".join(numbers) if len(numbers) <= 5 else f"{', '.join(numbers[:4])} and {len(numbers) - 4} more"


def _differences(lines: list[tuple[int, str, str]]) -> list[str]:
    """Return messages about the lines, given as (number, actual, expected), that differ from the expected form."""
    by_kind: dict[str, list[tuple[int, str, str]]] = {}
    for line in lines:
        if line[1] != line[2]:
            by_kind.setdefault(_difference_kind(line[1], line[2]), []).append(line)
    sentences = []
    for kind, same in by_kind.items():
        _, actual, expected = same[0]
        where = _line_list([str(number) for number, _, _ in same]).capitalize()
        verb = "has" if len(same) == 1 else "have"
        sentences.append(f"{where} {verb} {kind}: {quote(actual)} should be {expected!r}.")
    return sentences


def _difference_kind(actual: str, expected: str) -> str:
    if actual.upper() == expected.upper():
        return "the wrong capitalisation"
    if "".join(actual.split()) == "".join(expected.split()):
        return "the wrong spacing"
    if re.sub("[\u2010-\u2015\u2212]", "-", actual).upper() == expected.upper():
        return "a dash instead of the ASCII hyphen"
    return "the wrong form"


def _parse_rows(lines: list[tuple[int, str]], size: int, errors: list[str]) -> tuple[str, ...] | None:
    rows, readable_lines = [], []
    for number, line in lines[:size]:
        cells = re.sub(r"[\s,;|\[\]'\"]", "", line.replace("\u2026", "..."))
        cells = cells.translate(str.maketrans("xo0*_-", "XOO..."))
        if set(cells) <= set("XO.") and len(cells) == size:
            readable_lines.append((number, line, cells))
        elif set(cells) <= set("XO."):
            errors.append(f"Line {number} has {plural(len(cells), 'cell')}, expected {size}.")
        else:
            errors.append(f"Line {number} is {quote(line)}, expected a row of {plural(size, 'cell')} (X, O or .).")
        rows.append(cells)
    errors += _differences(readable_lines)
    if len(rows) < size:
        errors.append(f"The board has {plural(len(rows), 'row')}, expected {size}.")
    _report_extra_lines(lines[size:], errors, f"the {plural(size, 'row')} of the board")
    is_readable = len(rows) == size and all(len(row) == size and set(row) <= set("XO.") for row in rows)
    return tuple(rows) if is_readable else None


def _parse_numbers(
    lines: list[tuple[int, str]], errors: list[str], meanings: tuple[str, ...] = NUMBERS
) -> list[int | None]:
    numbers: list[int | None] = []
    readable_lines = []
    for (number, line), meaning in zip(lines, meanings, strict=False):
        value = _parse_number(line)
        if value is None:
            errors.append(f"Line {number} is {quote(line)}, expected {meaning}: one whole number.")
        else:
            readable_lines.append((number, line, str(value)))
        numbers.append(value)
    errors += _differences(readable_lines)
    for meaning in meanings[len(numbers) :]:
        errors.append(f"The line with {meaning} is missing.")
        numbers.append(None)
    _report_extra_lines(lines[len(meanings) :], errors, meanings[-1])
    return numbers


def _parse_number(line: str) -> int | None:
    """Return the whole number in a line that contains exactly one number; otherwise None."""
    numbers = _NUMBER.findall(line) if len(line) <= MAX_LINE_LENGTH else []
    if len(numbers) != 1:
        return None
    whole, _, fraction = numbers[0].partition(".")
    return None if fraction.strip("0") else int(re.sub(r"[,_']", "", whole.replace("\u2212", "-")))


def _report_extra_lines(lines: list[tuple[int, str]], errors: list[str], last: str) -> None:
    if not lines:
        return
    number, line = lines[0]
    if line.upper() in MODES and len(lines) == 1:
        errors.append(f"Line {number} is the name of the algorithm, which must not be printed.")
    else:
        errors.append(f"There {'is' if len(lines) == 1 else 'are'} {plural(len(lines), 'line')} after {last}.")
