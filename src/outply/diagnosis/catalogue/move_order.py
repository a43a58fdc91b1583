"""Moves in another order, and another choice among equals."""

from __future__ import annotations

from typing import Any

from outply.diagnosis.mistake import Mistake, Reach
from outply.diagnosis.variant import Habits
from outply.games.starcircle import PASS

WARFARE, STARCIRCLE = ("warfare",), ("starcircle",)


def _by_column(moves: list[Any]) -> list[Any]:
    return sorted(moves, key=lambda move: (move.raid, move.column, move.row))


def _raids_first(moves: list[Any]) -> list[Any]:
    return sorted(moves, key=lambda move: not move.raid)


def _cell_by_cell(moves: list[Any]) -> list[Any]:
    return sorted(moves, key=lambda move: (move.row, move.column))


def _reversed(moves: list[Any]) -> list[Any]:
    return moves[::-1]


def _from_below(moves: list[Any]) -> list[Any]:
    def row_and_column(square: int) -> tuple[int, int]:
        return -(square // 8), square % 8

    return sorted(moves, key=lambda move: (row_and_column(move.origin), row_and_column(move.target)))


def _as_text(moves: list[Any]) -> list[Any]:
    return sorted(moves, key=str)


def _by_target(moves: list[Any]) -> list[Any]:
    return sorted(moves, key=lambda move: (move.target, move.origin))


def _jumps_first(moves: list[Any]) -> list[Any]:
    return moves if moves == [PASS] else sorted(moves, key=lambda move: abs(move.origin - move.target) < 10)


def _piece_by_piece_steps_first(moves: list[Any]) -> list[Any]:
    return sorted(moves, key=lambda move: (move.origin, abs(move.origin - move.target)))


LATE_TIES = Mistake(
    "ties",
    "the last of several best moves is played",
    "Of equally good moves the first one counts. A later move replaces the best one only when it is strictly "
    "better: compare with > at MAX and with < at MIN, not with >= and <=.",
    Habits(later_wins=True),
    Reach.MOVE,
)

ORDERS = (
    Mistake(
        "by-column",
        "moves are generated column by column",
        "Cells are gone through row by row, each row from the left: the loop over rows is the outer one.",
        Habits(order=_by_column),
        Reach.MOVE,
        WARFARE,
    ),
    Mistake(
        "raids-first",
        "Raids are generated before Stakes",
        "All Stakes come first, then all Raids; so of two equally good moves a Stake is played.",
        Habits(order=_raids_first),
        Reach.MOVE,
        WARFARE,
    ),
    Mistake(
        "cell-by-cell",
        "Stake and Raid of a cell are generated together",
        "All Stakes come first, row by row, and only then all Raids: two loops, not one.",
        Habits(order=_cell_by_cell),
        Reach.MOVE,
        WARFARE,
    ),
    Mistake(
        "from-A1",
        "moves are generated from row A upwards",
        "Squares run from H1 to H8, then G1 to G8, down to A8: the first line of the board is row H, for both "
        "players.",
        Habits(order=_from_below),
        Reach.MOVE,
        STARCIRCLE,
    ),
    Mistake(
        "as-text",
        "moves are sorted as text",
        "Sorted as text A comes before H. Moves are sorted by their first square, then by their last, where rows "
        "go from H down to A and columns from 1 to 8.",
        Habits(order=_as_text),
        Reach.MOVE,
        STARCIRCLE,
    ),
    Mistake(
        "by-target",
        "moves are sorted by where they end",
        "Moves are sorted by the square that they start from, and only moves of the same piece by where they end.",
        Habits(order=_by_target),
        Reach.MOVE,
        STARCIRCLE,
    ),
    Mistake(
        "jumps-first",
        "all jumps are generated before all steps",
        "Steps and jumps are one list, sorted by first and last square; a jump has no right of way.",
        Habits(order=_jumps_first),
        Reach.MOVE,
        STARCIRCLE,
    ),
    Mistake(
        "steps-first",
        "the steps of a piece are generated before its jumps",
        "Moves of one piece are sorted by where they end, from H1 to A8. So a Star's jump, which goes further up, "
        "comes before its step.",
        Habits(order=_piece_by_piece_steps_first),
        Reach.MOVE,
        STARCIRCLE,
    ),
    Mistake(
        "reversed",
        "moves are generated in reversed order",
        "The list of moves is gone through from its end, as happens with a stack, or a loop that counts down.",
        Habits(order=_reversed),
        Reach.MOVE,
    ),
)
