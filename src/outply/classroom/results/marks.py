"""Marks: points for a version that is stronger than a baseline, on the ladder or in the official tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from outply.classroom.ladder.ranking import LadderRow
from outply.classroom.results.official import OfficialResult
from outply.classroom.settings.class_settings import Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMark:
    """A mark of the settings, and whether a team has earned it. `reason` says where; empty if it has not."""

    mark: Mark
    reason: str = ""

    @property
    def is_earned(self) -> bool:
        return bool(self.reason)

    @property
    def points(self) -> float:
        return self.mark.points if self.is_earned else 0.0


def team_marks(
    marks: Sequence[Mark], alias: str, rows: Sequence[LadderRow], result: OfficialResult | None
) -> list[TeamMark]:
    """Return the marks of the team with this alias. `rows` are the standings of the ladder.

    A mark is earned if the active version is rated above the player of the mark, both after at least one game, or
    if the team has won more than half of the points against this player in the official tournament.
    """
    own = next((row for row in rows if row.is_active and row.title == alias), None)
    current = [row for row in rows if row.is_baseline and (row.is_active or row.submission is None)]
    baselines = {row.title if row.submission else row.key: row for row in current}
    return [_team_mark(mark, alias, own, baselines.get(mark.player), result) for mark in marks]


def _team_mark(
    mark: Mark, alias: str, own: LadderRow | None, baseline: LadderRow | None, result: OfficialResult | None
) -> TeamMark:
    if result is not None and result.has_beaten(alias, mark.player):
        return TeamMark(mark=mark, reason="official tournament")
    if own is None or baseline is None or not (own.games and baseline.games):
        return TeamMark(mark=mark)
    is_above = round(own.rating.elo) > round(baseline.rating.elo)  # as the pages show them
    return TeamMark(mark=mark, reason="ladder" if is_above else "")
