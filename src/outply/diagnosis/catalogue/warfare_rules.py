"""Warfare by rules that are almost its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from outply.diagnosis.mistake import Mistake, Reach
from outply.diagnosis.variant import Habits, Rules
from outply.games.warfare import EMPTY, Move, Position, opponent

WARFARE = ("warfare",)

Near = Callable[[Position, int], Iterable[int]]
"""The cells that a program takes to be next to a cell."""


def orthogonal(position: Position, cell: int) -> list[int]:
    return position.neighbours(cell)


def _diagonal_too(position: Position, cell: int) -> list[int]:
    row, column = divmod(cell, position.size)
    return [
        (row + down) * position.size + column + right
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (down or right) and 0 <= row + down < position.size and 0 <= column + right < position.size
    ]


def _around_the_edge(position: Position, cell: int) -> list[int]:
    row, column = divmod(cell, position.size)
    size = position.size
    beyond = [(size - 1) * size + column] * (row == 0) + [row * size + size - 1] * (column == 0)
    return [near for near in dict.fromkeys([*position.neighbours(cell), *beyond]) if near != cell]


def moves_near(position: Position, near: Near) -> list[Move]:
    """Return the moves in the game's order, where Raids are next to own cells in that sense."""
    empty = [cell for cell, owner in enumerate(position.owners) if owner == EMPTY]
    raids = {
        cell for cell in empty if any(position.owners[one] == position.to_move for one in near(position, cell))
    }
    if position.rules == "blitz":
        return [_move(position, cell, cell in raids) for cell in empty]
    stakes = [_move(position, cell, raid=False) for cell in empty]
    return stakes + [_move(position, cell, raid=True) for cell in empty if cell in raids]


def play_near(position: Position, move: Move, near: Near) -> Position:
    """Return the position after a move that conquers all enemies that are next to its cell in that sense."""
    cell = move.row * position.size + move.column
    conquered = near(position, cell) if move.raid else ()
    return _taken(position, cell, conquered)


def _move(position: Position, cell: int, raid: bool) -> Move:
    row, column = divmod(cell, position.size)
    return Move(row, column, raid)


def _taken(position: Position, cell: int, others: Iterable[int]) -> Position:
    owners = list(position.owners)
    owners[cell] = position.to_move
    for other in others:
        if owners[other] != EMPTY:
            owners[other] = position.to_move
    return Position(position.size, position.values, "".join(owners), opponent(position.to_move), position.rules)


def _near(near: Near) -> Rules:
    return Rules(
        moves=lambda position: moves_near(position, near),
        play=lambda position, move: play_near(position, move, near),
    )


def _raids_anywhere(position: Position) -> list[Move]:
    empty = [cell for cell, owner in enumerate(position.owners) if owner == EMPTY]
    raids = [_move(position, cell, raid=True) for cell in empty]
    return raids if position.rules == "blitz" else [_move(position, cell, raid=False) for cell in empty] + raids


def _raids_that_conquer(position: Position) -> list[Move]:
    enemy = opponent(position.to_move)

    def conquers(move: Move) -> bool:
        cell = move.row * position.size + move.column
        return any(position.owners[near] == enemy for near in position.neighbours(cell))

    return [move for move in position.moves() if not move.raid or conquers(move)]


def _raids_if_any(position: Position) -> list[Move]:
    moves = position.moves()
    return [move for move in moves if move.raid] or moves


def _play_as_stake(position: Position, move: Move) -> Position:
    return position.play(Move(move.row, move.column, raid=False))


def _play_stake_as_raid(position: Position, move: Move) -> Position:
    return position.play(Move(move.row, move.column, raid=True))


def _play_in_chains(position: Position, move: Move) -> Position:
    if not move.raid:
        return position.play(move)
    enemy = opponent(position.to_move)
    cell = move.row * position.size + move.column
    reached, fresh = {cell}, [cell]
    while fresh:
        for near in position.neighbours(fresh.pop()):
            if near not in reached and position.owners[near] == enemy:
                reached.add(near)
                fresh.append(near)
    return _taken(position, cell, reached - {cell})


def _by_other_rules(position: Position) -> Position:
    other = "raid" if position.rules == "blitz" else "blitz"
    return Position(position.size, position.values, position.owners, position.to_move, other)


RULES = (
    Mistake(
        "no-conquest",
        "a Raid conquers nothing",
        "After a Raid every enemy cell next to the taken one, above, below, left and right of it, is the mover's.",
        Habits(rules=Rules(play=_play_as_stake)),
        Reach.VALUE,
        WARFARE,
    ),
    Mistake(
        "stake-conquers",
        "a Stake conquers, too",
        "A Stake takes its cell and nothing else, wherever it is; only a Raid conquers.",
        Habits(rules=Rules(play=_play_stake_as_raid)),
        Reach.VALUE,
        WARFARE,
    ),
    Mistake(
        "raid-anywhere",
        "a Raid needs no own cell beside it",
        "A Raid starts from an own cell: it can take an empty cell only if one above, below, left or right of it "
        "is the mover's.",
        Habits(rules=Rules(moves=_raids_anywhere)),
        Reach.VALUE,
        WARFARE,
    ),
    Mistake(
        "chains",
        "conquered cells conquer in their turn",
        "A Raid conquers the enemies next to the cell that it takes, and it ends there.",
        Habits(rules=Rules(play=_play_in_chains)),
        Reach.VALUE,
        WARFARE,
    ),
    Mistake(
        "diagonals",
        "cells touch at their corners",
        "Only the cells above, below, left and right of a cell are next to it.",
        Habits(rules=_near(_diagonal_too)),
        Reach.VALUE,
        WARFARE,
    ),
    Mistake(
        "edges",
        "the board goes on at its other edge",
        "A cell in the first row or column has no neighbour on that side. In Python an index of -1 is the last "
        "element, not an error: check it.",
        Habits(rules=_near(_around_the_edge)),
        Reach.VALUE,
        WARFARE,
    ),
    Mistake(
        "useful-raids",
        "only Raids that conquer something are generated",
        "A Raid that conquers nothing is a legal move and a node of its own, although a Stake on the same cell "
        "has the same effect.",
        Habits(rules=Rules(moves=_raids_that_conquer)),
        Reach.VALUE,
        WARFARE,
    ),
    Mistake(
        "raids-only",
        "where a Raid is possible, only Raids are generated",
        "Every empty cell can be staked, whether or not there are Raids.",
        Habits(rules=Rules(moves=_raids_if_any)),
        Reach.VALUE,
        WARFARE,
    ),
    Mistake(
        "other-rules",
        "the game is played by the other assignment's rules",
        "By raid rules a cell beside an own one can be staked or raided, all Stakes first. By blitz rules each "
        "cell has one move, which conquers wherever it can.",
        Habits(rules=Rules(start=_by_other_rules)),
        Reach.VALUE,
        WARFARE,
    ),
)
