"""The usual wrong solvers: one list, the most usual first."""

from __future__ import annotations

from outply.search.mistakes import (
    cutting,
    evaluating,
    ordering,
    passing,
    reporting,
    starcircle_rules,
    warfare_rules,
)
from outply.search.mistakes.mistake import Mistake, Reach

MISTAKES: tuple[Mistake, ...] = (
    ordering.LATE_TIES,
    *reporting.PRINTS,
    *cutting.DEPTHS,
    *ordering.ORDERS,
    *evaluating.EVALUATIONS,
    *passing.PASSES,
    *warfare_rules.RULES,
    *starcircle_rules.RULES,
    *reporting.COUNTS,
    *cutting.CUTS,
    reporting.CUT_COUNTED,
)
"""Every mistake; where several explain an answer, the earlier is the likelier one."""

__all__ = ["MISTAKES", "Mistake", "Reach"]
