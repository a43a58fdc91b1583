"""Case kinds of Warfare; their functions return a random question, or None if the attempt fails."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from math import perm
from random import Random

from outply.formats.question import Question
from outply.games.warfare import EMPTY, MAX_SIZE, MAX_VALUE, PLAYERS, Position, opponent
from outply.grading.suite.kinds.kind import (
    ALGORITHMS,
    CASE_SIZES,
    CaseConstraints,
    CaseKind,
    CaseSize,
    case_kind,
    require_tie,
)
from outply.grading.suite.requirements import COMPETITION
from outply.search import exact

RandomValue = Callable[[Random], int]

USUAL_SIZES = (3, 4, 5, 6)
ONE_SIDED_SIZES = (12, 18, MAX_SIZE, MAX_SIZE)
SHALLOW, DEEPER = (1, 2, 3), (2, 3, 4)
EXCESS_DEPTHS = (1, 2, 3, 6)  # plies beyond the number of empty cells
SIGNED_16_BITS = 1 << 15

SEARCH = "depth turns evaluation window cuts"
RULES = "conquest chains neighbours raid-start board variant move-line"

KINDS: list[CaseKind] = []
"""The case kinds in the order of their cases in a suite."""

kind = partial(case_kind, KINDS)


def _min_leaves(position: Position, depth: int) -> int:
    empty = position.owners.count(EMPTY)
    return perm(empty, min(depth, empty))


CASE_SIZES["warfare"] = CaseSize(usual_max_nodes=2_000, min_leaves=_min_leaves)


def _choice_of(*values: int) -> RandomValue:
    return lambda rng: rng.choice(values)


def _random_values(
    rng: Random, constraints: CaseConstraints, cells: int, value: RandomValue | None = None
) -> list[int]:
    """Return values for a number of cells, by default evenly distributed within the constraints."""
    low, high = constraints.values
    if value is None:
        return [rng.randint(low, high) for _ in range(cells)]
    return [max(low, min(high, value(rng))) for _ in range(cells)]


def _position(
    rng: Random,
    constraints: CaseConstraints,
    low: float,
    high: float,
    *,
    sizes: Sequence[int] = USUAL_SIZES,
    value: RandomValue | None = None,
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
    values = _random_values(rng, constraints, len(cells), value)
    return Position(size, values, "".join(cells), player or rng.choice(PLAYERS), constraints.rule_variant)


def _replaced(position: Position, owners: Sequence[str], values: Sequence[int] | None = None) -> Position:
    return Position(position.size, values or position.values, "".join(owners), position.to_move, position.rules)


def _with_turn(rng: Random, position: Position, fixed: Collection[int] = ()) -> Position | None:
    """Return the position with the number of occupied cells that the player to move implies, as X moves first.

    If necessary, an empty cell becomes the opponent's, or an occupied one becomes empty; cells in `fixed` are
    kept. Returns None if this is impossible.
    """
    owners, last_mover = list(position.owners), opponent(position.to_move)
    occupied = len(owners) - owners.count(EMPTY)
    changeable = [cell for cell in range(len(owners)) if cell not in fixed]
    if PLAYERS[occupied % 2] != position.to_move:
        empty = [cell for cell in changeable if owners[cell] == EMPTY]
        if empty and owners.count(EMPTY) > 1:
            owners[rng.choice(empty)] = last_mover
        elif taken := [cell for cell in changeable if owners[cell] == position.to_move]:
            owners[rng.choice(taken)] = EMPTY
        else:
            return None
    if set(owners) != {EMPTY} and last_mover not in owners:
        taken = [cell for cell in changeable if owners[cell] != EMPTY]
        if not taken:
            return None
        owners[rng.choice(taken)] = last_mover
    return _replaced(position, owners)


def _ask(
    rng: Random,
    constraints: CaseConstraints,
    position: Position,
    depths: tuple[int, ...],
    modes: tuple[str, ...] = ALGORITHMS,
    *,
    fixed: Collection[int] = (),
    max_nodes: int | None = None,
) -> Question | None:
    """Return a question about `position` after `_with_turn`; see `CaseConstraints.ask`."""
    settled = _with_turn(rng, position, fixed)
    return None if settled is None else constraints.ask(rng, settled, depths, modes, max_nodes)


def _ask_with_empty(
    rng: Random, constraints: CaseConstraints, size: int, empty: int, depths: tuple[int, ...]
) -> Question | None:
    """Return a question about a random board with at most `empty` empty cells, usually near each other."""
    clustered = sorted(range(size * size), key=lambda cell: (cell // size + cell % size) * rng.random())[-empty:]
    empty_cells = clustered if rng.random() < 0.6 else rng.sample(range(size * size), empty)
    owners = [EMPTY if cell in empty_cells else rng.choice(PLAYERS) for cell in range(size * size)]
    values = _random_values(rng, constraints, size * size)
    player = rng.choice(PLAYERS) if size > 1 else PLAYERS[0]
    return _ask(
        rng, constraints, Position(size, values, "".join(owners), player, constraints.rule_variant), depths
    )


@kind("random boards")
def ordinary(rng: Random, constraints: CaseConstraints) -> Question | None:
    return _ask(rng, constraints, _position(rng, constraints, 0.2, 0.7), (1, 2, 3, 4))


@kind("several best moves", "ties order rows stakes-first")
def ties(rng: Random, constraints: CaseConstraints) -> Question | None:
    # With values of 1 and 3, a Raid on a 1 that conquers a 1 gains as much as a Stake on a 3.
    value = rng.choice((_choice_of(1, 2), _choice_of(1, 3), _choice_of(rng.randint(1, 99))))
    return require_tie(_ask(rng, constraints, _position(rng, constraints, 0.0, 0.6, value=value), SHALLOW))


@kind("several equally good Raids", "raid-order rows ties order")
def raid_ties(rng: Random, constraints: CaseConstraints) -> Question | None:
    value = _choice_of(rng.randint(1, 99))
    question = _ask(rng, constraints, _position(rng, constraints, 0.3, 0.7, value=value), (1, 1, 2))
    if question is None or question.depth is None:
        return None
    values = exact.move_values(question.position, question.depth)
    best = [move for move, value in values if value == max(value for _, value in values)]
    return question if len(best) > 2 and all(move.raid for move in best) else None


@kind("a Raid on the best cell that conquers nothing", "stakes-first idle-raids ties variant stakes move-line")
def idle_raid(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where the most valuable cell is next to an own cell, but not next to an enemy cell."""
    position = _position(rng, constraints, 0.2, 0.5)
    cell = rng.choice([number for number, owner in enumerate(position.owners) if owner == EMPTY])
    neighbours, high = position.neighbours(cell), constraints.values[1]
    if not neighbours or high == constraints.values[0]:
        return None
    owners, values = list(position.owners), [min(value, high - 1) for value in position.values]
    for near in neighbours:
        owners[near] = rng.choice((EMPTY, position.to_move))
    owners[rng.choice(neighbours)] = position.to_move
    values[cell] = min(high, max(values) + 1)
    return _ask(rng, constraints, _replaced(position, owners, values), SHALLOW, fixed=(cell, *neighbours))


@kind("a Raid that gains as much as a Stake", "stakes-first")
def stake_or_raid(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where a Raid gains as much as a Stake on a different, more valuable cell."""
    position = _with_turn(rng, _position(rng, constraints, 0.3, 0.6, value=lambda rng: rng.randint(1, 5)))
    if position is None:
        return None
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
    gain = values[cell] + 2 * sum(values[near] for near in conquered)
    values[rng.choice(others)] = gain
    if gain > constraints.values[1] or min(values) < constraints.values[0]:
        return None
    return constraints.ask(rng, _replaced(position, owners, values), (1, 1, 2))


@kind("Raids that conquer many cells", "conquest board stakes variant chains neighbours move-line")
def conquest(rng: Random, constraints: CaseConstraints) -> Question | None:
    return _ask(rng, constraints, _position(rng, constraints, 0.4, 0.75), SHALLOW)


@kind("a cell among enemy cells that cannot be raided", "raid-start neighbours conquest")
def out_of_reach(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where all neighbours of an empty cell are enemy cells; own cells may be diagonal to it."""
    position = _position(rng, constraints, 0.3, 0.6)
    empty = [number for number, owner in enumerate(position.owners) if owner == EMPTY]
    cell = max(empty, key=lambda cell: (len(position.neighbours(cell)), rng.random()))
    owners, values = list(position.owners), list(position.values)
    for near in position.neighbours(cell):
        owners[near] = opponent(position.to_move)
        values[near] = min(constraints.values[1], values[near] + rng.randint(0, max(values)))
    fixed = (cell, *position.neighbours(cell))
    return _ask(rng, constraints, _replaced(position, owners, values), SHALLOW, fixed=fixed)


@kind("enemy cells side by side", "chains conquest board")
def crowd(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where many enemy cells are side by side, so that a chain of conquests would reach them."""
    player = rng.choice(PLAYERS)
    owners = opponent(player) * 3 + player
    return _ask(rng, constraints, _position(rng, constraints, 0.4, 0.75, owners=owners, player=player), (1, 2))


@kind("occupied cells at opposite edges", "bounds")
def edges(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question with occupied cells only at the edges, which are neighbours if the board wraps around."""
    position = _position(rng, constraints, 0.6, 0.9)
    last = position.size - 1
    inner = [row * position.size + column for row in range(1, last) for column in range(1, last)]
    owners = [EMPTY if cell in inner else owner for cell, owner in enumerate(position.owners)]
    if EMPTY not in owners:
        return None
    return _ask(rng, constraints, _replaced(position, owners), (1, 2), fixed=inner)


@kind("few empty cells", f"{RULES} {SEARCH} end")
def nearly_full(rng: Random, constraints: CaseConstraints) -> Question | None:
    size = rng.choice(constraints.sizes or (3, 4, 5, 6, 8))
    return _ask_with_empty(rng, constraints, size, rng.randint(1, min(5, size * size)), (1, 2, 3, 4, 5))


@kind("a board of one cell", "sizes board")
def one_cell(rng: Random, constraints: CaseConstraints) -> Question | None:
    if 1 not in (constraints.sizes or (1,)):
        return None
    return _ask_with_empty(rng, constraints, 1, 1, (1, 2, 5))


@kind(f"a board of {MAX_SIZE} x {MAX_SIZE} cells", f"sizes {RULES} {SEARCH} ties order values")
def largest(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question about the largest board, whose empty cells are usually in the last rows and columns."""
    if MAX_SIZE not in (constraints.sizes or (MAX_SIZE,)):
        return None
    empty = rng.choice((6, 30, 400))
    return _ask_with_empty(rng, constraints, MAX_SIZE, empty, (1, 2) if empty < 400 else (1,))


@kind("scores far from zero", "large-scores")
def one_sided(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where one player owns most of a large board, so that all scores are far from zero.

    Half of the scores are close to a limit of 16-bit integers, as far as the size and the values allow it.
    """
    size = rng.choice(constraints.sizes or ONE_SIDED_SIZES)
    owner, cells = rng.choice(PLAYERS), size * size
    empty = rng.sample(range(cells), min(cells, rng.randint(3, 7)))
    owners = [EMPTY if cell in empty else owner for cell in range(cells)]
    for cell in rng.sample(range(cells), min(cells, 4)):
        owners[cell] = opponent(owner) if owners[cell] == owner else owners[cell]
    low, high = constraints.values
    values = [rng.randint((low + 2 * high) // 3, high) for _ in range(cells)]
    for cell in empty:
        values[cell] = rng.randint(low, high)
    position = _with_turn(
        rng, Position(size, values, "".join(owners), rng.choice(PLAYERS), constraints.rule_variant)
    )
    if position is None:
        return None
    if rng.random() < 0.5:
        position = _with_score(rng, position, owner, SIGNED_16_BITS - rng.randint(10, 150), low)
    return constraints.ask(rng, position, (1, 2, 2, 3))


def _with_score(rng: Random, position: Position, player: str, score: int, low: int) -> Position:
    """Return the position with lower values of the player's cells, at least `low`, so that the score is `score`.

    The score stays higher if the values cannot be lowered enough, and lower if it is lower already.
    """
    values, excess = list(position.values), position.score(player) - score
    cells = [cell for cell, owner in enumerate(position.owners) if owner == player]
    rng.shuffle(cells)
    for number, cell in enumerate(cells):
        share = -(-max(excess, 0) // (len(cells) - number))
        change = min(share, values[cell] - low, max(excess, 0))
        values[cell] -= change
        excess -= change
    return _replaced(position, position.owners, values)


@kind("a DEPTH greater than the number of empty cells", "end depth turns")
def beyond_the_end(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question whose depth is greater than the number of empty cells."""
    empty = rng.randint(2, 4)
    depths = constraints.depths or tuple(empty + excess for excess in EXCESS_DEPTHS)
    depths = tuple(depth for depth in depths if depth > empty)
    size = rng.choice(constraints.sizes or (2, 3, 4, 5))
    if not depths or size * size < empty:
        return None
    return _ask_with_empty(rng, replace(constraints, depths=depths, sizes=(size,)), size, empty, depths)


@kind("O to move", "evaluation large-scores")
def second_player(rng: Random, constraints: CaseConstraints) -> Question | None:
    return _ask(rng, constraints, _position(rng, constraints, 0.2, 0.7, player=PLAYERS[1]), SHALLOW)


@kind("a few cells worth more than all others", "values evaluation")
def steep_values(rng: Random, constraints: CaseConstraints) -> Question | None:
    value = _choice_of(1, 1, 2, 3, 50, 99)
    return _ask(rng, constraints, _position(rng, constraints, 0.2, 0.7, value=value), SHALLOW)


@kind("a best move that depends on the replies", "depth turns")
def lookahead(rng: Random, constraints: CaseConstraints) -> Question | None:
    return _ask(rng, constraints, _position(rng, constraints, 0.3, 0.7, sizes=(3, 4, 5)), DEEPER)


@kind("many alpha-beta cutoffs", "window cuts")
def window(rng: Random, constraints: CaseConstraints) -> Question | None:
    position = _position(rng, constraints, 0.1, 0.6, sizes=(3, 4))
    return _ask(rng, constraints, position, (3, 4, 5), ALGORITHMS[1:])


@kind("positions that are reached in several ways", "repeats")
def repeats(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a question where alpha-beta is likely to visit the same positions with different windows."""
    position = _position(rng, constraints, 0.2, 0.5, sizes=(3,))
    return _ask(rng, constraints, position, (4, 5, 6), ALGORITHMS[1:], max_nodes=8_000)


@kind(f"cell values up to {MAX_VALUE:,}", "values evaluation large-scores", is_beyond=True)
def huge_values(rng: Random, constraints: CaseConstraints) -> Question | None:
    constraints = replace(constraints, values=(1, MAX_VALUE))
    value = _choice_of(1, 1, 2, 3, 50, 99, 1_000, MAX_VALUE)
    return _ask(rng, constraints, _position(rng, constraints, 0.2, 0.7, value=value), SHALLOW)


def competition(rng: Random, constraints: CaseConstraints) -> Question | None:
    """Return a COMPETITION question: line 4 of the input is a time, and any legal move is right."""
    position = _with_turn(rng, _position(rng, constraints, 0.0, 0.9))
    if position is None:
        return None
    return Question(position, "COMPETITION", seconds=rng.choice((200.0, 20.5, 3.125)))


COMPETITION_KIND = CaseKind(
    name="competition",
    title="questions to which any legal move is right",
    requirements=(COMPETITION,),
    make_question=competition,
)
"""The case kind for the mode COMPETITION, which a suite contains only on request."""
