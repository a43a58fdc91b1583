"""Players in the words of a report: `alphabeta:5:safety` is alpha-beta to depth 5 with the evaluation `safety`."""

from __future__ import annotations

import re

from outply.games.evaluations import DEFAULT
from outply.games.value import Value

ALGORITHMS = {"minimax": "minimax", "alphabeta": "alpha-beta"}
"""The algorithms that a report compares, with their names in prose."""


class Searcher(Value):
    """A player that searches to a fixed depth by one of the algorithms."""

    __slots__ = ("algorithm", "depth", "evaluation")

    algorithm: str
    depth: int
    evaluation: str

    def __init__(self, algorithm: str, depth: int, evaluation: str) -> None:
        self._set(algorithm, depth, evaluation)


def searcher(name: str) -> Searcher | None:
    """Return what the name of a player says of it; None for players of other kinds."""
    match = re.fullmatch(rf"({'|'.join(ALGORITHMS)}):([0-9]+)(?::([a-z]+))?", name)
    return Searcher(match[1], int(match[2]), match[3] or DEFAULT) if match else None


def short(name: str) -> str:
    """Return a name for tables and figures: `alpha-beta 5`, `alpha-beta 5 safety`."""
    found = searcher(name)
    if found is None:
        return name
    return f"{ALGORITHMS[found.algorithm]} {found.depth}" + _unless_default(" {}", found)


def prose(name: str) -> str:
    """Return a name for sentences: `alpha-beta to depth 5`."""
    found = searcher(name)
    if found is None:
        return name
    return f"{ALGORITHMS[found.algorithm]} to depth {found.depth}" + _unless_default(" ({})", found)


def _unless_default(text: str, found: Searcher) -> str:
    return "" if found.evaluation == DEFAULT else text.format(found.evaluation)
