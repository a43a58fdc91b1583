"""Case kinds of Warfare; their functions return a random question, or None if the attempt fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import perm
from random import Random

from outply.formats.question import Question
from outply.games.warfare import EMPTY, MAX_SIZE, PLAYERS, Position, opponent
from outply.grading.suite.kinds.kind import (
    ALGORITHMS,
    CASE_SIZES,
    CaseConstraints,
    CaseKind,
    CaseSize,
    require_tie,
)
from outply.grading.suite.requirements import COMPETITION

RandomValue = Callable[[Random], int]

USUAL_SIZES = (3, 4, 5, 6)
SHALLOW, DEEPER = (1, 2, 3), (2, 3, 4)
EXCESS_DEPTHS = (1, 2, 7, 50, 1_000)  # plies beyond the number of empty cells


def _min_leaves(position: Position, depth: int) -> int:
    empty = position.owners.count(EMPTY)
    return perm(empty, min(depth, empty))


CASE_SIZES["warfare"] = CaseSize(usual_max_nodes=2_000, min_leaves=_min_leaves)


def _any_value(rng: Random) -> int:
    return rng.randint(1, 99)


def _one_or_two(rng: Random) -> int:
    return rng.choice((1, 2))


def _one_or_three(rng: Random) -> int:
    """Return 1 or 3: a Raid on a cell worth 1 that conquers a cell worth 1 gains as much as a Stake on a 3."""
    return rng.choice((1, 3))


def _uneven_value(rng: Random) -> int:
    return int(rng.choice((1, 1, 2, 3, 50, 99, 1_000, 1_000_000)))


def _position(
    rng: Random,
    constraints: CaseConstraints,
    low: float,
    high: float,
    *,
    sizes: Sequence[int] = USUAL_SIZES,
    value: RandomValue = _any_value,
    owners: str = "XO",
    player: str = "",
) -> Position:
    """Return a random position in which a share of `low` to `high` of the cells has an owner, drawn from `owners`.

    The size and the density of `constraints`, if any, replace `sizes` and the share.
    """
    size = rng.choice(constraints.sizes or sizes)
    occupied = min(round(constraints.occupied_share(rng, low, high) * size * size), size * size - 1)
    cells = [rng.choice(owners) for _ in range(occupied)] + [EMPTY] * (size * size - occupied)
    rng.shuffle(cells)
    values = [value(rng) for _ in cells]
    return Position(size, values, "".join(cells), player or rng.choice(PLAYERS), constraints.rule_variant)


def _replaced(position: Position, owners: list[str], values: list[int] | None = None) -> Position:
    return Position(position.size, values or position.values, "".join(owners), position.to_move, position.rules)


def ordinary(rng: Random, constraints: CaseConstraints) -> Question | None:
    return constraints.ask(rng, _position(rng, constraints, 0.2, 0.7), (1, 2, 3, 4))


def ties(rng: Random, constraints: CaseConstraints) -> Question | None:
    value = rng.randint(1, 99)
    values = rng.choice((_one_or_two, _one_or_three, lambda _: value))
    return require_tie(constraints.ask(rng, _position(rng, constraints, 0.0, 0.6, value=values), SHALLOW))


def idle_raid(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where the most valuable cell is next to an own cell, but not next to an enemy cell."""
    position = _position(rng, constraints, 0.2, 0.5)
    cell = rng.choice([number for number, owner in enumerate(position.owners) if owner == EMPTY])
    owners, values = list(position.owners), list(position.values)
    neighbours = position.neighbours(cell)
    for near in neighbours:
        owners[near] = rng.choice((EMPTY, position.to_move))
    if not neighbours:
        return None
    owners[rng.choice(neighbours)] = position.to_move
    values[cell] = max(values) + 1
    return constraints.ask(rng, _replaced(position, owners, values), SHALLOW)


def stake_or_raid(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where a Raid gains as much as a Stake on a different, more valuable cell."""
    position = _position(rng, constraints, 0.3, 0.6, value=lambda rng: rng.randint(1, 5))
    owners, values, enemy = position.owners, list(position.values), opponent(position.to_move)
    raided_cells = [move.row * position.size + move.column for move in position.moves() if move.raid]
    raids = [(cell, position.neighbours(cell)) for cell in raided_cells]
    raids = [(cell, neighbours) for cell, neighbours in raids if any(owners[near] == enemy for near in neighbours)]
    if not raids:
        return None
    cell, neighbours = rng.choice(raids)
    others = [other for other, owner in enumerate(owners) if owner == EMPTY and other not in (cell, *neighbours)]
    if not others:
        return None
    conquered = [near for near in neighbours if owners[near] == enemy]
    for near in conquered:
        values[near] = rng.randint(6, 30)
    values[rng.choice(others)] = values[cell] + 2 * sum(values[near] for near in conquered)
    return constraints.ask(rng, _replaced(position, list(owners), values), (1, 1, 2))


def conquest(rng: Random, constraints: CaseConstraints) -> Question | None:
    return constraints.ask(rng, _position(rng, constraints, 0.4, 0.75), SHALLOW)


def out_of_reach(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where all neighbours of an empty cell are enemy cells; own cells may be diagonal to it."""
    position = _position(rng, constraints, 0.3, 0.6)
    empty = [number for number, owner in enumerate(position.owners) if owner == EMPTY]
    cell = max(empty, key=lambda cell: (len(position.neighbours(cell)), rng.random()))
    owners, values = list(position.owners), list(position.values)
    for near in position.neighbours(cell):
        owners[near] = opponent(position.to_move)
        values[near] += rng.randint(0, max(values))
    return constraints.ask(rng, _replaced(position, owners, values), SHALLOW)


def crowd(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where many enemy cells are side by side, so that a chain of conquests would reach them."""
    player = rng.choice(PLAYERS)
    owners = opponent(player) * 3 + player
    return constraints.ask(rng, _position(rng, constraints, 0.4, 0.75, owners=owners, player=player), (1, 2))


def edges(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question with occupied cells only at the edges, which are neighbours if the board wraps around."""
    position = _position(rng, constraints, 0.6, 0.9)
    last = position.size - 1
    owners = [
        owner if 0 in (row := divmod(cell, last + 1)) or last in row else EMPTY
        for cell, owner in enumerate(position.owners)
    ]
    if EMPTY not in owners:
        return None
    return constraints.ask(rng, _replaced(position, owners), (1, 2))


def nearly_full(rng: Random, constraints: CaseConstraints) -> Question | None:
    size = rng.choice(constraints.sizes or (3, 4, 5, 6, 8))
    return _ask_with_empty(rng, constraints, size, rng.randint(1, min(5, size * size)), (1, 2, 3, 4, 5))


def one_cell(rng: Random, constraints: CaseConstraints) -> Question | None:
    if 1 not in (constraints.sizes or (1,)):
        return None
    return _ask_with_empty(rng, constraints, 1, 1, (1, 2, 5))


def largest(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question about the largest board, whose empty cells are usually in the last rows and columns."""
    if MAX_SIZE not in (constraints.sizes or (MAX_SIZE,)):
        return None
    empty = rng.choice((6, 30, 400))
    return _ask_with_empty(rng, constraints, MAX_SIZE, empty, (1, 2) if empty < 400 else (1,))


def beyond_the_end(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question whose depth is greater than the number of empty cells."""
    empty = rng.randint(2, 4)
    depths = constraints.depths or tuple(empty + excess for excess in EXCESS_DEPTHS)
    depths = tuple(depth for depth in depths if depth > empty)
    size = rng.choice(constraints.sizes or (2, 3, 4, 5))
    if not depths or size * size < empty:
        return None
    return _ask_with_empty(rng, replace(constraints, depths=depths), size, empty, depths)


def _ask_with_empty(
    rng: Random, constraints: CaseConstraints, size: int, empty: int, depths: tuple[int, ...]
) -> Question | None:
    """Return a question about a random board with `empty` empty cells, which are usually near each other."""
    clustered = sorted(range(size * size), key=lambda cell: (cell // size + cell % size) * rng.random())[-empty:]
    empty_cells = clustered if rng.random() < 0.6 else rng.sample(range(size * size), empty)
    owners = [EMPTY if cell in empty_cells else rng.choice(PLAYERS) for cell in range(size * size)]
    values = [_any_value(rng) for _ in owners]
    position = Position(size, values, "".join(owners), rng.choice(PLAYERS), constraints.rule_variant)
    return constraints.ask(rng, position, depths)


def second_player(rng: Random, constraints: CaseConstraints) -> Question | None:
    return constraints.ask(rng, _position(rng, constraints, 0.2, 0.7, player=PLAYERS[1]), SHALLOW)


def steep_values(rng: Random, constraints: CaseConstraints) -> Question | None:
    return constraints.ask(rng, _position(rng, constraints, 0.2, 0.7, value=_uneven_value), SHALLOW)


def lookahead(rng: Random, constraints: CaseConstraints) -> Question | None:
    return constraints.ask(rng, _position(rng, constraints, 0.3, 0.7, sizes=(3, 4, 5)), DEEPER)


def window(rng: Random, constraints: CaseConstraints) -> Question | None:
    position = _position(rng, constraints, 0.1, 0.6, sizes=(3, 4))
    return constraints.ask(rng, position, (3, 4, 5), ALGORITHMS[1:])


def repeats(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where alpha-beta is likely to visit the same positions with different windows."""
    position = _position(rng, constraints, 0.2, 0.5, sizes=(3,))
    return constraints.ask(rng, position, (4, 5, 6), ALGORITHMS[1:], max_nodes=8_000)


def competition(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a COMPETITION question: line 4 of the input is a time, and any legal move is right."""
    position = _position(rng, constraints, 0.0, 0.9)
    return Question(position, "COMPETITION", seconds=rng.choice((200.0, 20.5, 3.125)))


SEARCH_REQUIREMENTS = ("depth", "turns", "evaluation", "window")
RULE_REQUIREMENTS = ("conquest", "chains", "neighbours", "raid-start", "board", "variant")

KINDS = (
    CaseKind(name="ordinary", title="random boards", requirements=(), make_question=ordinary),
    CaseKind(
        name="ties",
        title="several best moves",
        requirements=("ties", "order", "rows", "stakes-first"),
        make_question=ties,
    ),
    CaseKind(
        name="idle-raid",
        title="a Raid on the best cell that conquers nothing",
        requirements=("stakes-first", "idle-raids", "ties", "variant", "stakes"),
        make_question=idle_raid,
    ),
    CaseKind(
        name="stake-or-raid",
        title="a Raid that gains as much as a Stake",
        requirements=("stakes-first",),
        make_question=stake_or_raid,
    ),
    CaseKind(
        name="conquest",
        title="Raids that conquer many cells",
        requirements=("conquest", "board", "stakes", "variant", "chains"),
        make_question=conquest,
    ),
    CaseKind(
        name="out-of-reach",
        title="a cell among enemy cells that cannot be raided",
        requirements=("raid-start", "neighbours", "conquest"),
        make_question=out_of_reach,
    ),
    CaseKind(
        name="crowd",
        title="enemy cells side by side",
        requirements=("chains", "conquest", "board"),
        make_question=crowd,
    ),
    CaseKind(
        name="edges",
        title="occupied cells at opposite edges",
        requirements=("bounds",),
        make_question=edges,
    ),
    CaseKind(
        name="nearly-full",
        title="few empty cells",
        requirements=(*RULE_REQUIREMENTS, *SEARCH_REQUIREMENTS),
        make_question=nearly_full,
    ),
    CaseKind(name="one-cell", title="a board of one cell", requirements=("board",), make_question=one_cell),
    CaseKind(
        name="largest",
        title=f"a board of {MAX_SIZE} x {MAX_SIZE} cells",
        requirements=(*RULE_REQUIREMENTS, *SEARCH_REQUIREMENTS, "ties", "order", "values"),
        make_question=largest,
    ),
    CaseKind(
        name="beyond-the-end",
        title="a DEPTH greater than the number of empty cells",
        requirements=("depth", "turns"),
        make_question=beyond_the_end,
    ),
    CaseKind(name="second-player", title="O to move", requirements=("evaluation",), make_question=second_player),
    CaseKind(
        name="steep-values",
        title="a few cells worth more than all others",
        requirements=("values", "evaluation"),
        make_question=steep_values,
    ),
    CaseKind(
        name="lookahead",
        title="a best move that depends on the replies",
        requirements=("depth", "turns"),
        make_question=lookahead,
    ),
    CaseKind(name="window", title="many alpha-beta cutoffs", requirements=("window",), make_question=window),
    CaseKind(
        name="repeats",
        title="positions that are reached in several ways",
        requirements=("repeats",),
        make_question=repeats,
    ),
)
"""The case kinds in the order of their cases in a suite."""

COMPETITION_KIND = CaseKind(
    name="competition",
    title="questions to which any legal move is right",
    requirements=(COMPETITION,),
    make_question=competition,
)
"""The case kind for the mode COMPETITION, which a suite contains only on request."""
