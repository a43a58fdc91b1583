"""A kind of cases: what is in its questions on purpose, and how one is made."""

from __future__ import annotations

from collections.abc import Callable
from math import perm
from random import Random
from typing import Any

from outply.diagnosis.simulator import bounded
from outply.formats.question import Question
from outply.games.struct import Struct
from outply.games.warfare import EMPTY
from outply.search import exact, literal
from outply.search.native import Stopped

MOST = 20_000
"""Nodes of a plain minimax: what a usual program in Python has done in a second or two."""

LIGHT = {"warfare": 2_000, "starcircle": 500}
"""Nodes of most cases: what all the programs with mistakes walk to in a tenth of a second or two."""

HEAVY_SHARE = 0.06

ALGORITHMS = ("MINIMAX", "ALPHABETA")


class Wanted(Struct):
    """What the questions are to be like; what is empty or None is left to the kind.

    `rules` are Warfare's. `density` is the lowest and the highest share of cells, or of dark squares, that are
    taken.
    """

    __slots__ = ("rules", "sizes", "depths", "modes", "density")

    rules: str
    sizes: tuple[int, ...]
    depths: tuple[int, ...]
    modes: tuple[str, ...]
    density: tuple[float, float] | None

    def __init__(
        self,
        rules: str = "raid",
        sizes: tuple[int, ...] = (),
        depths: tuple[int, ...] = (),
        modes: tuple[str, ...] = ALGORITHMS,
        density: tuple[float, float] | None = None,
    ) -> None:
        self._set(rules, sizes, depths, modes, density)

    def share(self, rng: Random, low: float, high: float) -> float:
        """Return the share of cells to take, of the kind's own range if none is wanted."""
        return rng.uniform(*(self.density or (low, high)))

    def question(
        self,
        rng: Random,
        position: Any,
        depths: tuple[int, ...],
        modes: tuple[str, ...] = ALGORITHMS,
        most: int | None = None,
    ) -> Question | None:
        """Return a question about the position; None if it can be asked in no way that is wanted.

        `depths` and `modes` are those that suit the kind, `most` the nodes where that is more than usual. Depths
        that were wanted come before them; a mode has to be wanted as well.
        """
        if position.is_over:
            return None
        asked = [mode for mode in modes if mode in self.modes]
        is_heavy = self.depths or rng.random() < HEAVY_SHARE
        nodes = MOST if is_heavy else most or LIGHT[position.game]
        fitting = [depth for depth in self.depths or depths if _takes_at_most(position, depth, nodes)]
        if not asked or not fitting:
            return None
        return Question(position, rng.choice(asked), rng.choice(fitting))


def _takes_at_most(position: Any, depth: int, nodes: int) -> bool:
    if _at_least(position, depth) > nodes:
        return False  # a search would find that out only when it has begun
    try:
        return literal.search(position, depth, "MINIMAX", control=bounded(nodes)).reported_nodes <= nodes
    except Stopped:
        return False


def _at_least(position: Any, depth: int) -> int:
    """Return a number of leaves that minimax has for sure."""
    if position.game != "warfare":
        return 1
    empty = position.owners.count(EMPTY)
    return perm(empty, min(depth, empty))


def if_tied(question: Question | None) -> Question | None:
    """Return the question if several moves are equally good and none is better, else None."""
    if question is None or question.depth is None:
        return None
    values = [value for _, value in exact.move_values(question.position, question.depth)]
    return question if values.count(max(values)) > 1 else None


Make = Callable[[Random, Wanted], Question | None]


class Kind(Struct):
    """`title` says what is special about the questions. `rules` are those that they may test; none means any."""

    __slots__ = ("name", "title", "rules", "make")

    name: str
    title: str
    rules: tuple[str, ...]
    make: Make

    def __init__(self, name: str, title: str, rules: tuple[str, ...], make: Make) -> None:
        self._set(name, title, rules, make)
