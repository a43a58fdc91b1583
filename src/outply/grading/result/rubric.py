"""How many points what is worth: a small TOML file."""

from __future__ import annotations

import math
import tomllib

from outply.games.struct import Struct
from outply.grading.result.verdict import PARTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from outply.grading.result.verdict import Graded, Judgement
    from outply.grading.suite.case import Case

VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
TABLES = ("cases", "rules", "parts", "visibility")
SETTINGS = ("points", "total", *TABLES)
ALL_PARTS = tuple(dict.fromkeys(part for parts in PARTS.values() for part in parts))


class RubricError(Exception):
    """A file that is no rubric; the sentence says why."""


class Rubric(Struct):
    """Points of a case: those of its name, else those of its rule, else `default`.

    `whole` scales them so that everything right has so many; None leaves them. `parts` are shares of a case's
    points that a wrong answer earns for what is right in it, such as the move. `shown` says who may see a case in
    Gradescope, by its name or its rule.
    """

    __slots__ = ("default", "whole", "by_case", "by_rule", "parts", "shown")

    default: float
    whole: float | None
    by_case: Mapping[str, float]
    by_rule: Mapping[str, float]
    parts: Mapping[str, float]
    shown: Mapping[str, str]

    def __init__(
        self,
        default: float = 1.0,
        whole: float | None = None,
        by_case: Mapping[str, float] | None = None,
        by_rule: Mapping[str, float] | None = None,
        parts: Mapping[str, float] | None = None,
        shown: Mapping[str, str] | None = None,
    ) -> None:
        self._set(default, whole, by_case or {}, by_rule or {}, parts or {}, shown or {})

    @classmethod
    def read(cls, path: Path) -> Rubric:
        """Read the file; a `RubricError` if it says what a rubric does not."""
        try:
            told = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise RubricError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
        except ValueError as error:
            raise RubricError(f"{path} is not TOML: {error}") from None
        return _checked(path, told)

    def expect(self, cases: Sequence[Case]) -> None:
        """Raise a `RubricError` if it speaks of a case or a rule that the suite does not have."""
        names, rules = {case.name for case in cases}, {case.rule for case in cases}
        for kind, given, there in (("case", self.by_case, names), ("rule", self.by_rule, rules)):
            if unknown := sorted(given.keys() - there):
                raise RubricError(f"the rubric has points for the {kind} {unknown[0]!r}, which no case has")
        if unknown := sorted(self.shown.keys() - names - rules):
            raise RubricError(f"the rubric says who sees {unknown[0]!r}, which is neither a case nor a rule here")

    def weight(self, case: Case) -> float:
        """Return the points of a case before they are scaled."""
        return self.by_case.get(case.name, self.by_rule.get(case.rule, self.default))

    def points(self, cases: Sequence[Case]) -> dict[str, float]:
        """Return the most that each case gives, by its name."""
        weights = {case.name: self.weight(case) for case in cases}
        in_all = math.fsum(weights.values())
        scale = 1.0 if self.whole is None or not in_all else self.whole / in_all
        return {name: weight * scale for name, weight in weights.items()}

    def share(self, judgement: Judgement | None) -> float:
        """Return which share of a case's points a judgement earns."""
        if judgement is None:
            return 0.0
        if judgement.is_right:
            return 1.0
        return math.fsum(self.parts.get(part, 0.0) for part in judgement.right_parts)

    def earned(self, cases: Sequence[Case], graded: Graded) -> dict[str, float]:
        """Return what a submission earns for each case, by its name."""
        judgements = dict(graded.judgements)
        return {name: most * self.share(judgements.get(name)) for name, most in self.points(cases).items()}

    def total(self, cases: Sequence[Case]) -> float:
        """Return the points of a submission that has everything right."""
        return math.fsum(self.points(cases).values())

    def score(self, cases: Sequence[Case], graded: Graded) -> float:
        """Return the points of a submission."""
        return math.fsum(self.earned(cases, graded).values())

    def visibility(self, case: Case) -> str:
        """Return who may see the case in Gradescope."""
        return self.shown.get(case.name, self.shown.get(case.rule, VISIBILITIES[0]))


def _checked(path: Path, told: dict[str, Any]) -> Rubric:
    if unknown := sorted(set(told) - set(SETTINGS)):
        raise RubricError(f"{path}: there is no setting {unknown[0]!r}; there are {', '.join(SETTINGS)}")
    for table in TABLES:
        if not isinstance(told.get(table, {}), dict):
            raise RubricError(f"{path}: {table} is a table, [{table}] and lines below it")
    for table in ("cases", "rules", "parts"):
        for name, points in told.get(table, {}).items():
            _expect_points(path, f"{table}.{name}", points)
    for name in ("points", "total"):
        _expect_points(path, name, told.get(name, 1))
    parts = told.get("parts", {})
    if unknown := sorted(parts.keys() - set(ALL_PARTS)):
        raise RubricError(f"{path}: an answer has no part {unknown[0]!r}; it has {', '.join(ALL_PARTS)}")
    for name, visibility in told.get("visibility", {}).items():
        if visibility not in VISIBILITIES:
            raise RubricError(f"{path}: visibility.{name} is one of {', '.join(VISIBILITIES)}, not {visibility!r}")
    for game, names in PARTS.items():
        if math.fsum(parts.get(name, 0) for name in names) > 1:
            raise RubricError(f"{path}: the parts of an answer of {game} are worth more than the whole of it, 1")
    return Rubric(
        told.get("points", 1.0),
        told.get("total"),
        told.get("cases"),
        told.get("rules"),
        parts,
        told.get("visibility"),
    )


def _expect_points(path: Path, name: str, points: object) -> None:
    if isinstance(points, bool) or not isinstance(points, int | float) or not 0 <= points < math.inf:
        raise RubricError(f"{path}: {name} is a number of points, not {points!r}")
