"""Questions about Warfare, each kind with something in it that programs get wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from outply.formats.question import Question
from outply.games.warfare import EMPTY, MAX_SIZE, PLAYERS, Position, opponent
from outply.grading.suite.kinds.kind import ALGORITHMS, Kind, Wanted, if_tied
from outply.grading.suite.requirements import COMPETITION

Values = Callable[[Random], int]

USUAL_SIZES = (3, 4, 5, 6)
SHALLOW, DEEPER = (1, 2, 3), (2, 3, 4)
BEYOND = (1, 2, 7, 50, 1_000)  # plies more than there are empty cells


def _any_value(rng: Random) -> int:
    return rng.randint(1, 99)


def _one_or_two(rng: Random) -> int:
    return rng.choice((1, 2))


def _one_or_three(rng: Random) -> int:
    """A Raid of 1 that conquers 1 is worth as much as a Stake of 3."""
    return rng.choice((1, 3))


def _steep(rng: Random) -> int:
    return int(rng.choice((1, 1, 2, 3, 50, 99, 1_000, 1_000_000)))


def _position(
    rng: Random,
    wanted: Wanted,
    low: float,
    high: float,
    *,
    sizes: Sequence[int] = USUAL_SIZES,
    value: Values = _any_value,
    marks: str = "XO",
    player: str = "",
) -> Position:
    """Return a board of which a share between `low` and `high` is taken, by the players of `marks`."""
    size = rng.choice(wanted.sizes or sizes)
    taken = min(round(wanted.share(rng, low, high) * size * size), size * size - 1)
    owners = [rng.choice(marks) for _ in range(taken)] + [EMPTY] * (size * size - taken)
    rng.shuffle(owners)
    values = [value(rng) for _ in owners]
    return Position(size, values, "".join(owners), player or rng.choice(PLAYERS), wanted.rules)


def _changed(position: Position, owners: list[str], values: list[int] | None = None) -> Position:
    return Position(position.size, values or position.values, "".join(owners), position.to_move, position.rules)


def ordinary(rng: Random, wanted: Wanted) -> Question | None:
    return wanted.question(rng, _position(rng, wanted, 0.2, 0.7), (1, 2, 3, 4))


def ties(rng: Random, wanted: Wanted) -> Question | None:
    value = rng.randint(1, 99)
    values = rng.choice((_one_or_two, _one_or_three, lambda _: value))
    return if_tied(wanted.question(rng, _position(rng, wanted, 0.0, 0.6, value=values), SHALLOW))


def idle_raid(rng: Random, wanted: Wanted) -> Question | None:
    """The best cell is next to an own one and to no enemy."""
    position = _position(rng, wanted, 0.2, 0.5)
    cell = rng.choice([number for number, owner in enumerate(position.owners) if owner == EMPTY])
    owners, values = list(position.owners), list(position.values)
    beside = position.neighbours(cell)
    for near in beside:
        owners[near] = rng.choice((EMPTY, position.to_move))
    if not beside:
        return None
    owners[rng.choice(beside)] = position.to_move
    values[cell] = max(values) + 1
    return wanted.question(rng, _changed(position, owners, values), SHALLOW)


def stake_or_raid(rng: Random, wanted: Wanted) -> Question | None:
    """A Raid and the Stake of another cell gain the same, and more than other moves."""
    position = _position(rng, wanted, 0.3, 0.6, value=lambda rng: rng.randint(1, 5))
    owners, values, enemy = position.owners, list(position.values), opponent(position.to_move)
    raids = [(move, position.neighbours(move.row * position.size + move.column)) for move in position.moves()]
    raids = [(move, near) for move, near in raids if move.raid and any(owners[one] == enemy for one in near)]
    if not raids:
        return None
    move, near = rng.choice(raids)
    cell = move.row * position.size + move.column
    others = [other for other, owner in enumerate(owners) if owner == EMPTY and other not in (cell, *near)]
    if not others:
        return None
    conquered = [one for one in near if owners[one] == enemy]
    for one in conquered:
        values[one] = rng.randint(6, 30)
    values[rng.choice(others)] = values[cell] + 2 * sum(values[one] for one in conquered)
    return wanted.question(rng, _changed(position, list(owners), values), (1, 1, 2))


def conquest(rng: Random, wanted: Wanted) -> Question | None:
    return wanted.question(rng, _position(rng, wanted, 0.4, 0.75), SHALLOW)


def out_of_reach(rng: Random, wanted: Wanted) -> Question | None:
    """An empty cell among enemies has no own cell beside it, but may have one at a corner."""
    position = _position(rng, wanted, 0.3, 0.6)
    empty = [number for number, owner in enumerate(position.owners) if owner == EMPTY]
    cell = max(empty, key=lambda one: (len(position.neighbours(one)), rng.random()))
    owners, values = list(position.owners), list(position.values)
    for near in position.neighbours(cell):
        owners[near] = opponent(position.to_move)
        values[near] += rng.randint(0, max(values))
    return wanted.question(rng, _changed(position, owners, values), SHALLOW)


def crowd(rng: Random, wanted: Wanted) -> Question | None:
    """Enemies stand side by side, as a chain of conquests would need them."""
    player = rng.choice(PLAYERS)
    marks = opponent(player) * 3 + player
    return wanted.question(rng, _position(rng, wanted, 0.4, 0.75, marks=marks, player=player), (1, 2))


def edges(rng: Random, wanted: Wanted) -> Question | None:
    """Only cells at the edges are taken, so that opposite ones face each other."""
    position = _position(rng, wanted, 0.6, 0.9)
    last = position.size - 1
    owners = [
        owner if 0 in (row := divmod(cell, last + 1)) or last in row else EMPTY
        for cell, owner in enumerate(position.owners)
    ]
    if EMPTY not in owners:
        return None
    return wanted.question(rng, _changed(position, owners), (1, 2))


def nearly_full(rng: Random, wanted: Wanted) -> Question | None:
    size = rng.choice(wanted.sizes or (3, 4, 5, 6, 8))
    return _with_empty(rng, wanted, size, rng.randint(1, min(5, size * size)), (1, 2, 3, 4, 5))


def one_cell(rng: Random, wanted: Wanted) -> Question | None:
    if 1 not in (wanted.sizes or (1,)):
        return None
    return _with_empty(rng, wanted, 1, 1, (1, 2, 5))


def largest(rng: Random, wanted: Wanted) -> Question | None:
    """Many cells are empty, or few, and more often than not those in the last row and column."""
    if MAX_SIZE not in (wanted.sizes or (MAX_SIZE,)):
        return None
    empty = rng.choice((6, 30, 400))
    return _with_empty(rng, wanted, MAX_SIZE, empty, (1, 2) if empty < 400 else (1,))


def beyond_the_end(rng: Random, wanted: Wanted) -> Question | None:
    """DEPTH is more than there are empty cells."""
    empty = rng.randint(2, 4)
    depths = tuple(depth for depth in wanted.depths or tuple(empty + more for more in BEYOND) if depth > empty)
    size = rng.choice(wanted.sizes or (2, 3, 4, 5))
    if not depths or size * size < empty:
        return None
    beyond = Wanted(wanted.rules, wanted.sizes, depths, wanted.modes, wanted.density)
    return _with_empty(rng, beyond, size, empty, depths)


def _with_empty(rng: Random, wanted: Wanted, size: int, empty: int, depths: tuple[int, ...]) -> Question | None:
    """Return a question about a board with so many empty cells, which are near each other more often than not."""
    near = sorted(range(size * size), key=lambda cell: (cell // size + cell % size) * rng.random())[-empty:]
    free = near if rng.random() < 0.6 else rng.sample(range(size * size), empty)
    owners = [EMPTY if cell in free else rng.choice(PLAYERS) for cell in range(size * size)]
    values = [_any_value(rng) for _ in owners]
    position = Position(size, values, "".join(owners), rng.choice(PLAYERS), wanted.rules)
    return wanted.question(rng, position, depths)


def second_player(rng: Random, wanted: Wanted) -> Question | None:
    return wanted.question(rng, _position(rng, wanted, 0.2, 0.7, player=PLAYERS[1]), SHALLOW)


def steep_values(rng: Random, wanted: Wanted) -> Question | None:
    return wanted.question(rng, _position(rng, wanted, 0.2, 0.7, value=_steep), SHALLOW)


def lookahead(rng: Random, wanted: Wanted) -> Question | None:
    return wanted.question(rng, _position(rng, wanted, 0.3, 0.7, sizes=(3, 4, 5)), DEEPER)


def window(rng: Random, wanted: Wanted) -> Question | None:
    position = _position(rng, wanted, 0.1, 0.6, sizes=(3, 4))
    return wanted.question(rng, position, (3, 4, 5), ALGORITHMS[1:])


def repeats(rng: Random, wanted: Wanted) -> Question | None:
    """Alpha-beta comes by the same positions in other windows."""
    position = _position(rng, wanted, 0.2, 0.5, sizes=(3,))
    return wanted.question(rng, position, (4, 5, 6), ALGORITHMS[1:], most=8_000)


def competition(rng: Random, wanted: Wanted) -> Question | None:
    """Line 4 is a time, and any legal move is right."""
    position = _position(rng, wanted, 0.0, 0.9)
    return Question(position, "COMPETITION", seconds=rng.choice((200.0, 20.5, 3.125)))


SEARCHED = ("depth", "turns", "evaluation", "window")
TAKEN = ("conquest", "chains", "neighbours", "raid-start", "board", "variant")

KINDS = (
    Kind("ordinary", "boards as they come", (), ordinary),
    Kind("ties", "several moves are equally good", ("ties", "order", "rows", "stakes-first"), ties),
    Kind(
        "idle-raid",
        "a Raid of the best cell conquers nothing",
        ("stakes-first", "idle-raids", "ties", "variant", "stakes"),
        idle_raid,
    ),
    Kind("stake-or-raid", "a Raid gains as much as a Stake", ("stakes-first",), stake_or_raid),
    Kind("conquest", "Raids conquer much", ("conquest", "board", "stakes", "variant", "chains"), conquest),
    Kind(
        "out-of-reach",
        "a cell among enemies has no own cell beside it",
        ("raid-start", "neighbours", "conquest"),
        out_of_reach,
    ),
    Kind("crowd", "enemies stand side by side", ("chains", "conquest", "board"), crowd),
    Kind("edges", "cells at opposite edges face each other", ("bounds",), edges),
    Kind("nearly-full", "few cells are empty", (*TAKEN, *SEARCHED), nearly_full),
    Kind("one-cell", "N is 1", ("board",), one_cell),
    Kind("largest", f"N is {MAX_SIZE}", (*TAKEN, *SEARCHED, "ties", "order", "values"), largest),
    Kind("beyond-the-end", "DEPTH is more than there are empty cells", ("depth", "turns"), beyond_the_end),
    Kind("second-player", "O is to move", ("evaluation",), second_player),
    Kind("steep-values", "few cells are worth more than all others", ("values", "evaluation"), steep_values),
    Kind("lookahead", "it takes the answers of the other player to see the move", ("depth", "turns"), lookahead),
    Kind("window", "alpha-beta has much to cut", ("window",), window),
    Kind("repeats", "the same positions come up in several ways", ("repeats",), repeats),
)
"""In the order in which a suite has them."""

IN_COMPETITION = Kind("competition", "any legal move is right", (COMPETITION,), competition)
"""What a suite has only if somebody asks for the mode."""
