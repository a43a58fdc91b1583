"""Mistakes in the order in which moves are tried, and in the choice between equally good moves."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from outply.diagnosis.mistake import ALPHABETA, STARCIRCLE, WARFARE, Mistake, Reach, family
from outply.diagnosis.variant import OrderMoves, SearchVariant
from outply.games import starcircle, warfare
from outply.games.protocol import Move, Position

WarfareMoves = list[warfare.Move]
StarCircleMoves = list[starcircle.Move]

DIRECTIONS = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}  # rows and columns

DIRECTION_ORDERS = (
    "up-down-left-right",
    "up-down-right-left",
    "left-right-up-down",
    "right-left-down-up",
    "left-up-right-down",
    "up-right-down-left",
    "up-left-down-right",
    "up-left-right-down",
    "down-up-right-left",
    "right-down-left-up",
)
"""Orders in which programs list the four neighbours of a cell."""


def _by_column(moves: WarfareMoves, position: Any) -> WarfareMoves:
    return sorted(moves, key=lambda move: (move.raid, move.column, move.row))


def _raids_first(moves: WarfareMoves, position: Any) -> WarfareMoves:
    return sorted(moves, key=lambda move: not move.raid)


def _cell_by_cell(moves: WarfareMoves, position: Any) -> WarfareMoves:
    return sorted(moves, key=lambda move: (move.row, move.column))


def _reversed(moves: list[Move], position: Any) -> list[Move]:
    return moves[::-1]


def _raids_by_source(order: str, *, repeats: bool = False) -> OrderMoves:
    """Return a move order in which Raids are sorted by the own cell that they start from, then by direction.

    `repeats` lists a Raid once for each own cell beside it. The move order does not exist under blitz rules.
    """

    def ordered(moves: WarfareMoves, position: warfare.Position) -> WarfareMoves:
        if position.rules == "blitz":
            return moves
        stakes, raids = _by_cell(moves, position)
        neighbours, player = _neighbours(position.size, order), position.to_move
        own = [cell for cell, owner in enumerate(position.owners) if owner == player]
        targets = [target for cell in own for target in neighbours[cell] if target in raids]
        return [*stakes.values(), *(raids[cell] for cell in (targets if repeats else dict.fromkeys(targets)))]

    return ordered


def _stakes_and_raids_in_one_pass(order: str) -> OrderMoves:
    """Return a move order of one pass over the board: the Stake on an empty cell, the Raids from an own cell.

    The move order does not exist under blitz rules.
    """

    def ordered(moves: WarfareMoves, position: warfare.Position) -> WarfareMoves:
        if position.rules == "blitz":
            return moves
        stakes, raids = _by_cell(moves, position)
        neighbours = _neighbours(position.size, order)
        ordered: WarfareMoves = []
        for cell, owner in enumerate(position.owners):
            if owner == position.to_move:
                ordered += [raids[target] for target in neighbours[cell] if target in raids]
            elif owner == warfare.EMPTY:
                ordered.append(stakes[cell])
        return list(dict.fromkeys(ordered))

    return ordered


def _by_cell(moves: WarfareMoves, position: warfare.Position) -> tuple[dict[int, warfare.Move], ...]:
    """Return the Stakes and the Raids by the number of their cell."""
    size = position.size
    stakes = {move.row * size + move.column: move for move in moves if not move.raid}
    raids = {move.row * size + move.column: move for move in moves if move.raid}
    return stakes, raids


@cache
def _neighbours(size: int, order: str) -> list[list[int]]:
    """Return the cells beside each cell of a board in an order of directions."""
    directions = [DIRECTIONS[name] for name in order.split("-")]
    return [
        [
            (row + down) * size + column + right
            for down, right in directions
            if 0 <= row + down < size and 0 <= column + right < size
        ]
        for row, column in product(range(size), repeat=2)
    ]


def _by_cell_value(moves: WarfareMoves, position: warfare.Position) -> WarfareMoves:
    return sorted(moves, key=lambda move: -position.values[move.row * position.size + move.column])


def _by_cell_value_per_type(moves: WarfareMoves, position: warfare.Position) -> WarfareMoves:
    return sorted(_by_cell_value(moves, position), key=lambda move: move.raid)


def _by_score(moves: list[Any], position: Position) -> list[Any]:
    return sorted(moves, key=lambda move: -position.play(move).score(position.to_move))


def _from_row_a(moves: StarCircleMoves, position: Any) -> StarCircleMoves:
    def row_and_column(square: int) -> tuple[int, int]:
        return -(square // 8), square % 8

    return sorted(moves, key=lambda move: (row_and_column(move.origin), row_and_column(move.target)))


def _from_home_row(moves: StarCircleMoves, position: starcircle.Position) -> StarCircleMoves:
    return _from_row_a(moves, position) if position.to_move == "Star" else moves


def _from_last_row(moves: StarCircleMoves, position: starcircle.Position) -> StarCircleMoves:
    return moves if position.to_move == "Star" else _from_row_a(moves, position)


def _by_target(moves: StarCircleMoves, position: Any) -> StarCircleMoves:
    return sorted(moves, key=lambda move: (move.target, move.origin))


def _length(move: starcircle.Move) -> int:
    return abs(move.origin // 8 - move.target // 8)


def _jumps_first(moves: StarCircleMoves, position: Any) -> StarCircleMoves:
    return sorted(moves, key=lambda move: -_length(move))


def _steps_first(moves: StarCircleMoves, position: Any) -> StarCircleMoves:
    return sorted(moves, key=_length)


def _steps_first_per_piece(moves: StarCircleMoves, position: Any) -> StarCircleMoves:
    return sorted(moves, key=lambda move: (move.origin, _length(move)))


def _jumps_first_per_piece(moves: StarCircleMoves, position: Any) -> StarCircleMoves:
    return sorted(moves, key=lambda move: (move.origin, -_length(move)))


def _left_first_per_piece(moves: StarCircleMoves, position: Any) -> StarCircleMoves:
    return sorted(moves, key=lambda move: (move.origin, move.target % 8 > move.origin % 8))


def _right_first_per_piece(moves: StarCircleMoves, position: Any) -> StarCircleMoves:
    return sorted(moves, key=lambda move: (move.origin, move.target % 8 < move.origin % 8))


LAST_OF_TIES = Mistake(
    name="ties",
    title="plays the last of several best moves",
    advice="Of equal moves the first one is played. A later move replaces the best one only if it is strictly "
    "better: compare with > at MAX and with < at MIN, not with >= and <=.",
    variant=SearchVariant(prefer_last=True),
    reach=Reach.MOVE,
)

ORDERS = (
    Mistake(
        name="by-column",
        title="generates moves column by column",
        advice="Cells are ordered row by row, each row from the left: the loop over the rows is the outer one.",
        variant=SearchVariant(order_moves=_by_column),
        reach=Reach.MOVE,
        games=WARFARE,
    ),
    Mistake(
        name="raids-first",
        title="generates Raids before Stakes",
        advice="All Stakes come before all Raids: if a Stake and a Raid are equally good, the Stake is played.",
        variant=SearchVariant(order_moves=_raids_first),
        reach=Reach.MOVE,
        games=WARFARE,
    ),
    *family(
        "cell-by-cell",
        {
            "": SearchVariant(order_moves=_cell_by_cell),
            "from-own-cells": SearchVariant(order_moves=_stakes_and_raids_in_one_pass("up-down-left-right")),
            "by-direction": SearchVariant(order_moves=_stakes_and_raids_in_one_pass("left-right-up-down")),
        },
        title="generates Stakes and Raids in the same loop over the cells",
        advice="All Stakes come first, row by row, then all Raids: use two loops instead of one.",
        reach=Reach.MOVE,
        games=WARFARE,
    ),
    *family(
        "raid-source",
        {
            order + suffix: SearchVariant(order_moves=_raids_by_source(order, repeats=bool(suffix)))
            for suffix in ("", "-repeated")
            for order in DIRECTION_ORDERS
        },
        title="generates Raids in the order of the own cells that they start from",
        advice="Raids are ordered by the cell that they take, row by row from the top left, and each is listed "
        "once: loop over the empty cells, and test whether an own cell is next to the cell.",
        reach=Reach.MOVE,
        games=WARFARE,
    ),
    *family(
        "sorted-moves",
        {
            "by-value": SearchVariant(order_moves=_by_cell_value),
            "stakes-then-raids": SearchVariant(order_moves=_by_cell_value_per_type),
        },
        title="sorts the moves of alpha-beta by the value of the cell",
        advice="Sorting makes alpha-beta faster, but of equal moves another one is then the first. Try the moves "
        "in the order of the assignment.",
        reach=Reach.MOVE,
        games=WARFARE,
        algorithms=ALPHABETA,
    ),
    Mistake(
        name="best-first",
        title="sorts the moves of alpha-beta by the evaluation after the move",
        advice="Sorting makes alpha-beta faster, but changes which of several equal moves is played, and the node "
        "count. Try the moves in the order of the assignment.",
        variant=SearchVariant(order_moves=_by_score),
        reach=Reach.MOVE,
        algorithms=ALPHABETA,
    ),
    *family(
        "from-A1",
        {
            "": SearchVariant(order_moves=_from_row_a),
            "star": SearchVariant(order_moves=_from_home_row),
            "circle": SearchVariant(order_moves=_from_last_row),
        },
        title="generates moves from row A upwards",
        advice="Squares are ordered from H1 to H8, then G1 to G8, down to A8, for both players: the first line of "
        "the board is row H. Sorting moves as text puts row A first as well.",
        reach=Reach.MOVE,
        games=STARCIRCLE,
    ),
    Mistake(
        name="by-target",
        title="sorts moves by their target",
        advice="Sort moves by the square they start from; only moves of the same piece are sorted by their "
        "target.",
        variant=SearchVariant(order_moves=_by_target),
        reach=Reach.MOVE,
        games=STARCIRCLE,
    ),
    Mistake(
        name="jumps-first",
        title="generates all jumps before all steps",
        advice="Steps and jumps form one list, sorted by origin and target; jumps have no priority.",
        variant=SearchVariant(order_moves=_jumps_first),
        reach=Reach.MOVE,
        games=STARCIRCLE,
    ),
    Mistake(
        name="all-steps-first",
        title="generates all steps before all jumps",
        advice="Steps and jumps form one list, sorted by origin and target.",
        variant=SearchVariant(order_moves=_steps_first),
        reach=Reach.MOVE,
        games=STARCIRCLE,
    ),
    Mistake(
        name="steps-first",
        title="generates the steps of a piece before its jumps",
        advice="The moves of a piece are sorted by their target, from H1 to A8. So a Star's jump, which goes "
        "further up, comes before its step.",
        variant=SearchVariant(order_moves=_steps_first_per_piece),
        reach=Reach.MOVE,
        games=STARCIRCLE,
    ),
    Mistake(
        name="piece-jumps",
        title="generates the jumps of a piece before its steps",
        advice="The moves of a piece are sorted by their target, from H1 to A8. So a Circle's step comes before "
        "its jump, which goes further down.",
        variant=SearchVariant(order_moves=_jumps_first_per_piece),
        reach=Reach.MOVE,
        games=STARCIRCLE,
    ),
    *family(
        "left-first",
        {
            "left-right": SearchVariant(order_moves=_left_first_per_piece),
            "right-left": SearchVariant(order_moves=_right_first_per_piece),
        },
        title="generates the moves of a piece by direction, left or right",
        advice="The moves of a piece are sorted by their target, from H1 to A8: first by row, then by column. So "
        "a Star's jump to the right comes before its step to the left.",
        reach=Reach.MOVE,
        games=STARCIRCLE,
    ),
    Mistake(
        name="reversed",
        title="tries moves in reverse order",
        advice="Try the moves from the first to the last. A stack or a loop that counts down reverses the order. "
        "So does, in a search that prunes nothing, a comparison with >= and <= instead of > and <.",
        variant=SearchVariant(order_moves=_reversed),
        reach=Reach.MOVE,
    ),
)
