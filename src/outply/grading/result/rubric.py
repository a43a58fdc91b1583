"""Rubric: points per case and per requirement, from a TOML file."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from outply.errors import UserError
from outply.formats.question import FORMATS, answer_parts
from outply.grading.result.verdict import GradedSubmission, Judgement
from outply.grading.suite.case import Case
from outply.text import os_reason

VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
"""Visibilities of a test in Gradescope, the default first."""

TABLES = ("cases", "rules", "parts", "visibility")
SETTINGS = ("points", "total", *TABLES)
PART_NAMES = tuple(dict.fromkeys(part for game in FORMATS.games() for part in answer_parts(game)))


class RubricError(UserError):
    """The rubric is invalid, or names a case or requirement that is not in the suite."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric:
    """Points for the cases of a suite.

    A case has the points of its name in `by_case`, otherwise those of its requirement in `by_requirement`,
    otherwise `default`. With `total_points`, all points are scaled so that a fully right submission earns
    `total_points`. `parts` are the shares of a case's points that a wrong answer earns for its right parts, such
    as the move. `visibilities` are the visibilities in Gradescope, by name of the case or requirement.
    """

    default: float = 1.0
    total_points: float | None = None
    by_case: Mapping[str, float] = field(default_factory=dict)
    by_requirement: Mapping[str, float] = field(default_factory=dict)
    parts: Mapping[str, float] = field(default_factory=dict)
    visibilities: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Rubric:
        """Return the rubric in a TOML file.

        Raises RubricError if the file cannot be read or is not a valid rubric.
        """
        try:
            content = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise RubricError(f"cannot read {path}: {os_reason(error)}") from None
        except ValueError as error:
            raise RubricError(f"{path} is not valid TOML: {error}") from None
        _validate(path, content)
        return cls(
            default=content.get("points", 1.0),
            total_points=content.get("total"),
            by_case=content.get("cases", {}),
            by_requirement=content.get("rules", {}),
            parts=content.get("parts", {}),
            visibilities=content.get("visibility", {}),
        )

    def check_names(self, cases: Sequence[Case]) -> None:
        """Check that every case and requirement in the rubric is in the suite.

        Raises RubricError for the first name that is not in the suite.
        """
        names, requirements = {case.name for case in cases}, {case.requirement for case in cases}
        for game in sorted({case.question.position.game for case in cases}):
            _validate_parts(game, self.parts)
        for table, points, expected in (
            ("cases", self.by_case, names),
            ("rules", self.by_requirement, requirements),
        ):
            if unknown := sorted(points.keys() - expected):
                raise RubricError(
                    f"the rubric has points for {unknown[0]!r} in [{table}], which is not in the suite"
                )
        if unknown := sorted(self.visibilities.keys() - names - requirements):
            raise RubricError(
                f"the rubric has a visibility for {unknown[0]!r}, which is neither a case nor a rule of the suite"
            )

    def weight(self, case: Case) -> float:
        """Return the points of a case before scaling."""
        return self.by_case.get(case.name, self.by_requirement.get(case.requirement, self.default))

    def points(self, cases: Sequence[Case]) -> dict[str, float]:
        """Return the maximum points of each case, after scaling, by case name."""
        weights = {case.name: self.weight(case) for case in cases}
        weight_sum = math.fsum(weights.values())
        scale = 1.0 if self.total_points is None or not weight_sum else self.total_points / weight_sum
        return {name: weight * scale for name, weight in weights.items()}

    def share(self, judgement: Judgement | None) -> float:
        """Return the share of a case's points that a judgement earns, 0 to 1."""
        if judgement is None:
            return 0.0
        if judgement.is_right:
            return 1.0
        return math.fsum(self.parts.get(part, 0.0) for part in judgement.right_parts)

    def earned(self, cases: Sequence[Case], graded: GradedSubmission) -> dict[str, float]:
        """Return the points that a submission earns for each case, by case name."""
        judgements = dict(graded.judgements)
        return {name: points * self.share(judgements.get(name)) for name, points in self.points(cases).items()}

    def total(self, cases: Sequence[Case]) -> float:
        """Return the points of a fully right submission."""
        return math.fsum(self.points(cases).values())

    def score(self, cases: Sequence[Case], graded: GradedSubmission) -> float:
        """Return the points that a submission earns for all cases together."""
        return math.fsum(self.earned(cases, graded).values())

    def visibility(self, case: Case) -> str:
        """Return the visibility of a case in Gradescope: one of `VISIBILITIES`."""
        return self.visibilities.get(case.name, self.visibilities.get(case.requirement, VISIBILITIES[0]))


def round_points(points: float) -> float:
    """Return `points` rounded to six decimals, which removes floating-point noise."""
    return round(points, 6)


def _validate(path: Path, content: dict[str, Any]) -> None:
    if unknown := sorted(set(content) - set(SETTINGS)):
        raise RubricError(f"{path}: unknown setting {unknown[0]!r}; expected one of {', '.join(SETTINGS)}")
    for table in TABLES:
        if not isinstance(content.get(table, {}), dict):
            raise RubricError(f"{path}: expected a table [{table}], got {content[table]!r}")
    for table in ("cases", "rules", "parts"):
        for name, points in content.get(table, {}).items():
            _validate_points(path, f"{table}.{name}", points)
    for name in ("points", "total"):
        _validate_points(path, name, content.get(name, 1))
    parts = content.get("parts", {})
    if unknown := sorted(parts.keys() - set(PART_NAMES)):
        raise RubricError(f"{path}: unknown part {unknown[0]!r}; expected one of {', '.join(PART_NAMES)}")
    for name, visibility in content.get("visibility", {}).items():
        if visibility not in VISIBILITIES:
            raise RubricError(
                f"{path}: visibility.{name}: expected one of {', '.join(VISIBILITIES)}, got {visibility!r}"
            )
    for game in FORMATS.games():
        _validate_parts(game, parts, f"{path}: ")


def _validate_parts(game: str, parts: Mapping[str, float], prefix: str = "") -> None:
    total = math.fsum(parts.get(name, 0) for name in answer_parts(game))
    if total > 1:
        raise RubricError(f"{prefix}the [parts] of {game} add up to {total:g}; expected at most 1")


def _validate_points(path: Path, name: str, points: object) -> None:
    if isinstance(points, bool) or not isinstance(points, int | float) or not 0 <= points < math.inf:
        raise RubricError(f"{path}: {name}: expected a number of points, got {points!r}")
