"""Findings: sentences about the games and the trials of a report, derived from the data of the report.

Each finding function examines one aspect and returns None if the data do not support a statement about it.
"""

from __future__ import annotations

from collections.abc import Callable

from outply.arena.matchup import MatchupResults
from outply.report.matchups.findings.depths import feasible_depths, growth, move_order, same_games, savings
from outply.report.matchups.findings.finding import Finding
from outply.report.matchups.findings.games import (
    deeper_search,
    draws,
    first_move,
    head_to_head,
    identical_play,
    late_changes,
    node_costs,
)

FindingFunction = Callable[[MatchupResults], Finding | None]

SUMMARY: tuple[FindingFunction, ...] = (
    deeper_search,
    head_to_head,
    identical_play,
    first_move,
    savings,
    feasible_depths,
)
ALL: tuple[FindingFunction, ...] = (
    identical_play,
    first_move,
    deeper_search,
    head_to_head,
    draws,
    late_changes,
    node_costs,
    same_games,
    savings,
    move_order,
    growth,
    feasible_depths,
)


def findings(matchups: MatchupResults) -> list[Finding]:
    """Return all findings that the data support, in the order of the report."""
    return [finding for function in ALL if (finding := function(matchups)) is not None]


def summary(matchups: MatchupResults) -> list[str]:
    """Return the facts of the main findings, for the summary of the report."""
    return [finding.fact for function in SUMMARY if (finding := function(matchups)) is not None]
