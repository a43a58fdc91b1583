"""Readable names of players in a report, such as `alpha-beta to depth 5` for `alphabeta:5`."""

from __future__ import annotations

from dataclasses import dataclass

from outply.arena.matchup import ALGORITHMS as TRIAL_ALGORITHMS
from outply.games.evaluations import DEFAULT
from outply.players.registry import parse_name

ALGORITHMS = {name: {"alphabeta": "alpha-beta"}.get(name, name) for name in TRIAL_ALGORITHMS}
"""The algorithms that a report compares, with their names in sentences."""

EXACT = "exact"


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedDepthSearch:
    """A player that searches to a fixed depth with one of the algorithms."""

    algorithm: str
    depth: int
    evaluation: str


def fixed_depth_search(name: str) -> FixedDepthSearch | None:
    """Return the algorithm, depth and evaluation of a fixed-depth player; None for players of other types."""
    parsed = parse_name(name)
    if parsed is None or parsed[0].name not in ALGORITHMS:
        return None
    player_type, argument = parsed
    return FixedDepthSearch(
        algorithm=player_type.name, depth=int(argument.amount), evaluation=argument.word or DEFAULT
    )


def canonical_name(name: str) -> str:
    """Return a player's name without the default evaluation: `minimax:2` for `minimax:2:difference`."""
    search = fixed_depth_search(name)
    return name if search is None else f"{search.algorithm}:{search.depth}" + _unless_default(":{}", search)


def behaviour_name(name: str) -> str:
    """Return a name that is the same for all players that choose the same move in every position.

    Alpha-beta and `exact` choose the same move as minimax with the same depth and evaluation.
    """
    parsed = parse_name(name)
    if parsed is None or parsed[0].name not in (*ALGORITHMS, EXACT):
        return name
    return canonical_name(name.replace(parsed[0].name, "minimax", 1))


def evaluation_of(name: str) -> str | None:
    """Return the textbook evaluation that a player searches with; None for players that use none."""
    parsed = parse_name(name)
    if parsed is None or not parsed[0].uses_evaluation:
        return None
    return parsed[1].word or DEFAULT


def short_name(name: str) -> str:
    """Return a player's name for tables and figures: `alpha-beta 5`, `alpha-beta 5 safety`."""
    search = fixed_depth_search(name)
    if search is None:
        return name
    return f"{ALGORITHMS[search.algorithm]} {search.depth}" + _unless_default(" {}", search)


def prose_name(name: str) -> str:
    """Return a player's name for sentences: `alpha-beta to depth 5`."""
    search = fixed_depth_search(name)
    if search is None:
        return name
    return f"{ALGORITHMS[search.algorithm]} to depth {search.depth}" + _unless_default(" ({})", search)


def _unless_default(template: str, search: FixedDepthSearch) -> str:
    return "" if search.evaluation == DEFAULT else template.format(search.evaluation)
