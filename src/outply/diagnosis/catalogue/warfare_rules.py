"""Mistakes in implementing the rules of Warfare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from outply.diagnosis.catalogue.move_order import DIRECTIONS
from outply.diagnosis.mistake import WARFARE, Mistake, family
from outply.diagnosis.variant import RuleVariant, SearchVariant
from outply.games.warfare import EMPTY, Move, Position, opponent

Neighbours = Callable[[Position, int], Iterable[int]]
"""Returns the cells that a program considers to be next to a given cell."""


def orthogonal(position: Position, cell: int) -> tuple[int, ...]:
    return position.neighbours(cell)


def _with_diagonals(position: Position, cell: int) -> list[int]:
    row, column = divmod(cell, position.size)
    return [
        (row + down) * position.size + column + right
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (down or right) and 0 <= row + down < position.size and 0 <= column + right < position.size
    ]


def _wrapping(position: Position, cell: int) -> list[int]:
    """Return the neighbours of `cell` if the index -1 means the last row or column, as in a Python list."""
    row, column = divmod(cell, position.size)
    size = position.size
    opposite = [(size - 1) * size + column] * (row == 0) + [row * size + size - 1] * (column == 0)
    return [near for near in dict.fromkeys([*position.neighbours(cell), *opposite]) if near != cell]


def _without(down: int, right: int) -> Neighbours:
    """Return the neighbours that a program considers if it forgets one direction."""

    def neighbours(position: Position, cell: int) -> list[int]:
        forgotten = cell + down * position.size + right
        return [near for near in position.neighbours(cell) if near != forgotten]

    return neighbours


def _without_edge(index: int) -> Neighbours:
    """Return neighbours without those in the first row and column (`index` 0) or in the last (`index` -1)."""

    def neighbours(position: Position, cell: int) -> list[int]:
        edge = index % position.size
        return [near for near in position.neighbours(cell) if edge not in divmod(near, position.size)]

    return neighbours


def moves_with(position: Position, neighbours: Neighbours) -> list[Move]:
    """Return all moves in the move order, where a Raid requires an own cell among the `neighbours` of its cell."""
    empty = [cell for cell, owner in enumerate(position.owners) if owner == EMPTY]
    raids = {
        cell
        for cell in empty
        if any(position.owners[near] == position.to_move for near in neighbours(position, cell))
    }
    if position.rules == "blitz":
        return [_move(position, cell, raid=cell in raids) for cell in empty]
    stakes = [_move(position, cell, raid=False) for cell in empty]
    return stakes + [_move(position, cell, raid=True) for cell in empty if cell in raids]


def play_with(position: Position, move: Move, neighbours: Neighbours) -> Position:
    """Return the position after `move`, where a Raid conquers all enemy cells among `neighbours` of its cell."""
    cell = _cell(position, move)
    return _take(position, cell, neighbours(position, cell) if move.raid else ())


def _cell(position: Position, move: Move) -> int:
    return move.row * position.size + move.column


def _move(position: Position, cell: int, *, raid: bool) -> Move:
    row, column = divmod(cell, position.size)
    return Move(row, column, raid)


def _take(position: Position, cell: int, others: Iterable[int]) -> Position:
    """Return the position after the player to move takes `cell` and all cells of `others` that are not empty."""
    owners = list(position.owners)
    owners[cell] = position.to_move
    for other in others:
        if owners[other] != EMPTY:
            owners[other] = position.to_move
    return Position(position.size, position.values, "".join(owners), opponent(position.to_move), position.rules)


def _rules_with(neighbours: Neighbours) -> RuleVariant:
    return RuleVariant(
        moves=lambda position: moves_with(position, neighbours),
        play=lambda position, move: play_with(position, move, neighbours),
    )


def _in_each_place(ways: Mapping[str, Neighbours]) -> dict[str, SearchVariant]:
    """Return the search variants with wrong neighbours: everywhere, only for conquests, or only for Raids' starts.

    Programs look for neighbours in two places, which may be written separately.
    """
    variants = {way: SearchVariant(rules=_rules_with(neighbours)) for way, neighbours in ways.items()}
    for way, neighbours in ways.items():
        prefix = f"{way}-" if way else ""
        everywhere = _rules_with(neighbours)
        variants[f"{prefix}conquest"] = SearchVariant(rules=RuleVariant(play=everywhere.play))
        variants[f"{prefix}start"] = SearchVariant(rules=RuleVariant(moves=everywhere.moves))
    return variants


def _moves_with_raids_anywhere(position: Position) -> list[Move]:
    empty = [cell for cell, owner in enumerate(position.owners) if owner == EMPTY]
    raids = [_move(position, cell, raid=True) for cell in empty]
    if position.rules == "blitz":
        return raids
    return [_move(position, cell, raid=False) for cell in empty] + raids


def _moves_without_idle_raids(position: Position) -> list[Move]:
    enemy = opponent(position.to_move)

    def conquers(move: Move) -> bool:
        return any(position.owners[near] == enemy for near in position.neighbours(_cell(position, move)))

    return [move for move in position.moves() if not move.raid or conquers(move)]


def _raids_if_any(position: Position) -> list[Move]:
    moves = position.moves()
    return [move for move in moves if move.raid] or moves


def _play_one_conquest(order: str) -> Callable[[Position, Move], Position]:
    """Return a function that plays a move; a Raid conquers only the first enemy cell in `order`."""
    directions = [DIRECTIONS[name] for name in order.split("-")]

    def play(position: Position, move: Move) -> Position:
        enemy, cell = opponent(position.to_move), _cell(position, move)
        neighbours = position.neighbours(cell) if move.raid else []
        ordered = [cell + down * position.size + right for down, right in directions]
        enemies = [near for near in ordered if near in neighbours and position.owners[near] == enemy]
        return _take(position, cell, enemies[:1])

    return play


def _play_as_stake(position: Position, move: Move) -> Position:
    return position.play(Move(move.row, move.column, raid=False))


def _play_as_raid(position: Position, move: Move) -> Position:
    return position.play(Move(move.row, move.column, raid=True))


def _play_as_raid_if_legal(position: Position, move: Move) -> Position:
    """Return the position after `move`, where a Stake beside an own cell conquers like a Raid."""
    raid = Move(move.row, move.column, raid=True)
    return position.play(raid if position.is_legal(raid) else move)


def _play_chain_raid(position: Position, move: Move) -> Position:
    if not move.raid:
        return position.play(move)
    enemy = opponent(position.to_move)
    cell = _cell(position, move)
    conquered, frontier = {cell}, [cell]
    while frontier:
        for near in position.neighbours(frontier.pop()):
            if near not in conquered and position.owners[near] == enemy:
                conquered.add(near)
                frontier.append(near)
    return _take(position, cell, conquered - {cell})


def _other_rule_variant(position: Position) -> Position:
    other = "raid" if position.rules == "blitz" else "blitz"
    return Position(position.size, position.values, position.owners, position.to_move, other)


RULES = (
    Mistake(
        name="no-conquest",
        title="conquers nothing with a Raid",
        advice="A Raid conquers every enemy cell above, below, left and right of the cell that it takes.",
        variant=SearchVariant(rules=RuleVariant(play=_play_as_stake)),
        games=WARFARE,
    ),
    *family(
        "one-conquest",
        {
            order: SearchVariant(rules=RuleVariant(play=_play_one_conquest(order)))
            for order in ("up-down-left-right", "left-right-up-down", "up-left-right-down", "up-right-down-left")
        },
        title="conquers only one enemy cell with a Raid",
        advice="A Raid conquers every enemy cell above, below, left and right of the cell that it takes: test all "
        "four, without else and without an early exit from the loop.",
        games=WARFARE,
    ),
    *family(
        "missing-side",
        _in_each_place({name: _without(*direction) for name, direction in DIRECTIONS.items()}),
        title="ignores the neighbours of a cell on one side",
        advice="A cell has up to four neighbours: above, below, left and right. One of the four tests is missing "
        "or repeated.",
        games=WARFARE,
    ),
    *family(
        "edge-cells",
        _in_each_place({"last": _without_edge(-1), "first": _without_edge(0)}),
        title="ignores neighbours in the first or the last row and column",
        advice="The rows and columns 0 and N - 1 belong to the board: test 0 <= row < N, not 0 < row or "
        "row < N - 1.",
        games=WARFARE,
    ),
    *family(
        "stake-conquers",
        {
            "": SearchVariant(rules=RuleVariant(play=_play_as_raid)),
            "beside-own": SearchVariant(rules=RuleVariant(play=_play_as_raid_if_legal)),
        },
        title="conquers with Stakes as well",
        advice="A Stake takes its cell and nothing else, even next to an own cell; only a Raid conquers.",
        games=WARFARE,
    ),
    Mistake(
        name="raid-anywhere",
        title="allows a Raid on a cell that is not next to an own one",
        advice="A Raid starts from an own cell: an empty cell can be raided only if the cell above, below, left "
        "or right of it belongs to the player to move.",
        variant=SearchVariant(rules=RuleVariant(moves=_moves_with_raids_anywhere)),
        games=WARFARE,
    ),
    Mistake(
        name="chains",
        title="lets conquered cells conquer their neighbours in turn",
        advice="A Raid conquers only the enemy cells next to the cell that it takes.",
        variant=SearchVariant(rules=RuleVariant(play=_play_chain_raid)),
        games=WARFARE,
    ),
    *family(
        "diagonals",
        _in_each_place({"": _with_diagonals}),
        title="treats diagonal cells as neighbours",
        advice="Only the cells above, below, left and right of a cell are next to it, where a Raid starts and "
        "where it conquers.",
        games=WARFARE,
    ),
    *family(
        "edges",
        _in_each_place({"": _wrapping}),
        title="wraps around the edges of the board",
        advice="A cell at the edge has no neighbour beyond the edge. In Python the index -1 is the last element, "
        "not an error: check the bounds.",
        games=WARFARE,
    ),
    Mistake(
        name="useful-raids",
        title="generates only Raids that conquer something",
        advice="A Raid that conquers nothing is a legal move and a separate node, although a Stake on the same "
        "cell has the same effect.",
        variant=SearchVariant(rules=RuleVariant(moves=_moves_without_idle_raids)),
        games=WARFARE,
    ),
    Mistake(
        name="raids-only",
        title="generates no Stakes if there is a Raid",
        advice="Every empty cell can be staked, whether or not there are Raids.",
        variant=SearchVariant(rules=RuleVariant(moves=_raids_if_any)),
        games=WARFARE,
    ),
    Mistake(
        name="other-rules",
        title="plays by the rules of the other assignment",
        advice="Under raid rules a cell next to an own one has two moves, a Stake and a Raid, and all Stakes come "
        "before all Raids. Under blitz rules each cell has one move, which conquers wherever it can.",
        variant=SearchVariant(rules=RuleVariant(start=_other_rule_variant)),
        games=WARFARE,
    ),
)
