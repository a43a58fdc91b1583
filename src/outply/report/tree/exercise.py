"""Exercises in minimax and alpha-beta: random positions whose search tree is small enough to solve by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from outply.games.evaluations import DEFAULT
from outply.games.protocol import Game, HasRandomBoards, Position
from outply.search import literal
from outply.search.tree import SearchTree, record_tree

BOARD_SIZE = 3  # of random boards
MAX_ROOT_MOVES = 8
MIN_NODES, MAX_NODES = 10, 32
MAX_LEAVES = 18
MIN_LEAF_VALUES = 4  # different ones, so that comparisons matter
MIN_CUTS = 2  # nodes at which alpha-beta cuts
MAX_RANDOM_GAMES = 1000
"""Default number of random games that are played in search of one exercise."""


class NoExerciseError(ValueError):
    """No random game has a position with a suitable search tree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """A position with the complete tree of minimax and the part of it that alpha-beta visits.

    `visited_as` maps each node of `minimax` that alpha-beta visits to its number in `alphabeta`.
    """

    minimax: SearchTree
    alphabeta: SearchTree
    visited_as: dict[int, int]

    def is_cut(self, node: int) -> bool:
        """Return whether alpha-beta cuts the branch that begins with a node of `minimax`."""
        return node not in self.visited_as and self.minimax.parents[node] in self.visited_as


def random_exercises(
    game: Game,
    variant: str,
    *,
    seed: int,
    depth: int,
    evaluation: str = DEFAULT,
    max_games: int = MAX_RANDOM_GAMES,
) -> Iterator[Exercise]:
    """Yield exercises in a rule variant of a game; those with the same arguments are always the same.

    Raises NoExerciseError if `max_games` random games contain none.
    """
    number = 0
    while True:
        number += 1
        generator = random.Random(f"{seed}:{number}")
        yield _random_exercise(game, variant, generator, depth, evaluation, max_games)


def _random_exercise(
    game: Game, variant: str, generator: random.Random, depth: int, evaluation: str, max_games: int
) -> Exercise:
    for _ in range(max_games):
        position = _start(game, variant, generator)
        while not position.is_over:
            exercise = _exercise(position, depth, evaluation)
            if exercise is not None:
                return exercise
            position = position.play(generator.choice(position.moves()))
    raise NoExerciseError(
        f"{game.title} with {variant} rules has no position whose tree to depth {depth} fits a page; "
        "try another depth"
    )


def _start(game: Any, variant: str, generator: random.Random) -> Position:
    if isinstance(game, HasRandomBoards) and BOARD_SIZE in game.sizes:
        return game.start(variant, f"random:{BOARD_SIZE}:{generator.randrange(1_000_000)}")  # type: ignore[attr-defined, no-any-return]
    return game.start(variant)  # type: ignore[no-any-return]


def _exercise(position: Position, depth: int, evaluation: str) -> Exercise | None:
    """Return the exercise of a position; None if its tree is too small, too large or too simple."""
    if len(position.moves()) > MAX_ROOT_MOVES:
        return None
    visits = literal.search(position, depth, "MINIMAX", evaluation=evaluation).reported_nodes
    if not MIN_NODES <= visits <= MAX_NODES:
        return None
    minimax = record_tree(position, depth, "MINIMAX", evaluation=evaluation)
    if minimax.max_ply < depth:
        return None
    leaves = [node for node in range(len(minimax)) if not minimax.children[node]]
    if len(leaves) > MAX_LEAVES or len({minimax.values[leaf] for leaf in leaves}) < MIN_LEAF_VALUES:
        return None
    alphabeta = record_tree(position, depth, "ALPHABETA", evaluation=evaluation)
    if sum(map(bool, alphabeta.cuts)) < MIN_CUTS:
        return None
    return Exercise(minimax=minimax, alphabeta=alphabeta, visited_as=dict(_same_nodes(minimax, alphabeta)))


def _same_nodes(minimax: SearchTree, alphabeta: SearchTree) -> Iterator[tuple[int, int]]:
    """Yield the nodes that both searches visit: alpha-beta visits the first children of a node."""
    pairs = [(0, 0)]
    for full, pruned in pairs:  # grows while it is read
        yield full, pruned
        pairs += zip(minimax.children_of(full), alphabeta.children_of(pruned), strict=False)
