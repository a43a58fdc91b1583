"""Somebody's output.txt of any quality: what it says, and what is wrong with how it says it.

`Reading.faults` are about the format alone. What is missing or cannot be understood is None.
"""

from __future__ import annotations

import re
from typing import Any

from outply.formats.line_reader import counted, shown
from outply.formats.question import Question
from outply.games import game_of
from outply.games.struct import Struct

MOST_BYTES = 16 << 20
"""What is read of a list of visits."""

LONGEST_ANSWER = 64 << 10
"""What is read of an output.txt; none is nearly as long."""

LONGEST_LINE = 200
"""Characters of a line in which something is looked for."""

MODES = ("MINIMAX", "ALPHABETA", "COMPETITION")

_WARFARE = re.compile(
    r"(?<![A-Z0-9])([A-Z])\s*0*([1-9]\d?)[\s,;:_-]*(STAKE|RAID)(?![A-Z])"
    r"|(STAKE|RAID|PARADROP|BLITZ)[\s,;:_-]*(?:TO\s+|AT\s+)?([A-Z])\s*0*([1-9]\d?)(?!\d)",
    re.IGNORECASE,
)
_STARCIRCLE = re.compile(
    r"(?<![A-Z0-9])([A-H])\s*([1-8])\s*[-\u2010-\u2015\u2212]+>?\s*([A-H])\s*([1-8])(?!\d)|\b(PASS)\b",
    re.IGNORECASE,
)
_LOOSELY = re.compile(
    r"(?<![A-Z0-9])([A-H])([1-8])(?:\s*[,:>]\s*|\s+TO\s+|\s*)([A-H])([1-8])(?!\d)()", re.IGNORECASE
)
_HEAD_OF_TREE = re.compile(r"[^\n]*, (?:MINIMAX|ALPHABETA) to depth \d+\n([^\n]*MAX is [^\n]* visits?[^\n]*)\n\n")
"""What `outply tree --text` writes before the visits (report/tree/words.py)."""

_NUMBER = re.compile(r"[-+\u2212]?\d[\d,_']*(?:\.\d*)?")


class Reading(Struct):
    """What an output.txt says, and sentences about its format.

    `rows` is the board of Warfare, rows and cells as they are; `score`, `value` and `visited` are Star/Circle's.
    """

    __slots__ = ("first", "move", "rows", "score", "value", "visited", "faults")

    first: str
    move: Any
    rows: tuple[str, ...] | None
    score: int | None
    value: int | None
    visited: int | None
    faults: tuple[str, ...]

    def __init__(
        self,
        first: str,
        move: Any,
        rows: tuple[str, ...] | None,
        score: int | None,
        value: int | None,
        visited: int | None,
        faults: tuple[str, ...],
    ) -> None:
        self._set(first, move, rows, score, value, visited, faults)


def decode(data: bytes, most: int) -> tuple[str, list[str]]:
    """Return the text with plain line feeds, and what was wrong with its bytes."""
    faults = []
    if len(data) > most:
        faults.append(f"The file is larger than {most >> 10:,} KiB, and only its beginning was read.")
        data = data[:most]
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        faults.append("The file is in UTF-16; write plain ASCII.")
        text = data.decode("utf-16", errors="replace")
    else:
        if data.startswith(b"\xef\xbb\xbf"):
            faults.append("The file begins with a byte-order mark; write it without.")
            data = data[3:]
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            faults.append(
                f"Line {line} has the byte 0x{data[error.start]:02X}, which is no text; write plain ASCII."
            )
            text = data.decode("latin-1")
    if "\r" in text:
        ends = "carriage return and line feed (as on Windows)" if "\r\n" in text else "carriage returns"
        faults.append(f"Lines end in {ends}; they should end in a line feed alone.")
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text, faults


def find_move(text: str, position: Any) -> Any:
    """Return the move of the position's game that is written somewhere in the text, or None."""
    text = text[:LONGEST_LINE]
    if position.game == "warfare":
        if (found := _WARFARE.search(text)) is None:
            return None
        column, row, kind = found.group(1, 2, 3) if found[1] else found.group(5, 6, 4)
        kind = {"PARADROP": "STAKE", "BLITZ": "RAID"}.get(kind.upper(), kind)
        plain = f"{column.upper()}{row} {kind.capitalize()}"
    else:
        if (found := _STARCIRCLE.search(text) or _LOOSELY.search(text)) is None:
            return None
        plain = "pass" if found[5] else f"{found[1]}{found[2]}-{found[3]}{found[4]}".upper()
    try:
        return game_of(position).parse_move(plain)
    except ValueError:
        return None


def read_answer(data: bytes, question: Question) -> Reading:
    """Read what somebody's program wrote as its answer to the question."""
    text, faults = decode(data, LONGEST_ANSWER)
    lines = _layout(text, faults)
    first = lines[0][1] if lines else ""
    if not lines:
        faults.append("The file is empty.")
        return Reading(first, None, None, None, None, None, tuple(faults))
    move = find_move(first, question.position)
    if move is not None:
        faults += _differences([(lines[0][0], first, str(move))])
    if question.position.game == "warfare":
        rows = _rows(lines[1:], question.position.size, faults)
        return Reading(first, move, rows, None, None, None, tuple(faults))
    score, value, visited = _numbers(lines[1:], faults)
    return Reading(first, move, None, score, value, visited, tuple(faults))


def read_visits(data: bytes, position: Any) -> tuple[list[tuple[int, Any]], str]:
    """Read a list of visited moves, one on a line with whatever stands around it: line numbers and moves.

    Lines without a move are passed over if they are blank or speak of the root, and so is the head of what
    `outply tree --text` writes. Any other ends the list, and a sentence, empty otherwise, says so.
    """
    text, _ = decode(data, MOST_BYTES)
    head = _HEAD_OF_TREE.match(text)
    if head is not None:
        if re.search(r"\bbelow |, of which ", head[1]):
            return [], "It is a part of a tree; `outply tree --text` writes all of it without --below and --limit."
        text = "\n" * head[0].count("\n") + text[head.end() :]
    found = []
    known: dict[str, Any] = {"": None}
    for number, line in enumerate(text.split("\n"), start=1):
        if line not in known:
            known[line] = find_move(line, position)
        if (move := known[line]) is not None:
            found.append((number, move))
        elif line.strip() and not re.search(r"\b(root|none|null|start)\b", line[:LONGEST_LINE], re.IGNORECASE):
            return found, f"Line {number} is {shown(line.strip())}, expected a move."
    return found, ""


def is_a_list(data: bytes, position: Any) -> bool:
    """Return whether it is a list of visited moves rather than an output.txt: two lines in a row have a move."""
    text = decode(data[:4096], MOST_BYTES)[0]
    if _HEAD_OF_TREE.match(text):
        return True
    lines = [line for line in text.split("\n") if line.strip()][:4]
    moves = [find_move(line, position) is not None for line in lines]
    return any(moves[i] and moves[i + 1] for i in range(len(moves) - 1)) or moves[:2] == [False, True]


def _layout(text: str, faults: list[str]) -> list[tuple[int, str]]:
    """Return the lines that hold something, stripped, with their numbers; say what stands around them."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1)]
    found = [(number, line) for number, line in lines if line.strip()]
    if not found:
        return []
    first, last = found[0][0], found[-1][0]
    if lines[last:] == [(last + 1, "")]:
        faults.append("There is a line feed after the last line; the file should end with its last character.")
    elif lines[last:]:
        faults.append("There are blank lines at the end.")
    if first > 1:
        faults.append("The file begins with a blank line.")
    if len(found) < last - first + 1:
        faults.append("There are blank lines between the lines.")
    for strip, where in ((str.lstrip, "before"), (str.rstrip, "after")):
        numbers = [str(number) for number, line in found if strip(line) != line]
        if numbers:
            faults.append(f"There are blanks {where} the text of {_line(numbers)}.")
    return [(number, line.strip()) for number, line in found]


def _line(numbers: list[str]) -> str:
    return f"line {numbers[0]}" if len(numbers) == 1 else f"lines {_few(numbers)}"


def _few(numbers: list[str]) -> str:
    return ", ".join(numbers) if len(numbers) <= 5 else f"{', '.join(numbers[:4])} and {len(numbers) - 4} more"


def _differences(lines: list[tuple[int, str, str]]) -> list[str]:
    """Return how lines, each with its number, what it is and what it should be, are written otherwise."""
    kinds: dict[str, list[tuple[int, str, str]]] = {}
    for line in lines:
        if line[1] != line[2]:
            kinds.setdefault(_kind(line[1], line[2]), []).append(line)
    sentences = []
    for kind, same in kinds.items():
        _, found, expected = same[0]
        where = _line([str(number) for number, _, _ in same]).capitalize()
        verb = "has" if len(same) == 1 else "have"
        sentences.append(f"{where} {verb} {kind}: {shown(found)} should be {expected!r}.")
    return sentences


def _kind(found: str, expected: str) -> str:
    if found.upper() == expected.upper():
        return "the wrong capitals"
    if "".join(found.split()) == "".join(expected.split()):
        return "the wrong blanks"
    if re.sub("[\u2010-\u2015\u2212]", "-", found).upper() == expected.upper():
        return "a dash that is no ASCII hyphen"
    return "another form"


def _rows(lines: list[tuple[int, str]], size: int, faults: list[str]) -> tuple[str, ...] | None:
    rows, written = [], []
    for number, line in lines[:size]:
        cells = re.sub(r"[\s,;|\[\]'\"]", "", line.replace("\u2026", "..."))
        cells = cells.translate(str.maketrans("xo0*_-", "XOO..."))
        if set(cells) <= set("XO.") and len(cells) == size:
            written.append((number, line, cells))
        elif set(cells) <= set("XO."):
            faults.append(f"Line {number} has {counted(len(cells), 'cell')}, expected {size}.")
        else:
            faults.append(
                f"Line {number} is {shown(line)}, expected a row of {counted(size, 'cell')} (X, O or .)."
            )
        rows.append(cells)
    faults += _differences(written)
    if len(rows) < size:
        faults.append(f"The board has {counted(len(rows), 'row')}, expected {size}.")
    _too_much(lines[size:], faults, f"the {counted(size, 'row')} of the board")
    readable = len(rows) == size and all(len(row) == size and set(row) <= set("XO.") for row in rows)
    return tuple(rows) if readable else None


def _numbers(lines: list[tuple[int, str]], faults: list[str]) -> list[int | None]:
    meanings = ("the evaluation after the move", "the minimax value", "the number of visited nodes")
    numbers: list[int | None] = []
    written = []
    for (number, line), meaning in zip(lines, meanings, strict=False):
        value = _number(line)
        if value is None:
            faults.append(f"Line {number} is {shown(line)}, expected {meaning}: one whole number.")
        else:
            written.append((number, line, str(value)))
        numbers.append(value)
    faults += _differences(written)
    for meaning in meanings[len(numbers) :]:
        faults.append(f"The line with {meaning} is missing.")
        numbers.append(None)
    _too_much(lines[3:], faults, "the number of visited nodes")
    return numbers


def _number(line: str) -> int | None:
    """Return the one whole number in a line."""
    found = _NUMBER.findall(line) if len(line) <= LONGEST_LINE else []
    if len(found) != 1:
        return None
    whole, _, fraction = found[0].partition(".")
    return None if fraction.strip("0") else int(re.sub(r"[,_']", "", whole.replace("\u2212", "-")))


def _too_much(lines: list[tuple[int, str]], faults: list[str], last: str) -> None:
    if not lines:
        return
    number, line = lines[0]
    if line.upper() in MODES and len(lines) == 1:
        faults.append(f"Line {number} is the name of the algorithm, which is not printed.")
    else:
        faults.append(f"There {'is' if len(lines) == 1 else 'are'} {counted(len(lines), 'line')} after {last}.")
