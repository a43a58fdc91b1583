"""Mistakes in reading the input: exchanged rows and columns, one digit of a stack, and unexpected board sizes."""

from __future__ import annotations

from outply.diagnosis.mistake import STARCIRCLE, WARFARE, Mistake, family
from outply.diagnosis.variant import RuleVariant, SearchVariant
from outply.games import starcircle, warfare


def _transposed_values(position: warfare.Position) -> warfare.Position:
    size, values = position.size, position.values
    transposed = [values[column * size + row] for row in range(size) for column in range(size)]
    return warfare.Position(size, transposed, position.owners, position.to_move, position.rules)


def _has_two_digits(position: starcircle.Position, depth: int) -> bool:
    return any(abs(pieces) >= 10 for pieces in position.squares)


def _first_digits(position: starcircle.Position) -> starcircle.Position:
    return _with_digits(position, first=True)


def _last_digits(position: starcircle.Position) -> starcircle.Position:
    return _with_digits(position, first=False)


def _with_digits(position: starcircle.Position, *, first: bool) -> starcircle.Position:
    squares = [
        (1 if pieces > 0 else -1) * (abs(pieces) // 10 if first else abs(pieces) % 10)
        if abs(pieces) >= 10
        else pieces
        for pieces in position.squares
    ]
    return starcircle.Position(squares, position.to_move, position.weights, position.passes)


def _large_board(size: int) -> Mistake:
    return Mistake(
        name=f"large-board/{size}",
        title="fails on large boards",
        advice="N may be up to 26, with columns A to Z and rows 1 to 26: allocate the board after reading N.",
        variant=SearchVariant(crashes=True),
        games=WARFARE,
        affects=lambda position, depth: position.size >= size,
    )


READING = (
    Mistake(
        name="transposed",
        title="exchanges the rows and the columns of the values",
        advice="The first line of values belongs to the first row of the board: value [row][column], not "
        "[column][row].",
        variant=SearchVariant(rules=RuleVariant(start=_transposed_values)),
        games=WARFARE,
    ),
    Mistake(
        name="one-cell",
        title="fails on a board of one cell",
        advice="N may be 1: the board has one cell without neighbours, and the only move is A1 Stake.",
        variant=SearchVariant(crashes=True),
        games=WARFARE,
        affects=lambda position, depth: position.size == 1,
    ),
    _large_board(10),
    _large_board(26),
    *family(
        "stack-digit",
        {
            "first": SearchVariant(rules=RuleVariant(start=_first_digits)),
            "last": SearchVariant(rules=RuleVariant(start=_last_digits)),
        },
        title="reads only one digit of the size of a stack",
        advice="A stack may have ten pieces or more: S12 stands for twelve Stars. Read all characters after the "
        "letter as one number.",
        games=STARCIRCLE,
        affects=_has_two_digits,
    ),
)
