"""Mistakes in the order in which moves are tried, and in the choice between equally good moves."""

from __future__ import annotations

from outply.diagnosis.mistake import STARCIRCLE, WARFARE, Mistake, Reach
from outply.diagnosis.variant import SearchVariant
from outply.games import starcircle, warfare
from outply.games.protocol import Move

WarfareMoves = list[warfare.Move]
StarCircleMoves = list[starcircle.Move]


def _by_column(moves: WarfareMoves) -> WarfareMoves:
    return sorted(moves, key=lambda move: (move.raid, move.column, move.row))


def _raids_first(moves: WarfareMoves) -> WarfareMoves:
    return sorted(moves, key=lambda move: not move.raid)


def _cell_by_cell(moves: WarfareMoves) -> WarfareMoves:
    return sorted(moves, key=lambda move: (move.row, move.column))


def _reversed(moves: list[Move]) -> list[Move]:
    return moves[::-1]


def _from_row_a(moves: StarCircleMoves) -> StarCircleMoves:
    def row_and_column(square: int) -> tuple[int, int]:
        return -(square // 8), square % 8

    return sorted(moves, key=lambda move: (row_and_column(move.origin), row_and_column(move.target)))


def _alphabetically(moves: StarCircleMoves) -> StarCircleMoves:
    return sorted(moves, key=str)


def _by_target(moves: StarCircleMoves) -> StarCircleMoves:
    return sorted(moves, key=lambda move: (move.target, move.origin))


def _jumps_first(moves: StarCircleMoves) -> StarCircleMoves:
    if moves == [starcircle.PASS]:
        return moves
    return sorted(moves, key=lambda move: abs(move.origin - move.target) < 10)


def _steps_first_per_piece(moves: StarCircleMoves) -> StarCircleMoves:
    return sorted(moves, key=lambda move: (move.origin, abs(move.origin - move.target)))


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
    Mistake(
        name="cell-by-cell",
        title="generates the Stake and the Raid of a cell together",
        advice="All Stakes come first, row by row, then all Raids: use two loops instead of one.",
        variant=SearchVariant(order_moves=_cell_by_cell),
        reach=Reach.MOVE,
        games=WARFARE,
    ),
    Mistake(
        name="from-A1",
        title="generates moves from row A upwards",
        advice="Squares are ordered from H1 to H8, then G1 to G8, down to A8, for both players: the first line of "
        "the board is row H.",
        variant=SearchVariant(order_moves=_from_row_a),
        reach=Reach.MOVE,
        games=STARCIRCLE,
    ),
    Mistake(
        name="as-text",
        title="sorts moves alphabetically",
        advice="In alphabetical order A comes before H. Sort moves by origin, then by target, with rows from H "
        "down to A and columns from 1 to 8.",
        variant=SearchVariant(order_moves=_alphabetically),
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
        name="steps-first",
        title="generates the steps of a piece before its jumps",
        advice="The moves of a piece are sorted by their target, from H1 to A8. So a Star's jump, which goes "
        "further up, comes before its step.",
        variant=SearchVariant(order_moves=_steps_first_per_piece),
        reach=Reach.MOVE,
        games=STARCIRCLE,
    ),
    Mistake(
        name="reversed",
        title="tries moves in reverse order",
        advice="Try the moves from the first to the last. A stack or a loop that counts down reverses the order.",
        variant=SearchVariant(order_moves=_reversed),
        reach=Reach.MOVE,
    ),
)
