"""Players in the words of a report: `alphabeta:5:safety` is alpha-beta to depth 5 with the evaluation `safety`."""

from __future__ import annotations

from outply.arena.matchups.run import ALGORITHMS as TRIED
from outply.games.evaluations import DEFAULT
from outply.games.struct import Struct
from outply.players.registry import parse_name

ALGORITHMS = {name: {"alphabeta": "alpha-beta"}.get(name, name) for name in TRIED}
"""The algorithms that a report compares, with their names in prose."""

EXACT = "exact"


class Searcher(Struct):
    """A player that searches to a fixed depth by one of the algorithms."""

    __slots__ = ("algorithm", "depth", "evaluation")

    algorithm: str
    depth: int
    evaluation: str

    def __init__(self, algorithm: str, depth: int, evaluation: str) -> None:
        self._set(algorithm, depth, evaluation)


def searcher(name: str) -> Searcher | None:
    """Return what the name of a player says of it; None for players of other kinds."""
    found = parse_name(name)
    if found is None or found[0].name not in ALGORITHMS:
        return None
    kind, argument = found
    return Searcher(kind.name, int(argument.amount), argument.word or DEFAULT)


def canonical(name: str) -> str:
    """Return the one name of a player that may have several: `minimax:2` for `minimax:2:difference` too."""
    found = searcher(name)
    return name if found is None else f"{found.algorithm}:{found.depth}" + _unless_default(":{}", found)


def conduct(name: str) -> str:
    """Return one name for all players that are bound to choose the same moves, in every position.

    What alpha-beta cuts off cannot change its choice, so it plays as minimax does to the same depth with the same
    evaluation; `exact` finds the textbook's move by other means.
    """
    found = parse_name(name)
    if found is None or found[0].name not in (*ALGORITHMS, EXACT):
        return name
    return canonical(name.replace(found[0].name, "minimax", 1))


def evaluation_of(name: str) -> str | None:
    """Return the evaluation that a player searches with; None for those that use none of the textbook's."""
    found = parse_name(name)
    if found is None or not found[0].uses_evaluation:
        return None
    return found[1].word or DEFAULT


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
